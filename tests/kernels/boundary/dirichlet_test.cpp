// SPDX-License-Identifier: Apache-2.0
// Boundary conditions and symmetry on jets: the derivatives against central differences along the surface, the adjoints against the maps.
#include "kernels/boundary/dirichlet.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "kernels/boundary/mirrors.hpp"
#include "tests/support/host_copy.hpp"

using namespace plisse;
using namespace plisse::boundary;
using surfaces::Frame;
using surfaces::SurfacePoints;
using tests::host_copy;
using tests::write_on_host;

namespace {

// A point of a surface curved differently in every direction, and the patch through it.
Frame<double> frame() {
  const double c = std::cos(0.7), s = std::sin(0.7);
  return {{0.3, -0.2, 0.5}, {c, 0, -s}, {0, 1, 0}, {s, 0, c}, 0.8, -0.3, 0.4};
}
std::array<double, 3> patch(double a, double b) {
  const auto f = frame();
  const auto x = f.x + a * f.t1 + b * f.t2 - (0.5 * (f.h11 * a * a + 2 * f.h12 * a * b + f.h22 * b * b)) * f.n;
  return {x.x, x.y, x.z};
}

void set(const SurfacePoints<double>& points, int p, const Frame<double>& frame) {
  Kokkos::parallel_for(
      "plisse::tests::set", Range(Exec(), p, p + 1), KOKKOS_LAMBDA(int i) { points.set(i, frame); });
}

SurfacePoints<double> one_point(Workspace& workspace) {
  SurfacePoints<double> points("test", 1, workspace);
  set(points, 0, frame());
  return points;
}

// The six channels of a function on the patch by fourth-order central differences.
std::array<double, 6> differences(const std::function<double(double, double)>& f) {
  const double h = 2e-3;
  const auto first = [&](const auto& g) { return (8 * (g(h) - g(-h)) - (g(2 * h) - g(-2 * h))) / (12 * h); };
  const auto second = [&](const auto& g) { return (16 * (g(h) + g(-h)) - (g(2 * h) + g(-2 * h)) - 30 * g(0)) / (12 * h * h); };
  return {f(0, 0),
          first([&](double a) { return f(a, 0); }),
          first([&](double b) { return f(0, b); }),
          second([&](double a) { return f(a, 0); }),
          first([&](double a) { return first([&](double b) { return f(a, b); }); }),
          second([&](double b) { return f(0, b); })};
}

struct Case {
  const char* name;
  Hold<double> hold;
};

constexpr double corner[3][3] = {{0, 0, 0}, {0.5, 0.4, 0.1}, {1, -0.5, 0.2}};

Array2<double> corners() {
  const Array2<double> c("corners", 3, 3);
  write_on_host(c, [](const auto& host) {
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) host(i, k) = corner[k][i];
  });
  return c;
}

std::vector<Case> cases() {
  std::vector<Case> result;
  const auto add = [&](const char* name, Region<double> region, double width, bool saturates, bool clamped) {
    Hold<double> hold;
    hold.region = region;
    hold.fix[1] = false;
    hold.width = width;
    hold.saturates = saturates;
    hold.clamped = clamped;
    result.push_back({name, hold});
  };
  const Region<double> plane{RegionShape::plane, {0, 0, 0.1}, {0.6, 0, 0.8}}, sphere{RegionShape::sphere, {0, 0, 0}, {}, 0.2},
      box{RegionShape::box, {-1, -1, -1}, {0.1, 1, 0.2}}, line{RegionShape::polyline, {}, {}, 0, 0, 3},
      points{RegionShape::points, {}, {}, 0, 0, 3};
  add("plane", plane, 2, false, false);
  add("plane clamped", plane, 2, false, true);
  add("plane with falloff", plane, 0.9, true, false);
  add("plane clamped with falloff", plane, 0.9, true, true);
  add("beyond the falloff", plane, 0.1, true, true);
  add("sphere", sphere, 1, true, true);
  add("box", box, 1, true, false);
  add("polyline", line, 1.5, true, true);
  add("points", points, 1.5, true, false);
  return result;
}

Motion turning() { return {{0.1, -0.2, 0.3}, {0, 0.6, 0.8}, {0.5, 0.1, 0}, 2.5}; }

std::array<std::array<double, 6>, 3> applied(const Hold<double>& hold, const Motion& motion,
                                             const std::function<double(int, double, double)>& free) {
  Workspace workspace;
  const Dirichlet<double> dirichlet({hold}, {motion}, corners(), 1, workspace);
  dirichlet.prepare(Exec(), one_point(workspace), 0, 1);
  Jets<double> jets("jets", 3, 6, 1);
  write_on_host(jets, [&](const auto& host) {
    for (int i = 0; i < 3; ++i) {
      const auto f = differences([&](double a, double b) { return free(i, a, b); });
      for (int c = 0; c < 6; ++c) host(i, c, 0) = f[std::size_t(c)];
    }
  });
  dirichlet.apply(Exec(), 1, jets);
  const auto host = host_copy(jets);
  std::array<std::array<double, 6>, 3> out{};
  for (int i = 0; i < 3; ++i)
    for (int c = 0; c < 6; ++c) out[std::size_t(i)][std::size_t(c)] = host(i, c, 0);
  return out;
}

