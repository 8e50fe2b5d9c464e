// SPDX-License-Identifier: Apache-2.0
// Every registered encoder x every activation x every number of channels, in the plane and along curved patches in space: jets of encoder
// and network against central differences of the value alone, and the reverse sweep against central differences of all channels.
// A component is tested because it exists.  Left out is what does not exist: encoders may refuse second derivatives they lack.
// Pieces that meet in kinks (relu, multilinear grids) are tested inside them: where two steps of a central difference agree, no kink lies
// between their points.  This looks at values alone, so nothing that is wrong with a derivative can hide behind it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>

#include "experiments/components/device.hpp"
#include "experiments/components/encoders.hpp"
#include "kernels/core/vec.hpp"
#include "kernels/nn/mlp.hpp"
#include "tests/support/component_options.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

constexpr int points = 41;
constexpr double tolerance = 1e-6;
constexpr double alike = 1e-8;  // two central differences of a function without kinks, relative to its size

const std::vector<std::pair<std::string, nn::Activation>> activations{{"relu", nn::Activation::relu},
                                                                      {"gelu", nn::Activation::gelu},
                                                                      {"tanh", nn::Activation::tanh},
                                                                      {"softplus", nn::Activation::softplus},
                                                                      {"sine", nn::Activation::sine}};

// Where jets are taken, and the patch around each point: x + a t1 + b t2 - 1/2 (h11 a^2 + 2 h12 a b + h22 b^2) n in space; the plane
// itself in two dimensions.
struct Patches {
  int dimension;
  std::vector<std::array<std::array<double, 3>, 6>> jets;  // (N, C, D): x, t1, t2, -h11 n, -h12 n, -h22 n

  explicit Patches(int dimension) : dimension(dimension), jets(points) {
    std::mt19937_64 random(17);
    std::uniform_real_distribution<double> inside(0.1, 0.9), curvature(-2, 2);
    std::normal_distribution<double> normal;
    for (auto& jet : jets) {
      for (auto& channel : jet) channel = {};
      for (int d = 0; d < dimension; ++d) jet[0][std::size_t(d)] = inside(random);
      if (dimension == 2) {
        jet[1] = {1, 0, 0};
        jet[2] = {0, 1, 0};
        continue;
      }
      Vec3<double> a{normal(random), normal(random), normal(random)}, b{normal(random), normal(random), normal(random)};
      a = (1 / norm(a)) * a;
      b = b - dot(a, b) * a;
      b = (1 / norm(b)) * b;
      const auto n = cross(a, b);
      jet[1] = {a.x, a.y, a.z};
      jet[2] = {b.x, b.y, b.z};
      for (std::size_t c = 3; c < 6; ++c) {
        const double h = curvature(random);
        jet[c] = {-h * n.x, -h * n.y, -h * n.z};
      }
    }
  }

  // Points (a, b) of all patches, as jets with `channels` channels.
  template <class T>
  Jets<T> at(double a, double b, int channels) const {
    const Jets<T> result("plisse::test::points", std::size_t(dimension), std::size_t(channels), points);
    const auto host = Kokkos::create_mirror_view(result);
    for (std::size_t p = 0; p < points; ++p)
      for (std::size_t d = 0; d < std::size_t(dimension); ++d) {
        const auto x = [&](std::size_t c) { return jets[p][c][d]; };
        host(d, 0, p) = T(x(0) + a * x(1) + b * x(2) + a * a / 2 * x(3) + a * b * x(4) + b * b / 2 * x(5));
        for (std::size_t c = 1; c < std::size_t(channels); ++c) host(d, c, p) = T(x(c));
      }
    Kokkos::deep_copy(result, host);
    return result;
  }
};

// The encoder's default options, with levels that are coarse enough for tests, and a table that vertices of a hash grid must share.
config::Component coarse(const std::string& name) {
  auto component = preset("encoders", name);
  tests::set_option("encoders", component, "resolution", std::vector<int>{6});
  for (const auto& [option, value] : {std::pair("levels", 2), {"coarsest", 3}, {"finest", 6}, {"log2_table_size", 5}})
    tests::set_option("encoders", component, option, value);
  return component;
}

