// SPDX-License-Identifier: Apache-2.0
// Jets of the analytic encoders x every smooth activation x C against second-order dual numbers: the whole network evaluated on the host
// in SurfaceJet arithmetic, with activations from the C library.  Jets of splines against the recursion of Cox and de Boor in the same
// arithmetic.
#include <doctest/doctest.h>

#include "experiments/components/device.hpp"
#include "experiments/components/encoders.hpp"
#include "kernels/boundary/surface_jet.hpp"
#include "kernels/nn/mlp.hpp"
#include "tests/support/component_options.hpp"

#include <cmath>
#include <numbers>

using namespace plisse;
using namespace plisse::experiments;
using Number = boundary::SurfaceJet<double>;

namespace {

constexpr double omega = 3;

Number activated(nn::Activation activation, const Number& z) {
  const double x = z.v;
  if (activation == nn::Activation::sine) return chain(z, std::sin(omega * x), omega * std::cos(omega * x), -omega * omega * std::sin(omega * x));
  if (activation == nn::Activation::tanh) {
    const double t = std::tanh(x), d = 1 - t * t;
    return chain(z, t, d, -2 * t * d);
  }
  if (activation == nn::Activation::softplus) {
    const double s = 1 / (1 + std::exp(-x));
    return chain(z, std::log1p(std::exp(x)), s, s * (1 - s));
  }
  const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi), cumulative = std::erfc(-x / std::sqrt(2)) / 2;
  return chain(z, x * cumulative, cumulative + x * density, density * (2 - x * x));
}

std::vector<Number> encoded(const std::string& encoder, const std::vector<Number>& x, int features) {
  std::vector<Number> f;
  if (encoder == "identity") {
    for (const auto& c : x) f.push_back(2.0 * c - 1.0);
    return f;
  }
  f = x;
  for (double frequency = std::numbers::pi; int(f.size()) < features; frequency *= 2) {
    std::vector<Number> sines, cosines;
    for (const auto& c : x) {
      const double s = std::sin(frequency * c.v), k = std::cos(frequency * c.v);
      sines.push_back(chain(c, s, frequency * k, -frequency * frequency * s));
      cosines.push_back(chain(c, k, -frequency * s, -frequency * frequency * k));
    }
    f.insert(f.end(), sines.begin(), sines.end());
    f.insert(f.end(), cosines.begin(), cosines.end());
  }
  return f;
}

// A point of a patch that curves, as its jet.
std::vector<Number> patch() {
  return {{0.3, 0.5, -0.2, 0.7, 0.1, -0.4}, {0.6, -0.3, 0.8, 0.2, -0.5, 0.3}, {0.45, 0.1, 0.4, -0.6, 0.9, 0.2}};
}

// The B-spline of degree p with knots i, i + 1, ... at s, by Cox and de Boor.
Number spline(int i, int p, const Number& s) {
  if (p == 0) return {double(s.v >= i && s.v < i + 1), 0, 0, 0, 0, 0};
  return (1.0 / p) * (s - double(i)) * spline(i, p - 1, s) + (1.0 / p) * (double(i + p + 1) - s) * spline(i + 1, p - 1, s);
}

// What the jets (D, C, 1) of x are made of.
Jets<double> jets_of(const std::vector<Number>& x, std::size_t dimension, std::size_t channels) {
  const Jets<double> points("points", dimension, channels, 1);
  const auto host = Kokkos::create_mirror_view(points);
  for (std::size_t d = 0; d < dimension; ++d)
    for (std::size_t c = 0; c < channels; ++c) host(d, c, 0) = x[d][int(c)];
  Kokkos::deep_copy(points, host);
  return points;
}

}  // namespace

