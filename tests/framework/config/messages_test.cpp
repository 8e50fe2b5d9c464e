// SPDX-License-Identifier: Apache-2.0
// The exact text of what a user sees.
#include <doctest/doctest.h>

#include "fake.hpp"

using namespace plisse;
using namespace plisse::test;

TEST_CASE("an unknown key shows its line, a caret, the nearest key and all keys") {
  CHECK(message("experiment: fake\nfield:\n  encoder:\n    type: grid\n    levls: 2\n") ==
        "unknown key 'field.encoder.levls' (drape.yaml:5:5)\n"
        "   5 |     levls: 2\n"
        "     |     ^^^^^ did you mean 'levels'?   keys of encoder 'grid': features, levels, resolution");
}

TEST_CASE("an unknown key of a group and of the whole file") {
  CHECK(message(minimal + "train: {epoch: 3}\n") ==
        "unknown key 'train.epoch' (drape.yaml:3:9)\n"
        "   3 | train: {epoch: 3}\n"
        "     |         ^^^^^ did you mean 'epochs'?   keys of 'train': checkpoint_every, epochs, shuffle");
  CHECK(message(minimal + "zzz: 1\n") ==
        "unknown key 'zzz' (drape.yaml:3:1)\n"
        "   3 | zzz: 1\n"
        "     | ^^^ keys of experiment 'fake': body, center, collider, field, high, losses, low, offset, optimizer, pins, seed, stack, "
        "title, train");
}

TEST_CASE("a duplicate key") {
  CHECK(message(minimal + "train:\n  epochs: 3\n  epochs: 4\n") ==
        "duplicate key 'train.epochs' (drape.yaml:5:3)\n"
        "   5 |   epochs: 4\n"
        "     |   ^^^^^^ first given in line 4: remove one of them");
}

TEST_CASE("wrong types name what was found and what is wanted") {
  CHECK(message(minimal + "train: {epochs: many}\n") ==
        "'train.epochs' is the text 'many', but must be an integer (drape.yaml:3:17)\n"
        "   3 | train: {epochs: many}\n"
        "     |                 ^^^^");
  CHECK(message(minimal + "train: {epochs: \"3\"}\n") ==
        "'train.epochs' is the text \"3\", but must be an integer (drape.yaml:3:17)\n"
        "   3 | train: {epochs: \"3\"}\n"
        "     |                 ^^^ leave out the quotes");
  CHECK(message(minimal + "train: [1]\n").starts_with("'train' is a list, but must be a map of keys (drape.yaml:3:8)"));
  CHECK(message(minimal + "train: 7\n").starts_with("'train' is the number 7, but must be a map of keys (drape.yaml:3:8)"));
  CHECK(message(minimal + "seed: {a: 1}\n").starts_with("'seed' is a map, but must be an integer (drape.yaml:3:7)"));
  CHECK(message(minimal + "stack: {grid: {}}\n").starts_with("'stack' is a map, but must be a list of encoders (drape.yaml:3:8)"));
  CHECK(message(minimal + "stack: [{type: grid}, {levels: 3}]\n").starts_with("missing key 'stack[1].type' (drape.yaml:3:23)"));
  CHECK(message(minimal + "stack: [{type: grid, levls: 3}]\n").starts_with("unknown key 'stack[0].levls' (drape.yaml:3:22)"));
  CHECK(message(minimal + "pins: {fix: x}\n").starts_with("'pins' is a map, but must be a list of maps (drape.yaml:3:7)"));
  CHECK(message(minimal + "losses: [strain]\n").starts_with("'losses' is a list, but must be a map of losses (drape.yaml:3:9)"));
  CHECK(message(minimal + "title: [a]\n").starts_with("'title' is a list, but must be text (drape.yaml:3:8)"));
}

TEST_CASE("a key without a value points at the key") {
  CHECK(message(minimal + "seed:\nlow: 1\n") ==
        "'seed' is without a value, but must be an integer (drape.yaml:3:1)\n"
        "   3 | seed:\n"
        "     | ^^^^");
}

