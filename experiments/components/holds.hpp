// SPDX-License-Identifier: Apache-2.0
// How a shell is held, in a configuration:
//   boundary: [{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z]}, ...]
//   symmetry: [{axis: y, at: 25}]
#pragma once

#include <string>
#include <vector>

#include "framework/config/options.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "kernels/boundary/dirichlet.hpp"
#include "kernels/boundary/mirrors.hpp"
#include "kernels/surfaces/shape.hpp"

namespace plisse::experiments {

struct RotationOptions {
  std::vector<double> axis{0, 0, 1}, center{0, 0, 0};
  double angle = 0;

  template <class V>
  void describe(V& v) {
    v.option("axis", axis).length(3, 3).doc("axis of the rotation, of any length");
    v.option("center", center).length(3, 3).unit("m").doc("a point of the axis");
    v.option("angle", angle).unit("deg").doc("angle at full load, right-handed");
    v.rule("axis", [this] {
      return axis[0] == 0 && axis[1] == 0 && axis[2] == 0 ? std::string("has length zero; give a direction") : std::string();
    });
  }
};

struct HoldOptions {
  config::Component where;
  std::vector<std::string> fix{"x", "y", "z"};
  bool clamped = false;
  double falloff = 0;
  std::vector<double> move{0, 0, 0};
  RotationOptions rotate;

  template <class V>
  void describe(V& v) {
    v.component("where", where, "regions").required().doc("the set that is held, measured on the surface at rest");
    v.option("fix", fix).length(1, 3).doc("components that are held: x, y, z");
    v.option("clamped", clamped).doc("hold the slope at the set too");
    v.option("falloff", falloff).at_least(0).unit("m").doc("distance over which the field takes over; 0: over the whole surface");
    v.option("move", move).length(3, 3).unit("m").doc("translation of the set at full load");
    v.group("rotate", rotate).doc("rotation of the set at full load, before the translation");
    v.rule("falloff", [this] {
      const bool moves = rotate.angle != 0 || move[0] != 0 || move[1] != 0 || move[2] != 0;
      return moves && falloff == 0 ? std::string("is 0, but a set that moves needs a distance over which its motion fades") : std::string();
    });
  }
};

enum class Axis { x, y, z };

struct SymmetryOptions {
  Axis axis = Axis::x;
  double at = 0;

  template <class V>
  void describe(V& v) {
    v.choice("axis", axis, {{"x", Axis::x}, {"y", Axis::y}, {"z", Axis::z}}).required().doc("normal of the symmetry plane");
    v.option("at", at).unit("m").doc("its coordinate on that axis");
  }
};

template <class T>
struct Support {
  std::vector<boundary::Hold<T>> holds;
  std::vector<boundary::Motion> motions;
  Array2<T> corners;  // (3, K)
  std::vector<boundary::MirrorPlane> mirrors;
  std::vector<boundary::MirrorPlane> images;  // the mirrors beyond which the shape goes on: not those that map the surface onto itself
};

// garment: the mesh whose rims and vertices sets may name.  on_body: a body may hold what nothing else does.  Throws config::Error where a
// set holds nothing of the surface, where a set lies in the falloff of one that moves, where a symmetry plane does not fit the surface,
// where one set is held in two ways, or, but for a body, where the surface, or a piece of it that nothing joins to the others, can still
// move as a rigid body.
template <class T>
Support<T> make_support(const std::vector<HoldOptions>& holds, const std::vector<SymmetryOptions>& symmetry, const surfaces::Shape& surface,
                        const geometry::SurfaceMesh* garment = nullptr, bool on_body = false);

}  // namespace plisse::experiments