double free_field(int i, double a, double b) { return std::sin(1.3 * a + 0.4 * b + i) + 0.3 * a * b; }

// u of the formula, from points alone.
double formula(const Hold<double>& hold, const Motion& motion, int i, double a, double b) {
  const auto x = patch(a, b);
  const double point[3] = {x[0], x[1], x[2]};
  if (!hold.fix[i]) return free_field(i, a, b);
  const double s = std::min(distance(
                                hold.region, [](int k, int c) { return corner[c][k]; }, point) /
                                hold.width,
                            1.0);
  const double rise = !hold.saturates ? (hold.clamped ? s * s : s)
                      : hold.clamped  ? s * s * (6 - 8 * s + 3 * s * s)
                                      : 1 - std::pow(1 - s, 3);
  const Vec3<double> y = Vec3<double>{x[0], x[1], x[2]} - motion.centre, k = motion.axis;
  const auto turned = std::cos(motion.angle) * y + std::sin(motion.angle) * cross(k, y) + (dot(k, y) * (1 - std::cos(motion.angle))) * k;
  const auto g = turned - y + motion.translation;
  return rise * free_field(i, a, b) + (1 - rise) * g[i];
}

double largest(const std::array<double, 6>& a, const std::array<double, 6>& b) {
  double error = 0, size = 1;
  for (std::size_t c = 0; c < 6; ++c) {
    error = std::max(error, std::abs(a[c] - b[c]));
    size = std::max(size, std::abs(b[c]));
  }
  return error / size;
}

}  // namespace

TEST_CASE("held fields have the derivatives of the formula along the surface") {
  for (const auto& [name, hold] : cases()) {
    CAPTURE(name);
    const auto u = applied(hold, turning(), free_field);
    for (int i = 0; i < 3; ++i) {
      const auto expected = differences([&, &held = hold](double a, double b) { return formula(held, turning(), i, a, b); });
      CHECK(largest(u[std::size_t(i)], expected) < 1e-7);
    }
  }
}

TEST_CASE("on the set a component takes the prescribed motion, and with a clamp its slope too") {
  for (const bool clamped : {false, true}) {
    auto hold = cases()[clamped ? 3 : 2].hold;
    const auto f = frame();
    hold.region = {RegionShape::plane, f.x, {0, 1, 0}};
    const auto u = applied(hold, turning(), free_field),
               other = applied(hold, turning(), [](int i, double a, double b) { return free_field(i, a, b) + 1; });
    for (const std::size_t i : {0, 2}) {
      CHECK(u[i][0] == doctest::Approx(formula(hold, turning(), int(i), 0, 0)));
      CHECK(u[i][0] == other[i][0]);  // whatever the network says
      if (clamped) CHECK(u[i][2] == other[i][2]);
      else CHECK(u[i][2] != other[i][2]);
    }
    CHECK(u[1][0] != other[1][0]);
  }
}

TEST_CASE("the load factor turns and moves in proportion") {
  Workspace workspace;
  auto hold = cases()[2].hold;
  hold.region = {RegionShape::plane, frame().x, {0, 1, 0}};
  auto half = turning();
  half.angle /= 2;
  half.translation = 0.5 * half.translation;
  Dirichlet<double> dirichlet({hold}, {turning()}, corners(), 1, workspace);
  dirichlet.set_load(Exec(), 0.5);
  dirichlet.prepare(Exec(), one_point(workspace), 0, 1);
  const auto expected = applied(hold, half, [](int, double, double) { return 0.0; });
  const auto offsets = host_copy(dirichlet.offsets());
  for (int c = 0; c < 6; ++c) CHECK(offsets(0, c, 0) == doctest::Approx(expected[0][std::size_t(c)]));
}

TEST_CASE("the adjoint is the transpose of the map") {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  for (const auto& [name, hold] : cases()) {
    CAPTURE(name);
    Workspace workspace;
    const Dirichlet<double> dirichlet({hold}, {Motion{}}, corners(), 1, workspace);
    dirichlet.prepare(Exec(), one_point(workspace), 0, 1);
    Jets<double> device_u("u", 3, 6, 1), device_back("back", 3, 6, 1);
    const auto f = Kokkos::create_mirror(device_u), y = Kokkos::create_mirror(device_back);
    for (int k = 0; k < 18; ++k) f.data()[k] = normal(random), y.data()[k] = normal(random);
    Kokkos::deep_copy(device_u, f);
    Kokkos::deep_copy(device_back, y);
    dirichlet.apply(Exec(), 1, device_u);
    dirichlet.adjoint(Exec(), 1, device_back);
    const auto u = host_copy(device_u), back = host_copy(device_back);
    double left = 0, right = 0;
    for (int k = 0; k < 18; ++k) left += u.data()[k] * y.data()[k], right += f.data()[k] * back.data()[k];
    CHECK(left == doctest::Approx(right).epsilon(1e-12));
  }
}

