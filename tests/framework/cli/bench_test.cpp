// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace plisse::test;
using Json = nlohmann::json;

namespace {
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> names(const Json& report) {
  std::vector<std::string> found;
  for (const auto& entry : report["benchmarks"]) found.push_back(entry["name"]);
  return found;
}
}  // namespace

TEST_CASE("bench prints a table, the yardsticks first") {
  const int stops = backend().stops;
  const Done done = call({"bench", "--time", "0s", "--threads", "3"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  CHECK(backend().threads == 3);
  CHECK(backend().stops == stops + 1);
  CHECK(has(done.out, "of sgemm"));
  CHECK(done.out.find("\ncopy ") < done.out.find("\nsgemm "));
  CHECK(done.out.find("\nsgemm ") < done.out.find("\nstep "));
}

TEST_CASE("bench for machines: what was measured, where, and how") {
  const Done done = call({"bench", "--time", "0s", "--json"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  const Json report = Json::parse(done.out);
  CHECK(report["machine"]["software_version"] == "1.2.3");
  CHECK(report["machine"]["backend"] == "none");
  CHECK(report["machine"]["cpus"].get<int>() >= 1);
  CHECK(names(report) == std::vector<std::string>{"copy", "sgemm", "step"});
  const Json &copy = report["benchmarks"][0], &step = report["benchmarks"][2];
  CHECK(copy["of_sgemm"].is_null());
  CHECK(copy["of_copy"]["median"].get<double>() > 0);
  CHECK(step["doc"] == "waits");
  CHECK(step["operations"] == 1e6);
  CHECK(step["of_copy"].is_null());
  CHECK(step["section"] == "step");
  CHECK(copy["section"] == "machine");
  CHECK(step["digest"] == "000000000000feed");
  CHECK(step["threads"] == 1);
  CHECK(step["samples"] == 5);
  const double median = step["seconds"]["median"].get<double>();
  CHECK(median >= 1e-3);
  CHECK(step["seconds"]["lower_quartile"].get<double>() <= median);
  CHECK(step["seconds"]["upper_quartile"].get<double>() >= median);
  const Json& others = step["cpus_used_by_others"];
  CHECK((others.is_null() || (others.get<double>() >= 0 && others.get<double>() <= 1)));
  CHECK(step["operations_per_second"].get<double>() == doctest::Approx(1e6 / median));
}

TEST_CASE("bench --only leaves out the others, but never sgemm") {
  CHECK(names(Json::parse(call({"bench", "--time", "0s", "--json", "--only", "step"}).out)) == std::vector<std::string>{"sgemm", "step"});
  CHECK(names(Json::parse(call({"bench", "--time", "0s", "--json", "--only", "step,copy"}).out)) ==
        std::vector<std::string>{"copy", "sgemm", "step"});
  CHECK(names(Json::parse(call({"bench", "--time", "0s", "--json", "--only", "st*,c?py"}).out)) ==
        std::vector<std::string>{"copy", "sgemm", "step"});
}

TEST_CASE("bench refuses what it does not know before the backend starts") {
  const int starts = backend().starts;
  const Done unknown = call({"bench", "--only", "stp"});
  CHECK(unknown.code == 2);
  CHECK(unknown.out.empty());
  CHECK(unknown.err == "error: unknown benchmark 'stp'\ndid you mean 'step'?   benchmarks: copy, sgemm, step\n");
  CHECK(call({"bench", "--time", "soon"}).code == 2);
  CHECK(call({"bench", "--only", "x*"}).code == 2);
  for (const std::string threads : {"0", "1,x", "1,0", "5000"}) {
    const Done done = call({"bench", "--threads", threads});
    CAPTURE(threads);
    CHECK(done.code == 2);
    CHECK(has(done.err, "--threads"));
  }
  CHECK(call({"bench", "--threads", "1,2,1"}).err == "error: --threads 1,2,1: each number of threads once\n");
  CHECK(call({"bench", "--json", "--markdown"}).err == "error: --json and --markdown: one of them\n");
  CHECK(backend().starts == starts);
}