// Encoder and network on patches.
template <class T>
struct Chain {
  Workspace workspace;
  nn::ParameterLayout layout;
  std::unique_ptr<encoders::Encoder<T>> encoder;
  std::optional<nn::Mlp<T>> network;
  int channels;
  Jets<T> features, features_adjoint, output;
  Array1<T> parameters, gradient;

  Chain(const std::string& name, nn::Activation activation, int dimension, int channels) : channels(channels) {
    encoder = make_encoder<T>(coarse(name), {dimension, points, channels, &layout, &workspace});
    nn::NetworkOptions options;
    options.width = 7;
    options.hidden_layers = 2;
    options.activation = activation;
    options.omega = {2};
    network.emplace(options, encoder->features(), 3, points, channels, layout, workspace);
    const auto f = std::size_t(encoder->features()), c = std::size_t(channels);
    features = workspace.template take<T>("plisse::test::features", f, c, points);
    features_adjoint = workspace.template take<T>("plisse::test::features_adjoint", f, c, points);
    output = workspace.template take<T>("plisse::test::output", 3, c, points);
    parameters = workspace.template take<T>("plisse::test::parameters", layout.size());
    gradient = workspace.template take<T>("plisse::test::gradient", layout.size());
  }

  // Parameters away from any symmetric start: the initial ones plus noise, the same numbers in float and in double.
  void shake() {
    encoder->initialise(parameters, 3);
    network->initialise(parameters, 3);
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> noise(-0.3, 0.3);
    auto host = to_host(parameters);
    for (auto& p : host) p = T(double(p) + noise(random));
    to_device(host, parameters);
  }

  // All numbers of the output (3, C, N).
  std::vector<T> jets(const Jets<T>& input) {
    encoder->forward(Exec(), parameters, input, points, features);
    network->forward(Exec(), parameters, features, points, channels, output, true);
    return to_host(output);
  }

  // The gradient of the sum of output times adjoint.
  std::vector<T> backward(const Jets<T>& input, const Jets<T>& adjoint) {
    jets(input);
    Kokkos::deep_copy(gradient, T(0));
    network->backward(Exec(), parameters, features, points, channels, adjoint, gradient, features_adjoint);
    encoder->backward(Exec(), parameters, input, points, features_adjoint, gradient);
    return to_host(gradient);
  }
};

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double v : values) result = std::max(result, std::abs(v));
  return result;
}

// First and second derivative at 0 of values along a line, one of each value, by the central difference of order four.
struct Derivatives {
  std::vector<double> first, second;
};
template <class Values>
Derivatives differences(const Values& values, double h) {
  const auto a = values(-2 * h), b = values(-h), c = values(0), d = values(h), e = values(2 * h);
  Derivatives result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.first.push_back((8 * (d[i] - b[i]) - (e[i] - a[i])) / (12 * h));
    result.second.push_back((16 * (d[i] + b[i]) - (e[i] + a[i]) - 30 * c[i]) / (12 * h * h));
  }
  return result;
}

// Differences (3, C, N) of the values along the patches, and which of the 3 N places have none of a kink around them.
struct Measured {
  std::vector<double> jets;
  std::vector<bool> smooth;
  double share = 0;  // of places that are smooth
};

Measured measure(Chain<double>& values, const Patches& patches, int channels) {
  constexpr double step = 2e-4;
  constexpr std::size_t n = points;
  Measured result{std::vector<double>(3 * std::size_t(channels) * n), std::vector<bool>(3 * n, true)};
  const auto value = values.jets(patches.at<double>(0, 0, 1));
  const auto channel = [&](std::size_t c, const std::vector<double>& from) {
    for (std::size_t i = 0; i < 3 * n; ++i) result.jets[(i / n * std::size_t(channels) + c) * n + i % n] = from[i];
  };
  const auto along = [&](double a, double b) {
    const auto line = [&](double t) { return values.jets(patches.at<double>(a * t, b * t, 1)); };
    const auto coarse = differences(line, 2 * step), fine = differences(line, step);
    const double slope = largest(fine.first), curvature = std::max(largest(fine.second), slope);
    for (std::size_t i = 0; i < 3 * n; ++i) {
      const bool agree = std::abs(coarse.first[i] - fine.first[i]) <= 30 * alike * slope &&
                         (channels < 6 || std::abs(coarse.second[i] - fine.second[i]) <= 30 * alike * curvature);
      result.smooth[i] = result.smooth[i] && agree;
    }
    return fine;
  };
  channel(0, value);
  if (channels >= 3) {
    const auto a = along(1, 0), b = along(0, 1);
    channel(1, a.first);
    channel(2, b.first);
    if (channels == 6) {
      auto mixed = along(1, 1).second;
      for (std::size_t i = 0; i < 3 * n; ++i) mixed[i] = (mixed[i] - a.second[i] - b.second[i]) / 2;
      channel(3, a.second);
      channel(4, mixed);
      channel(5, b.second);
    }
  }
  result.share = double(std::count(result.smooth.begin(), result.smooth.end(), true)) / double(3 * n);
  return result;
}

