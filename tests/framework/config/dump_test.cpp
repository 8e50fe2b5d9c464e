// SPDX-License-Identifier: Apache-2.0
// The resolved dump and what hangs on it: hashes and names of runs; the help.
#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "fake.hpp"

using namespace plisse;
using namespace plisse::test;

namespace {
const std::string full = R"(experiment: fake
title: "a \"b\": #1\n\ttab äö"
field: {encoder: {type: grid, resolution: [7, 9], levels: 3}, scale: 0.1}
losses: {strain: {form: absolute}, bend: 5.0e-4}
pins: [{fix: [x, y], falloff: 0.30000000000000004}, {fix: z}]
collider: identity
train: {checkpoint_every: 1.5m}
stack: [{type: grid, levels: 5}, identity, {type: grid}]
center: [1e-300, -0.1, 123456789.125]
)";
}

TEST_CASE("the dump holds every key in the order of the description") {
  CHECK(load(full).yaml == R"(experiment: fake
seed: 0
title: "a \"b\": #1\x0a\x09tab äö"
body: ""
offset: 0
field:
  encoder:
    type: grid
    resolution: [7, 9]
    levels: 3
    features: 3
  scale: 0.1
losses:
  bend:
    weight: 0.0005
  strain:
    weight: 1
    form: absolute
optimizer:
  type: adam
  learning_rate: 0.005
collider:
  type: identity
train:
  epochs: 1000
  checkpoint_every: 90s
  shuffle: true
pins:
  - fix: [x, y]
    falloff: 0.30000000000000004
  - fix: [z]
    falloff: 0.05
stack:
  - type: grid
    resolution: [100]
    levels: 5
    features: 3
  - type: identity
  - type: grid
    resolution: [100]
    levels: 2
    features: 3
center: [1e-300, -0.1, 123456789.125]
low: 0
high: 10
)");
}

TEST_CASE("the dump reads back to itself") {
  for (const std::string& yaml :
       {full, minimal, minimal + "losses: {}\npins: []\ntitle: null and void\n", minimal + "title: \"true\"\n",
        minimal + "title: \"\\x7f\\u0085\\u2028 '\\\\\"\n", minimal + "title: '~'\n", minimal + "title: '1e5'\n"}) {
    const auto first = load(yaml);
    const auto second = load(first.yaml);
    CHECK(second.yaml == first.yaml);
    CHECK(second.sha256 == first.sha256);
    CHECK(options(second).title == options(first).title);
  }
}

TEST_CASE("numbers survive bit by bit") {
  double x = 1.0 / 3;
  for (int i = 0; i < 200; ++i) {
    x = std::ldexp(std::fmod(x * 16807.0 + 0.123456789, 1.0), (i * 37) % 900 - 450);
    FakeOptions o;
    o.center[2] = x;
    o.field.encoder = config::make_component("encoders", "grid");
    config::Schema schema;
    o.describe(schema);
    CHECK(options(load("experiment: fake\n" + config::dump(schema))).center[2] == x);
  }
}

TEST_CASE("a number that is not finite is never dumped") {
  FakeOptions o;
  o.center[0] = NAN;
  config::Schema schema;
  o.describe(schema);
  CHECK_THROWS_AS(config::dump(schema), std::logic_error);
}

TEST_CASE("SHA-256 of the published examples") {
  CHECK(config::sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(config::sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_CASE("the hash follows the meaning, not the spelling") {
  const auto plain = load(minimal);
  CHECK(load("# a comment\nfield:\n  encoder:\n    levels: 2\n    type: grid\nexperiment: fake\nseed: 0\n").sha256 == plain.sha256);
  CHECK(load(minimal, {"train.epochs=1e3"}).sha256 == plain.sha256);
  CHECK(load(minimal + "losses: {strain: 1, bend: 2}\n").sha256 == load(minimal + "losses: {bend: {weight: 2}, strain: 1.0}\n").sha256);
  CHECK(load(minimal, {"seed=1"}).sha256 != plain.sha256);
  CHECK(config::sha256(plain.yaml) == plain.sha256);
}

TEST_CASE("a run is named after its file, seed and hash") {
  const Files files;
  files.write("My Drape_v2.yaml", minimal);
  const auto run = config::load("My Drape_v2.yaml", {"seed=7"});
  CHECK(run.slug == "my-drape-v2");
  CHECK(config::seed(run) == 7);
  CHECK(config::run_name(run) == "my-drape-v2-s7-" + run.sha256.substr(0, 10));
  files.write("other.yaml", "experiment: other\n");
  const auto other = config::load("other.yaml", {});
  CHECK_FALSE(config::seed(other));
  CHECK(config::run_name(other) == "other-" + other.sha256.substr(0, 10));
  files.write("...yaml", minimal);
  CHECK(config::load("...yaml", {}).slug == "run");
}

TEST_CASE("help is an aligned table") {
  CHECK(config::describe("encoders", "grid", false) ==
        "encoder 'grid': features of a grid\n"
        "\n"
        "  key         type          default  range\n"
        "  resolution  integer list  [100]    at least 1, 1 to 2 of them  cells per axis of the finest level\n"
        "  levels      integer       2        from 1 to 16                number of levels\n"
        "  features    integer       3        at least 1                  features of a level\n");
  CHECK(config::describe("encoders", "identity", false) == "encoder 'identity': the point itself\n  no keys\n");
}

TEST_CASE("help reaches into groups and empty lists and names the components") {
  const std::string text = config::describe("experiments", "fake", false);
  for (const char* key : {"field.encoder ", "field.scale ", "train.epochs ", "pins ", "pins[].fix ", "pins[].falloff "})
    CHECK(text.find(key) != std::string::npos);
  CHECK(text.find("plisse describe encoders/grid|identity\n") != std::string::npos);
  CHECK(text.find("required") != std::string::npos);
}

TEST_CASE("help as JSON") {
  const auto json = nlohmann::json::parse(config::describe("losses", "strain", true));
  CHECK(json["kind"] == "losses");
  CHECK(json["keys"][0]["key"] == "weight");
  CHECK(json["keys"][1]["type"] == "relative|absolute");
  CHECK(json["keys"][1]["default"] == "relative");
}

TEST_CASE("the nearest name") {
  CHECK(config::nearest("levls", {"features", "levels", "resolution"}) == "levels");
  CHECK(config::nearest("gird", {"grid", "identity"}) == "grid");
  CHECK(config::nearest("Hidden-Layers", {"hidden_layers", "width"}) == "hidden_layers");
  CHECK(config::nearest("freq", {"frequencies", "features"}) == "frequencies");
  CHECK(config::nearest("gaussian", {"gauss", "gaussians"}) == "gaussians");
  CHECK(config::nearest("zzz", {"levels"}).empty());
  CHECK(config::nearest("a", {"b"}).empty());
  CHECK(config::nearest("x", {}).empty());
}
