// SPDX-License-Identifier: Apache-2.0
#include "framework/io/obj_reader.hpp"

#include <fmt/format.h>

#include <vector>

#include "framework/config/error.hpp"
#include "framework/io/polygon.hpp"
#include "framework/io/scanner.hpp"

namespace plisse::io {
namespace {

using geometry::Point3;
using geometry::SurfaceMesh;

struct Corner {
  int vertex = -1, uv = -1;  // from 0; uv -1: none
};

class ObjReader {
 public:
  ObjReader(const std::string& name, std::string_view text, bool with_uv)
      : name_(name), scanner_(name, text, '#', true), with_uv_(with_uv) {}

  SurfaceMesh run() {
    while (scanner_.next_line()) statement();
    if (mesh_.positions.empty()) throw config::Error(fmt::format("{} holds no vertices: is it an OBJ file?", name_));
    if (face_line_.empty()) {
      throw config::Error(
          fmt::format("{} holds {} vertices and no faces; export the surface, not its points", name_, mesh_.positions.size()));
    }
    for (std::size_t f = 0; f < face_line_.size(); ++f) add_face(f);
    if (mesh_.uv_triangles.empty()) mesh_.uv.clear();
    return std::move(mesh_);
  }

 private:
  void statement() {
    std::string_view word;
    if (!scanner_.next_word(word)) return;
    if (word == "v") {
      vertex();
    } else if (word == "vt" && with_uv_) {
      texture();
    } else if (word == "f") {
      face();
    }
  }

  void vertex() {
    const double x = scanner_.number("x"), y = scanner_.number("y"), z = scanner_.number("z");
    mesh_.positions.push_back({x, y, z});
  }

  void texture() {
    const double u = scanner_.number("u");
    const double v = scanner_.rest().empty() ? 0 : scanner_.number("v");
    mesh_.uv.push_back({u, v});
  }

  void face() {
    const std::size_t first = corners_.size();
    std::string_view word;
    while (scanner_.next_word(word)) corners_.push_back(corner(word));
    const std::size_t count = corners_.size() - first;
    if (count < 3) scanner_.fail(fmt::format("a face needs at least 3 corners, this one has {}", count));
    for (std::size_t i = first + 1; i < corners_.size(); ++i)
      if ((corners_[i].uv < 0) != (corners_[first].uv < 0)) scanner_.fail("some corners of this face have a vt index and others have none");
    face_start_.push_back(first);
    face_line_.push_back(scanner_.line());
  }

  // v, v/vt, v//vn or v/vt/vn
  Corner corner(std::string_view word) const {
    const std::size_t slash = word.find('/');
    Corner c;
    c.vertex = index(word.substr(0, slash), mesh_.positions.size(), word);
    if (with_uv_ && slash != word.npos) {
      const std::string_view tail = word.substr(slash + 1), vt = tail.substr(0, tail.find('/'));
      if (!vt.empty()) c.uv = index(vt, mesh_.uv.size(), word);
    }
    return c;
  }

  int index(std::string_view text, std::size_t count_so_far, std::string_view word) const {
    long long i = 0;
    if (!parse(text, i)) scanner_.fail(fmt::format("'{}' is not a face corner; expected v, v/vt, v//vn or v/vt/vn", word.substr(0, 40)));
    if (i == 0) scanner_.fail(fmt::format("index 0 in '{}'; OBJ counts from 1, or from -1 backwards", word.substr(0, 40)));
    const long long from_zero = i > 0 ? i - 1 : (long long)(count_so_far) + i;
    if (from_zero < 0) scanner_.fail(fmt::format("index {} reaches before the first of {} entries so far", i, count_so_far));
    if (from_zero > 0x7ffffffe) scanner_.fail(fmt::format("index {} is out of range", i));
    return int(from_zero);
  }

  // Faces may name vertices that stand further down, so that indices are checked last.
  void add_face(std::size_t f) {
    const std::size_t first = face_start_[f], end = f + 1 < face_start_.size() ? face_start_[f + 1] : corners_.size();
    std::vector<Point3> polygon;
    for (std::size_t i = first; i < end; ++i) {
      const Corner& c = corners_[i];
      check(c.vertex, mesh_.positions.size(), "vertex", f);
      check(c.uv, mesh_.uv.size(), "vt", f);
      polygon.push_back(mesh_.positions[std::size_t(c.vertex)]);
    }
    const bool has_uv = corners_[first].uv >= 0;
    if (has_uv != (corners_[0].uv >= 0)) {
      throw config::Error(fmt::format("{}:{}: this face has {}, unlike the first face; give all faces texture coordinates or none", name_,
                                      face_line_[f], has_uv ? "vt indices" : "no vt indices"));
    }
    for (const auto& [a, b, c] : triangulate(polygon)) {
      const Corner &ca = corners_[first + std::size_t(a)], &cb = corners_[first + std::size_t(b)], &cc = corners_[first + std::size_t(c)];
      mesh_.triangles.push_back({ca.vertex, cb.vertex, cc.vertex});
      if (has_uv) mesh_.uv_triangles.push_back({ca.uv, cb.uv, cc.uv});
    }
  }

  void check(int i, std::size_t count, const char* what, std::size_t f) const {
    if (i >= 0 && std::size_t(i) >= count)
      throw config::Error(fmt::format("{}:{}: {} index {} is out of range: the file has {}", name_, face_line_[f], what, i + 1, count));
  }

  std::string name_;
  Scanner scanner_;
  bool with_uv_;
  SurfaceMesh mesh_;
  std::vector<Corner> corners_;
  std::vector<std::size_t> face_start_;
  std::vector<int> face_line_;
};

}  // namespace

SurfaceMesh parse_obj(const std::string& name, std::string_view text, bool with_uv) { return ObjReader(name, text, with_uv).run(); }

}  // namespace plisse::io
