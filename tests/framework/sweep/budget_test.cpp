// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/budget.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "framework/sweep/size_search.hpp"
#include "sized.hpp"

using namespace plisse;
using namespace plisse::tests;
using sweep::Sizes;

namespace {

sweep::SizeOption option(std::int64_t value, std::int64_t low, std::int64_t high, bool is_exponent = false) {
  sweep::SizeOption option;
  option.key = "size";
  option.value = value;
  option.low = low;
  option.high = high;
  option.is_exponent = is_exponent;
  return option;
}

using Solved = std::vector<std::pair<std::string, std::int64_t>>;

}  // namespace

TEST_CASE("one integer: the closest count there is, from wherever the search starts") {
  const auto count = [](std::int64_t n) { return 3 * n * n + 7 * n + 5; };
  for (const std::int64_t start : {1, 2, 37, 4000})
    for (const std::int64_t target : {1, 16, 1000, 47400, 190000}) {
      int calls = 0;
      sweep::SizeSearch search(
          {option(start, 1, 4096)}, [&](const Sizes& s) { return ++calls, std::optional(count(s[0])); }, target);
      const auto found = search.best(0.02);
      REQUIRE(found);
      CHECK(found->count == count(found->sizes[0]));
      for (const std::int64_t near : {found->sizes[0] - 1, found->sizes[0] + 1})
        if (near >= 1) CHECK(std::abs(count(near) - target) >= std::abs(found->count - target));
      CHECK(calls <= 30);
    }
}

TEST_CASE("one integer stays within its range, and outside what can be built") {
  const auto count = [](const Sizes& s) { return s[0] < 10 || s[0] > 100 ? std::nullopt : std::optional(s[0]); };
  CHECK(sweep::SizeSearch({option(50, 1, 60)}, count, 1000).best(0)->count == 60);
  CHECK(sweep::SizeSearch({option(50, 1, 1000)}, count, 1000).best(0)->count == 100);
  CHECK(sweep::SizeSearch({option(50, 1, 1000)}, count, 2).best(0)->count == 10);
  CHECK_FALSE(sweep::SizeSearch({option(500, 400, 1000)}, count, 700).best(0));
  sweep::SizeSearch saturated(
      {option(2, 1, 1 << 30)}, [](const Sizes& s) { return std::optional(std::min<std::int64_t>(s[0], 1000)); }, 5000);
  CHECK(saturated.best(0)->count == 1000);
  CHECK_FALSE(saturated.nearest_above());
}

TEST_CASE("two integers grow in proportion, and one of them is tuned") {
  const auto count = [](const Sizes& s) { return std::optional(s[0] * s[0] * 31 + s[1] * 7 + 3); };
  sweep::SizeSearch search({option(10, 1, 1000), option(40, 1, 4000)}, count, 47400);
  const auto found = search.best(0.02);
  REQUIRE(found);
  CHECK(std::abs(found->count - 47400) <= 3);
  CHECK(found->sizes[0] >= 37);  // in proportion 38 and 152 come closest, and 39 is too many
  CHECK(found->sizes[0] <= 39);
}

TEST_CASE("an exponent takes each of its values; the most proportional within the tolerance is kept") {
  const auto count = [](const Sizes& s) { return std::optional((std::int64_t(1) << s[0]) + s[1] * s[1]); };
  for (const bool exponent_first : {true, false}) {
    std::vector<sweep::SizeOption> options{option(6, 2, 24, true), option(30, 1, 4000)};
    auto counter = [&](const Sizes& s) { return exponent_first ? count(s) : count({s[1], s[0]}); };
    if (!exponent_first) std::swap(options[0], options[1]);
    sweep::SizeSearch search(options, counter, 40000);
    const auto found = search.best(0.01);
    REQUIRE(found);
    CHECK(std::abs(found->count - 40000) <= 400);
    CHECK(found->sizes[exponent_first ? 0 : 1] == 9);  // 2^9 + 199^2, eight and seven times the start
  }
  sweep::SizeSearch alone(
      {option(6, 2, 24, true)}, [](const Sizes& s) { return std::optional(std::int64_t(1) << s[0]); }, 40000);
  CHECK(alone.best(0.02)->sizes == Sizes{15});
}

