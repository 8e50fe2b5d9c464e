// SPDX-License-Identifier: Apache-2.0
// Batches of random points and what an encoder makes of them.
#pragma once

#include <functional>
#include <random>
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
    fill(Kokkos::subview(points, Kokkos::ALL, std::make_pair(0, 1), Kokkos::ALL), 0, 1, 3);
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
