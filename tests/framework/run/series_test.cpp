// SPDX-License-Identifier: Apache-2.0
#include "framework/run/series.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/io/atomic_file.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using plisse::tests::ScratchFolder;

namespace {

run::StepReport report(std::int64_t step) {
  const double x = 1. / double(step + 3);
  return {3 * x, {{"strain", x, x}, {"bend", x, 2 * x}}, 10 * x, 1e-3};
}

void write_steps(const std::filesystem::path& file, std::int64_t begin, std::int64_t end) {
  run::Series series(file, begin);
  for (std::int64_t step = begin; step < end; ++step) series.add(step, 0.25 * double(step + 1), report(step));
  series.sync();
}

}  // namespace

TEST_CASE("a series holds raw and weighted terms, exactly, one line a step") {
  const ScratchFolder folder;
  write_steps(folder / "series.jsonl", 0, 5);
  const auto text = io::read_file(folder / "series.jsonl");
  CHECK(std::count(text.begin(), text.end(), '\n') == 5);
  CHECK(text.substr(0, text.find('\n')) ==
        "{\"step\":0,\"time_s\":0.25,\"total\":1,\"strain\":0.3333333333333333,\"bend\":0.3333333333333333,\"strain_weighted\":0."
        "3333333333333333,"
        "\"bend_weighted\":0.6666666666666666,\"grad_norm\":3.333333333333333,\"lr\":0.001}");
  const auto data = run::read_series(folder / "series.jsonl");
  CHECK(data.columns ==
        std::vector<std::string>{"time_s", "total", "strain", "bend", "strain_weighted", "bend_weighted", "grad_norm", "lr"});
  CHECK(data.steps == std::vector<std::int64_t>{0, 1, 2, 3, 4});
  CHECK(data.at(4, 5) == 2. / 7);
  const auto table = data.table();
  REQUIRE(table.size() == 9);
  CHECK(table[0].name == "step");
  CHECK(std::get<std::vector<double>>(table[3].values)[1] == 0.25);
}

TEST_CASE("a torn last line is ignored and mended") {
  const ScratchFolder folder;
  write_steps(folder / "series.jsonl", 0, 4);
  const auto whole = io::read_file(folder / "series.jsonl");
  for (std::size_t lost = 1; lost < 40; ++lost) {
    io::write_file(folder / "torn.jsonl", whole.substr(0, whole.size() - lost));
    CHECK(run::read_series(folder / "torn.jsonl").steps.size() == 3);
  }
  write_steps(folder / "torn.jsonl", 3, 4);
  CHECK(io::read_file(folder / "torn.jsonl") == whole);
}

TEST_CASE("resuming drops the lines at and after the checkpoint's step") {
  const ScratchFolder folder;
  write_steps(folder / "whole.jsonl", 0, 10);
  write_steps(folder / "resumed.jsonl", 0, 8);
  write_steps(folder / "resumed.jsonl", 5, 10);
  CHECK(io::read_file(folder / "whole.jsonl") == io::read_file(folder / "resumed.jsonl"));
  run::Series series(folder / "resumed.jsonl", 0);
  CHECK(series.data().steps.empty());
  CHECK(std::filesystem::file_size(folder / "resumed.jsonl") == 0);
}

TEST_CASE("numbers that are not finite are null in the file and NaN in memory") {
  const ScratchFolder folder;
  auto bad = report(0);
  bad.total = bad.terms[1].raw = std::numeric_limits<double>::quiet_NaN();
  bad.terms[1].weighted = std::numeric_limits<double>::infinity();
  {
    run::Series series(folder / "series.jsonl", 0);
    series.add(0, 1, bad);
    series.write();
    CHECK(std::isinf(series.data().at(0, 5)));
  }
  const auto data = run::read_series(folder / "series.jsonl");
  REQUIRE(data.steps.size() == 1);
  CHECK(std::isnan(data.at(0, 1)));
  CHECK(std::isnan(data.at(0, 5)));
  CHECK(data.at(0, 2) == 1. / 3);
}

TEST_CASE("another set of terms is an error, not a mixed file") {
  const ScratchFolder folder;
  write_steps(folder / "series.jsonl", 0, 2);
  run::Series series(folder / "series.jsonl", 2);
  CHECK_THROWS_AS(series.add(2, 1, {1, {{"gravity", 1, 1}}, 1, 1}), std::runtime_error);
}

TEST_CASE("quantiles of the duration of a step") {
  const ScratchFolder folder;
  run::Series series(folder / "series.jsonl", 0);
  CHECK(series.step_ms(0.5) == 0);
  double time = 0;
  for (int step = 0; step <= 100; ++step) series.add(step, time += 1e-3 * ((step * 37) % 101), report(step));
  CHECK(series.step_ms(0.5) == doctest::Approx(50));
  CHECK(series.step_ms(0.95) == doctest::Approx(95));
}

TEST_CASE("a full disk leaves whole lines, and the rest follows when there is space") {
  const ScratchFolder folder;
  write_steps(folder / "whole.jsonl", 0, 6);
  const auto whole = io::read_file(folder / "whole.jsonl");
  run::Series series(folder / "series.jsonl", 0);
  for (std::int64_t step = 0; step < 6; ++step) series.add(step, 0.25 * double(step + 1), report(step));
  {
    const tests::FileSizeLimit limit(whole.size() / 2);
    CHECK_THROWS_AS(series.write(), io::FileError);
  }
  const auto half = io::read_file(folder / "series.jsonl");
  CHECK(half.size() > 0);
  CHECK(half == whole.substr(0, half.size()));
  CHECK(half.back() == '\n');
  series.write();
  CHECK(io::read_file(folder / "series.jsonl") == whole);
}
