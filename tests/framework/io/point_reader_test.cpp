// SPDX-License-Identifier: Apache-2.0
#include "framework/io/point_reader.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>

#include "framework/config/error.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;

namespace {

io::PointTable read(const std::string& name, const std::string& text) {
  const tests::ScratchFolder folder;
  std::ofstream(folder / name, std::ios::binary) << text;
  return io::read_points(folder / name);
}

}  // namespace

TEST_CASE("points from PLY: every scalar property is a column; lists and other elements are skipped, faces counted") {
  const io::PointTable table = read("cloud.ply",
                                    "ply\nformat ascii 1.0\nelement camera 1\nproperty float focal\nelement vertex 2\nproperty double z\n"
                                    "property float x\nproperty list uchar int seen\nproperty float y\nproperty uchar red\n"
                                    "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
                                    "35\n3 1 2 7 8 2 255\n6 4 0 5 nan\n3 0 1 0\n");
  CHECK(table.names == std::vector<std::string>{"z", "x", "y", "red"});
  REQUIRE(table.size() == 2);
  CHECK(table.faces == 1);
  CHECK(table.vectors(table.find("x"), table.find("y"), table.find("z"))[1] == geometry::Point3{4, 5, 6});
  CHECK(table.at(0, table.find("red")) == 255);
  CHECK(std::isnan(table.at(1, 3)));
  CHECK(table.find("nx") == -1);
}

TEST_CASE("points from OBJ: v lines, with as many vn lines as normals; with faces, normals belong to corners") {
  const io::PointTable plain = read("cloud.obj", "# scan\r\nv 1 2 3\r\nv 4 5 6 1\r\n");
  CHECK(plain.size() == 2);
  CHECK(plain.names.size() == 3);
  CHECK(plain.at(1, 2) == 6);
  const io::PointTable normals = read("cloud.obj", "v 1 2 3\nvn 0 0 1\nv 4 5 6\nvn 0 1 0\n");
  CHECK(normals.at(1, normals.find("ny")) == 1);
  CHECK(normals.at(1, normals.find("y")) == 5);
  const io::PointTable mesh = read("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\nf 1 2 3\n");
  CHECK(mesh.faces == 1);
  CHECK(mesh.find("nx") == -1);
  CHECK_THROWS_WITH_AS(read("cloud.obj", "v 1 2 3\nv 1 two 3\n"), doctest::Contains("cloud.obj:2"), config::Error);
}

TEST_CASE("points from text: three or six numbers a line, the same on every line") {
  const io::PointTable table = read("scan.xyz", "# x y z nx ny nz\n1 2 3 0 0 1\n\n4 5 6 0 1 0  # last\n");
  CHECK(table.size() == 2);
  CHECK(table.at(1, table.find("ny")) == 1);
  CHECK(read("scan.txt", "1e-3 +2 3").at(0, 0) == 1e-3);
  CHECK_THROWS_WITH_AS(read("scan.xyz", "1 2 3\n1 2\n"), doctest::Contains("scan.xyz:2: 2 numbers, where the lines before hold 3"),
                       config::Error);
  CHECK_THROWS_WITH_AS(read("scan.xyz", "1 2 3 4\n"), doctest::Contains("4 numbers; a line holds x y z, or x y z nx ny nz"), config::Error);
  CHECK_THROWS_WITH_AS(read("scan.xyz", "1, 2, 3\n"), doctest::Contains("'1,' is not a number"), config::Error);
}

TEST_CASE("points: files without any, and of other kinds, are refused") {
  CHECK_THROWS_WITH_AS(read("scan.xyz", "# nothing\n"), doctest::Contains("holds no points"), config::Error);
  CHECK_THROWS_WITH_AS(read("scan.obj", "vt 0 0\n"), doctest::Contains("holds no points"), config::Error);
  CHECK_THROWS_WITH_AS(read("scan.ply", "x y z\n"), doctest::Contains("is not a PLY file"), config::Error);
  CHECK_THROWS_WITH_AS(read("scan.las", "x"), doctest::Contains("points are read from .ply, .obj, .xyz and .txt files"), config::Error);
  CHECK_THROWS_WITH_AS(
      read("scan.ply", "ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nproperty float y\nproperty float z\nend_header\n"),
      doctest::Contains("holds no points"), config::Error);
  CHECK_THROWS_WITH_AS(read("scan.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n"),
                       doctest::Contains("vertices have no property 'z'"), config::Error);
}
