// SPDX-License-Identifier: Apache-2.0
// Files that extend others, and overrides.
#include <doctest/doctest.h>

#include "fake.hpp"

using namespace plisse;
using namespace plisse::test;

TEST_CASE("maps merge, lists and scalars replace") {
  const Files files;
  files.write(
      "base/a.yaml",
      "experiment: fake\nfield: {encoder: {type: grid, levels: 3}, scale: 2}\ntrain: {epochs: 5, shuffle: false}\ncenter: [1, 2, 3]\n");
  files.write("b.yaml", "extends: base/a.yaml\nfield: {encoder: {features: 7}}\ntrain: {epochs: 6}\ncenter: [4, 5, 6]\n");
  const auto run = config::load("b.yaml", {});
  const FakeOptions& o = options(run);
  CHECK(o.field.encoder.as<GridOptions>().levels == 3);
  CHECK(o.field.encoder.as<GridOptions>().features == 7);
  CHECK(o.field.scale == 2);
  CHECK(o.train.epochs == 6);
  CHECK_FALSE(o.train.shuffle);
  CHECK(o.center == std::vector<double>{4, 5, 6});
}

TEST_CASE("chains and lists of files: later ones win") {
  const Files files;
  files.write("a.yaml", minimal + "low: 1\nhigh: 1\nseed: 1\n");
  files.write("b.yaml", "extends: a.yaml\nlow: 2\nhigh: 2\n");
  files.write("c.yaml", "low: 3\nhigh: 3\n");
  files.write("d.yaml", "extends: [b.yaml, c.yaml]\nhigh: 4\n");
  const FakeOptions o = options(config::load("d.yaml", {}));
  CHECK(o.seed == 1);
  CHECK(o.low == 3);
  CHECK(o.high == 4);
}

TEST_CASE("another type drops the keys of the one before, also in short form") {
  const Files files;
  files.write("a.yaml", "experiment: fake\nfield: {encoder: {type: grid, levels: 3}}\n");
  files.write("b.yaml", "extends: a.yaml\nfield: {encoder: {type: identity}}\n");
  CHECK(options(config::load("b.yaml", {})).field.encoder.type == "identity");
  CHECK(options(config::load("a.yaml", {"field.encoder=identity"})).field.encoder.type == "identity");
  CHECK(options(config::load("a.yaml", {"field.encoder.type=identity"})).field.encoder.type == "identity");
  CHECK(options(config::load("b.yaml", {"field.encoder=grid"})).field.encoder.as<GridOptions>().levels == 2);
}

TEST_CASE("the short form of a component merges with its long form") {
  const Files files;
  files.write("a.yaml", minimal + "losses: {strain: {form: absolute, weight: 2}, bend: 3}\n");
  const auto o = options(config::load("a.yaml", {"field.encoder.levels=4", "losses.strain=5", "losses.bend={weight: 6}"}));
  CHECK(o.field.encoder.as<GridOptions>().levels == 4);
  CHECK(o.losses[0].as<BendOptions>().weight == 6);
  CHECK(o.losses[1].as<StrainOptions>().weight == 5);
  CHECK(o.losses[1].as<StrainOptions>().form == Form::absolute);
  const auto same_type = options(config::load("a.yaml", {"field.encoder={type: grid, levels: 7}", "field.encoder=grid"}));
  CHECK(same_type.field.encoder.as<GridOptions>().levels == 7);
  CHECK(options(config::load("a.yaml", {"losses.bend=null"})).losses.size() == 1);
}

TEST_CASE("a mistake is shown in the file in which it was written") {
  const Files files;
  files.write("base/a.yaml", minimal + "train: {epochs: 0}\n");
  files.write("b.yaml", "extends: base/a.yaml\nseed: 3\n");
  CHECK(file_message("b.yaml") ==
        "'train.epochs' is 0, but must be at least 1 (base/a.yaml:3:17)\n"
        "   3 | train: {epochs: 0}\n"
        "     |                 ^");
  CHECK(file_message("b.yaml", {"train.epochs=1"}) == "no error");
}

