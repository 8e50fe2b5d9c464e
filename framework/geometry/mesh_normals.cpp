// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "framework/geometry/curvature.hpp"
#include "framework/geometry/half_edges.hpp"
#include "framework/geometry/quadric_fit.hpp"
#include "framework/geometry/reference.hpp"

namespace plisse::geometry {
namespace {

constexpr int rings = 2;  // of neighbours in a fit
constexpr double least_agreement =
    0.5;  // of a fitted normal with the mean of the triangles: else the surface folds there, and the mean stays

class VertexFits {
 public:
  VertexFits(const SurfaceMesh& mesh, const std::vector<Point3>& means) : mesh_(mesh), means_(means), around_(mesh.positions.size()) {
    for_each_edge(sorted_half_edges(mesh.triangles), [&](const HalfEdge* side, const HalfEdge*) {
      around_[std::size_t(side->low)].push_back(side->high);
      around_[std::size_t(side->high)].push_back(side->low);
    });
  }

  Point3 normal(std::size_t v) {
    if (around_[v].empty()) return means_[v];
    gather(v);
    const Point3 fitted = fit_quadric(means_[v], offsets_, weights_, FitOrigin::fixed).normal;
    return dot(fitted, means_[v]) < least_agreement ? means_[v] : fitted;
  }

 private:
  // Offsets to the vertices a few edges away that face the same way, with Gaussian weights of one mean edge.
  void gather(std::size_t v) {
    double edge = 0;
    for (const int w : around_[v]) edge += norm(position(w) - mesh_.positions[v]) / double(around_[v].size());
    found_.assign(1, int(v));
    for (std::size_t ring = 0, first = 0; ring < rings; ++ring)
      for (const std::size_t last = found_.size(); first < last; ++first)
        for (const int w : around_[std::size_t(found_[first])])
          if (std::find(found_.begin(), found_.end(), w) == found_.end()) found_.push_back(w);
    offsets_.clear();
    weights_.clear();
    for (std::size_t i = 1; i < found_.size(); ++i) {
      if (dot(means_[std::size_t(found_[i])], means_[v]) < 0) continue;
      offsets_.push_back(position(found_[i]) - mesh_.positions[v]);
      weights_.push_back(std::exp(-dot(offsets_.back(), offsets_.back()) / (edge * edge)));
    }
  }

  const Point3& position(int v) const { return mesh_.positions[std::size_t(v)]; }

  const SurfaceMesh& mesh_;
  const std::vector<Point3>& means_;
  std::vector<std::vector<int>> around_;
  std::vector<int> found_;
  std::vector<Point3> offsets_;
  std::vector<double> weights_;
};

// Where the triangles around a vertex cancel, as at the tip of a fold, one of them speaks for it.
void mend_cancelled(const SurfaceMesh& mesh, std::vector<Point3>& normals) {
  for (const Triangle& t : mesh.triangles) {
    for (const int v : t) {
      Point3& n = normals[std::size_t(v)];
      if (norm(n) > 0.5) continue;
      const auto at = [&](std::size_t k) { return mesh.positions[std::size_t(t[k])]; };
      n = area_vector(at(0), at(1), at(2));
      n = (1 / norm(n)) * n;
    }
  }
}

}  // namespace

std::vector<Point3> mesh_normals(const SurfaceMesh& mesh, MeshNormals kind) {
  std::vector<Point3> means = vertex_normals(mesh);
  mend_cancelled(mesh, means);
  if (kind == MeshNormals::area_weighted) return means;
  VertexFits fits(mesh, means);
  std::vector<Point3> normals(means.size());
  for (std::size_t v = 0; v < normals.size(); ++v) normals[v] = fits.normal(v);
  return normals;
}

}  // namespace plisse::geometry
