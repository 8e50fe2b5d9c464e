// SPDX-License-Identifier: Apache-2.0
// Loads: the work they do, following pressure and the moment that counts its turns, and what is refused.
#include <doctest/doctest.h>

#include <functional>
#include <numbers>

#include "kernels/core/allocations.hpp"
#include "kernels/shell/edge_force.hpp"
#include "kernels/shell/edge_moment.hpp"
#include "kernels/shell/force.hpp"
#include "kernels/shell/gravity.hpp"
#include "kernels/shell/point_force.hpp"
#include "kernels/shell/pressure.hpp"
#include "tests/support/shell_batches.hpp"

using namespace plisse;
using namespace plisse::shell;
using plisse::test::RandomBatch;
using plisse::test::Vector;

namespace {

struct Bench {
  Workspace workspace;
  LoadContext<double> context{.capacity = 600, .density = 0.25, .workspace = &workspace};
};

// The energy of a load on a batch against minus the sum of weight force . u.
void check_work(const Load<double>& load, const Vector& force) {
  const RandomBatch batch(3, 1);
  const auto jets = test::on_host(batch.jets);
  const auto weight = test::on_host(batch.points.weight);
  double work = 0;
  for (int p = batch.sites.first; p < batch.sites.first + batch.sites.count; ++p)
    for (int i = 0; i < 3; ++i) work += weight(p) * force[i] * jets(i, 0, p);
  CHECK(load.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, {}) == doctest::Approx(-work).epsilon(1e-13));
  CHECK(test::gradient_error(load, batch) <= 1e-9);
  CHECK(test::hessian_errors(load, batch).size == 0);
  CHECK(load.quadratic());
}

// Nodes and weights of Gauss's rule with 6 points on [0, 1].
constexpr double half_nodes[3] = {0.2386191860831969, 0.6612093864662645, 0.9324695142031521};
constexpr double half_weights[3] = {0.4679139345726910, 0.3607615730481386, 0.1713244923791704};
std::pair<double, double> gauss(int i) {
  const double x = half_nodes[i % 3];
  return {0.5 + 0.5 * (i < 3 ? x : -x), 0.5 * half_weights[i % 3]};
}

// b(x) b(y) (c + d x + e y) with b(t) = t (1 - t): the jet of a field that vanishes on the boundary of the unit square.
test::Jet bubble(double x, double y, const Vector& c, const Vector& d, const Vector& e) {
  const double bx = x * (1 - x), by = y * (1 - y), dx = 1 - 2 * x, dy = 1 - 2 * y;
  const Vector f = c + x * d + y * e;
  return {bx * by * f,
          dx * by * f + bx * by * d,
          bx * dy * f + bx * by * e,
          (-2 * by) * f + (2 * dx * by) * d,
          dx * dy * f + dx * by * e + bx * dy * d,
          (-2 * bx) * f + (2 * bx * dy) * e};
}

// A conormal turned by `angle` at every point.
test::Batch<double> turned_edge(const std::vector<double>& angles) {
  test::Random random(7);
  std::vector<test::Frame> frames;
  std::vector<test::Jet> jets;
  std::vector<double> weights;
  for (std::size_t p = 0; p < angles.size(); ++p) {
    frames.push_back(test::random_frame(random, 0.5));
    const double nu[2] = {std::cos(double(p) + 0.3), std::sin(double(p) + 0.3)};  // as Batch sets it
    const Vector outward = nu[0] * frames[p].t1 + nu[1] * frames[p].t2;
    const Vector change = (std::cos(angles[p]) - 1) * outward + std::sin(angles[p]) * frames[p].n;
    jets.push_back({{}, nu[0] * change, nu[1] * change, {}, {}, {}});
    weights.push_back(0.2 + 0.1 * double(p));
  }
  return {frames, jets, weights};
}

std::string refusal(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("dead loads do the work of a constant force") {
  Bench bench;
  check_work(Gravity<double>({.acceleration = 9, .direction = {0, 3, -4}}, bench.context), {0, 0.25 * 9 * 0.6, -0.25 * 9 * 0.8});
  check_work(Gravity<double>({.acceleration = 9, .density = 2}, bench.context), {0, 0, -18});
  check_work(Force<double>({.value = {1, -2, 3}}, bench.context), {1, -2, 3});
  const EdgeForce<double> on_edge({.edge = surfaces::Edge::v_min, .value = {0.5, 4, 1}}, bench.context);
  check_work(on_edge, {0.5, 4, 1});
  CHECK(on_edge.site() == LoadSite::edge);
  CHECK(on_edge.edge() == "v_min");
  const PointForce<double> at_point({.at = {1, 2, 3}, .value = {-1, 0, 7}}, bench.context);
  check_work(at_point, {-1, 0, 7});
  CHECK(at_point.site() == LoadSite::point);
  CHECK(at_point.position().y == 2);
}

TEST_CASE("pressure acts along the normal at rest") {
  Bench bench;
  const Pressure<double> pressure({.value = 3}, bench.context);
  CHECK(pressure.quadratic());
  const RandomBatch batch(5, 1);
  const auto jets = test::on_host(batch.jets);
  const auto frame = test::on_host(batch.points.frame);
  const auto weight = test::on_host(batch.points.weight);
  double work = 0;
  for (int p = 2; p < 6; ++p)
    for (int i = 0; i < 3; ++i) work += 3 * weight(p) * frame(9 + i, p) * jets(i, 0, p);
  CHECK(pressure.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, {}) == doctest::Approx(-work).epsilon(1e-13));
}

