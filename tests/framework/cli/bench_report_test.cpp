// SPDX-License-Identifier: Apache-2.0
// Tables of documents, printed by `plisse bench --from`.
#include "framework/cli/bench_report.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "program.hpp"

using namespace plisse::test;
using plisse::cli::Json;

namespace {

Json spread(double median) { return plisse::cli::to_json(plisse::cli::Spread{median, 0.5 * median, 2 * median}); }

Json single() {
  Json entry{{"name", "adam"},
             {"section", "kernel"},
             {"operations_per_second", 12.345e9},
             {"bytes_per_second", 0.0},
             {"seconds", spread(123.4e-6)},
             {"of_sgemm", spread(0.25)},
             {"of_copy", nullptr},
             {"samples", 7},
             {"cpus_used_by_others", 0.04}};
  Json step = entry;
  step["name"] = "long_step";
  step["section"] = "step";
  step["seconds"] = spread(1.5);
  return {{"machine", {{"backend", "OpenMP"}, {"threads", "2"}, {"cpu", "a CPU"}}}, {"benchmarks", {entry, step}}};
}

Json scaling(bool same) {
  const auto at = [](int threads, double speedup) {
    return Json{{"threads", threads}, {"seconds", spread(0.0123)}, {"speedup", spread(speedup)}, {"efficiency", spread(speedup / threads)}};
  };
  const Json entry{{"name", "adam"}, {"section", "kernel"}, {"same_bits", same}, {"at", {at(1, 1), at(2, 1.9)}}};
  return {{"machine", {{"backend", "OpenMP"}, {"cpu", "a CPU"}}}, {"threads", {1, 2}}, {"benchmarks", {entry}}};
}

std::string printed(const Json& document, const std::string& style = "") {
  const Scratch scratch;
  std::ofstream("bench.json") << document.dump();
  std::vector<std::string> arguments{"bench", "--from", "bench.json"};
  if (!style.empty()) arguments.push_back(style);
  const Done done = call(arguments);
  CHECK(done.code == 0);
  CHECK(done.err.empty());
  return done.out;
}

}  // namespace

TEST_CASE("a table has sections, and units that fit") {
  CHECK(printed(single()) ==
        "OpenMP, threads: 2, on a CPU\n\n"
        "               time       quartiles   GFLOP/s  of sgemm       quartiles      GB/s   of copy   samples    others\n"
        "Kernels\n"
        "adam         123 µs     61.7 to 247      12.3      0.25    0.12 to 0.50         –         –         7       4 %\n\n"
        "Training steps\n"
        "long_step    1.50 s    0.75 to 3.00      12.3      0.25    0.12 to 0.50         –         –         7       4 %\n");
}

TEST_CASE("Markdown has a table a section") {
  CHECK(printed(single(), "--markdown")
            .find("\n**Kernels**\n\n| | time | quartiles | GFLOP/s | of sgemm | quartiles | GB/s | of copy | samples | "
                  "others |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n| adam | 123 µs | 61.7 to 247 | ") != std::string::npos);
}

TEST_CASE("scaling shows speed-up, efficiency and whether the bits agree") {
  CHECK(printed(scaling(true)) ==
        "OpenMP, threads: 1, 2, on a CPU\n\n"
        "      1 thread  2 threads  speed-up       quartiles  efficiency      bits\n"
        "Kernels\n"
        "adam   12.3 ms    12.3 ms      1.90    0.95 to 3.80        95 %      same\n");
  CHECK(printed(scaling(false)).find("  DIFFER\n") != std::string::npos);
}

TEST_CASE("JSON is printed again as it was") {
  CHECK(Json::parse(printed(single(), "--json")) == single());
  CHECK(Json::parse(printed(scaling(true), "--json")) == scaling(true));
}

TEST_CASE("what is no document is refused") {
  const Scratch scratch;
  CHECK(call({"bench", "--from", "missing.json"}).err == "error: --from missing.json: cannot be read\n");
  std::ofstream("other.json") << "{\"benchmarks\": [{\"name\": 3}]}";
  const Done done = call({"bench", "--from", "other.json"});
  CHECK(done.code == 2);
  CHECK(done.err == "error: other.json is not what plisse bench --json prints\n");
}