// Largest difference of jets (3, C, N) where places are smooth, over the largest number among derivatives of that order or the one below:
// straight pieces have no second derivatives.
double jet_error(const std::vector<double>& jets, const Measured& measured, int channels) {
  constexpr std::size_t n = points;
  double worst = 0, size_below = 0;
  for (const auto& [first, last] : {std::pair(0, 1), std::pair(1, 3), std::pair(3, 6)}) {
    if (first >= channels) break;
    double difference = 0, size = size_below;
    for (int c = first; c < last; ++c)
      for (std::size_t i = 0; i < 3 * n; ++i) {
        const auto at = (i / n * std::size_t(channels) + std::size_t(c)) * n + i % n;
        if (!measured.smooth[i]) continue;
        difference = std::max(difference, std::abs(jets[at] - measured.jets[at]));
        size = std::max(size, std::abs(measured.jets[at]));
      }
    worst = std::max(worst, difference / size);
    size_below = size;
  }
  return worst;
}

template <class T>
Jets<T> random_adjoint(int channels) {
  const Jets<T> adjoint("plisse::test::adjoint", 3, std::size_t(channels), points);
  const auto host = Kokkos::create_mirror_view(adjoint);
  std::mt19937_64 random(29);
  std::normal_distribution<double> normal;
  for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = T(normal(random));
  Kokkos::deep_copy(adjoint, host);
  return adjoint;
}

// A random direction within [first, last).
std::vector<double> direction(std::size_t size, std::size_t first, std::size_t last, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> d(size, 0.0);
  double length = 0;
  for (auto i = first; i < last; ++i) d[i] = normal(random), length += d[i] * d[i];
  for (auto i = first; i < last; ++i) d[i] /= std::sqrt(length);
  return d;
}

// Largest relative error of the reverse sweep over random directions: three within each slice of the parameters, three over all.
double gradient_error(Chain<double>& chain, const Jets<double>& input) {
  const auto adjoint = random_adjoint<double>(chain.channels);
  const auto weights = to_host(adjoint);
  const auto gradient = chain.backward(input, adjoint);
  const auto start = to_host(chain.parameters);
  std::vector<std::pair<std::size_t, std::size_t>> ranges{{0, start.size()}};
  for (const auto& slice : chain.layout.slices()) ranges.emplace_back(slice.offset, slice.offset + slice.size());

  std::mt19937_64 random(23);
  double worst = 0;
  for (const auto& [first, last] : ranges)
    for (int repeat = 0; repeat < 3; ++repeat) {
      const auto d = direction(start.size(), first, last, random);
      double expected = 0, square = 0;
      for (auto i = first; i < last; ++i) expected += gradient[i] * d[i], square += gradient[i] * gradient[i];
      const double size = std::max(std::abs(expected), std::sqrt(square / double(last - first)));
      if (size == 0) continue;
      const auto functional = [&](double t) {
        auto moved = start;
        for (auto i = first; i < last; ++i) moved[i] += t * d[i];
        to_device(moved, chain.parameters);
        const auto jets = chain.jets(input);
        double sum = 0;
        for (std::size_t i = 0; i < jets.size(); ++i) sum += weights[i] * jets[i];
        return std::vector<double>{sum};
      };
      // Shorter steps where a kink lies between the points of this one.
      double measured = differences(functional, 1e-4).first[0];
      for (const double h : {5e-5, 2e-5, 1e-5, 5e-6}) {
        const double finer = differences(functional, h).first[0];
        const bool settled = std::abs(finer - measured) <= tolerance / 3 * size;
        measured = finer;
        if (settled) break;
      }
      worst = std::max(worst, std::abs(measured - expected) / size);
    }
  to_device(start, chain.parameters);
  return worst;
}

