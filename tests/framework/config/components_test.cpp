// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "fake.hpp"

using namespace plisse;
using namespace plisse::test;

TEST_CASE("a component is a map with a type, or its name") {
  CHECK(options(load(minimal)).field.encoder.as<GridOptions>().levels == 2);
  CHECK(options(load("experiment: fake\nfield: {encoder: {type: grid, levels: 5}}\n")).field.encoder.as<GridOptions>().levels == 5);
  CHECK(message("experiment: fake\nfield: {encoder: identity}\n") == "no error");
}

TEST_CASE("a pre-set component stays where its key is absent, and its type may be left out") {
  CHECK(options(load(minimal)).optimizer.as<AdamOptions>().learning_rate == 5e-3);
  CHECK(options(load(minimal + "optimizer: {learning_rate: 0.5}\n")).optimizer.as<AdamOptions>().learning_rate == 0.5);
  CHECK(options(load(minimal + "optimizer: {type: adam}\n")).optimizer.as<AdamOptions>().learning_rate == 5e-3);
}

TEST_CASE("an optional component may be absent or null") {
  CHECK_FALSE(options(load(minimal)).collider);
  CHECK_FALSE(options(load(minimal + "collider: null\n")).collider);
  CHECK(options(load(minimal + "collider: grid\n")).collider.type == "grid");
  CHECK(message("experiment: fake\nfield: {encoder: null}\n").starts_with("'field.encoder' is without a value (drape.yaml:2:9)"));
}

TEST_CASE("named components come sorted, with numbers for the shorthand option") {
  const auto losses = options(load(minimal + "losses: {strain: {form: absolute}, bend: 5.0e-4}\n")).losses;
  REQUIRE(losses.size() == 2);
  CHECK(losses[0].type == "bend");
  CHECK(losses[0].as<BendOptions>().weight == 5e-4);
  CHECK(losses[1].as<StrainOptions>().weight == 1);
  CHECK(losses[1].as<StrainOptions>().form == Form::absolute);
  CHECK(message(minimal + "losses: {bend: -1}\n").starts_with("'losses.bend.weight' is -1, but must be at least 0 (drape.yaml:3:16)"));
  CHECK(message(minimal + "losses: {bend: [1]}\n").starts_with("'losses.bend' is a list, but must be a map of keys"));
}

TEST_CASE("the registry refuses what it has already and names the nearest otherwise") {
  CHECK_THROWS_WITH_AS(config::register_component<GridOptions>("encoders", "grid", "", {}), "two encoders are named 'grid': change the name of one of them",
                       std::logic_error);
  CHECK_THROWS_WITH_AS(config::Registry::global().get("encoders", "gridd"),
                       "unknown encoder 'gridd'\ndid you mean 'grid'?   encoders: grid, identity", config::Error);
  CHECK(config::Registry::global().names("losses") == std::vector<std::string>{"bend", "strain"});
}

TEST_CASE("a schema refuses one key twice, and its options keep their addresses") {
  config::Schema schema;
  int a = 0;
  const auto* first = &schema.option("first", a);
  for (int i = 0; i < 100; ++i) schema.option(std::to_string(i), a);
  CHECK(first == schema.find("first"));
  CHECK_THROWS_AS(schema.option("first", a), std::logic_error);
}
