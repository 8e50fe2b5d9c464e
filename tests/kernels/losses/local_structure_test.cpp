// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <numbers>

#include "batches.hpp"

using namespace plisse;
using namespace plisse::losses;
using namespace plisse::losses::testing;

namespace {

template <class T>
struct HostStructures {
  int stride;
  typename Array2<T>::host_mirror_type uv;
  typename Array3<T>::host_mirror_type rest;
  Array1<unsigned char>::host_mirror_type valid;
  typename Array1<T>::host_mirror_type weight;

  explicit HostStructures(const Structures<T>& s)
      : stride(s.stride), uv(to_host(s.uv)), rest(to_host(s.rest)), valid(to_host(s.valid)), weight(to_host(s.weight)) {}
  double distance(int s, int k, int l) const {
    return std::hypot(double(uv(0, k * stride + s)) - double(uv(0, l * stride + s)),
                      double(uv(1, k * stride + s)) - double(uv(1, l * stride + s)));
  }
};

// Structures at the points (0.3, 0.6) and (0.5, 0.02) for a seed and a step.
template <class T>
HostStructures<T> two_points(Structures<T>& structures, double edge, std::uint64_t seed, std::int64_t step) {
  Array2<T> uv("uv", 2, 2);
  Array1<T> weight("weight", 2);
  const auto host = Kokkos::create_mirror_view(uv);
  host(0, 0) = T(0.3), host(1, 0) = T(0.6), host(0, 1) = T(0.5), host(1, 1) = T(0.02);
  Kokkos::deep_copy(uv, host);
  Kokkos::deep_copy(weight, T(0.5));
  build_structures(Exec(), unit_square<T>(), uv, weight, 2, edge, seed, step, structures);
  return HostStructures<T>(structures);
}

}  // namespace

TEST_CASE_TEMPLATE("four equilateral triangles around each sample", T, float, double) {
  Workspace workspace;
  auto structures = make_structures<T>(2, workspace);
  const double edge = 0.1, tolerance = sizeof(T) == 4 ? 1e-5 : 1e-12;
  const auto s = two_points<T>(structures, edge, 1, 0);
  CHECK(structures.count == 2);
  CHECK(structures.area == 1);
  CHECK(structures.edge == edge);
  for (int k = 0; k < structure_vertices; ++k) CHECK(s.valid(k * s.stride));
  for (int e = 0; e < all_edges; ++e)
    CHECK(s.distance(0, edge_vertex(e, 0), edge_vertex(e, 1)) == doctest::Approx(edge).epsilon(tolerance));
  for (int k = 0; k < 3; ++k) {
    CHECK(s.distance(0, k, k + 3) == doctest::Approx(std::sqrt(3.) * edge).epsilon(tolerance));
    CHECK(s.distance(0, pair_vertex(k, 0), pair_vertex(k, 3)) == doctest::Approx(std::sqrt(3.) * edge).epsilon(tolerance));
  }
  const double centroid[2] = {0.3, 0.6};
  for (int i = 0; i < 2; ++i) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += s.uv(i, k * s.stride) / 3;
    CHECK(sum == doctest::Approx(centroid[i]).epsilon(tolerance));
    for (int k = 0; k < structure_vertices; ++k)
      CHECK(s.rest(i, 0, k * s.stride) == doctest::Approx(s.uv(i, k * s.stride)).epsilon(tolerance));
  }
}

TEST_CASE("vertices outside the charts stay at the sample and are flagged") {
  Workspace workspace;
  auto structures = make_structures<double>(2, workspace);
  const auto s = two_points<double>(structures, 0.1, 1, 0);
  int outside = 0;
  for (int k = 0; k < structure_vertices; ++k) {
    const int column = k * s.stride + 1;
    if (s.valid(column)) continue;
    ++outside;
    CHECK(s.uv(0, column) == 0.5);
    CHECK(s.uv(1, column) == 0.02);
    CHECK(s.rest(0, 0, column) == doctest::Approx(0.5));
    CHECK(s.rest(1, 0, column) == doctest::Approx(0.02));
  }
  CHECK(outside >= 1);
  CHECK(outside <= 3);
}

TEST_CASE("rotations follow seed and step and cover [0, 120) degrees") {
  Workspace workspace;
  auto structures = make_structures<double>(2, workspace);
  const auto angle = [&](std::uint64_t seed, std::int64_t step) {
    const auto s = two_points<double>(structures, 0.1, seed, step);
    return std::atan2(s.uv(1, 0) - 0.6, s.uv(0, 0) - 0.3);
  };
  CHECK(angle(1, 0) == angle(1, 0));
  CHECK(angle(1, 0) != angle(1, 1));
  CHECK(angle(1, 0) != angle(2, 0));
  double least = 10, most = -10, mean = 0;
  const int steps = 300;
  for (int step = 0; step < steps; ++step) {
    const double a = angle(1, step);
    least = std::min(least, a), most = std::max(most, a), mean += a / steps;
  }
  const double third = 2 * std::numbers::pi / 3;
  CHECK(least >= -1e-12);
  CHECK(most <= third);
  CHECK(least < 0.1);
  CHECK(most > third - 0.1);
  CHECK(std::abs(mean - third / 2) < 5 * third / std::sqrt(12. * steps));
}

TEST_CASE("spare columns are copies of the last sample without weight") {
  Workspace workspace;
  auto structures = make_structures<double>(5, workspace);
  const auto s = two_points<double>(structures, 0.1, 1, 0);
  CHECK(s.weight(1) == 0.5);
  for (int spare = 2; spare < 5; ++spare) {
    CHECK(s.weight(spare) == 0);
    for (int k = 0; k < structure_vertices; ++k) {
      CHECK_FALSE(s.valid(k * s.stride + spare));
      CHECK(s.uv(0, k * s.stride + spare) == 0.5);
      CHECK(s.uv(1, k * s.stride + spare) == 0.02);
      CHECK(s.rest(1, 0, k * s.stride + spare) == doctest::Approx(0.02));
    }
  }
}

TEST_CASE("impossible sizes are refused") {
  Workspace workspace;
  CHECK_THROWS_AS(make_structures<float>(0, workspace), std::invalid_argument);
  auto structures = make_structures<float>(1, workspace);
  const Array2<float> uv("uv", 2, 2);
  const Array1<float> weight("weight", 2);
  CHECK_THROWS_AS(build_structures(Exec(), unit_square<float>(), uv, weight, 2, 0.1, 0, 0, structures), std::invalid_argument);
  CHECK_THROWS_AS(build_structures(Exec(), unit_square<float>(), uv, weight, 0, 0.1, 0, 0, structures), std::invalid_argument);
  CHECK_THROWS_AS(build_structures(Exec(), unit_square<float>(), uv, weight, 1, 0.0, 0, 0, structures), std::invalid_argument);
}
