// SPDX-License-Identifier: Apache-2.0
// Shells that cannot be solved are refused before any work, each message with what, where, and what to do.
#include <doctest/doctest.h>

#include "tests/support/experiments.hpp"

using namespace plisse;
using namespace plisse::tests;

namespace {

// A quarter of the Scordelis-Lo roof.
const std::string roof = R"(experiment: shell
precision: double
surface: {type: cylinder, radius: 25, length: 25, angle: [0, 40]}
material: {type: isotropic, young: 4.32e8, poisson: 0, thickness: 0.25}
strain: linear
loads: [{type: force, value: [0, 0, -90]}]
boundary: [{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z]}]
symmetry: [{axis: x, at: 0}, {axis: y, at: 25}]
field: {network: {width: 8, hidden_layers: 1, omega: 20}}
quadrature: {type: gauss, points: 4, cells: [4, 4]}
optimizer: ritz
evaluate: {resolution: 4, points: 4, test_functions: 4, probes: [{at: [0, 25, 25], direction: [0, 0, -1]}]}
)";

void says(const std::vector<std::string>& overrides, const std::string& expected) {
  const auto message = refusal(roof, overrides);
  CAPTURE(message);
  CHECK(message.starts_with(expected));
}

const std::string full_tube = "surface={type: cylinder, radius: 25, length: 25, angle: [-180, 180]}";
const std::string moving = "{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z], move: [0, 0, 1], falloff: 20}";

}  // namespace

TEST_CASE("a shell that can be solved is not refused") { CHECK(refusal(roof).empty()); }

TEST_CASE("fields without second derivatives are refused") {
  says({"field.network.activation=relu"},
       "field.network.activation: 'relu' has no second derivatives, so a shell would bend at no cost; take sine, tanh, gelu or softplus");
  for (const std::string kinked : {"grid", "hash"})
    says({"field.encoder=" + kinked}, "field.encoder: '" + kinked +
                                          "' has no second derivatives inside its cells, so a shell would bend at no cost; take one of "
                                          "bspline, frequency, identity");
  says({"field.encoder={type: bspline, resolution: 6, degree: 2}"},
       "field.encoder: 'bspline' has with these options second derivatives that jump from cell to cell, and the bending energy needs them "
       "continuous; raise its degree or take one of bspline, frequency, identity");
  CHECK(refusal(roof, {"field.encoder={type: bspline, resolution: 6}"}).empty());
}

TEST_CASE("impossible materials are refused at their place in the file") {
  says({"material.thickness=0"}, "'material.thickness' is 0 m, but must be above 0 m");
  for (const std::string nu : {"0.5", "-1", "0.7"})
    says({"material.poisson=" + nu}, "'material.poisson' is " + nu + ", but must be above -1 and below 0.5");
  says({"material={type: orthotropic, a11: 4, a12: 6, a22: 9, g12: 1, thickness: 1}"},
       "'material.a12' is 6, but its square must be below a11 a22 = 36: else some stretch of warp and weft costs no energy (indefinite "
       "matrix)");
}

TEST_CASE("shells that nothing holds are refused, with the motions that are free") {
  const std::string and_so =
      "), so its energy has no single minimum; hold that motion with another set in 'boundary', the slope of one ('clamped'), or a plane "
      "in "
      "'symmetry'";
  const std::string moves = "boundary: the surface can still move as a rigid body (";
  says({"boundary=[]", "symmetry=[]"}, moves + "translation along x, y, z; rotation about an axis along x, y, z" + and_so);
  says({"symmetry=[{axis: x}]"}, moves + "translation along y; rotation about an axis along x" + and_so);
  says({"boundary=[]"}, moves + "translation along z" + and_so);
  // The whole roof between both diaphragms slides along its axis.
  says({"surface.length=50", "surface.angle=[-40, 40]", "symmetry=[]",
        "boundary=[{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z]}, {where: {type: plane, point: [0, 50, 0], "
        "normal: [0, 1, 0]}, "
        "fix: [x, z]}]"},
       moves + "translation along y" + and_so);
  // An area that is held without its slope is a hinge along its rim.
  says({"surface={type: plane, size: [30, 30]}", "symmetry=[]", "boundary=[{where: {type: box, lower: [0, 0, -1], upper: [2, 30, 1]}}]",
        "evaluate.probes=[]"},
       moves + "rotation about an axis along y" + and_so);
  CHECK(refusal(roof, {"surface={type: plane, size: [30, 30]}", "symmetry=[]", "evaluate.probes=[]",
                       "boundary=[{where: {type: box, lower: [0, 0, -1], upper: [2, 30, 1]}, clamped: true}]"})
            .empty());
  // One point alone is a hinge.
  says({"boundary=[{where: {type: points, positions: [0, 0, 25]}}]", "symmetry=[]"},
       moves + "rotation about an axis along x, y, z" + and_so);
}

