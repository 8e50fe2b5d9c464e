// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/hash.hpp"

#include <cstdint>

#include "kernels/encoders/grid.hpp"
#include "tests/kernels/encoders/support.hpp"

using namespace plisse;
using encoders::HashOptions;
using tests::EncoderCase;
using tests::to_host;

namespace {

using Case = EncoderCase<encoders::Hash, double>;

HashOptions options(int levels, int features, int coarsest, int finest, int log2_table_size) {
  return {levels, features, coarsest, finest, log2_table_size};
}

std::string refused(const HashOptions& options, int dimension = 2, int channels = 1, int capacity = 8) {
  return tests::refusal<encoders::Hash>(options, dimension, channels, capacity);
}

std::vector<std::vector<std::size_t>> shapes(const HashOptions& options, int dimension) {
  nn::ParameterLayout layout;
  Workspace workspace;
  const encoders::Hash<float> hash(options, {dimension, 1, 1, &layout, &workspace});
  std::vector<std::vector<std::size_t>> shapes;
  for (const auto& slice : layout.slices()) shapes.push_back(slice.shape);
  return shapes;
}

// Feature f of level l at point p, by equations 3 and 4 as they stand.
double expected(const Case& c, const HashOptions& o, int l, int f, int p) {
  const auto x = to_host(c.points);
  const auto values = to_host(c.parameters);
  const int dimension = int(x.extent(0));
  const double growth = std::exp((std::log(o.finest) - std::log(o.coarsest)) / (o.levels - 1));
  const auto cells = std::uint64_t(o.levels == 1 ? o.finest : std::floor(o.coarsest * std::pow(growth, l) + 1e-9));
  const std::uint64_t table = std::uint64_t(1) << o.log2_table_size, prime[3] = {1, 2654435761, 805459861};
  double sum = 0;
  for (int v = 0; v < 1 << dimension; ++v) {
    double weight = 1;
    std::uint64_t dense = 0, hash = 0, vertices = 1;
    for (int d = 0; d < dimension; ++d) {
      const double scaled = x(d, 0, p) * double(cells);
      const auto cell = std::min(std::uint64_t(scaled), cells - 1), at = cell + (v >> d & 1);
      const double t = scaled - double(cell);
      weight *= v >> d & 1 ? t : 1 - t;
      dense = dense * (cells + 1) + at;
      hash ^= (at * prime[d]) & 0xffffffff;
      vertices *= cells + 1;
    }
    const auto entry = vertices <= table ? dense : hash % table;
    sum += weight * values(c.layout.slices()[std::size_t(l)].offset + entry * std::size_t(o.features) + std::size_t(f));
  }
  return sum;
}

}  // namespace

TEST_CASE("a level is dense where its vertices fit into the table, and holds just those") {
  using Shapes = std::vector<std::vector<std::size_t>>;
  CHECK(shapes({}, 2) == Shapes{{17, 17, 2}, {24, 24, 2}, {36, 36, 2}, {53, 53, 2}, {4096, 2}, {4096, 2}, {4096, 2}, {4096, 2}});
  CHECK(shapes(options(3, 4, 2, 8, 6), 3) == Shapes{{3, 3, 3, 4}, {64, 4}, {64, 4}});
  CHECK(shapes(options(2, 1, 3, 7, 6), 2) == Shapes{{4, 4, 1}, {8, 8, 1}});  // 64 vertices in 64 entries
  CHECK(shapes(options(1, 1, 3, 7, 5), 2) == Shapes{{32, 1}});
  CHECK(shapes(options(4, 1, 1, 1000, 4), 2) == Shapes{{2, 2, 1}, {16, 1}, {16, 1}, {16, 1}});
}

TEST_CASE("features are those of equations 2 to 4, whether vertices share entries or not") {
  for (const int dimension : {2, 3})
    for (const auto& o : {options(4, 2, 3, 24, 8), options(5, 1, 2, 40, 2), options(1, 3, 1, 6, 10), options(3, 2, 5, 5, 4)}) {
      Case c(o, dimension, 40);
      c.set_point(0, {0, 0, 0});
      c.set_point(1, {1, 1, 1});
      c.set_point(2, {1, 0.5, 0});
      c.forward();
      const auto features = to_host(c.features);
      for (int p = 0; p < c.n; ++p)
        for (int l = 0; l < o.levels; ++l)
          for (int f = 0; f < o.features; ++f)
            CHECK(features(l * o.features + f, 0, p) == doctest::Approx(expected(c, o, l, f, p)).epsilon(1e-12));
    }
}

TEST_CASE("a dense level is a grid") {
  for (const int dimension : {2, 3}) {
    Case hash(options(1, 3, 9, 9, 12), dimension, 300, 3);
    EncoderCase<encoders::Grid, double> grid({{9}, 1, 3}, dimension, 300, 3);
    REQUIRE(hash.layout.size() == grid.layout.size());
    hash.forward();
    grid.forward();
    hash.backward();
    grid.backward();
    CHECK(tests::distance(hash.features, grid.features) < 1e-13);
    CHECK(tests::distance(hash.gradient, grid.gradient) < 1e-11);
  }
}

