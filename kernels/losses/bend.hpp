// SPDX-License-Identifier: Apache-2.0
// Bending of face pairs, with n1 and n2 the unit normals of the two faces:
//   normals (eq. 22 of "Spatially Adaptive Cloth Regression"): sum |n1 - n2|^2                                   [1]
//   area (eq. 21):       sum 1/2 k_b sqrt(3) |e0|^2 / (2 A) |n1 - n2|^2   with the common edge e0 and the area A of both
//                        faces at rest, so that the factor is 1 for equilateral triangles                        [J]
// With `rest`, |n1 - n2|^2 becomes (m - m_rest)^2 where m = +-|n1 - n2| = 2 sin(theta / 2) is signed by the side to which
// the pair folds: it does not change under rigid motions and vanishes for the rest shape only.
// A pair with a face that has no area, or with an invalid vertex, takes no part.
// On a mesh: the mean over its face pairs, times the three pairs of a structure.
#pragma once

#include "kernels/losses/assembly.hpp"

namespace plisse::losses {

struct BendOptions {
  enum class Form { normals, area };

  double weight = 5e-4;
  Form form = Form::normals;
  double stiffness = 1;
  bool rest = false;

  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of this term in the total");
    v.choice("form", form, {{"normals", Form::normals}, {"area", Form::area}})
        .doc("difference of the normals alone (eq. 22), or with stiffness, edge and area (eq. 21)");
    v.option("stiffness", stiffness).above(0).unit("J").doc("bending constant k_b of the form 'area'");
    v.option("rest", rest).doc("measure from the bend of the rest shape instead of from flat");
  }
};

template <class T>
class Bend : public Loss<T> {
 public:
  static constexpr const char *name = "bend", *doc = "difference of the normals of neighbouring faces", *unit = "1";
  using Options = BendOptions;

  Bend(const Options& options, const Context<T>& context);

  bool supports_structures() const override { return true; }
  bool supports_mesh() const override { return true; }
  double evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                  const Array1<T>& density) const override;
  double evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                  const Jets<T>& adjoint) const override;

 private:
  bool by_area_, from_rest_;
  T stiffness_;
  Assembly<T> assembly_;
};

}  // namespace plisse::losses

PLISSE_COMPONENT(losses::Bend)
