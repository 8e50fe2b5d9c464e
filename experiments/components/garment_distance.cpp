// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/garment_distance.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <nanoflann.hpp>
#include <numbers>
#include <set>

#include "framework/config/error.hpp"
#include "framework/geometry/topology.hpp"
#include "framework/report/closest_surface.hpp"
#include "kernels/core/random.hpp"

namespace plisse::experiments {

using namespace geometry;

namespace {

constexpr double patch_reach = 1.5;  // of a point's patch, in radii of a disk of its area
constexpr double rim_width = 1.5;    // of the points that end a cloud, in distances between points
constexpr double on_edge = 1e-6;     // barycentric coordinate
constexpr double touching = 1e-7;    // of the garment's size: below, the direction is a normal

struct Cloud {
  const std::vector<Point3>* points;
  std::size_t kdtree_get_point_count() const { return points->size(); }
  double kdtree_get_pt(std::size_t i, std::size_t axis) const { return (*points)[i][axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

class Nearest {
 public:
  explicit Nearest(std::vector<Point3> points) : points_(std::move(points)), cloud_{&points_}, tree_(3, cloud_, {16}) {}

  std::size_t index(const Point3& x) const { return neighbours(x, 1).front(); }
  double distance(const Point3& x) const { return points_.empty() ? std::numeric_limits<double>::infinity() : norm(x - points_[index(x)]); }
  // The k nearest, nearest first.
  std::vector<std::uint32_t> neighbours(const Point3& x, std::size_t k) const {
    std::vector<std::uint32_t> found(k);
    std::vector<double> squared(k);
    found.resize(tree_.knnSearch(x.data(), k, found.data(), squared.data()));
    return found;
  }

 private:
  std::vector<Point3> points_;
  Cloud cloud_;
  nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3> tree_;
};

// Edges of one triangle only, and their ends.
class Rim {
 public:
  explicit Rim(const SurfaceMesh& mesh) {
    const auto topology = build_topology(mesh);
    on_rim_ = topology.on_boundary;
    for (const auto& loop : topology.boundary_loops)
      for (std::size_t i = 0; i < loop.size(); ++i) edges_.insert(std::minmax(loop[i], loop[(i + 1) % loop.size()]));
  }

  // Whether a point of a triangle lies on the rim.
  bool holds(const SurfaceMesh& mesh, int triangle, const Point3& x) const {
    const auto& t = mesh.triangles[std::size_t(triangle)];
    const auto corner = [&](std::size_t k) { return mesh.positions[std::size_t(t[k % 3])]; };
    const Point3 normal = area_vector(corner(0), corner(1), corner(2));
    std::vector<int> support;
    for (std::size_t k = 0; k < 3; ++k)
      if (dot(area_vector(x, corner(k + 1), corner(k + 2)), normal) > on_edge * dot(normal, normal)) support.push_back(t[k]);
    if (support.size() == 1) return on_rim_[std::size_t(support[0])] != 0;
    return support.size() == 2 && edges_.count(std::minmax(support[0], support[1])) > 0;
  }

 private:
  std::vector<char> on_rim_;
  std::set<std::pair<int, int>> edges_;
};

Point3 unit(const Point3& a) { return (1 / norm(a)) * a; }

// Running sums of non-negative weights, to choose an index with probability proportional to its weight.
class Shares {
 public:
  explicit Shares(std::vector<double> weights) : sums_(std::move(weights)) {
    for (std::size_t i = 1; i < sums_.size(); ++i) sums_[i] += sums_[i - 1];
  }
  std::size_t at(double share) const {
    const auto it = std::upper_bound(sums_.begin(), sums_.end(), share * sums_.back());
    return std::min(std::size_t(it - sums_.begin()), sums_.size() - 1);
  }

 private:
  std::vector<double> sums_;
};

void numbers(std::uint64_t seed, int index, double (&u)[4]) {
  random::Generator(seed, random::Stream::ground_truth, 0).uniform4(std::uint64_t(index), u);
}

// The part of a along the surface with unit normal n.
Point3 along(const Point3& a, const Point3& n) { return a - dot(a, n) * n; }

}  // namespace

struct GarmentDistance::Surface {
  virtual ~Surface() = default;
  virtual Closest closest(const Point3& x) const = 0;
  virtual Site site(const double (&u)[4]) const = 0;
};

struct GarmentDistance::MeshSurface : Surface {
  SurfaceMesh mesh;
  MeshReference reference;
  report::ClosestSurface surface;
  Shares shares;
  Nearest rim;
  Rim edges;
  double touch;

  MeshSurface(const SurfaceMesh& mesh_, double size, const std::string& what)
      : mesh(mesh_),
        reference(mesh_reference(mesh)),
        surface(mesh, what),
        shares(reference.area),
        rim(rim_of(mesh)),
        edges(mesh),
        touch(touching * size) {}

  static std::vector<Point3> rim_of(const SurfaceMesh& mesh) {
    const auto topology = build_topology(mesh);
    std::vector<Point3> points;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
      if (topology.on_boundary[v]) points.push_back(mesh.positions[v]);
    return points;
  }

  Closest closest(const Point3& x) const override {
    const auto found = surface.closest(x);
    if (found.distance > touch)
      return {found.point, (1 / found.distance) * (x - found.point), found.distance, edges.holds(mesh, found.triangle, found.point)};
    const auto& t = mesh.triangles[std::size_t(found.triangle)];
    return {found.point,
            unit(area_vector(mesh.positions[std::size_t(t[0])], mesh.positions[std::size_t(t[1])], mesh.positions[std::size_t(t[2])])),
            found.distance, false};
  }

  Site site(const double (&u)[4]) const override {
    const auto f = shares.at(u[0]);
    const auto& t = mesh.triangles[f];
    const double r = std::sqrt(u[1]), w[3] = {1 - r, r * (1 - u[2]), r * u[2]};
    Site site{};
    for (std::size_t k = 0; k < 3; ++k) {
      const auto v = std::size_t(t[k]);
      site.position = site.position + w[k] * mesh.positions[v];
      site.normal = site.normal + w[k] * reference.normals[v];
      site.weingarten = site.weingarten + w[k] * reference.vertex_weingarten[v];
    }
    site.normal = unit(site.normal);
    site.to_rim = rim.distance(site.position);
    return site;
  }
};

struct GarmentDistance::PointSurface : Surface {
  std::vector<ReferencePoint> points;
  Nearest nearest, rim;
  Shares shares;
  double touch;

  PointSurface(const std::vector<ReferencePoint>& points_, double size)
      : points(points_), nearest(positions_of(points)), rim(rim_of(points, nearest)), shares(areas_of(points)), touch(touching * size) {}

  static std::vector<Point3> positions_of(const std::vector<ReferencePoint>& points) {
    std::vector<Point3> positions;
    for (const auto& p : points) positions.push_back(p.position);
    return positions;
  }
  static std::vector<double> areas_of(const std::vector<ReferencePoint>& points) {
    std::vector<double> areas;
    for (const auto& p : points) areas.push_back(p.area);
    return areas;
  }
  // Where the neighbours lie on one side: their mean is off by more than a third of their reach.
  static std::vector<Point3> rim_of(const std::vector<ReferencePoint>& points, const Nearest& nearest) {
    constexpr std::size_t neighbours = 20;
    constexpr double one_sided = 1.0 / 3;
    std::vector<Point3> rim;
    for (const auto& p : points) {
      Point3 mean{};
      double reach = 0;
      const auto around = nearest.neighbours(p.position, neighbours);
      for (const auto i : around) {
        const Point3 tangent = along(points[i].position - p.position, p.normal);
        mean = mean + (1.0 / double(around.size())) * tangent;
        reach = std::max(reach, norm(tangent));
      }
      if (norm(mean) > one_sided * reach) rim.push_back(p.position);
    }
    return rim;
  }

  struct Foot {
    Point3 tau;
    bool cut;  // at the edge of the patch
  };
  // tau minimises the distance to q(tau) to first order in the curvature's change.
  static Foot foot(const Point3& x, const ReferencePoint& p) {
    const Point3 y = x - p.position, t = along(y, p.normal);
    const double z = dot(y, p.normal), reach = patch_reach * std::sqrt(p.area / std::numbers::pi);
    const auto& h = p.weingarten;
    Eigen::Matrix3d a;
    a << 1 + z * h[0], z * h[1], z * h[2], z * h[1], 1 + z * h[3], z * h[4], z * h[2], z * h[4], 1 + z * h[5];
    Eigen::Vector3d solved(t[0], t[1], t[2]);
    if (a.determinant() > 0.01) solved = a.inverse() * solved;
    const Point3 tau = along({solved[0], solved[1], solved[2]}, p.normal);
    const double length = norm(tau);
    if (length > reach) return {(reach / length) * tau, true};
    return {tau, false};
  }

  Closest closest(const Point3& x) const override {
    const auto& p = points[nearest.index(x)];
    const auto [tau, cut] = foot(x, p);
    const Point3 slope = p.weingarten * tau;
    const Point3 q = p.position + tau - (0.5 * dot(tau, slope)) * p.normal, away = x - q, normal = unit(p.normal + slope);
    const double distance = norm(away);
    if (cut && distance > touch) return {q, (1 / distance) * away, distance, rim.distance(p.position) < rim_width * std::sqrt(p.area)};
    return {q, dot(away, normal) < 0 ? -1.0 * normal : normal, distance, false};
  }

  Site site(const double (&u)[4]) const override {
    const auto& p = points[shares.at(u[0])];
    return {p.position, p.normal, p.weingarten, rim.distance(p.position)};
  }
};

GarmentDistance::GarmentDistance(const Garment& garment, const std::string& what) {
  if (garment.mesh.triangles.empty() && garment.points.empty()) throw config::Error(what + " has neither triangles nor points");
  lower_.fill(std::numeric_limits<double>::infinity());
  upper_.fill(-std::numeric_limits<double>::infinity());
  const auto include = [&](const Point3& x) {
    for (std::size_t i = 0; i < 3; ++i) {
      lower_[i] = std::min(lower_[i], x[i]);
      upper_[i] = std::max(upper_[i], x[i]);
    }
  };
  if (!garment.points.empty()) {
    for (const auto& p : garment.points) include(p.position);
    surface_ = std::make_unique<PointSurface>(garment.points, norm(upper_ - lower_));
    return;
  }
  for (const auto& t : garment.mesh.triangles)
    for (const int v : t) include(garment.mesh.positions[std::size_t(v)]);
  surface_ = std::make_unique<MeshSurface>(garment.mesh, norm(upper_ - lower_), what);
}

GarmentDistance::~GarmentDistance() = default;

GarmentDistance::Closest GarmentDistance::closest(const Point3& x) const { return surface_->closest(x); }

std::vector<GarmentDistance::Site> GarmentDistance::sites(int n, std::uint64_t seed) const {
  std::vector<Site> sites;
  for (int i = 0; i < n; ++i) {
    double u[4];
    numbers(seed, i, u);
    sites.push_back(surface_->site(u));
  }
  return sites;
}

}  // namespace plisse::experiments
