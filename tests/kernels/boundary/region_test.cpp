// SPDX-License-Identifier: Apache-2.0
// The distance to a polyline: that of its segments however they are cut, close to it the distance itself, smooth, also in single precision.
#include "kernels/boundary/region.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "kernels/boundary/surface_jet.hpp"
#include "tests/support/close.hpp"

using namespace plisse;
using namespace plisse::boundary;
using plisse::tests::close;

namespace {

template <class T>
struct Polyline {
  std::vector<Vec3<T>> corners;

  template <class S>
  S operator()(const S (&x)[3]) const {
    const Region<T> region{RegionShape::polyline, {}, {}, 0, 0, int(corners.size())};
    return distance(
        region, [this](int i, int k) { return corners[std::size_t(k)][i]; }, x);
  }
  T operator()(const Vec3<T>& x) const {
    const T point[3] = {x.x, x.y, x.z};
    return (*this)(point);
  }
};

const Polyline<double> bent{{{0, 0, 0}, {0.5, 0.4, 0.1}, {1, -0.5, 0.2}, {1.2, -0.4, 0.9}}};

// Every segment in `parts`, of unequal lengths.
Polyline<double> cut(const Polyline<double>& line, int parts) {
  Polyline<double> finer{{line.corners.front()}};
  for (std::size_t k = 1; k < line.corners.size(); ++k)
    for (int p = 1; p <= parts; ++p) {
      const double t = std::pow(double(p) / parts, 1.7);
      finer.corners.push_back((1 - t) * line.corners[k - 1] + t * line.corners[k]);
    }
  return finer;
}

std::vector<Vec3<double>> places(int count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 2);
  std::vector<Vec3<double>> result;
  for (int i = 0; i < count; ++i) result.push_back({unit(random), unit(random), unit(random)});
  return result;
}

// A plane through x0, as a jet: the two tangents are its coordinates.
struct Patch {
  Vec3<double> x0, t1, t2;

  std::array<double, 6> jet(const Polyline<double>& line) const {
    SurfaceJet<double> x[3];
    for (int i = 0; i < 3; ++i) x[i] = {x0[i], t1[i], t2[i], 0, 0, 0};
    const auto d = line(x);
    return {d.v, d.v1, d.v2, d.v11, d.v12, d.v22};
  }
  std::array<double, 6> differences(const Polyline<double>& line, double h) const {
    const auto at = [&](double a, double b) { return line(x0 + a * t1 + b * t2); };
    const auto first = [&](const auto& g) { return (8 * (g(h) - g(-h)) - (g(2 * h) - g(-2 * h))) / (12 * h); };
    const auto second = [&](const auto& g) { return (16 * (g(h) + g(-h)) - (g(2 * h) + g(-2 * h)) - 30 * g(0)) / (12 * h * h); };
    return {at(0, 0),
            first([&](double a) { return at(a, 0); }),
            first([&](double b) { return at(0, b); }),
            second([&](double a) { return at(a, 0); }),
            first([&](double a) { return first([&](double b) { return at(a, b); }); }),
            second([&](double b) { return at(0, b); })};
  }
};

}  // namespace

TEST_CASE("the distance to a polyline does not depend on how finely its segments are cut") {
  for (const int parts : {2, 3, 17}) {
    const auto finer = cut(bent, parts);
    for (const auto& x : places(200, 1)) CHECK(close(finer(x), bent(x), 1e-10));
  }
  Polyline<double> doubled = bent;
  doubled.corners.insert(doubled.corners.begin() + 2, doubled.corners[1]);  // a segment without length
  for (const auto& x : places(20, 2)) CHECK(close(doubled(x), bent(x), 1e-14));
}

