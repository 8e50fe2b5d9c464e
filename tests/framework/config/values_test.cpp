// SPDX-License-Identifier: Apache-2.0
// Which spellings of a value are taken, and as what.
#include <doctest/doctest.h>

#include <limits>

#include "fake.hpp"

using namespace plisse;
using namespace plisse::test;

namespace {
const FakeOptions read(const std::string& line) { return options(load(minimal + line + "\n")); }
std::string refusal(const std::string& line) {
  const std::string text = message(minimal + line + "\n");
  return text.substr(0, text.find(" (drape"));
}
}  // namespace

TEST_CASE("integers") {
  CHECK(read("low: -3").low == -3);
  CHECK(read("high: 1e3").high == 1000);
  CHECK(read("high: 20.0").high == 20);
  CHECK(read("high: +20").high == 20);
  CHECK(read("seed: 18446744073709551615").seed == std::numeric_limits<std::uint64_t>::max());
  CHECK(read("seed: 9007199254740993").seed == 9007199254740993ull);
  CHECK(read("offset: -9223372036854775808").offset == std::numeric_limits<std::int64_t>::min());
  CHECK(refusal("high: 2.5") == "'high' is 2.5, but must be an integer");
  CHECK(refusal("high: .inf") == "'high' is .inf, but must be an integer");
  CHECK(refusal("high: 2147483648") == "'high' is 2147483648, but must be an integer from -2147483648 to 2147483647");
  CHECK(refusal("seed: 18446744073709551616") == "'seed' is 18446744073709551616, but must be an integer from 0 to 18446744073709551615");
  CHECK(refusal("seed: 1e20") == "'seed' is 1e20, but must be an integer from 0 to 18446744073709551615");
  CHECK(refusal("high: 1_000") == "'high' is the text '1_000', but must be an integer");
  CHECK(refusal("high: 0x10") == "'high' is the text '0x10', but must be an integer");
  CHECK(refusal("high: 1-2") == "'high' is the number 1-2, but must be an integer");
}

TEST_CASE("numbers") {
  CHECK(read("center: [1, -2.5e-3, .5]").center == std::vector<double>{1, -2.5e-3, 0.5});
  for (const std::string bad : {".nan", ".NaN", "nan", ".inf", "-.inf", "inf", "Infinity"})
    CHECK(refusal("center: [0, 0, " + bad + "]") == "'center[2]' is " + bad + ", but must be a finite number");
  CHECK(refusal("center: [0, 0, 1e999]") == "'center[2]' is 1e999, beyond what a double can hold");
  CHECK(refusal("center: [0, 0, 1e]") == "'center[2]' is '1e', but must be a number");
  CHECK(refusal("center: [0, 0, 1 m]") == "'center[2]' is the text '1 m', but must be a number");
}

TEST_CASE("a number stands for a list of one") {
  const auto grid = [](const std::string& resolution) {
    return options(load("experiment: fake\nfield: {encoder: {type: grid, resolution: " + resolution + "}}\n"))
        .field.encoder.as<GridOptions>()
        .resolution;
  };
  CHECK(grid("7") == std::vector<int>{7});
  CHECK(grid("[7, 9]") == std::vector<int>{7, 9});
  CHECK(refusal("center: {x: 1}") == "'center' is a map, but must be a list");
}

TEST_CASE("booleans are true and false alone") {
  CHECK_FALSE(read("train: {shuffle: false}").train.shuffle);
  CHECK(read("train: {shuffle: true}").train.shuffle);
  for (const std::string word : {"yes", "on", "True", "Y", "1"}) {
    const std::string text = message(minimal + "train: {shuffle: " + word + "}\n");
    CHECK(text.starts_with("'train.shuffle' is '" + word + "', but must be true or false (drape.yaml:3:18)"));
    CHECK(text.ends_with(" write true"));
  }
  for (const std::string word : {"no", "off", "FALSE", "n", "0"})
    CHECK(message(minimal + "train: {shuffle: " + word + "}\n").ends_with(" write false"));
  CHECK(refusal("train: {shuffle: 2}") == "'train.shuffle' is the number 2, but must be true or false");
}

TEST_CASE("time spans") {
  const auto seconds = [](const std::string& text) {
    return read("train: {checkpoint_every: " + text + "}").train.checkpoint_every.seconds;
  };
  CHECK(seconds("90") == 90);
  CHECK(seconds("60s") == 60);
  CHECK(seconds("5m") == 300);
  CHECK(seconds("1.5h") == 5400);
  CHECK(seconds("2d") == 172800);
  for (const std::string bad : {"5 minutes", "s", "-3s", "1h30m", "infs", "[1]"})
    CHECK(refusal("train: {checkpoint_every: " + bad + "}").ends_with("but must be a time span such as 90, 60s, 5m or 2h"));
  CHECK(config::parse_duration("2h").seconds == 7200);
  CHECK_THROWS_AS(config::parse_duration(""), config::Error);
}

TEST_CASE("text takes any scalar as it stands") {
  CHECK(read("title: no").title == "no");
  CHECK(read("title: 007").title == "007");
  CHECK(read("title: \"a: #b\\n\"").title == "a: #b\n");
}

TEST_CASE("a map with all keys commented out is an empty map") { CHECK(read("train:\n  # epochs: 3").train.epochs == 1000); }

TEST_CASE("anchors and aliases, CRLF and a byte-order mark") {
  const auto run = load(
      "\xEF\xBB\xBF"
      "experiment: fake\r\nfield: {encoder: grid}\r\nlow: &n 3\r\nhigh: *n\r\n");
  CHECK(options(run).low == 3);
  CHECK(options(run).high == 3);
}

TEST_CASE("a list of maps replaces its default and fills the rest from the item's defaults") {
  const auto pins = read("pins: [{fix: [x, y]}, {fix: z, falloff: 0}]").pins;
  REQUIRE(pins.size() == 2);
  CHECK(pins[0].fix == std::vector<std::string>{"x", "y"});
  CHECK(pins[0].falloff == 0.05);
  CHECK(pins[1].fix == std::vector<std::string>{"z"});
  CHECK(pins[1].falloff == 0);
}
