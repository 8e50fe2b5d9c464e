// SPDX-License-Identifier: Apache-2.0
#include "framework/io/mesh_writers.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <sstream>

#include "framework/io/atomic_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using geometry::SurfaceMesh;
using plisse::tests::ScratchFolder;

namespace {

// n × n points of a bumpy square, with UV and two fields; cut: the triangles of the right half have UV of their own.
SurfaceMesh bumpy_square(int n, bool cut = false) {
  SurfaceMesh mesh;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double u = i / double(n - 1), v = j / double(n - 1);
      mesh.positions.push_back({u, v, 0.1 * u * v / 3});
      mesh.uv.push_back({u, v});
      mesh.fields["strain"].values.push_back(u - v);
      for (const double x : {u, v, 1.0}) mesh.fields["displacement"].values.push_back(x);
    }
  }
  mesh.fields["displacement"].components = 3;
  mesh.fields["displacement"].unit = "m";
  for (int j = 0; j + 1 < n; ++j) {
    for (int i = 0; i + 1 < n; ++i) {
      const int a = j * n + i;
      mesh.triangles.push_back({a, a + 1, a + n});
      mesh.triangles.push_back({a + 1, a + n + 1, a + n});
    }
  }
  mesh.uv_triangles = mesh.triangles;
  if (!cut) return mesh;
  for (std::size_t k = mesh.triangles.size() / 2; k < mesh.triangles.size(); ++k) {
    for (int& index : mesh.uv_triangles[k]) {
      const auto uv = mesh.uv[std::size_t(index)];
      index = int(mesh.uv.size());
      mesh.uv.push_back({uv[0] + 2, uv[1]});
    }
  }
  return mesh;
}

void check_same(const SurfaceMesh& a, const SurfaceMesh& b) {
  CHECK(a.positions == b.positions);
  CHECK(a.triangles == b.triangles);
  CHECK(a.uv == b.uv);
  CHECK(a.uv_triangles == b.uv_triangles);
  REQUIRE(a.fields.size() == b.fields.size());
  for (const auto& [name, field] : a.fields) {
    const auto& other = b.fields.at(name);
    CHECK(field.components == other.components);
    CHECK(field.unit == other.unit);
    REQUIRE(field.values.size() == other.values.size());
    for (std::size_t i = 0; i < field.values.size(); ++i) REQUIRE(float(field.values[i]) == float(other.values[i]));
  }
}

SurfaceMesh parse_obj(const std::string& text) {
  SurfaceMesh mesh;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "v") {
      auto& p = mesh.positions.emplace_back();
      words >> p[0] >> p[1] >> p[2];
    } else if (key == "vt") {
      auto& t = mesh.uv.emplace_back();
      words >> t[0] >> t[1];
    } else if (key == "f") {
      auto& v = mesh.triangles.emplace_back();
      auto& t = mesh.uv_triangles.emplace_back();
      for (std::size_t c = 0; c < 3; ++c) {
        char slash = 0;
        words >> v[c] >> slash >> t[c];
        REQUIRE(slash == '/');
        --v[c];
        --t[c];
      }
    }
  }
  return mesh;
}

const char* const vtk_script = R"(
import sys, os
from vtkmodules.vtkIOHDF import vtkHDFReader
for name in sys.argv[1].split(","):
    reader = vtkHDFReader()
    reader.SetFileName(name)
    assert reader.CanReadFile(name), name
    reader.Update()
    grid = reader.GetOutput()
    assert grid.GetNumberOfPoints() == 121 and grid.GetNumberOfCells() == 200, name
    assert all(grid.GetCellType(i) == 5 for i in range(200))
    data = grid.GetPointData()
    assert data.GetArray("displacement").GetNumberOfComponents() == 3
    assert data.GetArray("uv").GetNumberOfComponents() == 2
    assert data.GetArray("strain").GetNumberOfTuples() == 121
    assert abs(data.GetArray("strain").GetValue(10) - 1) < 1e-6
    assert grid.GetPoint(120) == (1.0, 1.0, 0.1 / 3), grid.GetPoint(120)
)";

}  // namespace

TEST_CASE("OBJ keeps every bit of positions and texture coordinates, with separate indices") {
  const ScratchFolder folder;
  for (const bool cut : {false, true}) {
    auto mesh = bumpy_square(13, cut);
    io::write_obj(folder / "a.obj", mesh);
    mesh.fields.clear();
    check_same(mesh, parse_obj(io::read_file(folder / "a.obj")));
  }
}

