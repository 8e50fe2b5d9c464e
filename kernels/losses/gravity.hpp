// SPDX-License-Identifier: Apache-2.0
// Potential energy of the weight: sum_s m_s g h_s [J] (eq. 24 of "Spatially Adaptive Cloth Regression") with m_s = density x area
// x share of the sample, and h_s the mean height of the valid corners of the central triangle (its centroid), or of a mesh vertex.
#pragma once

#include "kernels/losses/assembly.hpp"

namespace plisse::losses {

struct GravityOptions {
  enum class Up { x, y, z, minus_x, minus_y, minus_z };

  double weight = 0.05;
  double density = 0.1;
  double acceleration = 9.81;
  Up axis = Up::z;

  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of this term in the total");
    v.option("density", density).above(0).unit("kg/m^2").doc("mass of the cloth per area");
    v.option("acceleration", acceleration).at_least(0).unit("m/s^2").doc("of gravity");
    v.choice("axis", axis, {{"x", Up::x}, {"y", Up::y}, {"z", Up::z}, {"-x", Up::minus_x}, {"-y", Up::minus_y}, {"-z", Up::minus_z}})
        .doc("direction that points up");
  }
};

template <class T>
class Gravity : public Loss<T> {
 public:
  static constexpr const char *name = "gravity", *doc = "potential energy of the cloth's weight", *unit = "J";
  using Options = GravityOptions;

  Gravity(const Options& options, const Context<T>& context);

  bool supports_structures() const override { return true; }
  bool supports_mesh() const override { return true; }
  double evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                  const Array1<T>& density) const override;
  double evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                  const Jets<T>& adjoint) const override;

 private:
  int axis_;
  double signed_weight_;  // per area [N/m^2], negative where up is a negative axis
  Assembly<T> assembly_;
};

}  // namespace plisse::losses

PLISSE_COMPONENT(losses::Gravity)
