// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "framework/config/error.hpp"
#include "framework/io/mesh_reader.hpp"
#include "framework/io/mesh_writers.hpp"
#include "framework/io/ply_reader.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using geometry::SurfaceMesh;
using geometry::Triangle;

namespace {

// Appends numbers in one of the three formats.
class Body {
 public:
  explicit Body(std::string format) : format_(std::move(format)) {}

  template <class T>
  Body& add(T value) {
    if (format_ == "ascii") {
      bytes_ += std::to_string(value) + ' ';
      return *this;
    }
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if ((format_ == "binary_big_endian") != (std::endian::native == std::endian::big)) std::reverse(raw, raw + sizeof(T));
    bytes_.append(raw, sizeof(T));
    return *this;
  }
  Body& end_record() {
    if (format_ == "ascii") bytes_ += '\n';
    return *this;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string format_, bytes_;
};

// A unit square: quad of four vertices with properties and elements that nobody asked for.
template <class Index>
std::string square(const std::string& format, const std::string& index_type, bool texture) {
  std::string header =
      "ply\nformat " + format +
      " 1.0\ncomment made by a test\nelement camera 1\nproperty float fov\nproperty list uchar short ids\nelement vertex 4\n"
      "property double x\nproperty float quality\nproperty double y\nproperty double z\nproperty uchar red\nelement face 1\n"
      "property uchar flags\nproperty list uchar " +
      index_type + " vertex_indices\n" + (texture ? "property list uchar float texcoord\n" : "") + "end_header\n";
  Body body(format);
  body.add(1.5f).add(std::uint8_t(2)).add(std::int16_t(-7)).add(std::int16_t(300)).end_record();
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
    body.add(x).add(9.0f).add(y).add(-2.25).add(std::uint8_t(255)).end_record();
  body.add(std::uint8_t(1)).add(std::uint8_t(4));
  for (int i = 0; i < 4; ++i) body.add(Index(i));
  if (texture) {
    body.add(std::uint8_t(8));
    for (const float x : {0.f, 0.f, 0.5f, 0.f, 0.5f, 0.25f, 0.f, 0.25f}) body.add(x);
  }
  body.end_record();
  return header + body.bytes();
}

void check_square(const SurfaceMesh& mesh, bool texture) {
  REQUIRE(mesh.positions.size() == 4);
  CHECK(mesh.positions[2] == std::array<double, 3>{1, 1, -2.25});
  REQUIRE(mesh.triangles.size() == 2);
  CHECK(mesh.uv_triangles.size() == (texture ? 2u : 0u));
  for (std::size_t t = 0; t < mesh.uv_triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = mesh.positions[std::size_t(mesh.triangles[t][k])];
      const auto& uv = mesh.uv[std::size_t(mesh.uv_triangles[t][k])];
      CHECK(uv[0] == 0.5 * p[0]);
      CHECK(uv[1] == 0.25 * p[1]);
    }
  }
  CHECK(mesh.uv.size() == (texture ? 4u : 0u));  // corners that agree share their entry
}

std::string ascii(const std::string& body, int vertices = 3, int faces = 1, const std::string& more = "") {
  return "ply\nformat ascii 1.0\nelement vertex " + std::to_string(vertices) +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face " + std::to_string(faces) +
         "\nproperty list uchar int vertex_indices\n" + more + "end_header\n" + body;
}

std::string refusal(const std::string& bytes) {
  try {
    io::parse_ply("hat.ply", bytes);
  } catch (const config::Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("PLY: three formats, every index type, unknown properties and elements, texture coordinates by face") {
  for (const char* format : {"ascii", "binary_little_endian", "binary_big_endian"}) {
    for (const bool texture : {false, true}) {
      CAPTURE(format);
      CAPTURE(texture);
      const auto check = [&]<class Index>(Index, const char* name) {
        CAPTURE(name);
        check_square(io::parse_ply("a.ply", square<Index>(format, name, texture)), texture);
      };
      check(std::int8_t(), "char");
      check(std::uint8_t(), "uint8");
      check(std::int16_t(), "short");
      check(std::uint16_t(), "ushort");
      check(std::int32_t(), "int");
      check(std::uint32_t(), "uint32");
      check(std::int64_t(), "int64");
      check(std::uint64_t(), "uint64");
      check(float(), "float");
      check(double(), "double");
    }
  }
}

TEST_CASE("PLY: texture coordinates of vertices, and none on request") {
  const std::string text =
      "ply\r\nformat ascii 1.0\r\nelement vertex 3\r\nproperty float x\r\nproperty float y\r\nproperty float z\r\nproperty float s\r\n"
      "property float t\r\nelement face 1\r\nproperty list uchar int vertex_index\r\nend_header\r\n0 0 0 0 0\r\n\r\n1 0 0 0.5 0\r\n0 1 0 0 "
      "0.5\r\n"
      "3 2 0 1\r\n";
  const SurfaceMesh mesh = io::parse_ply("a.ply", text);
  CHECK(mesh.uv == std::vector<std::array<double, 2>>{{0, 0}, {0.5, 0}, {0, 0.5}});
  CHECK(mesh.uv_triangles == std::vector<Triangle>{{2, 0, 1}});
  CHECK(io::parse_ply("a.ply", text, false).uv_triangles.empty());
}

TEST_CASE("PLY: a seam keeps two texture coordinates at one vertex") {
  const SurfaceMesh mesh =
      io::parse_ply("a.ply", ascii("0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2 6 0 0 0.4 0 0.4 0.4\n3 0 2 3 6 0.6 0 1 0.4 0.6 0.4\n", 4, 2,
                                   "property list uchar float texcoord\n"));
  CHECK(mesh.positions.size() == 4);
  CHECK(mesh.uv.size() == 6);
}

TEST_CASE("PLY: what is written is read back, with and without a seam") {
  const tests::ScratchFolder folder;
  SurfaceMesh mesh;
  mesh.positions = {{0, 0, 1.0 / 3}, {1, 0, 0}, {1, 1, 0}, {0, 1, 1e-40}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  for (const bool seam : {false, true}) {
    mesh.uv = {{0, 0}, {0.5, 0}, {0.5, 0.25}, {0, 0.25}};
    mesh.uv_triangles = mesh.triangles;
    if (seam) {
      mesh.uv.push_back({0.75, 0.5});
      mesh.uv_triangles[1][1] = 4;
    }
    io::write_ply(folder / "a.ply", mesh);
    const SurfaceMesh again = io::read_mesh(folder / "a.ply");
    CHECK(again.positions == mesh.positions);
    CHECK(again.triangles == mesh.triangles);
    REQUIRE(again.uv_triangles.size() == 2);
    for (std::size_t t = 0; t < 2; ++t)
      for (std::size_t k = 0; k < 3; ++k)
        CHECK(again.uv[std::size_t(again.uv_triangles[t][k])] == mesh.uv[std::size_t(mesh.uv_triangles[t][k])]);
  }
}

TEST_CASE("PLY: what cannot be read is refused with file and line or element") {
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  struct Case {
    std::string bytes, what;
  };
  const Case cases[] = {
      {"ply\nformat ascii 1.0\nelement vertex 1\n", "hat.ply:3: the header has no end_header"},
      {"ply\nelement vertex 1\nend_header\n", "hat.ply:3: the header names no format"},
      {"ply\nformat utf8 1.0\nend_header\n", "hat.ply:2: unknown format 'utf8'"},
      {"ply\nformat ascii 1.0\nelement vertex -3\nend_header\n", "hat.ply:3: '-3' is not a count"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\nend_header\n", "hat.ply:4: unknown property type 'real'"},
      {"ply\nformat ascii 1.0\nproperty float x\nend_header\n", "hat.ply:3: a property before the first element"},
      {"ply\nformat ascii 1.0\nsurface 3\nend_header\n", "hat.ply:3: unknown header keyword"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", "no element 'face'"},
      {"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nelement face 0\nend_header\n0\n", "no property 'y'"},
      {ascii(points, 3, 0), "no faces"},
      {ascii(points + "3 0 1 3\n"), "hat.ply:13: vertex index 3 is out of range 0 to 2"},
      {ascii(points + "3 0 1 -1\n"), "hat.ply:13: vertex index -1"},
      {ascii(points + "3 0 1 1.5\n"), "hat.ply:13: vertex index 1.5"},
      {ascii(points + "2 0 1\n"), "hat.ply:13: a face needs at least 3"},
      {ascii(points + "4 0 1 2\n"), "fewer values"},
      {ascii(points + "3 0 1 2 9\n"), "hat.ply:13: '9' stands behind"},
      {ascii(points + "9999999 0 1 2\n"), "hat.ply:13: a list of 9999999 items"},
      {ascii(points + "-3 0 1 2\n"), "hat.ply:13: a list of -3 items"},
      {ascii("0 0 0\n1 nan 0\n0 1 0\n3 0 1 2\n"), "hat.ply:11: a coordinate is nan"},
      {ascii("0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n"), "hat.ply:11: 'zero' is not a number"},
      {ascii(points, 3, 1), "cut off"},
      {ascii(points + "3 0 1 2\n", 1000000000), "promises 1000000000"},
      {ascii(points + "3 0 1 2 4 0 0 1 0\n", 3, 1, "property list uchar float texcoord\n"), "hat.ply:14: a texcoord list of 4 numbers"},
      {ascii(points + "3 0 1 2 6 0 0 1 0 0 1\n3 0 1 2 0\n", 3, 2, "property list uchar float texcoord\n"), "hat.ply:15: some faces have"},
  };
  for (const Case& c : cases) {
    const std::string message = refusal(c.bytes);
    CAPTURE(c.bytes);
    CAPTURE(message);
    CHECK(message.starts_with("hat.ply"));
    CHECK(message.find(c.what) != message.npos);
  }
}

TEST_CASE("PLY: a binary file cut off anywhere is refused") {
  const std::string whole = square<int>("binary_little_endian", "int", true);
  for (std::size_t length = 4; length < whole.size(); ++length) {
    CAPTURE(length);
    CHECK(refusal(whole.substr(0, length)) != "");
  }
  CHECK(refusal(whole) == "");
}
