// SPDX-License-Identifier: Apache-2.0
// OBJ and PLY; VTKHDF is in mesh_vtkhdf.cpp.
#include "framework/io/mesh_writers.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <bit>
#include <iterator>
#include <stdexcept>

#include "framework/io/atomic_file.hpp"

namespace plisse::io {
namespace {

static_assert(std::endian::native == std::endian::little, "binary PLY is written from memory as it stands");

constexpr std::size_t flush_bytes = 1 << 16;

// Text or bytes on their way to a file.
class Stream {
 public:
  explicit Stream(AtomicFile& file) : file_(file) {}
  template <class Format, class... Values>
  void print(const Format& format, const Values&... values) {
    fmt::format_to(std::back_inserter(buffer_), format, values...);
    if (buffer_.size() >= flush_bytes) flush();
  }
  template <class T>
  void put(T value) {
    const char* bytes = reinterpret_cast<const char*>(&value);
    buffer_.append(bytes, bytes + sizeof(T));
    if (buffer_.size() >= flush_bytes) flush();
  }
  void flush() {
    file_.write(buffer_.data(), buffer_.size());
    buffer_.clear();
  }

 private:
  AtomicFile& file_;
  fmt::memory_buffer buffer_;
};

std::string component_name(const std::string& field, int components, int component) {
  if (components == 1) return field;
  if (components == 3) return field + "_" + "xyz"[component];
  return field + "_" + std::to_string(component);
}

std::string ply_header(const geometry::SurfaceMesh& mesh, bool vertex_uv, bool face_uv) {
  std::string header =
      fmt::format("ply\nformat binary_little_endian 1.0\ncomment Plisse; positions in m\nelement vertex {}\n", mesh.positions.size());
  header += "property double x\nproperty double y\nproperty double z\n";
  if (vertex_uv) header += "property float s\nproperty float t\n";
  for (const auto& [name, field] : mesh.fields)
    for (int c = 0; c < field.components; ++c) header += "property float " + component_name(name, field.components, c) + "\n";
  header += fmt::format("element face {}\nproperty list uchar int vertex_indices\n", mesh.triangles.size());
  if (face_uv) header += "property list uchar float texcoord\n";
  return header + "end_header\n";
}

}  // namespace

void check_consistent(const geometry::SurfaceMesh& mesh) {
  const auto check_indices = [](const std::vector<geometry::Triangle>& triangles, std::size_t size, const char* what) {
    for (std::size_t i = 0; i < triangles.size(); ++i)
      for (const int index : triangles[i])
        if (index < 0 || std::size_t(index) >= size)
          throw std::invalid_argument(fmt::format("triangle {} names {} {}, but there are {}", i, what, index, size));
  };
  check_indices(mesh.triangles, mesh.positions.size(), "point");
  check_indices(mesh.uv_triangles, mesh.uv.size(), "texture coordinate");
  if (!mesh.uv_triangles.empty() && mesh.uv_triangles.size() != mesh.triangles.size())
    throw std::invalid_argument(
        fmt::format("{} triangles have {} triangles of texture coordinates", mesh.triangles.size(), mesh.uv_triangles.size()));
  for (const auto& [name, field] : mesh.fields)
    if (field.components < 1 || field.values.size() != mesh.positions.size() * std::size_t(field.components))
      throw std::invalid_argument(fmt::format("field '{}' has {} values for {} points of {} components", name, field.values.size(),
                                              mesh.positions.size(), field.components));
}

PointUv uv_on_points(const geometry::SurfaceMesh& mesh) {
  PointUv result;
  result.uv.assign(mesh.positions.size(), {0, 0});
  std::vector<int> chosen(mesh.positions.size(), -1);
  for (std::size_t i = 0; i < mesh.uv_triangles.size(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto point = std::size_t(mesh.triangles[i][corner]);
      const int index = mesh.uv_triangles[i][corner];
      const auto& uv = mesh.uv[std::size_t(index)];
      if (chosen[point] < 0) result.uv[point] = uv;
      else if (chosen[point] != index && uv != result.uv[point]) result.unique = false;
      if (chosen[point] < 0) chosen[point] = index;
    }
  }
  return result;
}

void write_obj(const std::filesystem::path& path, const geometry::SurfaceMesh& mesh) {
  check_consistent(mesh);
  AtomicFile file(path);
  Stream out(file);
  out.print(FMT_COMPILE("# Plisse: {} vertices, {} triangles; positions in m\n"), mesh.positions.size(), mesh.triangles.size());
  for (const auto& p : mesh.positions) out.print(FMT_COMPILE("v {} {} {}\n"), p[0], p[1], p[2]);
  for (const auto& t : mesh.uv) out.print(FMT_COMPILE("vt {} {}\n"), t[0], t[1]);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& v = mesh.triangles[i];
    if (mesh.uv_triangles.empty()) {
      out.print(FMT_COMPILE("f {} {} {}\n"), v[0] + 1, v[1] + 1, v[2] + 1);
    } else {
      const auto& t = mesh.uv_triangles[i];
      out.print(FMT_COMPILE("f {}/{} {}/{} {}/{}\n"), v[0] + 1, t[0] + 1, v[1] + 1, t[1] + 1, v[2] + 1, t[2] + 1);
    }
  }
  out.flush();
  file.commit();
}

void write_ply(const std::filesystem::path& path, const geometry::SurfaceMesh& mesh) {
  check_consistent(mesh);
  const PointUv uv = uv_on_points(mesh);
  const bool has_uv = !mesh.uv_triangles.empty(), vertex_uv = has_uv && uv.unique, face_uv = has_uv && !uv.unique;
  AtomicFile file(path);
  file.write(ply_header(mesh, vertex_uv, face_uv));
  Stream out(file);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    for (const double x : mesh.positions[i]) out.put(x);
    if (vertex_uv)
      for (const double x : uv.uv[i]) out.put(float(x));
    for (const auto& [name, field] : mesh.fields)
      for (int c = 0; c < field.components; ++c) out.put(float(field.values[i * std::size_t(field.components) + std::size_t(c)]));
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    out.put(std::uint8_t(3));
    for (const int index : mesh.triangles[i]) out.put(std::int32_t(index));
    if (!face_uv) continue;
    out.put(std::uint8_t(6));
    for (const int index : mesh.uv_triangles[i])
      for (const double x : mesh.uv[std::size_t(index)]) out.put(float(x));
  }
  out.flush();
  file.commit();
}

}  // namespace plisse::io