namespace {

// A field without any symmetry, on points of space, with its jets through the chain rule of input jets.
double field(int i, const std::array<double, 3>& y) { return std::sin(1.1 * y[0] + 0.7 * y[1] - 0.9 * y[2] + i); }

}  // namespace

TEST_CASE("mirror images make components odd and even about their planes") {
  const Mirrors<double> mirrors({{1, 0.4}, {2, 0.25}});
  REQUIRE(mirrors.images() == 4);
  Workspace workspace;
  SurfacePoints<double> points("test", 2, workspace);
  auto f = frame(), reflected = f;
  reflected.x.y = 2 * 0.4 - f.x.y;
  set(points, 0, f);
  set(points, 1, reflected);
  Jets<double> device_input("input", 3, 6, 8), raw("raw", 3, 6, 8), device_folded("folded", 3, 6, 2);
  mirrors.expand(Exec(), points, 0, 2, {{0, 0, 0}, 1.0}, device_input);
  const auto input = host_copy(device_input);
  write_on_host(raw, [&](const auto& host) {
    for (int q = 0; q < 8; ++q)
      for (int i = 0; i < 3; ++i) host(i, 0, q) = field(i, {input(0, 0, q), input(1, 0, q), input(2, 0, q)});
  });
  mirrors.fold(Exec(), raw, 2, 3.0, device_folded);
  const auto folded = host_copy(device_folded);
  CHECK(folded(0, 0, 1) == doctest::Approx(folded(0, 0, 0)));
  CHECK(folded(1, 0, 1) == doctest::Approx(-folded(1, 0, 0)));
  CHECK(folded(2, 0, 1) == doctest::Approx(folded(2, 0, 0)));
  CHECK(std::abs(folded(1, 0, 0)) > 1e-3);
}

TEST_CASE("a constant vanishes exactly where symmetry asks for an odd component") {
  const Mirrors<double> mirrors({{0, 0.1}, {1, 0.4}, {2, 0.25}});
  Jets<double> raw("raw", 3, 1, 8), device_folded("folded", 3, 1, 1);
  Kokkos::deep_copy(raw, 0.1234567e10);
  mirrors.fold(Exec(), raw, 1, 1.0e-5, device_folded);
  const auto folded = host_copy(device_folded);
  for (int i = 0; i < 3; ++i) CHECK(folded(i, 0, 0) == 0.0);
}

TEST_CASE("image positions are jets of the reflected surface, and unfold is the transpose of fold") {
  const Mirrors<double> mirrors({{0, 0.1}, {2, -0.3}});
  Workspace workspace;
  const auto points = one_point(workspace);
  Jets<double> device_input("input", 3, 6, 4);
  mirrors.expand(Exec(), points, 0, 1, {{0.5, 0.25, 0}, 2.0}, device_input);
  const auto input = host_copy(device_input);
  for (int m = 0; m < 4; ++m)
    for (int i = 0; i < 3; ++i) {
      const auto expected = differences([&](double a, double b) {
        const auto x = patch(a, b);
        const double mirrored = i == 0 && (m & 1) ? 0.2 - x[0] : i == 2 && (m & 2) ? -0.6 - x[2] : x[std::size_t(i)];
        return 2 * (mirrored - (i == 0 ? 0.5 : i == 1 ? 0.25 : 0));
      });
      for (int c = 0; c < 6; ++c) CHECK(input(i, c, m) == doctest::Approx(expected[std::size_t(c)]).epsilon(1e-8));
    }

  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  Jets<double> device_raw("raw", 3, 6, 4), device_folded("folded", 3, 6, 1), device_y("y", 3, 6, 1), device_back("back", 3, 6, 4);
  for (const auto& array : {device_raw, device_y})
    write_on_host(array, [&](const auto& host) {
      for (std::size_t k = 0; k < host.size(); ++k) host.data()[k] = normal(random);
    });
  mirrors.fold(Exec(), device_raw, 1, 1.7, device_folded);
  mirrors.unfold(Exec(), device_y, 1, 1.7, device_back);
  const auto raw = host_copy(device_raw), folded = host_copy(device_folded), y = host_copy(device_y), back = host_copy(device_back);
  double left = 0, right = 0;
  for (std::size_t k = 0; k < y.size(); ++k) left += folded.data()[k] * y.data()[k];
  for (std::size_t k = 0; k < raw.size(); ++k) right += raw.data()[k] * back.data()[k];
  CHECK(left == doctest::Approx(right).epsilon(1e-12));
  CHECK_THROWS_AS(Mirrors<double>({{0, 0.1}, {0, 0.2}}), std::invalid_argument);
}

TEST_CASE("the distance to a one-sided plane keeps its slope on the plane and behind it") {
  Region<double> plane{RegionShape::plane, {1, 0, 0}, {-1, 0, 0}};
  plane.one_sided = true;
  const auto no_corners = [](int, int) { return 0.0; };
  for (const double x : {0.5, 1.0, 1 + 1e-12}) {
    CAPTURE(x);
    const SurfaceJet<double> at[3] = {{x, 1, 0, 0, 0, 0}, {}, {}};
    const auto d = distance(plane, no_corners, at);
    CHECK(d.v == doctest::Approx(1 - x));
    CHECK(d.v1 == -1);
  }
}
