// SPDX-License-Identifier: Apache-2.0
// Batches of queries for the tests of the colliders, and a plain search over all triangles to compare with.
#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "kernels/collision/body.hpp"

namespace plisse::collision::testing {

struct Answer {
  double distance;
  Vec3<double> normal;
};

template <class T>
Jets<T> positions_of(const std::vector<Vec3<double>>& points) {
  Jets<T> positions("positions", 3, 1, points.size());
  const auto host = Kokkos::create_mirror_view(positions);
  for (std::size_t p = 0; p < points.size(); ++p)
    for (int i = 0; i < 3; ++i) host(i, 0, p) = T(points[p][i]);
  Kokkos::deep_copy(positions, host);
  return positions;
}

// The answers of anything with Collider's query().
template <class T, class Query>
std::vector<Answer> ask(const Query& collider, const std::vector<Vec3<double>>& points) {
  const int n = int(points.size());
  Array1<T> distance("distance", n);
  Array2<T> normal("normal", 3, n);
  collider.query(Exec(), positions_of<T>(points), n, distance, normal);
  const auto host_distance = Kokkos::create_mirror_view(distance);
  const auto host_normal = Kokkos::create_mirror_view(normal);
  Kokkos::deep_copy(host_distance, distance);
  Kokkos::deep_copy(host_normal, normal);
  std::vector<Answer> answers(n);
  for (int p = 0; p < n; ++p)
    answers[p] = {double(host_distance(p)), {double(host_normal(0, p)), double(host_normal(1, p)), double(host_normal(2, p))}};
  return answers;
}

// Points around a centre, at distances spread evenly in logarithm between `near` and `far`.
inline std::vector<Vec3<double>> scattered(int n, const Vec3<double>& centre, double near, double far, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(std::log(near), std::log(far));
  std::vector<Vec3<double>> points(n);
  for (auto& p : points) {
    const Vec3<double> direction{normal(generator), normal(generator), normal(generator)};
    p = centre + (std::exp(uniform(generator)) / norm(direction)) * direction;
  }
  return points;
}

}  // namespace plisse::collision::testing
