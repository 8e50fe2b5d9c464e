// SPDX-License-Identifier: Apache-2.0
#include "framework/run/checkpoint.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "framework/io/atomic_file.hpp"
#include "framework/io/hdf5.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using plisse::tests::ScratchFolder;

namespace {

run::Checkpoint example(std::int64_t step) {
  run::Checkpoint checkpoint{step, 0.1, 0.2, "sha", {}};
  checkpoint.state.put("field/weights", {{2, 3}, std::vector<float>{1, 2, 3, 4, 5, -0.f}, {{"role", "weights"}}});
  checkpoint.state.put("field/bias", {{0}, std::vector<double>{}, {}});
  checkpoint.state.put("optimizer/step", {{}, std::vector<std::int64_t>{step}, {}});
  checkpoint.state.put("density", {{2}, std::vector<double>{std::numeric_limits<double>::quiet_NaN(), 5e-324}, {}});
  checkpoint.state.put("mask", {{100, 1000}, std::vector<std::uint8_t>(100'000, 1), {}});
  return checkpoint;
}

void damage(const std::filesystem::path& file, std::size_t at, char with) {
  auto bytes = io::read_file(file);
  bytes.at(at) = with;
  io::write_file(file, bytes);
}

}  // namespace

TEST_CASE("a checkpoint comes back bit for bit") {
  const ScratchFolder folder;
  const run::Layout layout(folder.path());
  write_checkpoint(layout, example(7));
  const auto read = run::read_checkpoint(layout.checkpoint);
  CHECK(read.step == 7);
  CHECK(read.elapsed_s == 0.1);
  CHECK(read.wall_s == 0.2);
  CHECK(read.config_sha256 == "sha");
  REQUIRE(read.state.arrays().size() == 5);
  const auto& weights = read.state.get("field/weights");
  CHECK(weights.shape == std::vector<std::size_t>{2, 3});
  CHECK(std::signbit(std::get<std::vector<float>>(weights.data)[5]));
  CHECK(weights.attributes.at("role") == "weights");
  CHECK(read.state.get("field/bias").shape == std::vector<std::size_t>{0});
  CHECK(read.state.get("optimizer/step").shape.empty());
  CHECK(std::isnan(std::get<std::vector<double>>(read.state.get("density").data)[0]));
  CHECK(std::get<std::vector<double>>(read.state.get("density").data)[1] == 5e-324);
}

TEST_CASE("the previous checkpoint is kept, and serves where the newest cannot be read") {
  const ScratchFolder folder;
  const run::Layout layout(folder.path());
  CHECK_FALSE(find_checkpoint(layout).checkpoint);
  for (const int step : {1, 2, 3}) write_checkpoint(layout, example(step));
  CHECK(find_checkpoint(layout).checkpoint->step == 3);
  CHECK(run::read_checkpoint(layout.previous_checkpoint).step == 2);
  io::write_file(layout.checkpoint, io::read_file(layout.checkpoint).substr(0, 3000));
  const auto found = find_checkpoint(layout);
  REQUIRE(found.checkpoint);
  CHECK(found.checkpoint->step == 2);
  CHECK(found.file == layout.previous_checkpoint);
  REQUIRE(found.warnings.size() == 1);
  CHECK(found.warnings[0].find(layout.checkpoint.string()) != std::string::npos);
}

TEST_CASE("a flipped bit in the data is noticed") {
  const ScratchFolder folder;
  const run::Layout layout(folder.path());
  write_checkpoint(layout, example(1));
  const auto bytes = io::read_file(layout.checkpoint);
  const float weights[] = {1, 2, 3, 4};
  const auto at = bytes.find(std::string(reinterpret_cast<const char*>(weights), sizeof weights));
  REQUIRE(at != std::string::npos);
  damage(layout.checkpoint, at + 1, 1);
  CHECK_THROWS_WITH_AS(run::read_checkpoint(layout.checkpoint), doctest::Contains("checksum"), std::runtime_error);
}

TEST_CASE("a file of another kind is no checkpoint") {
  const ScratchFolder folder;
  const auto file = io::hdf5::File::create(folder / "a.h5");
  file.root().attribute("schema", "plisse/run/1");
  file.save();
  CHECK_THROWS_WITH_AS(run::read_checkpoint(folder / "a.h5"), doctest::Contains("is no checkpoint"), std::runtime_error);
}

TEST_CASE("a full disk keeps both checkpoints") {
  const ScratchFolder folder;
  const run::Layout layout(folder.path());
  for (const int step : {1, 2}) write_checkpoint(layout, example(step));
  const tests::FileSizeLimit limit(1000);
  CHECK_THROWS_AS(write_checkpoint(layout, example(3)), io::FileError);
  CHECK(run::read_checkpoint(layout.checkpoint).step == 2);
  CHECK(run::read_checkpoint(layout.previous_checkpoint).step == 1);
}
