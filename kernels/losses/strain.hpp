// SPDX-License-Identifier: Apache-2.0
// Strain of edges: sum_e k ((|e'| - |e|) / |e|)^2 [1] (relative, eq. 19 of "Spatially Adaptive Cloth Regression") or
// sum_e k (|e'| - |e|)^2 [m^2] (absolute, eq. 18), over the central triangle's edges of a local structure or all nine of them.
// On a mesh: the mean over its edges, times the number of edges a structure would have.
#pragma once

#include "kernels/losses/assembly.hpp"
#include "kernels/losses/spring.hpp"

namespace plisse::losses {

struct StrainOptions {
  enum class Form { relative, absolute };
  enum class Edges { central, all };

  double weight = 1;
  Form form = Form::relative;
  Edges edges = Edges::central;
  double warp = 1, weft = 1, bias = 1;

  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of this term in the total");
    v.choice("form", form, {{"relative", Form::relative}, {"absolute", Form::absolute}})
        .doc("change of length over rest length (eq. 19), or change of length (eq. 18)");
    v.choice("edges", edges, {{"central", Edges::central}, {"all", Edges::all}})
        .doc("edges of a local structure: the central three or all nine");
    v.option("warp", warp).above(0).doc("stiffness factor along u");
    v.option("weft", weft).above(0).doc("stiffness factor along v");
    v.option("bias", bias).above(0).doc("stiffness factor along the diagonals of u and v");
  }
};

template <class T>
class Strain : public Loss<T> {
 public:
  static constexpr const char *name = "strain", *doc = "change of edge lengths against the rest state", *unit = "1";
  using Options = StrainOptions;

  Strain(const Options& options, const Context<T>& context);

  bool supports_structures() const override { return true; }
  bool supports_mesh() const override { return true; }
  double evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                  const Array1<T>& density) const override;
  double evaluate(const Exec& exec, const MeshElements<T>& mesh, const Jets<T>& positions, double factor,
                  const Jets<T>& adjoint) const override;

 private:
  Spring<T> spring_;
  Stiffness<T> stiffness_;
  int edges_;
  Assembly<T> assembly_;
};

}  // namespace plisse::losses

PLISSE_COMPONENT(losses::Strain)