TEST_CASE("a budget is solved for each label, exactly counted, within the range of the option") {
  const SweepFiles files(
      "axes:\n"
      "  - zip: {name: kind, values: {wide: {}, fine: {model.resolution: [4, 4]}, table: {model.width: 2}}}\n"
      "  - grid: {budget.parameters: [12000, 190000]}\n"
      "budget: {solve: {wide: model.width, fine: model.resolution, table: [model.log2_size, model.resolution]}, tolerance: 2%}\n"
      "seeds: {count: 2}\n");
  const auto plan = files.plan();
  REQUIRE(plan.runs.size() == 12);
  for (const auto& run : plan.runs) {
    REQUIRE(run.budget);
    CHECK(run.budget->counted == "parameters");
    CHECK(run.budget->target == std::stoll(run.labels[1].value));
    CHECK(run.budget->actual == run.parameters);
    CHECK(std::abs(double(run.parameters) / double(run.budget->target) - 1) <= 0.02);
    CHECK(sized_budget(config::load_text(run.yaml, "plan.yaml", ".", {})).parameters == run.parameters);
  }
  CHECK(plan.runs[0].budget->sizes == Solved{{"model.width", 109}});       // 109^2 + 32 + 20 + 32
  CHECK(plan.runs[4].budget->sizes == Solved{{"model.resolution", 109}});  // 100 + 32 + 20 + 109^2
  CHECK(plan.runs[8].budget->sizes.size() == 2);
}

TEST_CASE("what was solved and counted before is kept where it still holds") {
  const SweepFiles files(
      "axes: [{grid: {budget.parameters: [12000, 190000]}}]\nbudget: {solve: model.width, tolerance: 2%}\nseeds: {count: 2}\n");
  auto frozen = files.plan();
  int counted = 0;
  const auto again = [&](const std::vector<std::string>& overrides) {
    counted = 0;
    return files.plan(overrides, &frozen, [&](const config::RunConfig& config) { return ++counted, sized_budget(config); });
  };
  const auto same = again({"seeds.count=3"});
  CHECK(counted == 0);
  CHECK(same.runs.size() == 6);
  CHECK(same.runs[0].id == frozen.runs[0].id);
  CHECK(same.runs[5].parameters == frozen.runs[3].parameters);
  CHECK(again({"model.even=4"}).runs[0].parameters != frozen.runs[0].parameters);
  CHECK(counted > 2);
  CHECK(again({"budget.solve=model.resolution"}).runs[0].budget->sizes[0].first == "model.resolution");
  CHECK(counted > 2);
  CHECK_THROWS_AS(again({"budget.tolerance=0"}), config::Error);
  frozen.runs[0].yaml.clear();
  frozen.runs[1].yaml.clear();
  again({});
  CHECK(counted > 2);
}

TEST_CASE("bytes are counted for inference or training, and a target may hold for all runs") {
  const SweepFiles files("budget: {solve: model.width, bytes: 160000, tolerance: 0.05}\n");
  CHECK(files.plan().runs[0].budget->counted == "bytes_inference");
  CHECK(files.plan().runs[0].bytes_inference == doctest::Approx(160000).epsilon(0.05));
  const auto training = files.plan({"budget.count=training"});
  CHECK(training.runs[0].budget->counted == "bytes_training");
  CHECK(training.runs[0].bytes_training == doctest::Approx(160000).epsilon(0.05));
}

TEST_CASE("sizes that break a rule are no solutions") {
  const auto plan = SweepFiles("budget: {solve: model.even, parameters: 1000, tolerance: 5%}\n").plan();
  CHECK(plan.runs[0].budget->sizes[0].second % 2 == 0);
}

TEST_CASE("a budget out of reach names the run, the target and the two nearest counts") {
  const auto message = SweepFiles(
                           "axes: [{grid: {model.scale: [1, 2]}}]\n"
                           "budget: {solve: model.log2_size, parameters: 50000, tolerance: 1%}\n")
                           .message();
  CHECK(contains(message, "a budget of 50000 parameters is out of reach for model.scale=1 ("));
  CHECK(contains(message, "sweep.yaml:4:17)"));
  CHECK(contains(message, "nearest: 32920 with model.log2_size=15 (-34 %), 65688 with model.log2_size=16 (+31 %)"));
  CHECK(contains(message, "another or a second key, or allow more than the tolerance of 1%"));
  CHECK(contains(message, "out of reach for model.scale=2"));
  const auto least = SweepFiles("budget: {solve: model.width, parameters: 10}\n").message();
  CHECK(contains(least, "nearest: 85 with model.width=1 (+7.5e+02 %); no size gives less"));
}

TEST_CASE("the solver leaves alone what a label tells") {
  const auto message = [](const std::string& body) { return SweepFiles(body).message(); };
  const std::string solve = "budget: {parameters: 3000, solve: [model.width, model.even], tolerance: 10%}\n";
  const auto same = message("axes: [{grid: {model.even: [2, 4]}}]\n" + solve);
  CHECK(contains(same, "'budget.solve' changes 'model.even', which is an axis"));
  CHECK(contains(same, "sweep.yaml:4:"));
  CHECK(contains(message("axes: [{list: {name: model, values: {a: {}}}}]\n" + solve), "which is not apart from the axis 'model'"));
  CHECK(message("axes: [{zip: {name: m, values: {a: {model.width: 3}}}}]\nbudget: {parameters: 3000, solve: model.width}\n").empty());
  CHECK(message("axes: [{concat: [{grid: {model.width: [1, 2]}}, {grid: {budget.parameters: [3000]}}]}]\nbudget: {solve: model.width}\n")
            .empty());
}