TEST_CASE("a file name belongs to the file that mentions it") {
  const Files files;
  files.write("base/body.obj", "o\n");
  files.write("base/a.yaml", minimal + "body: body.obj\n");
  files.write("b.yaml", "extends: base/a.yaml\n");
  CHECK(options(config::load("b.yaml", {})).body == (files.folder() / "base/body.obj").string());
  CHECK(options(config::load("b.yaml", {"body=base/body.obj"})).body == (files.folder() / "base/body.obj").string());
}

TEST_CASE("circles and missing files") {
  const Files files;
  files.write("a.yaml", "extends: b.yaml\n");
  files.write("b.yaml", "extends: ./a.yaml\n");
  CHECK(file_message("a.yaml") ==
        "'extends' goes in a circle: a.yaml -> b.yaml -> a.yaml (b.yaml:1:10)\n"
        "   1 | extends: ./a.yaml\n"
        "     |          ^^^^^^^^");
  files.write("c.yaml", "extends: [d.yaml]\n");
  CHECK(file_message("c.yaml") ==
        "'extends' names a missing file 'd.yaml' (c.yaml:1:11)\n"
        "   1 | extends: [d.yaml]\n"
        "     |           ^^^^^^ looked for d.yaml");
  files.write("e.yaml", "extends: {a: b}\n");
  CHECK(file_message("e.yaml").starts_with("'extends' is a map, but must be a file name or a list of them (e.yaml:1:10)"));
}

TEST_CASE("a diamond is no circle") {
  const Files files;
  files.write("a.yaml", minimal);
  files.write("b.yaml", "extends: a.yaml\nlow: 2\n");
  files.write("c.yaml", "extends: a.yaml\nhigh: 5\n");
  files.write("d.yaml", "extends: [b.yaml, c.yaml]\n");
  CHECK(options(config::load("d.yaml", {})).low == 2);
}

TEST_CASE("overrides are YAML, the last one wins, and messages point into their text") {
  const auto o = options(load(minimal, {"train.epochs=3", "center=[1, 2, 3]", "title=a=b", "train={epochs: 4}", "field.encoder.levels=1"}));
  CHECK(o.train.epochs == 4);
  CHECK(o.center == std::vector<double>{1, 2, 3});
  CHECK(o.title == "a=b");
  CHECK(o.field.encoder.as<GridOptions>().levels == 1);
  CHECK(message(minimal, {"field.encoder.levls=3"}) ==
        "unknown key 'field.encoder.levls' (override)\n"
        "     | field.encoder.levls=3\n"
        "     |               ^^^^^ did you mean 'levels'?   keys of encoder 'grid': features, levels, resolution");
  CHECK(message(minimal, {"train.epochs=none"}) ==
        "'train.epochs' is the text 'none', but must be an integer (override)\n"
        "     | train.epochs=none\n"
        "     |              ^^^^");
  CHECK(message(minimal, {"train={epochs: 1, epohcs: 2}"}).find("     |                   ^^^^^^ did you mean 'epochs'?") !=
        std::string::npos);
}

TEST_CASE("overrides that are none") {
  CHECK(message(minimal, {"seed"}) ==
        "an override without '=' (override)\n"
        "     | seed\n"
        "     | ^^^^ write key=value, such as train.epochs=100");
  CHECK(message(minimal, {"=3"}).starts_with("an override with an empty key (override)"));
  CHECK(message(minimal, {"a..b=3"}).starts_with("an override with an empty key (override)"));
  CHECK(message(minimal, {"a.=3"}).starts_with("an override with an empty key (override)"));
  CHECK(message(minimal, {"seed="}).starts_with("'seed' is without a value, but must be an integer (override)"));
  CHECK(message(minimal, {"seed=[1"}).ends_with("is a closing bracket missing?"));
  CHECK(message(minimal, {"seed=]"}).starts_with("invalid YAML: "));
  CHECK(message(minimal, {"extends=a.yaml"}).starts_with("an override of 'extends' (override)"));
  CHECK(message(minimal, {"a=\x01"}).find("control character 0x01") != std::string::npos);
}
