// SPDX-License-Identifier: Apache-2.0
#include "framework/io/ply_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "framework/config/error.hpp"
#include "framework/io/ply_header.hpp"
#include "framework/io/polygon.hpp"

namespace plisse::io {
namespace {

using geometry::Point2;
using geometry::Point3;
using geometry::SurfaceMesh;
using ply::Element;
using ply::Property;

// Corners of one face that share their vertex and their texture coordinates share one UV entry.
class UvPool {
 public:
  explicit UvPool(std::vector<Point2>& uv) : uv_(uv) {}
  int index(int vertex, const Point2& uv) {
    const auto [it, is_new] = known_.try_emplace({vertex, uv[0], uv[1]}, int(uv_.size()));
    if (is_new) uv_.push_back(uv);
    return it->second;
  }

 private:
  std::vector<Point2>& uv_;
  std::map<std::tuple<int, double, double>, int> known_;
};

class PlyReader {
 public:
  PlyReader(const std::string& name, std::string_view bytes, bool with_uv)
      : name_(name),
        with_uv_(with_uv),
        scanner_(name, bytes),
        header_(ply::read_header(scanner_)),
        values_(name, bytes, header_.format, scanner_) {}

  SurfaceMesh run() {
    const Element &vertices = require("vertex", "a mesh"), &faces = require("face", "a surface; is it a point cloud?");
    for (const Element& element : header_.elements) {
      values_.begin(element);
      if (&element == &vertices) {
        read_vertices(element);
      } else if (&element == &faces) {
        read_faces(element);
      } else if (!element.properties.empty()) {
        skip(element);
      }
    }
    if (mesh_.triangles.empty()) throw config::Error(fmt::format("{} holds {} vertices and no faces", name_, mesh_.positions.size()));
    finish_uv();
    return std::move(mesh_);
  }

 private:
  const Element& require(std::string_view element, const char* purpose) const {
    for (const Element& e : header_.elements)
      if (e.name == element) return e;
    throw config::Error(fmt::format("{} has no element '{}', which makes {}", name_, element, purpose));
  }

  // Reads one record: scalars into `scalars_`, lists into `lists_`, both by property.
  void read_record(const Element& element) {
    values_.begin_record();
    scalars_.resize(element.properties.size());
    lists_.resize(element.properties.size());
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const Property& p = element.properties[i];
      if (!p.count) {
        scalars_[i] = values_.scalar(p.type);
        continue;
      }
      lists_[i].resize(values_.list_length(*p.count, p.type));
      for (double& x : lists_[i]) x = values_.scalar(p.type);
    }
    values_.end_record();
  }

  void skip(const Element& element) {
    for (std::size_t i = 0; i < element.count; ++i) read_record(element);
  }

  void read_vertices(const Element& element) {
    std::array<int, 3> xyz;
    for (int k = 0; k < 3; ++k) {
      const std::string axis(1, "xyz"[k]);
      xyz[std::size_t(k)] = element.find(axis);
      if (xyz[std::size_t(k)] < 0) throw config::Error(fmt::format("{}: vertices have no property '{}'", name_, axis));
    }
    std::array<int, 2> st{-1, -1};
    for (const auto& [s, t] : {std::pair{"s", "t"}, {"u", "v"}, {"texture_u", "texture_v"}, {"texture_s", "texture_t"}})
      if (st[0] < 0 && element.find(s) >= 0 && element.find(t) >= 0) st = {element.find(s), element.find(t)};
    for (std::size_t i = 0; i < element.count; ++i) {
      read_record(element);
      Point3 p;
      for (std::size_t k = 0; k < 3; ++k) p[k] = finite(scalars_[std::size_t(xyz[k])]);
      mesh_.positions.push_back(p);
      if (with_uv_ && st[0] >= 0) vertex_uv_.push_back({finite(scalars_[std::size_t(st[0])]), finite(scalars_[std::size_t(st[1])])});
    }
    vertex_count_ = element.count;
  }

  double finite(double x) const {
    if (!std::isfinite(x)) values_.fail(fmt::format("a coordinate is {}; every coordinate must be finite", x));
    return x;
  }

  void read_faces(const Element& element) {
    int indices = element.find("vertex_indices");
    if (indices < 0) indices = element.find("vertex_index");
    const int texture = with_uv_ ? element.find("texcoord") : -1;
    if (indices < 0 || !element.properties[std::size_t(indices)].count)
      throw config::Error(fmt::format("{}: faces have no list 'vertex_indices'", name_));
    if (mesh_.positions.empty() && element.count > 0) throw config::Error(fmt::format("{}: faces come before any vertex", name_));
    for (std::size_t i = 0; i < element.count; ++i) {
      read_record(element);
      const std::vector<double> none;
      add_face(lists_[std::size_t(indices)], texture < 0 ? none : lists_[std::size_t(texture)]);
    }
  }

  void add_face(const std::vector<double>& indices, const std::vector<double>& texture) {
    const std::size_t n = indices.size();
    if (n < 3) values_.fail(fmt::format("a face needs at least 3 corners, this one has {}", n));
    if (!texture.empty() && texture.size() != 2 * n)
      values_.fail(fmt::format("a texcoord list of {} numbers for {} corners; expected {}", texture.size(), n, 2 * n));
    if (mesh_.triangles.empty()) face_uv_ = !texture.empty();
    if (face_uv_ != !texture.empty()) values_.fail("some faces have texture coordinates and others have none");
    std::vector<Point3> polygon;
    std::vector<int> vertex, uv;
    for (std::size_t i = 0; i < n; ++i) {
      if (!(indices[i] >= 0 && indices[i] < double(vertex_count_)) || indices[i] != std::floor(indices[i]))
        values_.fail(fmt::format("vertex index {} is out of range 0 to {}", indices[i], vertex_count_ - 1));
      vertex.push_back(int(indices[i]));
      polygon.push_back(mesh_.positions[std::size_t(vertex[i])]);
      if (face_uv_) uv.push_back(pool_.index(vertex[i], {finite(texture[2 * i]), finite(texture[2 * i + 1])}));
    }
    for (const auto& [a, b, c] : triangulate(polygon)) {
      mesh_.triangles.push_back({vertex[std::size_t(a)], vertex[std::size_t(b)], vertex[std::size_t(c)]});
      if (face_uv_) mesh_.uv_triangles.push_back({uv[std::size_t(a)], uv[std::size_t(b)], uv[std::size_t(c)]});
    }
  }

  void finish_uv() {
    if (face_uv_ || vertex_uv_.empty()) return;
    mesh_.uv = std::move(vertex_uv_);
    mesh_.uv_triangles = mesh_.triangles;
  }

  std::string name_;
  bool with_uv_, face_uv_ = false;
  Scanner scanner_;
  ply::Header header_;
  ply::Values values_;
  SurfaceMesh mesh_;
  UvPool pool_{mesh_.uv};
  std::vector<Point2> vertex_uv_;
  std::size_t vertex_count_ = 0;
  std::vector<double> scalars_;
  std::vector<std::vector<double>> lists_;
};

}  // namespace

SurfaceMesh parse_ply(const std::string& name, std::string_view bytes, bool with_uv) { return PlyReader(name, bytes, with_uv).run(); }

}  // namespace plisse::io