TEST_CASE("values out of range name the value, the rule and the unit") {
  CHECK(message("experiment: fake\nfield: {encoder: {type: grid, levels: 0}}\n") ==
        "'field.encoder.levels' is 0, but must be from 1 to 16 (drape.yaml:2:39)\n"
        "   2 | field: {encoder: {type: grid, levels: 0}}\n"
        "     |                                       ^");
  CHECK(message("experiment: fake\nfield: {encoder: grid, scale: 0}\n")
            .starts_with("'field.scale' is 0 m, but must be above 0 m (drape.yaml:2:31)"));
  CHECK(message(minimal + "optimizer: {type: adam, learning_rate: 1}\n")
            .starts_with("'optimizer.learning_rate' is 1, but must be above 0 and below 1 ("));
  CHECK(message(minimal + "train: {checkpoint_every: 0s}\n").starts_with("'train.checkpoint_every' is 0 s, but must be above 0 s ("));
  CHECK(message("experiment: fake\nfield: {encoder: {type: grid, resolution: [4, 0]}}\n")
            .starts_with("'field.encoder.resolution[1]' is 0, but must be at least 1 (drape.yaml:2:47)"));
}

TEST_CASE("lists of the wrong length") {
  CHECK(message(minimal + "center: [1, 2]\n").starts_with("'center' has 2 values, but must have 3 (drape.yaml:3:9)"));
  CHECK(message("experiment: fake\nfield: {encoder: {type: grid, resolution: [4, 4, 4]}}\n")
            .starts_with("'field.encoder.resolution' has 3 values, but must have from 1 to 2 ("));
}

TEST_CASE("an unknown component lists what exists") {
  CHECK(message("experiment: fake\nfield: {encoder: {type: gird}}\n") ==
        "unknown encoder 'gird' (drape.yaml:2:25)\n"
        "   2 | field: {encoder: {type: gird}}\n"
        "     |                         ^^^^ did you mean 'grid'?   encoders: grid, identity");
  CHECK(message(minimal + "losses: {strian: 1}\n") ==
        "unknown loss 'strian' (drape.yaml:3:10)\n"
        "   3 | losses: {strian: 1}\n"
        "     |          ^^^^^^ did you mean 'strain'?   losses: bend, strain");
}

TEST_CASE("missing keys") {
  CHECK(message("experiment: fake\nfield: {scale: 1}\n") ==
        "missing key 'field.encoder' (drape.yaml:2:8)\n"
        "   2 | field: {scale: 1}\n"
        "     |        ^ needed: features of a point");
  CHECK(message("experiment: fake\n") == "missing key 'field.encoder' (drape.yaml)\n     | needed: features of a point");
  CHECK(message("experiment: fake\nfield: {encoder: {levels: 2}}\n") ==
        "missing key 'field.encoder.type' (drape.yaml:2:18)\n"
        "   2 | field: {encoder: {levels: 2}}\n"
        "     |                  ^ encoders: grid, identity");
  CHECK(message(minimal + "pins: [{falloff: 1}]\n").starts_with("missing key 'pins[0].fix' (drape.yaml:3:8)"));
}

TEST_CASE("the experiment itself") {
  CHECK(message("seed: 1\n") == "missing key 'experiment' (drape.yaml)\n     | experiments: fake, other");
  CHECK(message("experiment: fak\n") ==
        "unknown experiment 'fak' (drape.yaml:1:13)\n"
        "   1 | experiment: fak\n"
        "     |             ^^^ did you mean 'fake'?   experiments: fake, other");
  CHECK(message("sweep: all\nbase: a.yaml\n").starts_with("a sweep file where an experiment file is wanted (drape.yaml:1:1)"));
  CHECK(message("sweep: all\nbase: a.yaml\n").ends_with("run it with 'plisse sweep'; its 'base' names the experiment file"));
}

TEST_CASE("a choice that is none") {
  CHECK(message(minimal + "losses: {strain: {form: relativ}}\n") ==
        "'losses.strain.form' is 'relativ', which is no choice (drape.yaml:3:25)\n"
        "   3 | losses: {strain: {form: relativ}}\n"
        "     |                         ^^^^^^^ did you mean 'relative'?   choices: absolute, relative");
}

TEST_CASE("a broken rule points at its key") {
  CHECK(message(minimal + "low: 12\nhigh: 11\n") ==
        "'high' is below 'low': swap the two (drape.yaml:4:7)\n"
        "   4 | high: 11\n"
        "     |       ^^");
  CHECK(message(minimal + "low: 12\n") == "'high' is below 'low': swap the two (drape.yaml)");
}

TEST_CASE("several mistakes come together, in the order of the lines") {
  const std::string all = message("experiment: fake\ntrain: {epochs: 0}\nfield: {encoder: grid, scal: 1}\nseed: -1\n");
  const auto train = all.find("'train.epochs' is 0, but must be at least 1 (drape.yaml:2:17)");
  const auto scale = all.find("\nerror: unknown key 'field.scal' (drape.yaml:3:24)");
  const auto seed = all.find("\nerror: 'seed' is -1, but must be an integer from 0 to 18446744073709551615 (drape.yaml:4:7)");
  CHECK(train == 0);
  CHECK(scale != std::string::npos);
  CHECK(seed != std::string::npos);
  CHECK(scale < seed);
}

