// SPDX-License-Identifier: Apache-2.0
// Impossible encoders are refused while the configuration is read, each with its place and reason.
#include <doctest/doctest.h>

#include "experiments/components/encoders.hpp"
#include "framework/config/config.hpp"

using namespace plisse;

namespace {

// What a user reads, or nothing.
std::string message(const std::string& encoder) {
  try {
    config::load_text("experiment: surface_fit\nfield: {encoder: {" + encoder + "}}\n", "fit.yaml", ".", {});
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

void says(const std::string& encoder, const std::string& expected) {
  const std::string given = message(encoder);
  CAPTURE(given);
  CHECK(given.starts_with(expected));
}

}  // namespace

TEST_CASE("encoders that are possible are read") {
  for (const auto& name : config::Registry::global().names("encoders")) CHECK(message("type: " + name).empty());
  CHECK(message("type: bspline, degree: 2, resolution: [8, 9], coarse_to_fine: 1").empty());
  CHECK(message("type: hash, coarsest: 8, finest: 8").empty());
}

TEST_CASE("impossible encoders are refused with place and reason") {
  says("type: hash, coarsest: 300", "'field.encoder.coarsest' is 300 cells, but must be at most finest, which is 256 (fit.yaml:2:41)");
  says("type: hash, coarsest: 0", "'field.encoder.coarsest' is 0, but must be from 1 to 1048576 (fit.yaml:2:41)");
  says("type: hash, log2_table_size: 30", "'field.encoder.log2_table_size' is 30, but must be from 2 to 24");
  says("type: hash, levels: 17", "'field.encoder.levels' is 17, but must be from 1 to 16");
  says("type: bspline, degree: 1", "'field.encoder.degree' is 1, but must be from 2 to 3");
  says("type: bspline, resolution: [8, 0]", "'field.encoder.resolution[1]' is 0, but must be at least 1");
  says("type: bspline, features: 65", "'field.encoder.features' is 65, but must be from 1 to 64");
  for (const std::string type : {"grid", "bspline", "hash"}) {
    says("type: " + type + ", coarse_to_fine: 1.5", "'field.encoder.coarse_to_fine' is 1.5, but must be from 0 to 1");
    says("type: " + type + ", init: -1", "'field.encoder.init' is -1, but must be at least 0");
  }
}
