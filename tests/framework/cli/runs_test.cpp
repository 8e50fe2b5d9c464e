// SPDX-License-Identifier: Apache-2.0
// From a file to a run, and on to meshes, pictures and tables.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.hpp"

using namespace plisse::test;
using Json = nlohmann::json;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string content(const std::filesystem::path& file) {
  std::stringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void run(const std::string& folder, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"run", "tiny.yaml", "-o", folder};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Done done = call(arguments);
  CAPTURE(done.err);
  REQUIRE(done.code == 0);
}

}  // namespace

TEST_CASE("run: default folder, threads, device, seed and JSON") {
  const Scratch scratch;
  const Done done = call({"run", "tiny.yaml", "--seed", "7", "--threads", "3", "--device", "openmp", "--json"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  CHECK(backend().threads == 3);
  CHECK(backend().device == "openmp");
  CHECK(backend().starts == backend().stops);
  CHECK(Json::parse(done.out)["status"] == "done");
  const auto folder = *std::filesystem::directory_iterator("runs");
  CHECK(folder.path().filename().string().starts_with("tiny-s7-"));
  CHECK(has(content(folder.path() / "config.yaml"), "seed: 7\n"));
  CHECK(call({"run", "tiny.yaml", "--device", "cuda"}).code == 2);
}

TEST_CASE("run refuses a folder in use unless told what to do") {
  const Scratch scratch;
  run("a");
  const Done again = call({"run", "tiny.yaml", "-o", "a"});
  CHECK(again.code == 4);
  CHECK(has(again.err, "--resume"));
  CHECK(has(again.err, "--restart"));
  CHECK(call({"run", "tiny.yaml", "steps=5", "-o", "a", "--resume"}).code == 4);
  run("a", {"--resume"});
  run("a", {"--restart"});
  run("b", {"--resume"});
}

TEST_CASE("a run that is out of time is interrupted and goes on later") {
  const Scratch scratch;
  CHECK(call({"run", "tiny.yaml", "steps=100000000", "-o", "a", "--time-limit", "0.05s"}).code == 75);
}

TEST_CASE("export writes the trained surface at any resolution") {
  const Scratch scratch;
  run("a");
  const Done done = call({"export", "a", "--resolution", "5", "--obj", "a.obj", "--ply", "a.ply", "--vtkhdf", "a.vtkhdf"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  CHECK(done.out.empty());
  CHECK(has(done.err, "a.obj: 25 points, 32 triangles"));
  CHECK(has(content("a.obj"), "v 1 0 0.0625\n"));
  CHECK(content("a.ply").starts_with("ply\n"));
  CHECK(content("a.vtkhdf").substr(1, 3) == "HDF");
  CHECK(call({"export", "a"}).code == 2);
}

TEST_CASE("render draws it") {
  const Scratch scratch;
  run("a");
  const Done done =
      call({"render", "a", "-o", "a.png", "--size", "64x48", "--resolution", "4", "--color", "displacement", "--view", "30,20"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  CHECK(content("a.png").substr(1, 3) == "PNG");
  CHECK(call({"render", "a", "-o", "b.png", "--size", "64x48", "--resolution", "4", "--color", "strain"}).code == 2);
  CHECK(call({"render", "a", "-o", "b.png", "--size", "64x48", "--resolution", "4", "--view", "inside"}).code == 2);
  for (const char* range : {"1", "1,0", "0,1x", "0,inf"}) {
    const Done refused =
        call({"render", "a", "-o", "b.png", "--size", "64x48", "--resolution", "4", "--color", "displacement", "--range", range});
    CHECK(refused.code == 2);
    CHECK(has(refused.err, "--range"));
  }
  CHECK_FALSE(std::filesystem::exists("b.png"));
}

TEST_CASE("a given range and no legend make a picture of the runs alone") {
  const Scratch scratch;
  run("a");
  const auto picture = [](std::vector<std::string> more) {
    std::vector<std::string> words{"render", "a", "a", "-o", "a.png", "--size", "64x48", "--resolution", "4", "--color", "displacement"};
    words.insert(words.end(), more.begin(), more.end());
    const Done done = call(words);
    CAPTURE(done.err);
    CHECK(done.code == 0);
    return done.err + content("a.png");
  };
  const auto narrow = picture({"--no-legend", "--range", "0,1"});
  CHECK(has(narrow, " 128 x "));
  CHECK_FALSE(has(picture({"--range", "0,1"}), " 128 x "));
  CHECK(picture({"--no-legend", "--range", "0,1000"}) != narrow);
}

TEST_CASE("compare puts alike metrics side by side and refuses others") {
  const Scratch scratch;
  run("a");
  run("b", {"steps=1"});
  run("c", {"samples=10"});
  const Done done = call({"compare", "a", "b"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  CHECK(has(done.out, "| height [m] (lower is better) | 0.0625 | 0.5 |\n"));
  CHECK(has(done.out, "| epochs | 4 | 1 |\n"));
  CHECK(has(done.out, "| parameters | 1 | 1 |\n"));
  const auto json = Json::parse(call({"compare", "a", "b", "--metric", "height", "--json"}).out);
  CHECK(json["metrics"][0]["values"] == Json{0.0625, 0.5});
  const Done rest = call({"compare", "a", "c"});
  CHECK(rest.code == 0);
  CHECK(has(rest.err, "left out, since these runs did not measure it alike: height"));
  CHECK_FALSE(has(rest.out, "| height"));
  CHECK(has(rest.out, "| epochs | 4 | 4 |\n"));
  const Done other = call({"compare", "a", "c", "--metric", "height"});
  CHECK(other.code == 2);
  CHECK(has(other.err, "metric 'height' was not measured alike"));
  CHECK(has(other.err, "mean height [m], on 10 samples"));
  CHECK(has(call({"compare", "a", "b", "--metric", "hight"}).err, "did you mean 'height'?"));
}

TEST_CASE("compare measures how far the final surfaces are apart") {
  const Scratch scratch;
  run("a");               // z = x / 16
  run("b", {"steps=1"});  // z = x / 2
  const Done done = call({"compare", "a", "b", "--metric", "d_c,rmse", "--samples", "1000"});
  CAPTURE(done.err);
  CHECK(done.code == 0);
  CHECK(has(done.out, "| d_c(a) [m] (lower is better) | ref. | 0."));
  // Of vertices at x = 0, 1/2, 1, the second and third are 7/32 and 7/16 apart.
  CHECK(has(done.out, fmt::format("| rmse(a) [m] (lower is better) | ref. | {:.6g} |\n", std::sqrt(5. / 3) * 7 / 32)));
  CHECK_FALSE(has(done.out, "height"));
  const auto json = Json::parse(
      call({"compare", "a", "b", "--metric", "chamfer_l1,d_c_relative,height", "--samples", "1000", "--seed", "3", "--json"}).out);
  REQUIRE(json["metrics"].size() == 3);
  CHECK(json["metrics"][0]["name"] == "height");
  CHECK_FALSE(json["metrics"][0].contains("reference"));
  const auto& chamfer = json["metrics"][1];
  CHECK(chamfer["name"] == "chamfer_l1");
  CHECK(chamfer["reference"] == "a");
  CHECK(chamfer["values"][0].is_null());
  CHECK(chamfer["samples"] == 1000);
  CHECK(has(chamfer["definition"], "seed 3"));
  CHECK(has(chamfer["definition"], "distance to the other surface"));
  const double distance = chamfer["values"][1];
  CHECK((distance > 0.15 && distance < 0.25));
  CHECK(json["metrics"][2]["values"][1] == doctest::Approx(distance / std::sqrt(2 + 1. / 256)));
}

TEST_CASE("compare leaves out distances that cannot be measured, and refuses them where they are asked for") {
  const Scratch scratch;
  run("a");
  run("b", {"steps=1"});
  const Done all = call({"compare", "a", "b", "--samples", "100"});
  CHECK(all.code == 0);
  CHECK(has(all.err, "d_w is left out: a has no wrinkles"));
  CHECK(has(all.out, "| hausdorff(a) [m]"));
  CHECK_FALSE(has(all.out, "d_w"));
  const Done asked = call({"compare", "a", "b", "--metric", "d_w"});
  CHECK(asked.code == 2);
  CHECK(asked.out.empty());
  CHECK(has(asked.err, "cannot measure 'd_w': a has no wrinkles: no triangle lies away from a boundary"));
  const Done unknown = call({"compare", "a", "b", "--metric", "d_q"});
  CHECK(unknown.code == 2);
  CHECK(has(unknown.err, "d_c"));
  CHECK(call({"compare", "a", "b", "--samples", "0"}).code == 2);
}

TEST_CASE("compare with a reference of one's own: a run or a mesh file in its unit") {
  const Scratch scratch;
  run("a");
  run("b", {"steps=1"});
  std::ofstream("flat.obj") << "v 0 0 0\nv 1000 0 0\nv 1000 1000 0\nv 0 1000 0\nf 1 2 3 4\n";
  const Done file =
      call({"compare", "b", "--reference", "flat.obj", "--unit", "mm", "--metric", "hausdorff", "--samples", "20000", "--json"});
  CAPTURE(file.err);
  REQUIRE(file.code == 0);
  // From the upper edge of b down to the square, and up from the square's edge x = 1, which is the further.
  CHECK(Json::parse(file.out)["metrics"][0]["values"][0] == doctest::Approx(0.5).epsilon(0.01));
  CHECK(Json::parse(file.out)["metrics"][0]["reference"] == "flat.obj");
  const Done other = call({"compare", "a", "b", "--reference", "b/run.h5", "--metric", "hausdorff", "--samples", "100"});
  CHECK(has(other.out, "| hausdorff(b) [m] (lower is better) | 0."));
  CHECK(has(other.out, " | ref. |\n"));
  CHECK(call({"compare", "a", "--reference", "nowhere"}).code == 2);
  CHECK(call({"compare", "a", "--reference", "flat.obj", "--up", "w"}).code == 2);
  CHECK(has(call({"compare", "a", "a", "--metric", "d_c", "--samples", "50"}).out, "| d_c(a) [m] (lower is better) | ref. | "));
}