TEST_CASE("following pressure does the work p dV on a sphere that grows") {
  Bench bench;
  const double R = 1.4, p = 2.5, growth = 1.6, area = 4 * std::numbers::pi * R * R;
  test::Random random(11);
  std::vector<test::Frame> frames;
  std::vector<test::Jet> jets;
  for (int i = 0; i < 10; ++i) {
    auto f = test::random_frame(random, 0);
    f.x = R * f.n;
    f.h11 = f.h22 = 1 / R;
    const double g = growth - 1;
    frames.push_back(f);
    jets.push_back({g * f.x, g * f.t1, g * f.t2, (-g / R) * f.n, {}, (-g / R) * f.n});
  }
  const test::Batch<double> batch(frames, jets, std::vector(10, area / 10));
  const Pressure<double> pressure({.value = p, .follower = true}, bench.context);
  const double volume = 4. / 3 * std::numbers::pi * R * R * R;
  CHECK(pressure.evaluate(Exec(), batch.points, batch.all(), batch.jets, 1, {}) ==
        doctest::Approx(-p * volume * (growth * growth * growth - 1)).epsilon(1e-12));
}

TEST_CASE("the force of following pressure is p r1 x r2 where the boundary is held") {
  Bench bench;
  test::Random random(13);
  const Vector a = random.vector(15), b = random.vector(15), c = random.vector(15), d = random.vector(15), e = random.vector(15),
               f = random.vector(15);
  std::vector<test::Frame> frames;
  std::vector<test::Jet> jets, variations;
  std::vector<double> weights;
  double expected = 0;
  const double p = 1.9;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      const auto [x, wx] = gauss(i);
      const auto [y, wy] = gauss(j);
      frames.push_back({{x, y, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, 0, 0, 0});
      jets.push_back(bubble(x, y, a, b, c));
      variations.push_back(bubble(x, y, d, e, f));
      weights.push_back(wx * wy);
      const Vector normal = cross(frames.back().t1 + jets.back().u1, frames.back().t2 + jets.back().u2);
      expected -= p * wx * wy * dot(normal, variations.back().u);
    }
  const test::Batch<double> batch(frames, jets, weights);
  const Pressure<double> pressure({.value = p, .follower = true}, bench.context);
  CHECK_FALSE(pressure.quadratic());
  const auto adjoint = batch.zeros();
  pressure.evaluate(Exec(), batch.points, batch.all(), batch.jets, 1, adjoint);
  const auto host = test::on_host(adjoint);
  double variation = 0, linear = 0;
  for (int q = 0; q < 36; ++q) {
    for (int k = 0; k < channels; ++k)
      for (int i = 0; i < 3; ++i) variation += host(i, k, q) * variations[q][k][i];
    linear -= p * weights[q] * variations[q].u.z;
  }
  CHECK(variation == doctest::Approx(expected).epsilon(1e-12));
  CHECK(std::abs(expected - linear) > 1e-2 * std::abs(expected));  // the surface does turn
}

TEST_CASE("an edge moment counts turns forwards and backwards, and after a restart") {
  Bench bench;
  const double moment = 2.2;
  EdgeMoment<double> load({.edge = surfaces::Edge::u_max, .value = moment}, bench.context);
  CHECK(load.edge() == "u_max");
  CHECK_FALSE(load.quadratic());
  const auto angles_at = [](double t) { return std::vector<double>{t, -t, 0.5 * t, 1.3 * t, -0.2 * t}; };
  const auto check = [&](const EdgeMoment<double>& tested, double t) {
    const auto angles = angles_at(t);
    double expected = 0;
    for (std::size_t p = 0; p < angles.size(); ++p) expected -= moment * (0.2 + 0.1 * double(p)) * angles[p];
    const auto batch = turned_edge(angles);
    CAPTURE(t);
    CHECK(tested.evaluate(Exec(), batch.points, batch.all(), batch.jets, 1, {}) == doctest::Approx(expected).epsilon(1e-12));
  };
  const auto accept = [&](double t) {
    const auto batch = turned_edge(angles_at(t));
    load.accept(Exec(), batch.points, batch.all(), batch.jets);
  };
  const double end = 6 * std::numbers::pi, step = end / 30;  // three turns; the fastest point goes 0.82 rad a step
  for (int k = 1; k <= 30; ++k) {
    check(load, k * step);
    accept(k * step);
  }
  EdgeMoment<double> restarted({.edge = surfaces::Edge::u_max, .value = moment}, bench.context);
  REQUIRE(load.state().size() == 1);
  Kokkos::deep_copy(restarted.state().at(0).second, load.state().at(0).second);
  check(restarted, end);
  for (int k = 29; k >= -10; --k) {
    check(load, k * step);
    accept(k * step);
  }
}