TEST_CASE("OBJ without texture coordinates has bare faces") {
  const ScratchFolder folder;
  auto mesh = bumpy_square(2);
  mesh.uv.clear();
  mesh.uv_triangles.clear();
  io::write_obj(folder / "a.obj", mesh);
  const auto text = io::read_file(folder / "a.obj");
  CHECK(text.find("\nf 1 2 3\nf 2 4 3\n") != std::string::npos);
  CHECK(text.find("vt") == std::string::npos);
}

TEST_CASE("PLY holds positions, fields and one pair of texture coordinates a point") {
  const ScratchFolder folder;
  const auto mesh = bumpy_square(5);
  io::write_ply(folder / "a.ply", mesh);
  const auto bytes = io::read_file(folder / "a.ply");
  const auto body = bytes.find("end_header\n") + 11;
  const std::size_t vertex = 3 * 8 + 2 * 4 + 4 * 4, face = 1 + 3 * 4;
  REQUIRE(bytes.size() == body + 25 * vertex + 32 * face);
  CHECK(bytes.find("property float displacement_y\nproperty float displacement_z\nproperty float strain\n") < body);
  double z = 0;
  float strain = 0;
  int index = 0;
  std::memcpy(&z, bytes.data() + body + 24 * vertex + 16, 8);
  std::memcpy(&strain, bytes.data() + body + 4 * vertex + 24 + 8 + 12, 4);
  std::memcpy(&index, bytes.data() + body + 25 * vertex + 31 * face + 1 + 4, 4);
  CHECK(z == mesh.positions[24][2]);
  CHECK(strain == 1.f);
  CHECK(index == mesh.triangles[31][1]);
}

TEST_CASE("PLY of cut charts keeps texture coordinates by face") {
  const ScratchFolder folder;
  io::write_ply(folder / "a.ply", bumpy_square(5, true));
  const auto bytes = io::read_file(folder / "a.ply");
  const auto body = bytes.find("end_header\n") + 11;
  CHECK(bytes.find("property list uchar float texcoord\n") < body);
  CHECK(bytes.size() == body + 25 * (3 * 8 + 4 * 4) + 32 * (1 + 3 * 4 + 1 + 6 * 4));
}

TEST_CASE("VTKHDF comes back as the same mesh") {
  const ScratchFolder folder;
  for (const bool cut : {false, true}) {
    const auto mesh = bumpy_square(40, cut);
    io::write_vtkhdf(folder / "a.vtkhdf", mesh);
    check_same(mesh, io::read_vtkhdf(io::hdf5::File::open(folder / "a.vtkhdf").root().group("VTKHDF")));
  }
}

TEST_CASE("VTK opens VTKHDF files, directly and through soft and external links") {
  if (!tests::python_has("vtkmodules.vtkIOHDF")) {
    MESSAGE("skipped: the system's python3 has no VTK (package python3-vtk9)");
    return;
  }
  const ScratchFolder folder;
  const auto mesh = bumpy_square(11, true);
  io::write_vtkhdf(folder / "plain.vtkhdf", mesh);
  const auto linked = io::hdf5::File::create(folder / "run.h5");
  io::write_vtkhdf(linked.root().create_group("meshes/final"), mesh);
  linked.root().soft_link("VTKHDF", "/meshes/final");
  linked.save();
  const auto view = io::hdf5::File::create(folder / "view.vtkhdf");
  view.root().external_link("VTKHDF", "run.h5", "/meshes/final");
  view.save();
  const std::string files =
      (folder / "plain.vtkhdf").string() + "," + (folder / "run.h5").string() + "," + (folder / "view.vtkhdf").string();
  CHECK(tests::python(vtk_script, files) == 0);
}

TEST_CASE("a mesh that does not fit together is refused before anything is written") {
  const ScratchFolder folder;
  auto bad_index = bumpy_square(3), bad_field = bumpy_square(3), bad_uv = bumpy_square(3);
  bad_index.triangles[2][1] = 9;
  bad_field.fields["strain"].values.pop_back();
  bad_uv.uv_triangles.pop_back();
  for (const auto& mesh : {bad_index, bad_field, bad_uv}) {
    CHECK_THROWS_AS(io::write_obj(folder / "a", mesh), std::invalid_argument);
    CHECK_THROWS_AS(io::write_ply(folder / "a", mesh), std::invalid_argument);
    CHECK_THROWS_AS(io::write_vtkhdf(folder / "a", mesh), std::invalid_argument);
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}