// Largest difference between float and double, over the largest number in double.
double float_error(const std::vector<float>& single, const std::vector<double>& twice) {
  double difference = 0;
  for (std::size_t i = 0; i < twice.size(); ++i) difference = std::max(difference, std::abs(double(single[i]) - twice[i]));
  return difference / largest(twice);
}

struct Case {
  std::string encoder, activation_name;
  nn::Activation activation;
  int dimension, channels;
};

// Calls test(case) for all that exist; returns how many.
template <class Test>
int for_all_cases(const Test& test) {
  int count = 0;
  for (const auto& encoder : config::Registry::global().names("encoders"))
    for (const auto& [name, activation] : activations)
      for (const int dimension : {2, 3})
        for (const int channels : {1, 3, 6}) {
          Workspace scratch;
          nn::ParameterLayout layout;
          const bool smooth = make_encoder<double>(coarse(encoder), {dimension, points, 1, &layout, &scratch})->smoothness() >= 2;
          if (channels == 6 && !smooth) continue;
          CAPTURE(encoder);
          CAPTURE(name);
          CAPTURE(dimension);
          CAPTURE(channels);
          test(Case{encoder, name, activation, dimension, channels});
          ++count;
        }
  return count;
}

}  // namespace

TEST_CASE("jets of every encoder and activation are the derivatives of their values") {
  const int count = for_all_cases([](const Case& c) {
    const Patches patches(c.dimension);
    Chain<double> values(c.encoder, c.activation, c.dimension, 1), chain(c.encoder, c.activation, c.dimension, c.channels);
    values.shake();
    chain.shake();
    const auto measured = measure(values, patches, c.channels);
    // Splines have third derivatives that jump.
    const int smoothness = nn::is_smooth(c.activation) ? values.encoder->smoothness() : 0;
    CHECK(measured.share > (smoothness > 2 ? 0.99 : smoothness == 2 ? 0.9 : 0.5));
    CHECK(jet_error(chain.jets(patches.at<double>(0, 0, c.channels)), measured, c.channels) <= tolerance);
  });
  CHECK(count >= 2 * 5 * 2 * 3);
}

TEST_CASE("the reverse sweep of every encoder and activation agrees with central differences") {
  const int count = for_all_cases([](const Case& c) {
    Chain<double> chain(c.encoder, c.activation, c.dimension, c.channels);
    chain.shake();
    CHECK(gradient_error(chain, Patches(c.dimension).at<double>(0, 0, c.channels)) <= tolerance);
  });
  CHECK(count >= 2 * 5 * 2 * 3);
}

TEST_CASE("jets and reverse sweeps in float follow those in double") {
  for_all_cases([](const Case& c) {
    const Patches patches(c.dimension);
    Chain<double> twice(c.encoder, c.activation, c.dimension, c.channels);
    Chain<float> single(c.encoder, c.activation, c.dimension, c.channels);
    single.shake();
    const auto parameters = to_host(single.parameters);
    to_device(std::vector<double>(parameters.begin(), parameters.end()), twice.parameters);
    const auto input = patches.at<double>(0, 0, c.channels);
    const auto input_single = patches.at<float>(0, 0, c.channels);
    CHECK(float_error(single.jets(input_single), twice.jets(input)) <= 1e-4);
    CHECK(float_error(single.backward(input_single, random_adjoint<float>(c.channels)),
                      twice.backward(input, random_adjoint<double>(c.channels))) <= 1e-4);
  });
}

TEST_CASE("an encoder without second derivatives does not pretend to have them") {
  for (const auto& name : config::Registry::global().names("encoders")) {
    CAPTURE(name);
    Workspace workspace;
    nn::ParameterLayout layout;
    if (make_encoder<double>(coarse(name), {3, points, 1, &layout, &workspace})->smoothness() >= 2) continue;
    nn::ParameterLayout other;
    CHECK_THROWS_AS(make_encoder<double>(coarse(name), {3, points, 6, &other, &workspace}), config::Error);
  }
}