TEST_CASE("a list whose items differ grows in proportion") {
  const auto plan = SweepFiles("budget: {solve: model.resolution, parameters: 3500, tolerance: 5%}\n").plan();
  const auto resolution = config::load_text(plan.runs[0].yaml, "plan.yaml", ".", {}).experiment.as<SizedOptions>().model.resolution;
  REQUIRE(resolution.size() == 2);
  CHECK(plan.runs[0].budget->sizes == Solved{{"model.resolution", resolution[0]}});
  CHECK(std::abs(resolution[0] - 2 * resolution[1]) <= 1);
}

TEST_CASE("a budget that this machine cannot count is refused before anything is built") {
  int counted = 0;
  const auto count = [&](const config::RunConfig& config) { return ++counted, sized_budget(config); };
  for (const char* target : {"parameters: 1000000000000000", "bytes: 1000000000000000000"}) {
    const SweepFiles files(std::string("budget: {solve: model.width, ") + target + "}\n");
    CHECK(contains(files.message(), "is more than this machine can count: it takes "));
    CHECK(contains(files.message(), "GB of memory ("));
    CHECK_THROWS_AS(files.plan({}, nullptr, count), config::Error);
  }
  CHECK(counted == 0);
}

TEST_CASE("sizes that there is no memory for are too large") {
  const SweepFiles files("budget: {solve: model.width, parameters: 1000000, tolerance: 1%}\n");
  std::int64_t largest = 0;
  const auto count = [&](const config::RunConfig& config) {
    const auto budget = sized_budget(config);
    largest = std::max(largest, budget.parameters);
    if (budget.parameters > 500000) throw std::runtime_error("no memory");
    return budget;
  };
  try {
    files.plan({}, nullptr, count);
    FAIL("reached");
  } catch (const config::Error& error) {
    CHECK(contains(error.what(), "a budget of 1000000 parameters is out of reach"));
    CHECK(contains(error.what(), "no size gives more"));
  }
  CHECK_THROWS_AS(files.plan({}, nullptr, [](const auto&) -> run::Budget { throw std::bad_alloc(); }), config::Error);
  CHECK(largest < 2000000);
  largest = 0;
  files.plan({}, nullptr, [&](const config::RunConfig& config) {
    const auto budget = sized_budget(config);
    return largest = std::max(largest, budget.parameters), budget;
  });
  CHECK(largest < 2000000);  // what is beyond the target is not built at any size
}

TEST_CASE("mistakes about budgets") {
  const auto message = [](const std::string& body) { return SweepFiles(body).message(); };
  CHECK(contains(message("budget: {solve: model.widht, parameters: 10}\n"), "did you mean 'width'?"));
  CHECK(contains(message("budget: {solve: model.scale, parameters: 10}\n"), "'model.scale' is no integer"));
  CHECK(contains(message("budget: {solve: seed.x, parameters: 10}\n"), "nothing below a single value"));
  CHECK(contains(message("budget: {parameters: 10}\n"), "name a key to solve"));
  CHECK(contains(message("budget: {solve: model.width}\n"), "'budget.solve' without a target"));
  CHECK(contains(message("budget: {solve: model.width, parameters: 0}\n"), "must be at least 1"));
  CHECK(contains(message("budget: {solve: model.width, parameters: many}\n"), "is the text 'many'"));
  CHECK(contains(message("budget: {solve: [], parameters: 10}\n"), "must name one or two"));
  CHECK(contains(message("budget: {solve: model.width, parameters: 10, tolerance: 120%}\n"), "'budget.tolerance' is 120%"));
  CHECK(contains(message("budget: {solve: {a: model.width}, parameters: 10}\n"), "names 'a', which no run is labelled"));
  CHECK(contains(message("axes: [{list: {name: m, values: {a: {}, b: {model.even: 4}}}}]\nbudget: {solve: {a: model.width}, parameters: "
                         "200, tolerance: 10%}\n"),
                 "no key to solve for m=b"));
  CHECK(contains(message("axes: [{grid: {budget.parameters: [9], budget.bytes: [9]}}]\nbudget: {solve: model.width}\n"), "two budgets"));
  CHECK(contains(message("axes: [{grid: {budget.parameter: [9]}}]\n"), "did you mean 'budget.parameters'?"));
}
