// SPDX-License-Identifier: Apache-2.0
// The weight of the sheet: psi = -density g . u per area.
#pragma once

#include "kernels/shell/dead_load.hpp"

namespace plisse::shell {

struct GravityOptions {
  double acceleration = 9.81;
  std::vector<double> direction{0, 0, -1};
  double density = 0;

  template <class V>
  void describe(V& v) {
    v.option("acceleration", acceleration).at_least(0).unit("m/s^2").doc("of gravity");
    v.option("direction", direction).length(3, 3).doc("that things fall in, of any length");
    v.option("density", density).at_least(0).unit("kg/m^2").doc("mass per area; 0: the material's");
    v.rule("direction",
           [this] { return direction[0] == 0 && direction[1] == 0 && direction[2] == 0 ? std::string("has length zero") : std::string(); });
  }
};

template <class T>
class Gravity : public DeadLoad<T> {
 public:
  static constexpr const char *name = "gravity", *doc = "weight of the sheet";
  using Options = GravityOptions;

  Gravity(const Options& options, const LoadContext<T>& context) : DeadLoad<T>(weight(options, context.density), context) {}

  LoadSite site() const override { return LoadSite::surface; }

 private:
  static Vec3<double> weight(const Options& options, double material_density) {
    const Vec3<double> direction = vector_of("direction", options.direction);
    const double length = norm(direction), density = options.density > 0 ? options.density : material_density;
    if (!(length > 0)) throw std::invalid_argument("direction has length zero");
    if (!(options.acceleration >= 0)) throw std::invalid_argument("acceleration must be at least 0 m/s^2: turn the direction instead");
    if (!(density > 0))
      throw std::invalid_argument("density is 0 kg/m^2, and so is the material's: without mass there is no weight; give one of the two");
    return (density * options.acceleration / length) * direction;
  }
};

}  // namespace plisse::shell

PLISSE_COMPONENT(shell::Gravity)