TEST_CASE("sets that hold nothing, or everything, are refused") {
  says({"boundary=[{where: {type: plane, point: [0, -3, 0], normal: [0, 1, 0]}, fix: [x, z], clamped: true}]"},
       "boundary[0].where: holds nothing, the surface stays 3 m away from it; move the region onto the surface");
  says({"boundary=[{where: {type: box, lower: [-1, -1, 0], upper: [30, 30, 30]}}]"},
       "boundary[0].where: covers the whole surface, so nothing is left to solve for; give a smaller region");
  says({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, w]}]"},
       "boundary[0].fix: 'w' is not a component; take some of x, y, z");
  says({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, x]}]"}, "boundary[0].fix: names 'x' twice");
}

TEST_CASE("a set that is held twice is held once, unless the two disagree") {
  const std::string rim = "{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z]";
  CHECK(refusal(roof, {"boundary=[" + rim + "}, " + rim + "}]"}).empty());
  says({"boundary=[" + rim + "}, " + rim + ", clamped: true}]"},
       "boundary[1].where: is the set of boundary[0], or its mirror image, which is held in another way");
  CHECK(refusal(roof, {"boundary=[" + rim + "}, {where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [y], clamped: true}]"})
            .empty());
}

TEST_CASE("motions that do not fade in time are refused") {
  says({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, fix: [x, z], move: [0, 0, 1]}]"},
       "'boundary[0].falloff' is 0, but a set that moves needs a distance over which its motion fades");
  says({"boundary=[" + moving + ", {where: {type: plane, point: [0, 12, 0], normal: [0, 1, 0]}, fix: [z]}]"},
       "boundary[0].falloff: 20 m reaches the set of boundary[1], 12 m away, which would be dragged along; give a smaller one");
  says({"boundary=[" + moving + ", {where: {type: sphere, center: [0, 14.1, 25], radius: 2}, fix: [z]}]"},
       "boundary[0].falloff: 20 m reaches the set of boundary[1], 12.1");
  says({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [0, 1, 0]}, falloff: 1, rotate: {axis: [0, 0, 0], angle: 3}}]"},
       "'boundary[0].rotate.axis' has length zero; give a direction");
}

TEST_CASE("symmetry planes that do not fit the surface are refused") {
  says({"symmetry=[{axis: x}, {axis: x}]"}, "symmetry[1].axis: symmetry[0] is a plane across x already; leave one of them out");
  says({"symmetry=[{axis: x}, {axis: y, at: 40}]"},
       "symmetry[1].at: the plane y = 40 stays 15 m away from the surface, so it holds nothing; move it onto the surface, which reaches "
       "from 0 to 25");
  says({"symmetry=[{axis: x}, {axis: y, at: 12}]"},
       "symmetry[1].at: the plane y = 12 cuts the surface into parts that are no mirror images");
  CHECK(refusal(roof, {"surface.angle=[-40, 40]"}).empty());  // both halves of a roof that is symmetric
}

TEST_CASE("loads that act on nothing are refused") {
  says({"loads=[{type: force, value: [0, 0, -90]}, {type: point_force, at: [0, 12, 20], value: [0, 0, -1]}]"},
       "loads[1].at: lies 5 m off the surface; move it there, to [0, 12, 25] for example, which is nearest");
  says({full_tube, "symmetry=[]", "loads=[{type: edge_force, edge: u_max, value: [0, 0, -1]}]"},
       "loads[0].edge: the surface has no edge u_max; it has v_min, v_max");
  says({"loads=[{type: edge_force, edge: top, value: [0, 0, -1]}]"}, "'loads[0].edge' is 'top', which is no choice");
  says({"loads=[{type: gravity}]"},
       "loads[0]: load 'gravity': density is 0 kg/m^2, and so is the material's: without mass there is no weight; give one of the two");
  says({"loads=[{type: gravity, density: 1, direction: [0, 0, 0]}]"}, "'loads[0].direction' has length zero");
}

TEST_CASE("probes that cannot be told apart, or lie nowhere, are refused") {
  const std::string probe = "{at: [0, 25, 25], direction: [0, 0, -1]";
  says({"evaluate.probes=[" + probe + "}, " + probe + "}]"},
       "'evaluate.probes' has two entries named 'displacement'; give each its own name");
  says({"evaluate.probes=[" + probe + ", name: energy}]"}, "'evaluate.probes' has an entry named 'energy', which is another metric's name");
  says({"evaluate.probes=[{at: [0, 25, 26], direction: [0, 0, -1]}]"},
       "evaluate.probes[0].at: lies 1 m off the surface; move it there, to [0, 25, 25] for example, which is nearest");
  says({"evaluate.probes=[{at: [0, 25, 25], direction: [0, 0, 0]}]"}, "'evaluate.probes[0].direction' has length zero; give a direction");
}

TEST_CASE("directions of length zero are refused") {
  says({"boundary=[{where: {type: plane, point: [0, 0, 0], normal: [0, 0, 0]}}]"}, "'boundary[0].where.normal' has length zero");
  says({"surface.axis=[0, 0, 0]"}, "'surface.axis' has length zero: give it a direction");
  says({"surface={type: plane, size: 25, normal: [0, 0, 0]}"}, "'surface.normal' has length zero: give it a direction");
  says({"surface={type: plane, size: 25, along: [0, 0, 2]}"}, "'surface.along' is parallel to normal: turn along away from it");
}