TEST_CASE("a positive edge moment lifts the edge towards the normal") {
  Bench bench;
  const EdgeMoment<double> load({.value = 1}, bench.context);
  const auto lifted = turned_edge({0.4});
  CHECK(load.evaluate(Exec(), lifted.points, lifted.all(), lifted.jets, 1, {}) == doctest::Approx(-0.2 * 0.4));
  // At rest its force is the bending slope's alone: d psi / d u_a = -M nu_a n.
  const auto flat = turned_edge({0});
  const auto adjoint = flat.zeros();
  load.evaluate(Exec(), flat.points, flat.all(), flat.jets, 1, adjoint);
  const auto host = test::on_host(adjoint);
  const auto frame = test::on_host(flat.points.frame);
  for (int i = 0; i < 3; ++i) {
    CHECK(host(i, 1, 0) == doctest::Approx(-0.2 * std::cos(0.3) * frame(9 + i, 0)));
    CHECK(host(i, 2, 0) == doctest::Approx(-0.2 * std::sin(0.3) * frame(9 + i, 0)));
  }
}

TEST_CASE("derivatives of loads that follow the surface agree with central differences in any turn") {
  Bench bench;
  for (const double size : {0.2, 1.0}) {
    const RandomBatch batch(17, size);
    const Pressure<double> pressure({.value = 2, .follower = true}, bench.context);
    EdgeMoment<double> moment({.value = 2}, bench.context);
    Kokkos::deep_copy(moment.angle(), 4 * std::numbers::pi);
    moment.accept(Exec(), batch.points, batch.sites, batch.jets);
    for (const Load<double>* load : {static_cast<const Load<double>*>(&pressure), static_cast<const Load<double>*>(&moment)}) {
      CHECK(test::gradient_error(*load, batch) <= 1e-6);
      const auto hessian = test::hessian_errors(*load, batch);
      CHECK(hessian.size > 0);
      CHECK(hessian.difference <= 1e-6);
      CHECK(hessian.asymmetry == 0);
    }
  }
}

TEST_CASE("float agrees with double and nothing is allocated by an evaluation") {
  Bench bench;
  test::Random random(19);
  std::vector<test::Frame> frames;
  std::vector<test::Jet> jets;
  for (int p = 0; p < 500; ++p) {
    frames.push_back(test::random_frame(random, 0.5));
    jets.push_back(test::random_jet(random, 0.3));
  }
  const test::Batch<float> narrow(frames, jets);
  const test::Batch<double> wide(frames, jets);
  const LoadContext<float> context{.capacity = 500, .density = 0.25, .workspace = &bench.workspace};
  const auto compare = [&](auto& in_float, auto& in_double) {
    const auto adjoint = narrow.zeros();
    const Array2<float> hessian("hessian", jet_size * jet_size, 500);
    const double expected = in_double.evaluate(Exec(), wide.points, wide.all(), wide.jets, 1, {});
    const AllocationCount allocations;
    CHECK(in_float.evaluate(Exec(), narrow.points, narrow.all(), narrow.jets, 1, adjoint) == doctest::Approx(expected).epsilon(1e-5));
    in_float.add_hessian(Exec(), narrow.points, narrow.all(), narrow.jets, 1, hessian);
    in_float.accept(Exec(), narrow.points, narrow.all(), narrow.jets);
    CHECK(allocations.value() == 0);
  };
  const PressureOptions pressure{.value = 2, .follower = true};
  Pressure<float> a(pressure, context);
  Pressure<double> b(pressure, bench.context);
  compare(a, b);
  EdgeMoment<float> c({.value = 3}, context);
  EdgeMoment<double> d({.value = 3}, bench.context);
  compare(c, d);
  Gravity<float> e({}, context);
  Gravity<double> f({}, bench.context);
  compare(e, f);
}

TEST_CASE("impossible loads are refused with their reason") {
  Bench bench;
  const auto says = [](const std::string& message, const std::string& text) {
    CAPTURE(message);
    CHECK(message.find(text) != std::string::npos);
  };
  auto massless = bench.context;
  massless.density = 0;
  says(refusal([&] { Gravity<double>({}, massless); }), "without mass there is no weight");
  says(refusal([&] { Gravity<double>({.direction = {0, 0, 0}}, bench.context); }), "direction has length zero");
  says(refusal([&] { Gravity<double>({.acceleration = -1}, bench.context); }), "acceleration must be at least 0");
  says(refusal([&] { Force<double>({.value = {1, 2}}, bench.context); }), "value has 2 numbers, but must have 3");
  const RandomBatch batch(3, 1);
  auto small = bench.context;
  small.capacity = 3;
  const auto crowded = [&](const Load<double>& load) {
    return refusal([&] { load.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, {}); });
  };
  says(crowded(Gravity<double>({}, small)), "4 points, but there is room for 3");
  says(crowded(Pressure<double>({}, small)), "4 points, but there is room for 3");
  says(crowded(EdgeMoment<double>({}, small)), "4 points, but there is room for 3");
  says(refusal([&] { PointForce<double>({.at = {1}, .value = {1, 2, 3}}, bench.context); }), "at has 1 numbers");
}
