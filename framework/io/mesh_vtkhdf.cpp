// SPDX-License-Identifier: Apache-2.0
// VTKHDF UnstructuredGrid 1.0: https://docs.vtk.org/en/latest/design_documents/VTKFileFormats.html#vtkhdf-file-format
// One partition; every cell is a triangle.  VTK 9.1 wants exactly this version, and its Type as a fixed ASCII string.
#include <algorithm>
#include <numeric>

#include "framework/io/mesh_writers.hpp"

namespace plisse::io {
namespace {

constexpr std::uint8_t vtk_triangle = 5;
constexpr std::int64_t version[] = {1, 0};
const std::string uv_name = "uv";

// Rows of fixed length as one flat array.
template <class To, class Row>
std::vector<To> flatten(const std::vector<Row>& rows) {
  std::vector<To> flat;
  flat.reserve(rows.size() * std::tuple_size_v<Row>);
  for (const auto& row : rows) flat.insert(flat.end(), row.begin(), row.end());
  return flat;
}

template <class Row, class From>
std::vector<Row> rows_from(const std::vector<From>& flat) {
  constexpr std::size_t width = std::tuple_size_v<Row>;
  std::vector<Row> rows(flat.size() / width);
  for (std::size_t i = 0; i < flat.size(); ++i) rows[i / width][i % width] = static_cast<typename Row::value_type>(flat[i]);
  return rows;
}

void write_count(const hdf5::Group& group, const std::string& name, std::size_t count) {
  group.dataset(name, std::vector<std::int64_t>{std::int64_t(count)});
}

template <class Row>
void write_rows(const hdf5::Group& group, const std::string& name, const std::vector<Row>& rows) {
  const auto flat = flatten<double>(rows);
  group.dataset<double>(name, flat, {rows.size(), std::tuple_size_v<Row>});
}

void write_field(const hdf5::Group& group, const std::string& name, const geometry::SurfaceMesh::Field& field) {
  const auto components = std::size_t(field.components);
  const std::vector<float> values(field.values.begin(), field.values.end());
  std::vector<std::size_t> shape{field.values.size() / components};
  if (components > 1) shape.push_back(components);
  group.dataset<float>(name, values, shape);
  if (!field.unit.empty()) group.attribute_of(name, "unit", field.unit);
}

void write_uv(const hdf5::Group& group, const geometry::SurfaceMesh& mesh) {
  if (mesh.uv_triangles.empty()) return;
  const PointUv on_points = uv_on_points(mesh);
  if (!mesh.fields.count(uv_name)) write_rows(group, "PointData/" + uv_name, on_points.uv);
  if (on_points.unique) return;
  write_rows(group, "UV", mesh.uv);
  const auto indices = flatten<std::int64_t>(mesh.uv_triangles);
  group.dataset<std::int64_t>("UVTriangles", indices, {mesh.uv_triangles.size(), 3});
}

void read_uv(const hdf5::Group& group, geometry::SurfaceMesh& mesh) {
  if (group.has("UV")) {
    mesh.uv = rows_from<std::array<double, 2>>(group.read<double>("UV"));
    mesh.uv_triangles = rows_from<geometry::Triangle>(group.read<std::int64_t>("UVTriangles"));
  } else if (group.has("PointData/" + uv_name)) {
    mesh.uv = rows_from<std::array<double, 2>>(group.read<double>("PointData/" + uv_name));
    mesh.uv_triangles = mesh.triangles;
  }
}

void read_fields(const hdf5::Group& group, geometry::SurfaceMesh& mesh) {
  if (!group.has("PointData")) return;
  const auto data = group.group("PointData");
  for (const auto& name : data.names()) {
    if (name == uv_name) continue;
    const auto shape = data.shape(name);
    geometry::SurfaceMesh::Field field;
    field.components = shape.size() > 1 ? int(shape[1]) : 1;
    field.values = data.read<double>(name);
    for (const auto& [key, text] : data.text_attributes_of(name))
      if (key == "unit") field.unit = text;
    mesh.fields[name] = std::move(field);
  }
}

}  // namespace

void write_vtkhdf(const hdf5::Group& group, const geometry::SurfaceMesh& mesh) {
  check_consistent(mesh);
  const std::size_t cells = mesh.triangles.size();
  group.attribute("Version", std::span<const std::int64_t>(version));
  group.attribute_ascii("Type", "UnstructuredGrid");
  write_count(group, "NumberOfPoints", mesh.positions.size());
  write_count(group, "NumberOfCells", cells);
  write_count(group, "NumberOfConnectivityIds", 3 * cells);
  write_rows(group, "Points", mesh.positions);
  group.dataset("Connectivity", flatten<std::int64_t>(mesh.triangles));
  std::vector<std::int64_t> offsets(cells + 1);
  for (std::size_t i = 0; i <= cells; ++i) offsets[i] = std::int64_t(3 * i);
  group.dataset("Offsets", offsets);
  group.dataset("Types", std::vector<std::uint8_t>(cells, vtk_triangle));
  const auto data = group.create_group("PointData");
  for (const auto& [name, field] : mesh.fields) write_field(data, name, field);
  write_uv(group, mesh);
}

void write_vtkhdf(const std::filesystem::path& path, const geometry::SurfaceMesh& mesh) {
  const auto file = hdf5::File::create(path);
  write_vtkhdf(file.root().create_group("VTKHDF"), mesh);
  file.save();
}

geometry::SurfaceMesh read_vtkhdf(const hdf5::Group& group) {
  const auto types = group.read<std::uint8_t>("Types");
  if (std::any_of(types.begin(), types.end(), [](auto type) { return type != vtk_triangle; }))
    throw hdf5::Hdf5Error("cannot read the mesh: it has cells other than triangles");
  geometry::SurfaceMesh mesh;
  mesh.positions = rows_from<std::array<double, 3>>(group.read<double>("Points"));
  mesh.triangles = rows_from<geometry::Triangle>(group.read<std::int64_t>("Connectivity"));
  read_uv(group, mesh);
  read_fields(group, mesh);
  check_consistent(mesh);
  return mesh;
}

}  // namespace plisse::io
