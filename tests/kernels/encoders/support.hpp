// SPDX-License-Identifier: Apache-2.0
// Batches of random points and what an encoder makes of them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/encoders/encoder.hpp"

namespace plisse::tests {

template <class View>
auto to_host(const View& view) {
  const auto host = Kokkos::create_mirror(view);
  Kokkos::deep_copy(host, view);
  return host;
}

template <class View>
void fill(const View& view, double low, double high, int seed) {
  const auto host = Kokkos::create_mirror_view(view);
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> draw(low, high);
  for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = typename View::value_type(draw(engine));
  Kokkos::deep_copy(view, host);
}

template <class View>
double inner_product(const View& a, const View& b) {
  const auto x = to_host(a), y = to_host(b);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x.data()[i] * y.data()[i];
  return sum;
}

// Largest difference of two arrays of the same shape.
template <class A, class B>
double distance(const A& a, const B& b) {
  const auto x = to_host(a);
  const auto y = to_host(b);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::fabs(double(x.data()[i]) - double(y.data()[i])));
  return largest;
}

// What the encoder says of impossible options; empty where it takes them.
template <template <class> class E>
std::string refusal(const typename E<float>::Options& options, int dimension = 2, int channels = 1, int capacity = 8) {
  nn::ParameterLayout layout;
  Workspace workspace;
  try {
    const E<float> encoder(options, {dimension, capacity, channels, &layout, &workspace});
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

// An encoder with random points (D, C, N) of [0, 1]^D and random derivatives, parameters and adjoints.
template <template <class> class E, class T>
struct EncoderCase {
  nn::ParameterLayout layout;
  Workspace workspace;
  int n;
  E<T> encoder;
  Array1<T> parameters, gradient;
  Jets<T> points, features, adjoint;

  EncoderCase(const typename E<T>::Options& options, int dimension, int n, int channels = 1, int capacity = 0)
      : n(n),
        encoder(options, {dimension, std::max(n, capacity), channels, &layout, &workspace}),
        parameters("parameters", layout.size()),
        gradient("gradient", layout.size()),
        points("points", dimension, channels, n),
        features("features", encoder.features(), channels, n),
        adjoint("adjoint", encoder.features(), channels, n) {
    workspace.seal();
    fill(parameters, -1, 1, 1);
    fill(points, -1, 1, 2);
    const Array2<T> inside("inside", std::size_t(dimension), std::size_t(n));
    fill(inside, 0, 1, 3);
    Kokkos::deep_copy(Kokkos::subview(points, Kokkos::ALL, 0, Kokkos::ALL), inside);
    fill(adjoint, -1, 1, 4);
  }

  void set_point(int p, const std::vector<double>& x) {
    const auto host = to_host(points);
    for (std::size_t d = 0; d < std::min(x.size(), host.extent(0)); ++d) host(d, 0, p) = T(x[d]);
    Kokkos::deep_copy(points, host);
  }
  void forward() { encoder.forward(Exec(), parameters, points, n, features); }
  void backward() { encoder.backward(Exec(), parameters, points, n, adjoint, gradient); }
};

// backward() is the transpose of forward(), which is linear in the parameters.
template <template <class> class E>
void check_transpose(EncoderCase<E, double>& c) {
  c.forward();
  Kokkos::deep_copy(c.gradient, 0.0);
  c.backward();
  CHECK(inner_product(c.features, c.adjoint) == doctest::Approx(inner_product(c.parameters, c.gradient)).epsilon(1e-11));
}

// Gradients add up, are the same bits each time, and the same to rounding for any capacity, on which the order of the sums may depend.
template <template <class> class E>
void check_repeatable(const typename E<double>::Options& options, int dimension, int channels) {
  EncoderCase<E, double> c(options, dimension, 1000, channels), roomy(options, dimension, 1000, channels, 5000);
  c.backward();
  roomy.backward();
  const auto once = to_host(c.gradient), in_room = to_host(roomy.gradient);
  for (std::size_t i = 0; i < once.size(); ++i) REQUIRE(in_room(i) == doctest::Approx(once(i)).epsilon(1e-12));
  for (auto* repeated : {&c, &roomy}) {
    const auto first = to_host(repeated->gradient);
    Kokkos::deep_copy(repeated->gradient, 0.0);
    repeated->backward();
    const auto second = to_host(repeated->gradient);
    for (std::size_t i = 0; i < once.size(); ++i) REQUIRE(first(i) == second(i));
  }
  Kokkos::deep_copy(roomy.gradient, 1.0);
  roomy.backward();
  const auto added = to_host(roomy.gradient);
  for (std::size_t i = 0; i < once.size(); ++i) REQUIRE(added(i) == doctest::Approx(1 + once(i)).epsilon(1e-12));
}

// Features and gradients in float are those in double.
template <template <class> class E>
void check_float(const typename E<double>::Options& options, int dimension, int channels, double tolerance) {
  EncoderCase<E, float> single(options, dimension, 777, channels);
  EncoderCase<E, double> twice(options, dimension, 777, channels);
  single.forward();
  single.backward();
  twice.forward();
  twice.backward();
  const auto size = [](const auto& array) { return distance(array, std::decay_t<decltype(array)>("zero", array.layout())); };
  CHECK(distance(single.features, twice.features) < tolerance * size(twice.features));
  CHECK(distance(single.gradient, twice.gradient) < tolerance * size(twice.gradient));
}

// Largest error of the channels 1 .. C-1 at point p against differences of the values along the patch x + a x_1 + b x_2 + ...
template <template <class> class E>
double jet_error(EncoderCase<E, double>& c, int p, double h) {
  c.forward();
  const auto jets = to_host(c.features), middle = to_host(c.points);
  const int channels = int(middle.extent(1)), dimension = int(middle.extent(0));
  const auto values = [&](double a, double b) {
    std::vector<double> x(dimension);
    for (int d = 0; d < dimension; ++d) {
      x[d] = middle(d, 0, p) + a * middle(d, 1, p) + b * middle(d, 2, p);
      if (channels == 6) x[d] += a * a / 2 * middle(d, 3, p) + a * b * middle(d, 4, p) + b * b / 2 * middle(d, 5, p);
    }
    c.set_point(p, x);
    c.forward();
    return to_host(c.features);
  };
  const auto right = values(h, 0), left = values(-h, 0), up = values(0, h), down = values(0, -h);
  const auto ne = values(h, h), se = values(h, -h), nw = values(-h, h), sw = values(-h, -h), at = values(0, 0);
  double error = 0;
  for (int f = 0; f < c.encoder.features(); ++f) {
    const auto worst = [&](int channel, double difference) {
      error = std::max(error, std::fabs(jets(f, channel, p) - difference) / (1 + std::fabs(difference)));
    };
    worst(1, (right(f, 0, p) - left(f, 0, p)) / (2 * h));
    worst(2, (up(f, 0, p) - down(f, 0, p)) / (2 * h));
    if (channels < 6) continue;
    worst(3, (right(f, 0, p) - 2 * at(f, 0, p) + left(f, 0, p)) / (h * h));
    worst(4, (ne(f, 0, p) - se(f, 0, p) - nw(f, 0, p) + sw(f, 0, p)) / (4 * h * h));
    worst(5, (up(f, 0, p) - 2 * at(f, 0, p) + down(f, 0, p)) / (h * h));
  }
  return error;
}

}  // namespace plisse::tests
