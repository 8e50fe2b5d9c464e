// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/bspline.hpp"

#include <array>

#include "tests/kernels/encoders/support.hpp"

using namespace plisse;
using encoders::BsplineOptions;
using tests::EncoderCase;
using tests::to_host;

namespace {

using Case = EncoderCase<encoders::Bspline, double>;

std::string refused(const BsplineOptions& options, int dimension = 2, int channels = 1) {
  return tests::refusal<encoders::Bspline>(options, dimension, channels);
}

// x^k and its first two derivatives.
std::array<double, 3> power(double x, int k) {
  const auto raised = [x](int n) { return n < 0 ? 0 : std::pow(x, n); };
  return {raised(k), k * raised(k - 1), k * (k - 1) * raised(k - 2)};
}

// Control value i of x^k over n cells: the mean of all products of k of the knots i - p + 1 .. i (its blossom).
double blossom(int i, int p, int n, int k) {
  std::vector<double> symmetric{1, 0, 0, 0};
  for (int knot = i - p + 1; knot <= i; ++knot)
    for (int j = 3; j > 0; --j) symmetric[std::size_t(j)] += symmetric[std::size_t(j - 1)] * knot / n;
  const int binomial = k == 0 || k == p ? 1 : p;
  return symmetric[std::size_t(k)] / binomial;
}

// One level and one feature that holds x^k[0] y^k[1] z^k[2].
void set_monomial(Case& c, int degree, const std::array<int, 3>& k) {
  const auto& shape = c.layout.slices()[0].shape;
  const auto values = to_host(c.parameters);
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t at = i;
    values(i) = 1;
    for (std::size_t d = shape.size() - 1; d-- > 0; at /= shape[d])
      values(i) *= blossom(int(at % shape[d]), degree, int(shape[d]) - degree, k[d]);
  }
  Kokkos::deep_copy(c.parameters, values);
}

