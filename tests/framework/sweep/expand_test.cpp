// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/expand.hpp"

#include <doctest/doctest.h>

#include <set>

#include "sized.hpp"

using namespace plisse;
using namespace plisse::tests;
using Texts = std::vector<std::string>;

namespace {

std::string message(const std::string& body, const Texts& overrides = {}) { return SweepFiles(body).message(overrides); }

const SizedOptions& options_of(const config::RunConfig& config) { return config.experiment.as<SizedOptions>(); }

SizedOptions resolved(const sweep::PlannedRun& run) { return options_of(config::load_text(run.yaml, "plan.yaml", ".", {})); }

}  // namespace

TEST_CASE("items multiply; a grid takes every combination, a zip one after another") {
  const auto plan = SweepFiles(
                        "axes:\n"
                        "  - grid: {model.width: [1, 2], model.scale: [0.5, 1e3]}\n"
                        "  - zip: {model.even: [2, 4], model.resolution: [[3, 2], 7]}\n")
                        .plan();
  CHECK(plan.axes == Texts{"model.width", "model.scale", "model.even", "model.resolution", "seed"});
  CHECK(labels(plan) == Texts{"1 0.5 2 3x2 3", "1 0.5 4 7 3", "1 1000 2 3x2 3", "1 1000 4 7 3", "2 0.5 2 3x2 3", "2 0.5 4 7 3",
                              "2 1000 2 3x2 3", "2 1000 4 7 3"});
  const auto options = resolved(plan.runs[6]);
  CHECK(options.model.width == 2);
  CHECK(options.model.scale == 1000);
  CHECK(options.model.even == 2);
  CHECK(options.model.resolution == std::vector<int>{3, 2});
  CHECK(plan.runs[6].parameters == 4 + 32 + 20 + 6);
  CHECK(plan.runs[6].bytes_training == 16 * plan.runs[6].parameters);
  CHECK(plan.runs[6].sha256 == config::sha256(plan.runs[6].yaml));
}

TEST_CASE("named axes, lists of changes, concatenation and exclusion") {
  const auto plan = SweepFiles(
                        "axes:\n"
                        "  - concat:\n"
                        "      - zip: {name: kind, values: {small: {model.width: 1}, base: {}}}\n"
                        "      - list: [{model.even: 6}, {model.even: 8, model.scale: 2}]\n"
                        "      - [{grid: {model.even: [10]}}, {grid: {model.scale: [3, 4]}}]\n"
                        "  - grid: {model.log2_size: [1, 2]}\n"
                        "  - exclude: [{kind: small, model.log2_size: 2}, {model.scale: 4}]\n")
                        .plan();
  CHECK(plan.axes == Texts{"kind", "model.even", "model.scale", "model.log2_size", "seed"});
  CHECK(labels(plan) == Texts{"small base base 1 3", "base base base 1 3", "base base base 2 3", "base 6 base 1 3", "base 6 base 2 3",
                              "base 8 2 1 3", "base 8 2 2 3", "base 10 3 1 3", "base 10 3 2 3"});
  CHECK(resolved(plan.runs[5]).model.even == 8);
  CHECK(resolved(plan.runs[5]).model.scale == 2);
}

TEST_CASE("seeds: paired ones are everywhere the same, others nowhere") {
  const SweepFiles files("axes: [{grid: {model.width: [1, 2]}}]\nseeds: {count: 3}\n");
  CHECK(labels(files.plan()) == Texts{"1 3", "1 4", "1 5", "2 3", "2 4", "2 5"});
  CHECK(labels(files.plan({"seed=10", "seeds.count=2"})) == Texts{"1 10", "1 11", "2 10", "2 11"});
  CHECK(labels(SweepFiles("seeds: {values: [7, 5]}\n").plan()) == Texts{"7", "5"});
  const auto unpaired = files.plan({"seeds.paired=false"});
  CHECK_FALSE(unpaired.paired);
  std::set<std::string> seeds;
  for (const auto& run : unpaired.runs) {
    seeds.insert(run.labels.back().value);
    CHECK(std::to_string(resolved(run).seed) == run.labels.back().value);
  }
  CHECK(seeds.size() == 6);
  CHECK(labels(files.plan({"seeds.paired=false"})) == labels(unpaired));
  CHECK(labels(files.plan({"seeds.paired=false", "seed=4"})) != labels(unpaired));
}

