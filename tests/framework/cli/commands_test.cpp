// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "program.hpp"

using namespace plisse::test;
using Json = nlohmann::json;

namespace {
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
}  // namespace

TEST_CASE("help and version go to stdout and exit with 0") {
  const Done help = call({"--help"});
  CHECK(help.code == 0);
  CHECK(has(help.out, "describe"));
  const Done of_command = call({"run", "--help"});
  CHECK(of_command.code == 0);
  CHECK(has(of_command.out, "--time-limit"));
  const Done version = call({"--version"});
  CHECK(version.code == 0);
  CHECK(version.out == "plisse 1.2.3\n");
}

TEST_CASE("wrong usage exits with 2 and says so on stderr alone") {
  const Scratch scratch;
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"rnu"},
                                             {"run"},
                                             {"--nonsense"},
                                             {"run", "tiny.yaml", "--nonsense"},
                                             {"run", "tiny.yaml", "--resume", "--restart"},
                                             {"run", "tiny.yaml", "--threads", "0"},
                                             {"run", "tiny.yaml", "--threads", "two"},
                                             {"run", "tiny.yaml", "--device", "tpu"},
                                             {"run", "tiny.yaml", "--time-limit", "soon"},
                                             {"run", "tiny.yaml", "--seed", "x"},
                                             {"run", "tiny.yaml", "steps=0"},
                                             {"run", "nowhere.yaml"},
                                             {"export", "nowhere"},
                                             {"export", "nowhere", "--obj", "a.obj", "--resolution", "1"},
                                             {"render", "nowhere"},
                                             {"render", "nowhere", "-o", "a.png", "--size", "12"},
                                             {"render", "nowhere", "-o", "a.png", "--color", "red"},
                                             {"compare", "one"},
                                             {"describe"},
                                             {"describe", "nothing"},
                                             {"list", "encodrs"}}) {
    const Done done = call(arguments);
    CAPTURE(done.err);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK_FALSE(done.err.empty());
  }
  CHECK(call({"rnu"}).err.starts_with("error: unknown command 'rnu'\ndid you mean 'run'?   commands: list, describe, "));
  CHECK(has(call({"run", "tiny.yaml", "--nonsense"}).err, "(see plisse run --help)"));
  CHECK(has(call({"run", "tiny.yaml", "--seed", "x"}).err, "'seed' is the text 'x', but must be an integer (override)"));
  CHECK_FALSE(std::filesystem::exists("runs"));
}

TEST_CASE("list") {
  const Done all = call({"list"});
  CHECK(all.code == 0);
  CHECK(all.out ==
        "benchmarks\n  copy   waits\n  sgemm  waits\n  step   waits\n\nencoders\n  same  a name used twice\n\nexperiments\n  tiny  one "
        "parameter\n\nlosses\n  same  a name used twice\n");
  CHECK(call({"list", "experiment"}).out == "experiments\n  tiny  one parameter\n");
  CHECK(Json::parse(call({"list", "--json"}).out)["experiments"][0]["name"] == "tiny");
  CHECK(call({"list", "encodrs"}).err ==
        "error: unknown kind 'encodrs'\ndid you mean 'encoders'?   kinds: benchmarks, encoders, experiments, losses\n");
}

TEST_CASE("describe") {
  CHECK(has(call({"describe", "tiny"}).out, "  steps    integer  4        at least 1  length of the run\n"));
  const Done twice = call({"describe", "same"});
  CHECK(twice.code == 2);
  CHECK(twice.err == "error: 'same' is the name of several things: write one of encoders/same, losses/same\n");
  CHECK(call({"describe", "losses/same"}).out.starts_with("loss 'same'"));
  CHECK(call({"describe", "encoder", "same"}).out.starts_with("encoder 'same'"));
  CHECK(has(call({"describe", "tinny"}).err, "did you mean 'tiny'?"));
  CHECK(Json::parse(call({"describe", "tiny", "--json"}).out)["keys"][1]["key"] == "steps");
}

TEST_CASE("check prints the resolved configuration and the counts") {
  const Scratch scratch;
  const int starts = backend().starts;
  const Done done = call({"check", "tiny.yaml", "steps=7"});
  CHECK(done.code == 0);
  CHECK(done.out.starts_with("experiment: tiny\nseed: 0\nsteps: 7\nsamples: 9\n---\nparameters: 1\nbytes_inference: 8\nbytes_training: 16\n"
                             "bytes_workspace: 32\nbytes_peak: "));
  CHECK(done.out.find("# peak memory: ") != std::string::npos);
  CHECK(done.err == "note: a flat square\n");
  CHECK(backend().starts == starts + 1);
  CHECK(backend().stops == backend().starts);
  const auto json = Json::parse(call({"check", "tiny.yaml", "--json"}).out);
  CHECK(json["parameters"].get<int>() == 1);
  CHECK(json["run_id"].get<std::string>() == "tiny-" + json["sha256"].get<std::string>().substr(0, 10));
}

TEST_CASE("mistakes in a configuration come before the backend starts") {
  const Scratch scratch;
  const int starts = backend().starts;
  const Done done = call({"check", "tiny.yaml", "stepz=7"});
  CHECK(done.code == 2);
  CHECK(done.err ==
        "error: unknown key 'stepz' (override)\n"
        "     | stepz=7\n"
        "     | ^^^^^ did you mean 'steps'?   keys of experiment 'tiny': samples, seed, steps\n");
  CHECK(backend().starts == starts);
}

TEST_CASE("env") {
  CHECK(call({"env"}).out == "software_version  1.2.3\nbackend           none\nthreads           1\n");
  CHECK(Json::parse(call({"env", "--json"}).out)["backend"] == "none");
}

TEST_CASE("a full disk behind stdout is a failure") {
  if (!std::filesystem::exists("/dev/full")) return;
  CHECK(call({"list"}, "/dev/full").code == 1);
}