TEST_CASE("close to a polyline its distance is that to the segment, on it zero") {
  const Polyline<double> straight{{{0, 0, 0}, {0.3, 0, 0}, {1, 0, 0}}};
  for (const double h : {1e-2, 1e-3, 1e-5, 1e-8})
    for (const double s : {0.2, 0.3, 0.5, 0.8}) {
      const double rounding = 1e-15 / h;  // of places that far from 0
      CHECK(close(straight({s, 0.6 * h, -0.8 * h}), h, rounding + 20 * h * h));
      const Vec3<double> middle = 0.5 * (bent.corners[1] + bent.corners[2]), across = cross(bent.corners[2] - bent.corners[1], {0, 0, 1});
      CHECK(close(bent(middle + (h / norm(across)) * across), h, rounding + 20 * h * h));
    }
  for (const double s : {0.0, 0.1, 0.3, 1.0}) CHECK(straight({s, 0, 0}) == 0);
  for (const auto& corner : bent.corners) CHECK(bent(corner) == 0);
  CHECK(straight({1.0001, 0, 0}) > 0);
  // 1/d^2 = 1/2 integral ds / |x - y|^3 in closed form beyond the end of one segment of length 1, on its line.
  for (const double beyond : {1e-3, 0.1, 1.0}) {
    const double far = beyond + 1;
    CHECK(close(straight({far, 0, 0}), 2 / std::sqrt(1 / (beyond * beyond) - 1 / (far * far)), 1e-10));
  }
}

TEST_CASE("the distance to a polyline is within a factor two of the distance, at places as far as its own length") {
  for (const auto& x : places(300, 3)) {
    double least = INFINITY;
    for (const auto& y : cut(bent, 400).corners) least = std::min(least, norm(x - y));
    CHECK(bent(x) > 0.5 * least);
    CHECK(bent(x) < 6 * least);
  }
}

TEST_CASE("derivatives of the distance to a polyline agree with differences") {
  const double c = std::cos(0.7), s = std::sin(0.7);
  for (const auto& x : places(60, 4)) {
    const Patch patch{x, {c, 0, -s}, {0.6 * s, 0.8, 0.6 * c}};
    const auto jet = patch.jet(bent), expected = patch.differences(bent, 2e-3 * std::min(1.0, bent(x)));
    for (std::size_t k = 0; k < 6; ++k)
      CHECK(std::abs(jet[k] - expected[k]) < 1e-6 * std::max(1.0, std::abs(jet[k])) / std::min(1.0, jet[0]));
  }
}

TEST_CASE_TEMPLATE("distance and derivatives stay finite close to the set and beyond its ends", T, float, double) {
  const Polyline<T> straight{{{0, 0, 0}, {T(0.31), T(0.13), T(0.07)}, {T(0.93), T(0.39), T(0.21)}}};
  const Vec3<T> along = (1 / norm(straight.corners[2])) * straight.corners[2], side{along.y, -along.x, 0}, across = (1 / norm(side)) * side;
  const T length = norm(straight.corners[2]);
  for (const double h : {1e-7, 1e-6, 1e-5, 1e-4, 1e-3})
    for (const double s : {-1.0, -0.1, -1e-3, -1e-6, 0.0, 1e-6, 0.3, 0.7, 0.999999, 1.0, 1.000001, 1.001, 1.1, 2.0}) {
      CAPTURE(h);
      CAPTURE(s);
      const Vec3<T> x = (T(s) * length) * along + T(h) * across;
      const SurfaceJet<T> jet[3] = {{x.x, along.x, across.x}, {x.y, along.y, across.y}, {x.z, along.z, across.z}};
      const auto d = straight(jet);
      for (int k = 0; k < 6; ++k) CHECK(std::isfinite(double(d[k])));
      CHECK(d.v >= 0);
      CHECK(std::abs(double(d.v1)) < 10);
      CHECK(std::abs(double(d.v2)) < 10);
      if (h >= 1e-5 && s > 0.1 && s < 0.9) {
        CHECK(close(double(d.v), h, 0.02));
        CHECK(close(double(d.v2), 1, 0.02));
      }
    }
}
