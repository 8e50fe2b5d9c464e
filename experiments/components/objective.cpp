// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/objective.hpp"

#include <algorithm>

#include "experiments/components/device.hpp"

namespace plisse::experiments {

namespace {

// The probes' rotations come from a seed of their own, so that adaptive and uniform runs rotate their samples alike.
constexpr std::uint64_t probe_salt = 0x70726f6265ull;

}  // namespace

template <class T>
SampledDomain<T>::SampledDomain(std::unique_ptr<sampling::Sampler<T>> given, Workspace& workspace) : sampler(std::move(given)) {
  const auto n = std::size_t(sampler->points());
  samples = {workspace.take<T>("plisse::objective::samples", 2, n), workspace.take<T>("plisse::objective::weights", n)};
  probes.uv = sampler->probes();
  if (probe_count() == 0) return;
  probes.weight = workspace.take<T>("plisse::objective::probe_weights", std::size_t(probe_count()));
  probe_loss = workspace.take<T>("plisse::objective::probe_loss", std::size_t(probe_count()));
  Kokkos::deep_copy(probes.weight, T(1) / T(probe_count()));
}

template <class T>
StructureObjective<T>::StructureObjective(std::vector<Term<T>> terms, SampledDomain<T> domain, StructureBatch<T> batch, std::uint64_t seed)
    : terms_(std::move(terms)), domain_(std::move(domain)), batch_(std::move(batch)), seed_(seed) {}

template <class T>
Values StructureObjective<T>::evaluate(const Exec& exec, std::int64_t step, const Field<T>& field, const Array1<T>& parameters,
                                       const Array1<T>& gradient) {
  auto& sampler = *domain_.sampler;
  if (sampler.wants_probes(step)) {
    Kokkos::deep_copy(exec, domain_.probe_loss, T(0));
    batch_.deform(exec, domain_.probes, domain_.probe_count(), seed_ ^ probe_salt, step, field, parameters, false);
    batch_.terms(exec, terms_, domain_.probe_loss);
    sampler.observe(exec, domain_.probe_loss);
  }
  sampler.draw(exec, step, domain_.samples);
  batch_.deform(exec, domain_.samples, sampler.points(), seed_, step, field, parameters, true);
  return batch_.gradient(exec, terms_, field, parameters, gradient);
}

template <class T>
MeshObjective<T>::MeshObjective(std::vector<Term<T>> terms, losses::MeshElements<T> mesh, Workspace& workspace)
    : terms_(std::move(terms)),
      mesh_(std::move(mesh)),
      positions_(workspace.take<T>("plisse::mesh::positions", 3, 1, std::size_t(mesh_.vertices))),
      adjoint_(workspace.take<T>("plisse::mesh::adjoint", 3, 1, std::size_t(mesh_.vertices))) {}

template <class T>
Values MeshObjective<T>::evaluate(const Exec& exec, std::int64_t /*step*/, const Field<T>& field, const Array1<T>& parameters,
                                  const Array1<T>& gradient) {
  const auto points = as_jets(mesh_.uv);
  field.forward(exec, parameters, points, mesh_.rest, mesh_.vertices, positions_, true);
  add_rest(exec, mesh_.rest, mesh_.vertices, positions_);
  Kokkos::deep_copy(exec, adjoint_, T(0));
  Values values;
  for (const auto& term : terms_) values.push_back(term.loss->evaluate(exec, mesh_, positions_, term.weight, adjoint_));
  field.backward(exec, parameters, points, mesh_.vertices, adjoint_, gradient);
  return values;
}

template <class T>
PointObjective<T>::PointObjective(std::vector<Term<T>> terms, SampledDomain<T> domain, TargetSurface<T> surface, Workspace& workspace)
    : terms_(std::move(terms)), domain_(std::move(domain)), surface_(std::move(surface)) {
  const auto n = std::size_t(std::max(domain_.sampler->points(), domain_.probe_count()));
  rest_ = workspace.take<T>("plisse::points::rest", 3, 1, n);
  target_ = workspace.take<T>("plisse::points::target", 3, 1, n);
  positions_ = workspace.take<T>("plisse::points::positions", 3, 1, n);
  adjoint_ = workspace.take<T>("plisse::points::adjoint", 3, 1, n);
}

template <class T>
Values PointObjective<T>::sum(const Exec& exec, const sampling::Samples<T>& samples, int n, const Field<T>& field,
                              const Array1<T>& parameters, const Jets<T>& adjoint, const Array1<T>& density) {
  const auto points = as_jets(samples.uv);
  surface_(exec, points, n, rest_, target_);
  field.forward(exec, parameters, points, rest_, n, positions_, adjoint.size() > 0);
  add_rest(exec, rest_, n, positions_);
  losses::Points<T> batch;
  batch.count = n;
  batch.target = target_;
  batch.weight = samples.weight;
  Values values;
  for (const auto& term : terms_) values.push_back(term.loss->evaluate(exec, batch, positions_, term.weight, adjoint, density));
  return values;
}

template <class T>
Values PointObjective<T>::evaluate(const Exec& exec, std::int64_t step, const Field<T>& field, const Array1<T>& parameters,
                                   const Array1<T>& gradient) {
  auto& sampler = *domain_.sampler;
  if (sampler.wants_probes(step)) {
    Kokkos::deep_copy(exec, domain_.probe_loss, T(0));
    sum(exec, domain_.probes, domain_.probe_count(), field, parameters, Jets<T>(), domain_.probe_loss);
    sampler.observe(exec, domain_.probe_loss);
  }
  sampler.draw(exec, step, domain_.samples);
  Kokkos::deep_copy(exec, adjoint_, T(0));
  const auto values = sum(exec, domain_.samples, sampler.points(), field, parameters, adjoint_, Array1<T>());
  field.backward(exec, parameters, as_jets(domain_.samples.uv), sampler.points(), adjoint_, gradient);
  return values;
}

template struct SampledDomain<float>;
template struct SampledDomain<double>;
template class StructureObjective<float>;
template class StructureObjective<double>;
template class MeshObjective<float>;
template class MeshObjective<double>;
template class PointObjective<float>;
template class PointObjective<double>;

}  // namespace plisse::experiments
