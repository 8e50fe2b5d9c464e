// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/bspline.hpp"

#include "kernels/encoders/bspline_kernels.hpp"

namespace plisse::encoders {

namespace {

LatticeOptions lattice_options(const BsplineOptions& o, const Context& context) {
  if (o.degree != 2 && o.degree != 3) throw std::invalid_argument("degree is " + std::to_string(o.degree) + ", but must be 2 or 3");
  if (o.degree == 2 && context.channels == 6)
    throw std::invalid_argument("degree is 2, whose second derivatives jump from cell to cell: take 3 with losses that need them");
  return {o.resolution, o.degree, {o.levels, o.features, o.init, o.coarse_to_fine}};
}

}  // namespace

template <class T>
Bspline<T>::Bspline(const Options& options, const Context& context)
    : Lattice<T>(name, lattice_options(options, context), context), degree_(options.degree) {}

template <class T>
void Bspline<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const {
  if (degree_ == 2) this->template interpolate<SplineBasis<2>, 1, 3>(exec, parameters, points, n, features);
  else this->template interpolate<SplineBasis<3>, 1, 3, 6>(exec, parameters, points, n, features);
}

template <class T>
void Bspline<T>::backward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                          const Array1<T>& gradient) const {
  if (degree_ == 2) this->template add_gradient<SplineBasis<2>, 1, 3>(exec, points, n, features_adjoint, gradient);
  else this->template add_gradient<SplineBasis<3>, 1, 3, 6>(exec, points, n, features_adjoint, gradient);
}

template class Bspline<float>;
template class Bspline<double>;

}  // namespace plisse::encoders
