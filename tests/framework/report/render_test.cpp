// SPDX-License-Identifier: Apache-2.0
#include "framework/report/render.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/report/panels.hpp"
#include "shapes.hpp"

using namespace plisse;
using report::Image;
using report::RenderOptions;

namespace {

RenderOptions small() {
  RenderOptions options;
  options.width = 96;
  options.height = 72;
  options.samples = 4;
  options.threads = 2;
  return options;
}

int level(const Image& image, int x, int y) { return image.pixel(x, y)[0] + image.pixel(x, y)[1] + image.pixel(x, y)[2]; }

int largest_difference(const Image& a, const Image& b) {
  REQUIRE(a.rgb.size() == b.rgb.size());
  int largest = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) largest = std::max(largest, std::abs(int(a.rgb[i]) - int(b.rgb[i])));
  return largest;
}

std::string message(const geometry::SurfaceMesh& cloth, const RenderOptions& options) {
  try {
    report::render_image(cloth, {}, options);
  } catch (const config::Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

geometry::SurfaceMesh with_field(geometry::SurfaceMesh mesh) {
  auto& height = mesh.fields["height"];
  height.unit = "m";
  auto& move = mesh.fields["move"];
  move.components = 3;
  for (const auto& p : mesh.positions) {
    height.values.push_back(p[2]);
    move.values.insert(move.values.end(), {p[0], p[1], 0});
  }
  return mesh;
}

}  // namespace

TEST_CASE("the same bytes for 1, 2 and 3 threads") {
  const auto cloth = with_field(testing::wavy(20));
  const auto body = testing::sphere(12, 0.2, {0, 0, -0.3});
  RenderOptions options = small();
  options.color = "height";
  options.title = "A title";
  options.threads = 1;
  const Image one = report::render_image(cloth, body, options);
  for (const int threads : {2, 3}) {
    options.threads = threads;
    CHECK(report::render_image(cloth, body, options).rgb == one.rgb);
  }
}

TEST_CASE("the picture shows cloth before a light background, from every side") {
  for (const char* view : {"default", "front", "back", "left", "right", "top", "bottom", "200,-35", " 12.5 , 80 "}) {
    CAPTURE(view);
    RenderOptions options = small();
    options.view = view;
    const Image image = report::render_image(testing::wavy(30), {}, options);
    CHECK(level(image, 0, 0) > 3 * 225);
    int darkest = 765;
    for (int y = 0; y < image.height; ++y) {
      for (int x = 0; x < image.width; ++x) darkest = std::min(darkest, level(image, x, y));
    }
    CHECK(darkest < 3 * 190);
    CHECK(darkest > 0);
  }
}

TEST_CASE("folds of a tenth of their width are seen") {
  RenderOptions options = small();
  options.view = "top";
  const auto folds = testing::sheet(80, 1, [](double x, double) { return 0.005 * std::sin(2 * 3.14159265358979 * x / 0.1); });
  const Image image = report::render_image(folds, {}, options);
  int low = 765, high = 0;
  for (int x = 30; x < 66; ++x) low = std::min(low, level(image, x, 36)), high = std::max(high, level(image, x, 36));
  CHECK(high - low > 3 * 40);
}

TEST_CASE("a flat cloth is shaded evenly: no acne, no facets") {
  RenderOptions options = small();
  options.view = "top";
  options.samples = 16;
  const Image image = report::render_image(testing::flat(50, 1), {}, options);
  int low = 765, high = 0;
  for (int y = 20; y < 52; ++y) {
    for (int x = 32; x < 64; ++x) low = std::min(low, level(image, x, y)), high = std::max(high, level(image, x, y));
  }
  CHECK(high - low < 3 * 5);
}

TEST_CASE("both sides of the cloth are lit alike, whatever the order of the corners") {
  auto cloth = testing::wavy(20);
  const Image image = report::render_image(cloth, {}, small());
  for (auto& triangle : cloth.triangles) std::swap(triangle[1], triangle[2]);
  CHECK(largest_difference(report::render_image(cloth, {}, small()), image) <= 8);
}

TEST_CASE("a place far from the origin changes nothing") {
  const auto cloth = testing::wavy(20);
  auto moved = cloth;
  for (auto& p : moved.positions) p = {p[0] + 4096, p[1] - 8192, p[2] + 1024};
  CHECK(largest_difference(report::render_image(moved, {}, small()), report::render_image(cloth, {}, small())) <= 8);
}

TEST_CASE("one triangle is a picture") {
  geometry::SurfaceMesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{0, 1, 2}};
  RenderOptions options = small();
  options.samples = 1;
  for (const char* view : {"default", "top", "front"}) {
    options.view = view;
    CHECK(report::render_image(mesh, {}, options).rgb.size() == 96u * 72 * 3);
  }
}

TEST_CASE("a field colours the cloth and has a legend") {
  const auto cloth = with_field(testing::wavy(20));
  RenderOptions options = small();
  options.view = "top";
  options.color = "height";
  options.range = {{-10., 0.}};  // every height above -0.13 is nearly the largest: yellow
  const Image image = report::render_image(cloth, {}, options);
  const auto* pixel = image.pixel(38, 36);
  CHECK(pixel[0] > pixel[2] + 60);
  CHECK(pixel[1] > pixel[2] + 60);
  options.legend = false;
  CHECK(report::render_image(cloth, {}, options).rgb != image.rgb);
  options.color = "move";
  options.range.reset();
  CHECK(report::render_image(cloth, {}, options).rgb != image.rgb);
}

