// SPDX-License-Identifier: Apache-2.0
#include "kernels/materials/isotropic.hpp"

namespace plisse::materials {
namespace {

// scale [(1 - nu) e:e + nu tr(e)^2] / 2
template <class T>
Symmetric3<T> isotropic(double scale, double nu) {
  return {{T(scale), T(0), T(scale * nu), T(2 * scale * (1 - nu)), T(0), T(scale)}};
}

}  // namespace

template <class T>
Isotropic<T>::Isotropic(const Options& options, const Context&) : options_(options) {
  require(options.young > 0, "young", options.young, "must be above 0 Pa: a sheet without stiffness has no shape of equilibrium");
  require(options.poisson > -1 && options.poisson < 0.5, "poisson", options.poisson,
          "must lie in (-1, 0.5): no stable isotropic material is outside");
  check_sheet(options.thickness, options.density);
}

template <class T>
Stiffness<T> Isotropic<T>::stiffness() const {
  const double h = options_.thickness, nu = options_.poisson;
  const double membrane = options_.young * h / ((1 - nu) * (1 + nu));
  return {isotropic<T>(membrane, nu), isotropic<T>(membrane * h * h / 12, nu)};
}

template class Isotropic<float>;
template class Isotropic<double>;

}  // namespace plisse::materials