TEST_CASE("jets of splines agree with dual numbers through the recursion of Cox and de Boor") {
  const std::vector<int> resolution{7, 4, 5};
  for (const int degree : {2, 3})
    for (const std::size_t dimension : {2, 3})
      for (const int channels : {1, 3, 6}) {
        if (degree == 2 && channels == 6) continue;
        CAPTURE(degree);
        CAPTURE(dimension);
        CAPTURE(channels);
        const auto options = preset("encoders", "bspline");
        tests::set_option("encoders", options, "resolution", std::vector<int>(resolution.begin(), resolution.begin() + std::ptrdiff_t(dimension)));
        tests::set_option("encoders", options, "degree", degree);
        tests::set_option("encoders", options, "levels", 1);
        tests::set_option("encoders", options, "features", 1);
        tests::set_option("encoders", options, "init", 1.0);
        Workspace workspace;
        nn::ParameterLayout layout;
        const auto encode = make_encoder<double>(options, {int(dimension), 1, channels, &layout, &workspace});
        const auto parameters = workspace.take<double>("parameters", layout.size());
        encode->initialise(parameters, 7);
        const auto x = patch();
        const Jets<double> features("features", 1, std::size_t(channels), 1);
        encode->forward(Exec(), parameters, jets_of(x, dimension, std::size_t(channels)), 1, features);

        Number expected{};
        const auto values = to_host(parameters);
        const auto& shape = layout.slices()[0].shape;
        for (std::size_t i = 0; i < values.size(); ++i) {
          Number product{1, 0, 0, 0, 0, 0};
          std::size_t at = i;
          for (std::size_t d = dimension; d-- > 0; at /= shape[d])
            product = product * spline(int(at % shape[d]) - degree, degree, double(resolution[d]) * x[d]);
          expected = expected + values[i] * product;
        }
        const auto found = to_host(features);
        for (int c = 0; c < channels; ++c) CHECK(std::abs(found[std::size_t(c)] - expected[c]) <= 1e-12 * (1 + std::abs(expected[c])));
      }
}

TEST_CASE("jets of encoders and networks agree with dual numbers") {
  for (const std::string encoder : {"identity", "frequency"})
    for (const auto activation : {nn::Activation::gelu, nn::Activation::tanh, nn::Activation::softplus, nn::Activation::sine})
      for (const int channels : {1, 3, 6}) {
        CAPTURE(encoder);
        CAPTURE(int(activation));
        CAPTURE(channels);
        Workspace workspace;
        nn::ParameterLayout layout;
        const auto encode = make_encoder<double>(preset("encoders", encoder), {3, 1, channels, &layout, &workspace});
        const nn::NetworkOptions options{9, 2, activation, {omega}, {}};
        const nn::Mlp<double> network(options, encode->features(), 3, 1, channels, layout, workspace);
        const auto parameters = workspace.take<double>("parameters", layout.size());
        network.initialise(parameters, 7);

        const auto x = patch();
        const auto points = jets_of(x, 3, std::size_t(channels));
        const Jets<double> features("features", encode->features(), channels, 1), output("output", 3, channels, 1);
        encode->forward(Exec(), parameters, points, 1, features);
        network.forward(Exec(), parameters, features, 1, channels, output, false);
        const auto found = to_host(output);

        auto s = encoded(encoder, x, encode->features());
        REQUIRE(int(s.size()) == encode->features());
        const auto p = to_host(parameters);
        const auto& slices = layout.slices();
        for (std::size_t layer = 0; layer + 1 < slices.size(); layer += 2) {
          const auto &weight = slices[layer], &bias = slices[layer + 1];
          std::vector<Number> next;
          for (std::size_t i = 0; i < weight.shape[0]; ++i) {
            Number z{p[bias.offset + i], 0, 0, 0, 0, 0};
            for (std::size_t j = 0; j < weight.shape[1]; ++j) z = z + p[weight.offset + i * weight.shape[1] + j] * s[j];
            next.push_back(layer + 2 < slices.size() ? activated(activation, z) : z);
          }
          s = next;
        }
        for (std::size_t i = 0; i < 3; ++i)
          for (int c = 0; c < channels; ++c)
            CHECK(std::abs(found[i * std::size_t(channels) + std::size_t(c)] - s[i][c]) <= 1e-10 * (1 + std::abs(s[i][c])));
      }
}