TEST_CASE("beyond ten mistakes the rest is counted") {
  std::string yaml = minimal;
  for (int i = 0; i < 13; ++i) yaml += "qqq" + std::to_string(i) + ": 1\n";
  const std::string all = message(yaml);
  CHECK(all.ends_with("\nerror: and 3 more"));
  CHECK(all.find("qqq9'") != std::string::npos);
  CHECK(all.find("unknown key 'qqq10'") == std::string::npos);
}

TEST_CASE("columns count characters, and long lines are cut around the place") {
  CHECK(message(minimal + "{title: \"äöü\", sead: 1}\n").find("invalid YAML") == 0);
  CHECK(message("{experiment: fake, field: {encoder: grid}, title: \"äöü\", sead: 1}\n").find("(drape.yaml:1:58)") != std::string::npos);
  const std::string line = "{experiment: fake, field: {encoder: grid}, title: " + std::string(400, 'a') + ", sead: 1, body: \"\"}";
  const std::string text = message(line + "\n");
  CHECK(text.find("…") != std::string::npos);
  CHECK(text.find(" sead: 1, body") != std::string::npos);
  CHECK(text.size() < 600);
  const auto first = text.find("\n   1 | ") + 8, second = text.find("\n     | ") + 8;
  const std::string shown = text.substr(first, text.find('\n', first) - first);
  CHECK(shown.find("sead") - std::string("…").size() + 1 == text.find('^') - second);
}

TEST_CASE("YAML that is none") {
  CHECK(message("experiment: fake\ntrain: {epochs: 3\n").starts_with("invalid YAML: end of map flow not found (drape.yaml:2:8)"));
  CHECK(message("experiment: fake\ntrain:\n\tepochs: 3\n").find("indent with spaces: YAML takes no tabs") != std::string::npos);
  CHECK(message("experiment: fake\ntrain: !fast {epochs: 3}\n").starts_with("YAML tag '!fast' (drape.yaml:2:8)"));
  CHECK(message("experiment: fake\n---\nexperiment: fake\n").starts_with("a second YAML document (drape.yaml:"));
  CHECK(message("experiment: fake\n[1, 2]: 3\n").starts_with("a list as a key (drape.yaml:2:1)"));
}

TEST_CASE("files that are no experiment") {
  const Files files;
  CHECK(file_message("nowhere.yaml") == "no file 'nowhere.yaml'");
  CHECK(file_message(files.folder()).find("is a folder, not a file") != std::string::npos);
  files.write("empty.yaml", "");
  CHECK(file_message("empty.yaml").starts_with("an empty file (empty.yaml)"));
  files.write("comment.yaml", "# nothing\n");
  CHECK(file_message("comment.yaml").starts_with("an empty file (comment.yaml)"));
  files.write("list.yaml", "- 1\n");
  CHECK(file_message("list.yaml").starts_with("the file is a list, but must be a map of keys (list.yaml:1:1)"));
  files.write("binary.yaml", std::string("\x89HDF\r\n\x1a\n\0", 9));
  CHECK(file_message("binary.yaml") == "binary.yaml is not UTF-8 text: byte 0x89 in line 1; save it as UTF-8");
  files.write("latin.yaml", "experiment: fake\ntitle: \xe4\n");
  CHECK(file_message("latin.yaml") == "latin.yaml is not UTF-8 text: byte 0xe4 in line 2; save it as UTF-8");
  files.write("zero.yaml", std::string("a: \0", 4));
  CHECK(file_message("zero.yaml") == "zero.yaml is not a text file: control character 0x00 in line 1");
}

TEST_CASE("files that a key names") {
  const Files files;
  files.write("meshes/body.obj", "o\n");
  files.write("runs/a.yaml", minimal + "body: ../meshes/body.obj\n");
  CHECK(options(config::load("runs/a.yaml", {})).body == (files.folder() / "meshes/body.obj").string());
  files.write("runs/b.yaml", minimal + "body: body.obj\n");
  CHECK(file_message("runs/b.yaml") ==
        "'body' names a missing file 'body.obj' (runs/b.yaml:3:7)\n"
        "   3 | body: body.obj\n"
        "     |       ^^^^^^^^ looked for " +
            (files.folder() / "runs/body.obj").string());
  files.write("runs/c.yaml", minimal + "body: ../meshes\n");
  CHECK(file_message("runs/c.yaml").starts_with("'body' names a folder '../meshes', but must name a file (runs/c.yaml:3:7)"));
}