TEST_CASE("weights add up to 1 on every level, and features are continuous across cells") {
  for (const int dimension : {2, 3}) {
    const auto o = options(3, 1, 4, 16, 3);
    Case ones(o, dimension, 50, 3);
    Kokkos::deep_copy(ones.parameters, 1.0);
    ones.forward();
    const auto f = to_host(ones.features);
    for (int l = 0; l < 3; ++l)
      for (int p = 0; p < 50; ++p) {
        CHECK(f(l, 0, p) == doctest::Approx(1).epsilon(1e-14));
        CHECK(std::fabs(f(l, 1, p)) < 1e-13 * 16);
      }
    Case left(o, dimension, 15), right(o, dimension, 15);
    for (int i = 0; i < 15; ++i)
      for (auto* const c : {&left, &right}) {
        const double at = (i + 1) / 16.0 + (c == &left ? -1e-12 : 1e-12);
        c->set_point(i, {at, at, at});
      }
    left.forward();
    right.forward();
    CHECK(tests::distance(left.features, right.features) < 1e-9);
  }
}

TEST_CASE("points outside take the value at the nearest face, with derivatives zero") {
  Case c(options(3, 2, 4, 16, 5), 2, 2, 3);
  c.set_point(0, {1.5, -0.3});
  c.set_point(1, {1, 0});
  c.forward();
  const auto f = to_host(c.features);
  for (int i = 0; i < 6; ++i) {
    CHECK(f(i, 0, 0) == f(i, 0, 1));
    CHECK(f(i, 1, 0) == 0);
    CHECK(f(i, 1, 1) != 0);
  }
}

TEST_CASE("the reverse sweep is the transpose, with as many collisions as there can be too") {
  for (const int dimension : {2, 3})
    for (const int channels : {1, 3})
      for (const int n : {1, 7, 500})
        for (const auto& o : {options(4, 2, 3, 24, 8), options(5, 3, 2, 400, 2), options(1, 1, 1, 1, 2), options(2, 2, 30, 300, 14)}) {
          Case c(o, dimension, n, channels, 600);
          tests::check_transpose(c);
        }
}

TEST_CASE("gradients repeat to the last bit, and float follows double") {
  for (const int dimension : {2, 3}) {
    tests::check_repeatable<encoders::Hash>(options(4, 2, 3, 24, 8), dimension, 3);
    tests::check_repeatable<encoders::Hash>(options(3, 2, 60, 200, 13), dimension, 1);
    tests::check_float<encoders::Hash>(options(4, 2, 3, 24, 8), dimension, 1, 1e-5);
  }
}

TEST_CASE("table size and network width reach budgets within two percent") {
  for (const double budget : {12000., 47400., 190000.}) {
    double nearest = 1;
    for (int t = 2; t <= 16; ++t) {
      HashOptions o;
      o.log2_table_size = t;
      nn::ParameterLayout layout;
      Workspace workspace;
      const encoders::Hash<float> hash(o, {2, 1, 1, &layout, &workspace});
      for (int w = 32; w <= 128; ++w) {
        const double network = w * (hash.features() + 1) + 2 * w * (w + 1) + 3 * (w + 1);
        nearest = std::min(nearest, std::fabs((double(layout.size()) + network) / budget - 1));
      }
    }
    CHECK(nearest < 0.02);
  }
}

TEST_CASE("impossible hash grids are refused with a reason") {
  CHECK(refused({}) == "");
  CHECK(refused(options(0, 2, 4, 8, 8)) == "levels is 0, but must be at least 1");
  CHECK(refused(options(17, 2, 4, 8, 8)) == "levels is 17, but must be at most 16");
  CHECK(refused(options(2, 0, 4, 8, 8)) == "features is 0, but must be at least 1");
  CHECK(refused(options(2, 2, 0, 8, 8)) == "coarsest is 0 cells, but must be from 1 to 1048576");
  CHECK(refused(options(2, 2, 4, 2000000, 8)) == "finest is 2000000 cells, but must be from 1 to 1048576");
  CHECK(refused(options(2, 2, 9, 8, 8)) == "coarsest is 9 cells, but must be at most finest, which is 8");
  CHECK(refused(options(2, 2, 4, 8, 1)) == "log2_table_size is 1, but must be from 2 to 24");
  CHECK(refused(options(2, 2, 4, 8, 25)) == "log2_table_size is 25, but must be from 2 to 24");
  CHECK(refused({2, 2, 4, 8, 8, -1}) == "init is -1.000000, but must be at least 0");
  CHECK(refused({2, 2, 4, 8, 8, 0, 2}) == "coarse_to_fine is 2.000000, but must be from 0 to 1");
  CHECK(refused({}, 4) == "points have 4 dimensions, but must have 2 or 3");
  CHECK(refused({}, 2, 6) ==
        "a multilinear grid has no second derivatives: use encoder 'bspline', 'identity' or 'frequency' with losses that need them");
  CHECK(refused({}, 3, 1, 1 << 30) == "1073741824 points at a time are too many for 8 levels: lower the number of samples or of levels");
}