TEST_CASE("values that are missing are grey, not an error") {
  auto cloth = with_field(testing::flat(4, 1));
  std::fill(cloth.fields["height"].values.begin() + 1, cloth.fields["height"].values.end(), std::numeric_limits<double>::quiet_NaN());
  RenderOptions options = small();
  options.view = "top";
  options.color = "height";
  const Image image = report::render_image(cloth, {}, options);
  const auto* pixel = image.pixel(38, 36);
  CHECK(std::abs(pixel[0] - pixel[2]) < 6);
  cloth.fields["height"].values[0] = std::numeric_limits<double>::infinity();
  CHECK(message(cloth, options).find("no finite value") != std::string::npos);
}

TEST_CASE("what cannot be drawn is refused with a reason") {
  const auto good = with_field(testing::wavy(4));
  RenderOptions options = small();
  options.view = "fornt";
  CHECK(message(good, options).find("unknown view 'fornt'") != std::string::npos);
  for (const char* view : {"", "1", "1,", "1,2,3", "nan,0", "1,2x"}) {
    options.view = view;
    CHECK(message(good, options).find("unknown view") != std::string::npos);
  }
  options.view = "0,91";
  CHECK(message(good, options).find("between -90 and 90") != std::string::npos);

  options = small();
  options.color = "heigth";
  CHECK(message(good, options).find("unknown field 'heigth'") != std::string::npos);
  CHECK(message(good, options).find("height, move") != std::string::npos);
  options.color = "height";
  options.range = {{1., 1.}};
  CHECK(message(good, options).find("colour range") != std::string::npos);
  options = small();
  options.samples = 0;
  CHECK(message(good, options).find("samples") != std::string::npos);
  options = small();
  options.width = 0;
  CHECK(message(good, options).find("width") != std::string::npos);

  auto bad = good;
  bad.positions[7][1] = std::numeric_limits<double>::quiet_NaN();
  CHECK(message(bad, small()).find("point 7 of the cloth") != std::string::npos);
  bad = good;
  bad.triangles[3] = {0, 1, 25};
  CHECK(message(bad, small()).find("triangle 3 of the cloth names point 25") != std::string::npos);
  bad = good;
  bad.fields["height"].values.pop_back();
  options = small();
  options.color = "height";
  CHECK(message(bad, options).find("25 points") != std::string::npos);
  CHECK(message({}, small()).find("no triangles") != std::string::npos);
  bad = good;
  for (auto& p : bad.positions) p = {1, 2, 3};
  CHECK(message(bad, small()).find("no extent") != std::string::npos);
}

TEST_CASE("PNG files hold the picture, and a failure leaves no file") {
  const auto folder = std::filesystem::temp_directory_path() / "plisse-render-test";
  std::filesystem::create_directories(folder);
  const auto file = folder / "cloth.png";
  report::render(testing::wavy(10), {}, small(), file);
  CHECK(io::read_png(file).rgb == report::render_image(testing::wavy(10), {}, small()).rgb);
  CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  CHECK_THROWS_AS(report::render(testing::wavy(2), {}, small(), folder / "missing" / "cloth.png"), io::FileError);
  CHECK_THROWS_AS(io::read_png(folder / "none.png"), io::FileError);
  io::write_file(file, "no picture");
  CHECK_THROWS_AS(io::read_png(file), std::runtime_error);
  CHECK_THROWS_AS(io::write_png(file, Image()), std::invalid_argument);
  std::filesystem::remove_all(folder);
}

TEST_CASE("panels share camera and colours") {
  const auto cloth = with_field(testing::wavy(10));
  auto higher = cloth;
  for (double& value : higher.fields["height"].values) value += 100;
  RenderOptions options = small();
  options.color = "height";
  const Image row = report::render_panels({{cloth, {}, "low"}, {higher, {}, "high"}, {cloth, {}, "low again"}}, options);
  CHECK(row.width > 3 * 96);
  CHECK(row.height > 72);
  bool differs = false;
  for (int y = 0; y < 72; ++y) {
    for (int x = 0; x < 96; ++x) {
      CHECK(std::equal(row.pixel(x, y), row.pixel(x, y) + 3, row.pixel(192 + x, y)));
      differs = differs || !std::equal(row.pixel(x, y), row.pixel(x, y) + 3, row.pixel(96 + x, y));
    }
  }
  CHECK(differs);
  CHECK_THROWS_AS(report::render_panels({}, options), config::Error);
}

TEST_CASE("pictures of different heights stand side by side") {
  const Image row = report::side_by_side({Image(10, 20, 0), Image(30, 10, 100)}, {});
  CHECK(row.width == 40);
  CHECK(row.height == 20);
  CHECK(level(row, 15, 10) == 300);
  CHECK(level(row, 15, 2) == 765);
  CHECK(report::side_by_side({Image(100, 50, 0)}, {"caption"}).height > 60);
  CHECK_THROWS_AS(report::side_by_side({Image(1, 1)}, {"a", "b"}), std::invalid_argument);
  CHECK_THROWS_AS(report::side_by_side({}, {}), std::invalid_argument);
}
