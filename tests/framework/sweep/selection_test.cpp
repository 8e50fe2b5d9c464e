// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/selection.hpp"

#include <doctest/doctest.h>

#include "sized.hpp"

using namespace plisse;
using namespace plisse::tests;
using Indices = std::vector<std::size_t>;

namespace {

sweep::Plan plan() {
  sweep::Plan plan{"s", {"model", "budget.parameters", "seed"}, true, {}, {}};
  for (const char* model : {"grid", "mlp"})
    for (const char* size : {"12000", "47400"})
      for (const char* seed : {"0", "1"})
        plan.runs.push_back({std::string(model) + "-" + size + "-s" + seed + "-0123456789",
                             "",
                             "",
                             {{"model", model}, {"budget.parameters", size}, {"seed", seed}},
                             0,
                             0,
                             0,
                             {}});
  return plan;
}

std::string message(const std::string& expression) {
  try {
    sweep::select(plan(), expression);
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("terms over axes must all hold, and values may be several or globs") {
  CHECK(sweep::select(plan(), "").size() == 8);
  CHECK(sweep::select(plan(), "model=mlp") == Indices{4, 5, 6, 7});
  CHECK(sweep::select(plan(), "model!=mlp,seed=1") == Indices{1, 3});
  CHECK(sweep::select(plan(), "budget.parameters=12*,seed=0|1") == Indices{0, 1, 4, 5});
  CHECK(sweep::select(plan(), "model!=m*|ml?") == Indices{0, 1, 2, 3});
}

TEST_CASE("a label that looks like a glob or a list is named as it stands") {
  sweep::Plan odd{"s", {"model", "seed"}, true, {}, {}};
  for (const char* model : {"[a]", "a", "a,b", "c|d", "x*", "xy", "u,v=w"})
    odd.runs.push_back({model, "", "", {{"model", model}, {"seed", "0"}}, 0, 0, 0, {}});
  CHECK(sweep::select(odd, "model=[a]") == Indices{0});
  CHECK(sweep::select(odd, "model=a,b") == Indices{2});
  CHECK(sweep::select(odd, "model=[a]|a,b,seed=0") == Indices{0, 2});
  CHECK(sweep::select(odd, "seed=0,model!=a,b") == Indices{0, 1, 3, 4, 5, 6});
  CHECK(sweep::select(odd, "model=c|d") == Indices{3});
  CHECK(sweep::select(odd, "model=x*") == Indices{4});
  CHECK(sweep::select(odd, "model=x?") == Indices{4, 5});
  CHECK(sweep::select(odd, "model=u,v=w") == Indices{6});
  CHECK(sweep::select(odd, "[a],xy") == Indices{0, 5});
}

TEST_CASE("ids choose one by one, with globs") {
  CHECK(sweep::select(plan(), "mlp-47400-s0-0123456789,grid-12000-*") == Indices{0, 1, 6});
  CHECK(sweep::select(plan(), "*-s1-*,model=grid") == Indices{1, 3});
}

TEST_CASE("what no run has is a mistake, shown in the expression") {
  CHECK(message("model=gird") ==
        "the axis 'model' has no 'gird' (--only)\n"
        "     | model=gird\n"
        "     |       ^^^^ did you mean 'grid'?   its labels: grid, mlp");
  CHECK(contains(message("seed=0,mdoel=grid"), "did you mean 'model'?   axes: budget.parameters, model, seed"));
  CHECK(contains(message("sgrid-12000-s0-0123456789"), "did you mean 'grid-12000-s0-0123456789'"));
  CHECK(contains(message("model=grid,model=mlp"), "no run of the sweep fits"));
  CHECK(contains(message("model=grid,"), "no run ''"));
}
