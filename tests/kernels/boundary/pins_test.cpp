// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "kernels/boundary/pins.hpp"

using namespace plisse;
using boundary::Pin;
using boundary::RegionShape;

namespace {

Pin<double> corner(bool clamped) {
  Pin<double> pin;
  pin.region = {RegionShape::sphere, {0, 0, 0}, {}, 0.1};
  pin.fix[1] = false;
  pin.move = {0.5, 7, -0.25};
  pin.falloff = 0.2;
  pin.clamped = clamped;
  return pin;
}

// Displacements after apply() for network outputs of 1 everywhere, at points on the x axis.
Jets<double>::host_mirror_type on_axis(const boundary::Boundary<double>& boundary, const std::vector<double>& x) {
  const int n = int(x.size());
  Jets<double> rest("rest", 3, 1, n), u("u", 3, 1, n);
  const auto host = Kokkos::create_mirror_view(rest);
  for (int p = 0; p < n; ++p) host(0, 0, p) = x[p];
  Kokkos::deep_copy(rest, host);
  Kokkos::deep_copy(u, 1.0);
  boundary.apply(Exec(), rest, n, u);
  const auto out = Kokkos::create_mirror_view(u);
  Kokkos::deep_copy(out, u);
  return out;
}

}  // namespace

TEST_CASE("a pinned set takes the prescribed motion and leaves free components alone") {
  Workspace workspace;
  const boundary::Boundary<double> boundary({{corner(false)}, {}}, 4, workspace);
  const auto u = on_axis(boundary, {0.05, 0.1, 0.3, 0.2});
  for (const int inside : {0, 1}) {
    CHECK(u(0, 0, inside) == doctest::Approx(0.5));
    CHECK(u(1, 0, inside) == 1.0);
    CHECK(u(2, 0, inside) == doctest::Approx(-0.25));
  }
  CHECK(u(0, 0, 2) == doctest::Approx(1.0));  // beyond the falloff the network rules
  const double b = 0.5 * (2 - 0.5);
  CHECK(u(0, 0, 3) == doctest::Approx(b * 1 + (1 - b) * 0.5));
}

TEST_CASE("clamped pins have no slope at the set, simple ones do") {
  Workspace workspace;
  const double d = 1e-4;
  const boundary::Boundary<double> simple({{corner(false)}, {}}, 1, workspace), clamped({{corner(true)}, {}}, 1, workspace);
  CHECK((on_axis(simple, {0.1 + d})(0, 0, 0) - 0.5) / d == doctest::Approx(0.5 * 2 / 0.2).epsilon(1e-2));
  CHECK((on_axis(clamped, {0.1 + d})(0, 0, 0) - 0.5) / d == doctest::Approx(0).epsilon(1e-2));
}

TEST_CASE("the adjoint is the transpose of the modulation") {
  Workspace workspace;
  const boundary::Boundary<double> boundary({{corner(false), corner(true)}, {}}, 3, workspace);
  const int n = 3;
  on_axis(boundary, {0.05, 0.17, 0.22});
  Jets<double> adjoint("adjoint", 3, 1, n);
  Kokkos::deep_copy(adjoint, 1.0);
  boundary.adjoint(Exec(), n, adjoint);
  const auto host = Kokkos::create_mirror_view(adjoint);
  Kokkos::deep_copy(host, adjoint);
  for (int p = 0; p < n; ++p) {
    const double x[] = {0.05, 0.17, 0.22};
    const auto pin = corner(false), other = corner(true);
    const double at[3] = {x[p], 0, 0};
    const Array2<double> none;
    CHECK(host(0, 0, p) == doctest::Approx(rise(pin, distance(pin.region, none, at)) * rise(other, distance(other.region, none, at))));
    CHECK(host(1, 0, p) == 1.0);
  }
}
