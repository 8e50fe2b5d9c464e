// SPDX-License-Identifier: Apache-2.0
// Local structures on the deformed surface of a field: built, deformed, summed.  Training, the adaptive sampler's probes and the
// common energy measure all use it.
#pragma once

#include "experiments/components/field.hpp"
#include "experiments/components/losses.hpp"
#include "kernels/losses/local_structure.hpp"
#include "kernels/sampling/sampler.hpp"

#include <cstdint>
#include <vector>

namespace plisse::experiments {

// One raw value a term.
using Values = std::vector<double>;

// positions += rest, both (3, 1, N), for the first n points.
template <class T> void add_rest(const Exec& exec, const Jets<T>& rest, int n, const Jets<T>& positions);

template <class T> class StructureBatch {
 public:
  // Structures with edge length `edge` [UV] around up to `capacity` samples.
  StructureBatch(sampling::RestSurface<T> surface, double edge, int capacity, Workspace& workspace);

  int capacity() const { return structures_.stride; }
  // Points a field is asked for: six vertices a structure.
  int points() const { return losses::structure_vertices * capacity(); }

  // Builds the structures of samples (2, n), rotated by the numbers of (seed, step), and their deformed positions.
  // keep: a gradient is wanted next.
  void deform(const Exec& exec, const sampling::Samples<T>& samples, int n, std::uint64_t seed, std::int64_t step, const Field<T>& field,
              const Array1<T>& parameters, bool keep);
  // Raw terms of the deformed structures.  Where density (n) is not empty, adds each sample's weighted energy to it.
  Values terms(const Exec& exec, const std::vector<Term<T>>& terms, const Array1<T>& density) const;
  // Raw terms; adds the gradient (P) of the weighted sum.
  Values gradient(const Exec& exec, const std::vector<Term<T>>& terms, const Field<T>& field, const Array1<T>& parameters,
                  const Array1<T>& gradient) const;

  const losses::Structures<T>& structures() const { return structures_; }
  const Jets<T>& positions() const { return positions_; }  // (3, 1, 6 S) [m]

 private:
  sampling::RestSurface<T> surface_;
  double edge_;
  losses::Structures<T> structures_;
  Jets<T> positions_, adjoint_;
};

}  // namespace plisse::experiments
