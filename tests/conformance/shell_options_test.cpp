// SPDX-License-Identifier: Apache-2.0
// Impossible materials and loads are refused while the configuration is read, each with its place and reason.
#include <doctest/doctest.h>

#include "experiments/components/loads.hpp"
#include "experiments/components/materials.hpp"
#include "framework/config/config.hpp"

using namespace plisse;

namespace {

struct SheetOptions {
  config::Component material, load;

  template <class V>
  void describe(V& v) {
    v.component("material", material, "materials").doc("of a sheet");
    v.component("load", load, "loads").doc("on a sheet");
  }
};
[[maybe_unused]] const bool registered = config::register_component<SheetOptions>("experiments", "test_sheet", "options alone", std::any());

// What a user reads, or nothing.
std::string message(const std::string& text) {
  try {
    config::load_text("experiment: test_sheet\n" + text + "\n", "sheet.yaml", ".", {});
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

void says(const std::string& text, const std::string& expected) {
  const std::string given = message(text);
  CAPTURE(given);
  CHECK(given.starts_with(expected));
}

}  // namespace

TEST_CASE("materials and loads that are possible are read") {
  CHECK(message("material: {type: isotropic, young: 1e7, poisson: 0, thickness: 1}").empty());
  CHECK(message("material: {type: orthotropic, a11: 15.557, a12: 7.779, a22: 25.004, g12: 1.076, thickness: 0.253e-3}").empty());
  CHECK(message("load: {type: gravity}").empty());
  CHECK(message("load: {type: edge_moment, edge: u_max, value: -2}").empty());
}

TEST_CASE("impossible materials are refused with place and reason") {
  says("material: {type: isotropic, young: 1e7, poisson: 0, thickness: 0}",
       "'material.thickness' is 0 m, but must be above 0 m (sheet.yaml:2:64)");
  says("material: {type: isotropic, young: 1e7, poisson: 0.5, thickness: 1}", "'material.poisson' is 0.5, but must be");
  says("material: {type: isotropic, young: 1e7, poisson: -1, thickness: 1}", "'material.poisson' is -1, but must be");
  says("material: {type: isotropic, young: 0, poisson: 0, thickness: 1}", "'material.young' is 0 Pa, but must be above 0 Pa");
  says("material: {type: isotropic, poisson: 0, thickness: 1}", "missing key 'material.young'");
  says("material: {type: orthotropic, a11: 4, a12: 6, a22: 9, g12: 1, thickness: 1}",
       "'material.a12' is 6, but its square must be below a11 a22 = 36: else some stretch of warp and weft costs no energy (indefinite "
       "matrix) (sheet.yaml:2:44)");
  says("material: {type: orthotropic, a11: 4, a12: 1, a22: 9, g12: 0, thickness: 1}", "'material.g12' is 0 N/m, but must be above 0 N/m");
  says("material: {type: orthotropic, a11: 4, a12: 1, a22: 9, g12: 1, thickness: 1, simpson_points: 4}",
       "'material.simpson_points' is 4, but the composite Simpson rule needs an odd number of points, at least 3 (sheet.yaml:2:");
}

TEST_CASE("impossible loads are refused with place and reason") {
  says("load: {type: gravity, direction: [0, 0, 0]}", "'load.direction' has length zero (sheet.yaml:2:34)");
  says("load: {type: force, value: [1, 2]}", "'load.value' has 2");
  says("load: {type: force}", "missing key 'load.value'");
  says("load: {type: edge_force, edge: top, value: [0, 0, 1]}", "'load.edge' is 'top'");
  says("load: {type: point_force, value: [0, 0, 1]}", "missing key 'load.at'");
}