// Largest error of all channels of the monomial's jets, by the chain rule.
double monomial_error(Case& c, const std::array<int, 3>& k) {
  c.forward();
  const auto x = to_host(c.points), f = to_host(c.features);
  const int dimension = int(x.extent(0)), channels = int(x.extent(1));
  constexpr int first[6] = {0, 1, 2, 1, 1, 2}, second[6] = {0, 0, 0, 1, 2, 2};
  double worst = 0;
  for (int p = 0; p < c.n; ++p) {
    // The derivative of order n[d] along each axis.
    const auto partial = [&](std::array<int, 3> n) {
      double product = 1;
      for (int d = 0; d < dimension; ++d) product *= power(x(d, 0, p), k[std::size_t(d)])[std::size_t(n[std::size_t(d)])];
      return product;
    };
    const auto once = [&](int d) {
      std::array<int, 3> n{};
      ++n[std::size_t(d)];
      return n;
    };
    for (int channel = 0; channel < channels; ++channel) {
      double expected = channel == 0 ? partial({}) : 0;
      for (int d = 0; d < dimension && channel > 0; ++d) {
        expected += partial(once(d)) * x(d, channel, p);
        for (int e = 0; e < dimension && channel >= 3; ++e) {
          auto n = once(d);
          ++n[std::size_t(e)];
          expected += partial(n) * x(d, first[channel], p) * x(e, second[channel], p);
        }
      }
      worst = std::max(worst, std::fabs(f(0, channel, p) - expected));
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("each axis has as many control values as cells and the degree together") {
  nn::ParameterLayout layout;
  Workspace workspace;
  const encoders::Bspline<float> cubic({{10, 7}, 3, 2, 4}, {2, 1, 6, &layout, &workspace});
  CHECK(cubic.features() == 8);
  CHECK(cubic.smoothness() == 2);
  CHECK(layout.slices()[0].name == "encoder.level0");
  CHECK(layout.slices()[0].shape == std::vector<std::size_t>{13, 10, 4});
  CHECK(layout.slices()[1].shape == std::vector<std::size_t>{8, 6, 4});
  nn::ParameterLayout other;
  const encoders::Bspline<float> quadratic({{10}, 2, 1, 1}, {3, 1, 1, &other, &workspace});
  CHECK(quadratic.smoothness() == 1);
  CHECK(other.slices()[0].shape == std::vector<std::size_t>{12, 12, 12, 1});
}

TEST_CASE("polynomials up to the degree are reproduced with all their derivatives, constants among them") {
  for (const int degree : {2, 3})
    for (const int dimension : {2, 3})
      for (const auto& resolution : {std::vector<int>{1}, {6}, {5, 1, 2}}) {
        BsplineOptions options{resolution, degree, 1, 1};
        if (resolution.size() > 1) options.resolution.resize(std::size_t(dimension));
        Case c(options, dimension, 30, degree == 3 ? 6 : 3);
        c.set_point(0, {0, 0, 0});
        c.set_point(1, {1, 1, 1});
        c.set_point(2, {1, 0, 0.5});
        for (const auto& k : {std::array<int, 3>{0, 0, 0}, {1, 0, 0}, {0, 1, 1}, {2, 1, 2}, {degree, degree, degree}}) {
          CAPTURE(degree);
          CAPTURE(dimension);
          set_monomial(c, degree, k);
          CHECK(monomial_error(c, k) < 1e-11);
        }
      }
}

TEST_CASE("values and as many derivatives as promised are continuous across cells") {
  for (const int degree : {2, 3})
    for (const int dimension : {2, 3}) {
      const int channels = degree == 3 ? 6 : 3, cells = 4;
      Case left({{cells}, degree, 1, 2}, dimension, cells - 1, channels), right({{cells}, degree, 1, 2}, dimension, cells - 1, channels);
      for (int i = 1; i < cells; ++i)
        for (auto* const c : {&left, &right}) {
          const double at = double(i) / cells + (c == &left ? -1e-12 : 1e-12);
          c->set_point(i - 1, {at, at, at});
        }
      left.forward();
      right.forward();
      CHECK(tests::distance(left.features, right.features) < 1e-8);
    }
}

TEST_CASE("points outside take the value at the nearest face, with derivatives zero") {
  Case c({{4}, 3, 2, 2}, 2, 2, 6);
  c.set_point(0, {1.5, -0.3});
  c.set_point(1, {1, 0});
  c.forward();
  const auto f = to_host(c.features);
  for (int i = 0; i < 4; ++i) {
    CHECK(f(i, 0, 0) == f(i, 0, 1));
    for (int channel = 1; channel < 6; ++channel) CHECK(f(i, channel, 0) == 0);
    CHECK(f(i, 1, 1) != 0);
  }
}

TEST_CASE("jets are the derivatives along curved patches") {
  for (const int dimension : {2, 3}) {
    Case quadratic({{6}, 2, 2, 3}, dimension, 3, 3), cubic({{6}, 3, 2, 3}, dimension, 3, 6);
    quadratic.set_point(1, {0.23, 0.71, 0.4});
    cubic.set_point(1, {0.23, 0.71, 0.4});
    CHECK(tests::jet_error(quadratic, 1, 1e-4) < 1e-5);
    CHECK(tests::jet_error(cubic, 1, 1e-4) < 1e-5);
  }
}

TEST_CASE("the reverse sweep is the transpose, for every shape") {
  for (const int dimension : {2, 3})
    for (const int channels : {1, 3, 6})
      for (const int n : {1, 7, 300})
        for (const auto& options :
             {BsplineOptions{{9}, 3, 3, 2}, BsplineOptions{{1}, 3, 1, 1}, BsplineOptions{{5}, 2, 2, 5}, BsplineOptions{{1}, 2, 1, 1}}) {
          if (options.degree == 2 && channels == 6) continue;
          Case c(options, dimension, n, channels, 400);
          tests::check_transpose(c);
        }
}

TEST_CASE("gradients repeat to the last bit, and float follows double") {
  for (const int dimension : {2, 3}) {
    tests::check_repeatable<encoders::Bspline>({{8}, 3, 2, 3}, dimension, 6);
    tests::check_repeatable<encoders::Bspline>({{8}, 2, 2, 3}, dimension, 1);
    tests::check_float<encoders::Bspline>({{8}, 3, 2, 3}, dimension, 6, 1e-4);
  }
}

TEST_CASE("cells have one size in a box of any sides, and an axis keeps one cell where it has too few to halve") {
  const auto count = [](const BsplineOptions& options, const std::vector<double>& sides) {
    nn::ParameterLayout layout;
    Workspace workspace;
    encoders::Context context{int(sides.size()), 8, 6, &layout, &workspace};
    std::copy(sides.begin(), sides.end(), context.sides);
    const encoders::Bspline<double> encoder(options, context);
    return layout.size();
  };
  CHECK(count({{10}, 3, 1, 1}, {1, 0.5}) == 13 * 8);
  CHECK(count({{10}, 3, 1, 1}, {0.51, 1, 1e-9}) == 9 * 13 * 4);
  CHECK(count({{8}, 3, 3, 2}, {1, 0.25}) == 2 * (11 * 5 + 7 * 4 + 5 * 4));
  CHECK(count({{8, 6}, 3, 2, 1}, {1, 0.1}) == 11 * 9 + 7 * 6);  // as given
  tests::check_repeatable<encoders::Bspline>({{8, 1}, 3, 3, 3}, 2, 6);
}

TEST_CASE("impossible splines are refused with a reason") {
  CHECK(refused({{8}, 3, 1, 3}, 3, 6) == "");
  CHECK(refused({{8}, 1, 1, 3}) == "degree is 1, but must be 2 or 3");
  CHECK(refused({{8}, 4, 1, 3}) == "degree is 4, but must be 2 or 3");
  CHECK(refused({{8}, 2, 1, 3}, 2, 6) == "degree is 2, whose second derivatives jump from cell to cell: take 3 with losses that need them");
  CHECK(refused({{8}, 3, 5, 3}) ==
        "levels is 5, but 8 cells can be halved for at most 4 levels (level l has floor(n / 2^l) cells): lower levels or raise resolution");
  CHECK(refused({{8, 8, 8}, 3, 1, 3}) == "resolution has 3 numbers: give one for all axes or one for each of the 2");
  CHECK(refused({{0}, 3, 1, 3}) == "resolution is 0 cells, but must be at least 1");
  CHECK(refused({{8}, 3, 0, 3}) == "levels is 0, but must be at least 1");
  CHECK(refused({{8}, 3, 1, 0}) == "features is 0, but must be at least 1");
  CHECK(refused({{8}, 3, 1, 3, -1}) == "init is -1.000000, but must be at least 0");
  CHECK(refused({{8}, 3, 1, 3, 0, -0.5}) == "coarse_to_fine is -0.500000, but must be from 0 to 1");
  CHECK(refused({{2000}, 3, 1, 3}, 3) == "level 0 would hold more than 2e9 numbers: lower its resolution or features");
  CHECK(refused({{8}, 3, 1, 3}, 1) == "points have 1 dimensions, but must have 2 or 3");
}
