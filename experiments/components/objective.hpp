// SPDX-License-Identifier: Apache-2.0
// Objectives: where the losses are summed.  Over random local structures, over the elements of a mesh, or over points with targets.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/components/field.hpp"
#include "experiments/components/losses.hpp"
#include "experiments/components/samplers.hpp"
#include "experiments/components/structure_batch.hpp"

namespace plisse::experiments {

template <class T>
class Objective {
 public:
  virtual ~Objective() = default;
  virtual const std::vector<Term<T>>& terms() const = 0;
  // Raw terms at a step, in the order of terms(); adds the gradient (P) of their weighted sum.
  virtual Values evaluate(const Exec& exec, std::int64_t step, const Field<T>& field, const Array1<T>& parameters,
                          const Array1<T>& gradient) = 0;
  // What must survive a restart.
  virtual std::vector<std::pair<std::string, Array1<T>>> state() const { return {}; }
  // Null where nothing is sampled.
  virtual const sampling::Sampler<T>* sampler() const { return nullptr; }
  virtual const sampling::Samples<T>* samples() const { return nullptr; }
};

// A sampler with its samples and, where it is adaptive, the places at which it wants to know the loss.
template <class T>
struct SampledDomain {
  SampledDomain(std::unique_ptr<sampling::Sampler<T>> sampler, Workspace& workspace);
  int probe_count() const { return int(probes.uv.extent(1)); }

  std::unique_ptr<sampling::Sampler<T>> sampler;
  sampling::Samples<T> samples, probes;
  Array1<T> probe_loss;
};

// Losses on local structures around the points of a sampler (section 3.3 of the paper).
template <class T>
class StructureObjective : public Objective<T> {
 public:
  StructureObjective(std::vector<Term<T>> terms, SampledDomain<T> domain, StructureBatch<T> batch, std::uint64_t seed);
  const std::vector<Term<T>>& terms() const override { return terms_; }
  Values evaluate(const Exec&, std::int64_t step, const Field<T>&, const Array1<T>& parameters, const Array1<T>& gradient) override;
  std::vector<std::pair<std::string, Array1<T>>> state() const override { return domain_.sampler->state(); }
  const sampling::Sampler<T>* sampler() const override { return domain_.sampler.get(); }
  const sampling::Samples<T>* samples() const override { return &domain_.samples; }

 private:
  std::vector<Term<T>> terms_;
  SampledDomain<T> domain_;
  StructureBatch<T> batch_;
  std::uint64_t seed_;
};

// The same losses on the edges, face pairs and vertices of a mesh over UV (the baselines of the paper's Figure 1).
template <class T>
class MeshObjective : public Objective<T> {
 public:
  MeshObjective(std::vector<Term<T>> terms, losses::MeshElements<T> mesh, Workspace& workspace);
  const std::vector<Term<T>>& terms() const override { return terms_; }
  Values evaluate(const Exec&, std::int64_t step, const Field<T>&, const Array1<T>& parameters, const Array1<T>& gradient) override;

 private:
  std::vector<Term<T>> terms_;
  losses::MeshElements<T> mesh_;
  Jets<T> positions_, adjoint_;  // (3, 1, V)
};

// target (3, 1, N) [m] and rest position (3, 1, N) [m] of points (2, 1, N).
template <class T>
using TargetSurface = std::function<void(const Exec&, const Jets<T>& points, int n, const Jets<T>& rest, const Jets<T>& target)>;

// Losses on single points with target positions (supervised fitting).
template <class T>
class PointObjective : public Objective<T> {
 public:
  PointObjective(std::vector<Term<T>> terms, SampledDomain<T> domain, TargetSurface<T> surface, Workspace& workspace);
  const std::vector<Term<T>>& terms() const override { return terms_; }
  Values evaluate(const Exec&, std::int64_t step, const Field<T>&, const Array1<T>& parameters, const Array1<T>& gradient) override;
  std::vector<std::pair<std::string, Array1<T>>> state() const override { return domain_.sampler->state(); }
  const sampling::Sampler<T>* sampler() const override { return domain_.sampler.get(); }
  const sampling::Samples<T>* samples() const override { return &domain_.samples; }

 private:
  Values sum(const Exec&, const sampling::Samples<T>&, int n, const Field<T>&, const Array1<T>& parameters, const Jets<T>& adjoint,
             const Array1<T>& density);

  std::vector<Term<T>> terms_;
  SampledDomain<T> domain_;
  TargetSurface<T> surface_;
  Jets<T> rest_, target_, positions_, adjoint_;
};

}  // namespace plisse::experiments
