// SPDX-License-Identifier: Apache-2.0
#include "kernels/materials/orthotropic.hpp"

#include <cmath>
#include <numbers>

namespace plisse::materials {
namespace {

// Coefficients c of psi = 1/2 E.c E in the surface's tangents, E = (E11, E12, E22).
Symmetric3<double> rotated(const OrthotropicOptions& o) {
  const double angle = o.warp_angle * std::numbers::pi / 180, c = std::cos(angle), s = std::sin(angle);
  // rows: E11, E12, E22 in warp/weft axes; columns: in the tangents
  const double to_warp[3][3] = {{c * c, 2 * c * s, s * s}, {-c * s, c * c - s * s, c * s}, {s * s, -2 * c * s, c * c}};
  const double law[3][3] = {{o.a11, 0, o.a12}, {0, 2 * o.g12, 0}, {o.a12, 0, o.a22}};
  Symmetric3<double> result;
  int entry = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j, ++entry)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) result.entry[entry] += to_warp[k][i] * law[k][l] * to_warp[l][j];
  return result;
}

template <class T>
Symmetric3<T> scaled(double factor, const Symmetric3<double>& matrix) {
  Symmetric3<T> result;
  for (int i = 0; i < 6; ++i) result.entry[i] = T(factor * matrix.entry[i]);
  return result;
}

}  // namespace

std::string OrthotropicOptions::indefinite() const {
  if (a11 * a22 > a12 * a12) return {};
  return "is " + written(a12) + ", but its square must be below a11 a22 = " + written(a11 * a22) +
         ": else some stretch of warp and weft costs no energy (indefinite matrix)";
}

std::string OrthotropicOptions::even() const {
  if (simpson_points >= 3 && simpson_points % 2 == 1) return {};
  return "is " + std::to_string(simpson_points) + ", but the composite Simpson rule needs an odd number of points, at least 3";
}

std::vector<ThicknessPoint> simpson(double thickness, int points) {
  std::vector<ThicknessPoint> nodes;
  const double step = thickness / (points - 1);
  for (int i = 0; i < points; ++i) {
    const double weight = i == 0 || i == points - 1 ? 1 : i % 2 == 1 ? 4 : 2;
    nodes.push_back({(i - 0.5 * (points - 1)) * step, weight * step / 3});
  }
  return nodes;
}

template <class T>
Orthotropic<T>::Orthotropic(const Options& options, const Context&) : options_(options) {
  require(options.a11 > 0, "a11", options.a11, "must be above 0 N/m: else stretching the warp costs no energy");
  require(options.a22 > 0, "a22", options.a22, "must be above 0 N/m: else stretching the weft costs no energy");
  require(options.g12 > 0, "g12", options.g12, "must be above 0 N/m: else shear costs no energy");
  if (const auto why = options.indefinite(); !why.empty()) throw std::invalid_argument("a12 " + why);
  if (const auto why = options.even(); !why.empty()) throw std::invalid_argument("simpson_points " + why);
  check_sheet(options.thickness, options.density);
}

template <class T>
Stiffness<T> Orthotropic<T>::stiffness() const {
  double zeroth = 0, second = 0;  // moments of the thickness, per thickness
  for (const auto& [height, weight] : simpson(options_.thickness, options_.simpson_points)) {
    zeroth += weight / options_.thickness;
    second += weight / options_.thickness * height * height;
  }
  const auto law = rotated(options_);
  return {scaled<T>(zeroth, law), scaled<T>(second, law)};
}

template class Orthotropic<float>;
template class Orthotropic<double>;

}  // namespace plisse::materials