TEST_CASE("overrides change the file or the base of every run") {
  const SweepFiles files("axes: [{grid: {model.width: [1, 2]}}]\n");
  CHECK(labels(files.plan({"axes=[{grid: {model.even: [8]}}]"})) == Texts{"8 3"});
  CHECK(resolved(files.plan({"model.even=12"}).runs[1]).model.even == 12);
  CHECK(resolved(files.plan({"model.width=12"}).runs[1]).model.width == 2);
  CHECK(files.plan({"table.metrics=rmse"}).table.metrics == Texts{"rmse"});
}

TEST_CASE("a run is named after its labels, seed and hash, and stays within bounds") {
  const auto plan = SweepFiles("axes: [{grid: {model.scale: [1.5, -2]}}]\n").plan();
  CHECK(plan.runs[0].id == "1-5-s3-" + plan.runs[0].sha256.substr(0, 10));
  CHECK(sweep::slug_of({{"seed", "0"}}, "My sweep") == "my-sweep-s0");
  CHECK(sweep::slug_of({{"a", "x"}, {"seed", "none"}}, "s") == "x");
  const auto slug = sweep::slug_of({{"a", std::string(60, 'y')}, {"seed", "12"}}, "s");
  CHECK(slug.size() == 40);
  CHECK(slug.ends_with("y-s12"));
}

TEST_CASE("a baseline is a row of the table, and wants pairs") {
  const std::string axes = "axes: [{zip: {name: m, values: {a: {model.width: 1}, b: {model.width: 2}}}}, {grid: {model.even: [2, 4]}}]\n";
  CHECK(SweepFiles(axes + "table: {rows: m, baseline: b}\n").plan().table.baseline == "b");
  CHECK(message(axes + "table: {rows: [m, model.even], baseline: \"b, 4\"}\n").empty());
  CHECK(contains(message(axes + "table: {rows: m, baseline: bb}\n"), "'table.baseline' is 'bb', which is no row ("));
  CHECK(contains(message(axes + "table: {rows: m, baseline: bb}\n"), "sweep.yaml:4:28)"));
  CHECK(contains(message(axes + "table: {rows: m, baseline: bb}\n"), "did you mean 'b'?"));
  CHECK(contains(message(axes + "seeds: {count: 2, paired: false}\ntable: {rows: m, baseline: b}\n"),
                 "'table.baseline' with 'seeds.paired: false'"));
  CHECK(message(axes + "seeds: {count: 2, paired: false}\ntable: {rows: m, baseline: \"\"}\n").empty());
}

TEST_CASE("no run has a key that another of its labels claims to set") {
  const std::string twice = "'model.width' is set twice for one run", one = "axes:\n  - grid: {model.width: [8]}\n";
  const auto other_line = message(one + "  - zip: {name: m, values: {x: {model.width: 64}, y: {model.even: 4}}}\n");
  CHECK(contains(other_line, twice));
  CHECK(contains(other_line, "sweep.yaml:5:"));
  CHECK(contains(other_line, "the first time in line 4"));
  CHECK(contains(message(one + "  - zip: {name: m, values: {x: {model: {width: 64}}}}\n"), twice));
  CHECK(contains(message("axes: [{zip: {name: m, values: {x: {model.width: 64, model: {width: 8}}}}}]\n"), twice));
  CHECK(contains(message("axes: [{zip: {name: m, values: {x: {model.width: 64}}}}, {grid: {model.width: [8]}}]\n"), twice));
  const auto refined = SweepFiles("axes: [{zip: {name: m, values: {x: {model: {even: 6}}}}}, {grid: {model.width: [8]}}]\n").plan();
  CHECK(resolved(refined.runs[0]).model.even == 6);
  CHECK(resolved(refined.runs[0]).model.width == 8);
}

TEST_CASE("names of axes and labels that a table could not show") {
  for (const std::string name : {"run", "seed", "metric", "mean", "definition"})
    CHECK(contains(message("axes: [{list: {name: " + name + ", values: {a: {}}}}]\n"), "an axis named '" + name + "'"));
  CHECK(contains(message("axes: [{list: {name: m, values: {\"a\\nb\": {}}}}]\n"), "a label with a control character"));
  CHECK(contains(message("axes: [{list: {name: \"m\\tn\", values: {a: {}}}}]\n"), "a label with a control character"));
  CHECK(labels(SweepFiles("axes: [{list: {name: m, values: {\"größe – 日\": {}}}}]\n").plan()) == Texts{"größe – 日 3"});
}

