// SPDX-License-Identifier: Apache-2.0
// Distances between point clouds and between surfaces.
#include <algorithm>
#include <cmath>
#include <nanoflann.hpp>
#include <stdexcept>

#include "framework/config/error.hpp"
#include "framework/report/metrics.hpp"
#include "framework/report/parallel.hpp"
#include "framework/report/scene.hpp"

namespace plisse::report {
namespace {

using namespace geometry;

constexpr std::int64_t block = 1024;  // points a task

struct Cloud {
  std::span<const Point3> points;
  std::size_t kdtree_get_point_count() const { return points.size(); }
  double kdtree_get_pt(std::size_t i, std::size_t axis) const { return points[i][axis]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3>;

template <class Distance>
std::vector<double> each(std::span<const Point3> points, const Distance& distance) {
  const std::int64_t count = std::int64_t(points.size());
  std::vector<double> distances(points.size());
  parallel_for(int((count + block - 1) / block), 0, [&](int task) {
    for (std::int64_t i = task * block; i < std::min(count, (task + 1) * block); ++i)
      distances[std::size_t(i)] = distance(points[std::size_t(i)]);
  });
  return distances;
}

std::vector<double> to_cloud(std::span<const Point3> from, std::span<const Point3> to) {
  const Cloud cloud{to};
  const Tree tree(3, cloud, nanoflann::KDTreeSingleIndexAdaptorParams(16));
  return each(from, [&](const Point3& p) {
    std::uint32_t index = 0;
    double squared = 0;
    tree.knnSearch(p.data(), 1, &index, &squared);
    return std::sqrt(squared);
  });
}

struct OneSided {
  double mean = 0, mean_square = 0, max = 0;

  explicit OneSided(const std::vector<double>& distances) {
    for (const double d : distances) mean += d, mean_square += d * d, max = std::max(max, d);
    mean /= double(distances.size());
    mean_square /= double(distances.size());
  }
};

Distances combine(const std::vector<double>& a_to_b, const std::vector<double>& b_to_a, const Sampling& sampling) {
  const OneSided ab(a_to_b), ba(b_to_a);
  return {(ab.mean + ba.mean) / 2,
          ab.mean_square + ba.mean_square,
          std::max(ab.max, ba.max),
          ab.max,
          ba.max,
          std::int64_t(a_to_b.size()),
          std::int64_t(b_to_a.size()),
          sampling};
}

// SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014) as a hash of a counter: in [0, 1).
double uniform(std::uint64_t seed, std::uint64_t counter) {
  std::uint64_t z = seed * 0xd1342543de82ef95u + (counter + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return double((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

}  // namespace

std::vector<Point3> sample_surface(const geometry::SurfaceMesh& mesh, std::int64_t count, std::uint64_t seed) {
  check_mesh(mesh, "the surface to sample");
  const auto corner = [&](std::size_t t, std::size_t k) -> const Point3& { return mesh.positions[std::size_t(mesh.triangles[t][k])]; };
  std::vector<double> area_up_to(mesh.triangles.size());
  double total = 0;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    total += 0.5 * norm(geometry::area_vector(corner(t, 0), corner(t, 1), corner(t, 2)));
    area_up_to[t] = total;
  }
  if (!(total > 0)) throw config::Error("the surface to sample has no area\n  check that the run or mesh holds a surface");
  std::vector<Point3> points;
  points.reserve(std::size_t(std::max<std::int64_t>(0, count)));
  std::size_t t = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t counter = 3 * std::uint64_t(i);
    const double level = std::min((double(i) + uniform(seed, counter)) / double(count) * total, std::nextafter(total, 0.));
    while (area_up_to[t] <= level) ++t;
    const double root = std::sqrt(uniform(seed, counter + 1)), v = uniform(seed, counter + 2);
    points.push_back((1 - root) * corner(t, 0) + (root * (1 - v)) * corner(t, 1) + (root * v) * corner(t, 2));
  }
  return points;
}

Distances point_distances(std::span<const Point3> a, std::span<const Point3> b) {
  if (a.empty() || b.empty()) throw std::invalid_argument("point_distances: a cloud is empty");
  return combine(to_cloud(a, b), to_cloud(b, a), {0, 0, false});
}

Distances surface_distances(const geometry::SurfaceMesh& a, const geometry::SurfaceMesh& b, const Sampling& sampling) {
  if (sampling.points < 1) throw std::invalid_argument("surface_distances: at least one sample is needed");
  const auto of_a = sample_surface(a, sampling.points, sampling.seed), of_b = sample_surface(b, sampling.points, sampling.seed + 1);
  if (!sampling.to_surface) return combine(to_cloud(of_a, of_b), to_cloud(of_b, of_a), sampling);
  const ClosestSurface surface_a(a, "the first surface"), surface_b(b, "the second surface");
  return combine(each(of_a, [&](const Point3& p) { return surface_b.distance(p); }),
                 each(of_b, [&](const Point3& p) { return surface_a.distance(p); }), sampling);
}

}  // namespace plisse::report
