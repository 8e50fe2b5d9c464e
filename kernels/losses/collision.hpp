// SPDX-License-Identifier: Apache-2.0
// Penetration of a body: sum min(d . n - epsilon, 0)^2 [m^2] (eq. 26 of "Spatially Adaptive Cloth Regression") over the valid
// vertices of a local structure, with the distance d . n along the normal as the collider defines it.
// On a mesh: six times the area-weighted mean over its vertices.  Without a collider the term is 0.
#pragma once

#include "kernels/losses/assembly.hpp"

namespace plisse::losses {

struct CollisionOptions {
  double weight = 200;
  double epsilon = 2e-3;

  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of this term in the total");
    v.option("epsilon", epsilon).at_least(0).unit("m").doc("distance to keep from the body");
  }
};

template <class T>
class Collision : public Loss<T> {
 public:
  static constexpr const char *name = "collision", *doc = "squared depth of the cloth in the body", *unit = "m^2";
  using Options = CollisionOptions;

  Collision(const Options& options, const Context<T>& context);

  bool supports_structures() const override { return true; }
  bool supports_mesh() const override { return true; }
  double evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                  const Array1<T>& density) const override;
  double evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                  const Jets<T>& adjoint) const override;

 private:
  const collision::Collider<T>* collider_;
  T epsilon_;
  Array1<T> distance_;  // (points) [m]
  Array2<T> normal_;    // (3, points)
  Assembly<T> assembly_;
};

}  // namespace plisse::losses

PLISSE_COMPONENT(losses::Collision)