TEST_CASE("an override that an axis or the solver sets again is told of") {
  const auto notes = [](const std::string& body, const Texts& overrides) {
    const SweepFiles files(body);
    return sweep::notes_on_overrides(files.file(overrides), overrides);
  };
  const std::string axis = "axes:\n  - grid: {model.width: [1, 2]}\n";
  CHECK(notes(axis, {"model.even=4", "seeds.count=2"}).empty());
  CHECK(notes(axis, {"model.even=4", "model.width=9"}) == Texts{"model.width=9 has no effect: the axis in line 4 sets the key"});
  CHECK(notes("axes:\n  - list: {name: m, values: {a: {}, b: {model.width: 3}}}\n", {"model.width=9"}) ==
        Texts{"model.width=9 has no effect for 1 of 2 combinations: the axis in line 4 sets the key"});
  CHECK(notes("budget: {solve: model.width, parameters: 1000}\n", {"model.width=9"}) ==
        Texts{"model.width=9 is only where the budget solver begins: 'budget.solve' sets the key"});
}

TEST_CASE("what goes wrong while counting names the run") {
  const SweepFiles files("axes: [{grid: {model.width: [1, 2]}}]\nseeds: {count: 2}\n");
  const auto counter = [](const config::RunConfig& config) {
    if (options_of(config).model.width == 2) throw config::Error("no mesh");
    return sized_budget(config);
  };
  CHECK_THROWS_WITH_AS(files.plan({}, nullptr, counter), "no mesh\nfor the runs model.width=2", config::Error);
}

TEST_CASE("a mistake is shown where it was written") {
  CHECK(message("axes: [{grid: {model.widht: [1]}}]\n").find("unknown key 'model.widht' (") == 0);
  CHECK(contains(message("axes: [{grid: {model.widht: [1]}}]\n"), "sweep.yaml:3:22)"));
  CHECK(contains(message("axes: [{grid: {model.widht: [1]}}]\n"), "did you mean 'width'?"));
  CHECK(contains(message("axes: [{grid: {\"model.widht\": [1]}}]\n"), "sweep.yaml:3:23)"));
  CHECK(contains(message("axes: [{grid: {model.width: [1, 2.5]}}]\n"), "'model.width' is 2.5, but must be an integer"));
  CHECK(contains(message("axes: [{zip: {model.width: [1, 2], model.even: [2, 4, 6]}}]\n"),
                 "'model.even' has 3 values, but 'model.width' has 2"));
  CHECK(contains(message("axes: [{grid: {model.width: [1, 1.0]}}]\n"), "two points with the labels model.width=1"));
  CHECK(contains(message("axes: [{grid: {model.width: [1]}}, {list: [{model.width: 3}]}]\n"), "the axis 'model.width' comes twice"));
  CHECK(contains(message("axes: [{list: {name: m, values: {a: {model.width: 2}, b: {model.width: 2.0}}}}]\n"),
                 "m=a seed=3 and m=b seed=3 resolve to one configuration"));
  CHECK(contains(message("axes: [{grid: {seed: [1, 2]}}]\n"), "the key 'seeds' of the sweep file"));
  CHECK(contains(message("axes: [{grid: {model: [{width: 2}]}}]\n"), "a map without a name"));
  CHECK(contains(message("axes: [{grid: {a: [1]}, zip: {b: [1]}}]\n"), "has 2 keys, but must have one"));
  CHECK(contains(message("axes: [{exclude: [{m: 1}]}]\n"), "unknown axis 'm'"));
  CHECK(contains(message("axes: [{grid: {model.width: [1]}}, {exclude: [{model.width: 1}]}]\n"), "leaves no point"));
  CHECK(contains(message("axes: [{zip: {name: m, valeus: {}}}]\n"), "did you mean 'values'?"));
  CHECK(contains(message("seeds: {values: [1], paired: false}\n"), "unpaired seeds are derived"));
  CHECK(contains(message("seeds: {count: 2, values: [1]}\n"), "keep one of them"));
  CHECK(contains(message("table: {rows: [seed, with]}\n"), "'table.rows' names an unknown axis 'with'"));
  CHECK(contains(message("table: {bold: bets}\n"), "did you mean 'best'?"));
  CHECK(contains(message("table: {published: none.yaml}\n"), "missing file 'none.yaml'"));
  CHECK(contains(message("table: {metrics: [rmse, \"auc(a, b)\"]}\n"), "sweep.yaml:3:25)"));
  CHECK(contains(message("table: {metrics: \"epoch_to(rmse, 1)\"}\n"), "did you mean 'epochs_to'?"));
  CHECK(contains(message("axis: []\n"), "did you mean 'axes'?"));
  CHECK(contains(message("", {"model.widht=3"}), "unknown key 'model.widht' (override)"));
  CHECK(contains(message("", {"seeds.cuont=3"}), "did you mean 'count'?"));
}
