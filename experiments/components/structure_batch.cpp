// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/structure_batch.hpp"

#include "experiments/components/device.hpp"

namespace plisse::experiments {

template <class T>
void add_rest(const Exec& exec, const Jets<T>& rest, int n, const Jets<T>& positions) {
  Kokkos::parallel_for(
      "plisse::experiments::add_rest", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i) positions(i, 0, p) += rest(i, 0, p);
      });
}

template <class T>
StructureBatch<T>::StructureBatch(sampling::RestSurface<T> surface, double edge, int capacity, Workspace& workspace)
    : surface_(std::move(surface)),
      edge_(edge),
      structures_(losses::make_structures<T>(capacity, workspace)),
      positions_(workspace.take<T>("plisse::structures::positions", 3, 1, std::size_t(points()))),
      adjoint_(workspace.take<T>("plisse::structures::adjoint", 3, 1, std::size_t(points()))) {}

template <class T>
void StructureBatch<T>::deform(const Exec& exec, const sampling::Samples<T>& samples, int n, std::uint64_t seed, std::int64_t step,
                               const Field<T>& field, const Array1<T>& parameters, bool keep) {
  losses::build_structures(exec, surface_, samples.uv, samples.weight, n, edge_, seed, step, structures_);
  field.forward(exec, parameters, as_jets(structures_.uv), structures_.rest, points(), positions_, keep);
  add_rest(exec, structures_.rest, points(), positions_);
}

template <class T>
Values StructureBatch<T>::terms(const Exec& exec, const std::vector<Term<T>>& terms, const Array1<T>& density) const {
  Values values;
  for (const auto& term : terms) values.push_back(term.loss->evaluate(exec, structures_, positions_, term.weight, Jets<T>(), density));
  return values;
}

template <class T>
Values StructureBatch<T>::gradient(const Exec& exec, const std::vector<Term<T>>& terms, const Field<T>& field, const Array1<T>& parameters,
                                   const Array1<T>& gradient) const {
  Kokkos::deep_copy(exec, adjoint_, T(0));
  Values values;
  for (const auto& term : terms) values.push_back(term.loss->evaluate(exec, structures_, positions_, term.weight, adjoint_, Array1<T>()));
  field.backward(exec, parameters, as_jets(structures_.uv), points(), adjoint_, gradient);
  return values;
}

template void add_rest(const Exec&, const Jets<float>&, int, const Jets<float>&);
template void add_rest(const Exec&, const Jets<double>&, int, const Jets<double>&);
template class StructureBatch<float>;
template class StructureBatch<double>;

}  // namespace plisse::experiments
