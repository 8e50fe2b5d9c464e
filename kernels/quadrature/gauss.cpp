// SPDX-License-Identifier: Apache-2.0
#include "kernels/quadrature/gauss.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace plisse::quadrature {

namespace {

template <class Number>
Number along(const char* name, const std::vector<Number>& values, int direction, Number least, Number most) {
  if (values.empty() || values.size() > 2)
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(values.size()) +
                                " numbers, but needs one, for both directions, or two");
  const Number value = values[values.size() == 1 ? 0 : direction];
  if (!(value >= least && value <= most))
    throw std::invalid_argument(std::string(name) + " is " + std::to_string(value) + ", but must be from " + std::to_string(least) +
                                " to " + std::to_string(most));
  return value;
}

std::vector<Node> nodes(const GaussOptions& options, int direction) {
  return composite_gauss_legendre(along("points", options.points, direction, 1, 1000), along("cells", options.cells, direction, 1, 10000),
                                  along("grading", options.grading, direction, 1e-6, 1e6));
}

}  // namespace

template <class T>
Gauss<T>::Gauss(const Options& options, const Context& context) : Gauss(nodes(options, 0), nodes(options, 1), context) {}

template <class T>
Gauss<T>::Gauss(const std::vector<Node>& u, const std::vector<Node>& v, const Context& context)
    : Quadrature<T>(std::int64_t(u.size()) * std::int64_t(v.size()), context), along_u_(int(u.size())) {
  const std::size_t most = std::max(u.size(), v.size());
  at_ = context.workspace->take<T>("plisse::quadrature::gauss_nodes", 2, most);
  weight_ = context.workspace->take<T>("plisse::quadrature::gauss_weights", 2, most);
  const auto at = Kokkos::create_mirror_view(at_), weight = Kokkos::create_mirror_view(weight_);
  int row = 0;
  for (const auto* rule : {&u, &v}) {
    for (std::size_t i = 0; i < rule->size(); ++i) {
      at(row, i) = T((*rule)[i].at);
      weight(row, i) = T((*rule)[i].weight);
    }
    ++row;
  }
  Kokkos::deep_copy(at_, at);
  Kokkos::deep_copy(weight_, weight);
}

template <class T>
void Gauss<T>::draw(const Exec& exec, std::uint64_t, const Array2<T>& chart, const Array1<T>& weight) const {
  const auto at = at_, share = weight_;
  const int columns = along_u_;
  Kokkos::parallel_for(
      "plisse::quadrature::gauss", Range(exec, 0, this->points()), KOKKOS_LAMBDA(int p) {
        const int i = p % columns, j = p / columns;
        chart(0, p) = at(0, i);
        chart(1, p) = at(1, j);
        weight(p) = share(0, i) * share(1, j);
      });
}

template class Gauss<float>;
template class Gauss<double>;

}  // namespace plisse::quadrature
