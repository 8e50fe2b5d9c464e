// SPDX-License-Identifier: Apache-2.0
// Batches of surface points with displacement jets, and the comparison of a potential's derivatives with central differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "kernels/shell/potential.hpp"

namespace plisse::test {

using Frame = surfaces::Frame<double>;
using Jet = shell::Jet<double>;
using Vector = Vec3<double>;

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}
  double number(double low, double high) { return std::uniform_real_distribution<double>(low, high)(generator_); }
  Vector vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

 private:
  std::mt19937_64 generator_;
};

// Orthonormal vectors in a random direction, Weingarten map up to `curvature`.
inline Frame random_frame(Random& random, double curvature) {
  const auto unit = [](const Vector& v) { return (1 / norm(v)) * v; };
  Frame f;
  f.x = random.vector(2);
  f.t1 = unit(random.vector(1));
  const Vector other = random.vector(1);
  f.t2 = unit(other - dot(other, f.t1) * f.t1);
  f.t2 = unit(f.t2 - dot(f.t2, f.t1) * f.t1);
  f.n = cross(f.t1, f.t2);
  f.h11 = random.number(-curvature, curvature);
  f.h12 = random.number(-curvature, curvature);
  f.h22 = random.number(-curvature, curvature);
  return f;
}

inline Jet random_jet(Random& random, double size) {
  Jet jet;
  for (int c = 0; c < shell::channels; ++c) jet[c] = random.vector(size);
  return jet;
}

// Points, weights, conormals and jets in arrays of T.
template <class T>
struct Batch {
  surfaces::SurfacePoints<T> points;
  Jets<T> jets;

  Batch(const std::vector<Frame>& frames, const std::vector<Jet>& displacement, const std::vector<double>& weights = {}) {
    Workspace workspace;
    const int n = int(frames.size());
    points = surfaces::SurfacePoints<T>("plisse::test::points", frames.size(), workspace);
    const auto frame = Kokkos::create_mirror_view(points.frame);
    const auto weight = Kokkos::create_mirror_view(points.weight);
    const auto conormal = Kokkos::create_mirror_view(points.conormal);
    for (int p = 0; p < n; ++p) {
      const Vector rows[4] = {frames[p].x, frames[p].t1, frames[p].t2, frames[p].n};
      for (int i = 0; i < 12; ++i) frame(i, p) = T(rows[i / 3][i % 3]);
      frame(12, p) = T(frames[p].h11);
      frame(13, p) = T(frames[p].h12);
      frame(14, p) = T(frames[p].h22);
      weight(p) = T(weights.empty() ? 1 : weights[p]);
      conormal(0, p) = T(std::cos(p + 0.3));
      conormal(1, p) = T(std::sin(p + 0.3));
    }
    Kokkos::deep_copy(points.frame, frame);
    Kokkos::deep_copy(points.weight, weight);
    Kokkos::deep_copy(points.conormal, conormal);
    jets = Jets<T>("plisse::test::jets", 3, shell::channels, frames.size());
    const auto host = Kokkos::create_mirror_view(jets);
    for (int p = 0; p < n; ++p)
      for (int c = 0; c < shell::channels; ++c)
        for (int i = 0; i < 3; ++i) host(i, c, p) = T(displacement[p][c][i]);
    Kokkos::deep_copy(jets, host);
  }

  shell::Sites all() const { return {0, points.capacity()}; }
  Jets<T> zeros() const { return Jets<T>("plisse::test::adjoint", 3, shell::channels, jets.extent(2)); }
};

template <class View>
typename View::host_mirror_type on_host(const View& view) {
  const auto host = Kokkos::create_mirror_view(view);
  Kokkos::deep_copy(host, view);
  return host;
}

// A few points in the middle of a larger batch, with jets of order `size`: what lies around them must not matter.
struct RandomBatch : Batch<double> {
  static constexpr int points_in_all = 7;
  shell::Sites sites{2, 4};

  RandomBatch(unsigned seed, double size, double curvature = 0.8) : RandomBatch(Random(seed), size, curvature) {}

 private:
  RandomBatch(Random random, double size, double curvature) : RandomBatch(make(random, size, curvature)) {}
  struct Made {
    std::vector<Frame> frames;
    std::vector<Jet> jets;
    std::vector<double> weights;
  };
  explicit RandomBatch(const Made& made) : Batch<double>(made.frames, made.jets, made.weights) {}
  static Made make(Random& random, double size, double curvature) {
    Made made;
    for (int p = 0; p < points_in_all; ++p) {
      made.frames.push_back(random_frame(random, curvature));
      made.jets.push_back(random_jet(random, size));
      made.weights.push_back(random.number(0.2, 1.5));
    }
    return made;
  }
};

// The jets with one number of every point moved by h.
inline Jets<double> shifted(const Jets<double>& jets, int component, int channel, double h, int only = -1) {
  Jets<double> result("plisse::test::shifted", 3, shell::channels, jets.extent(2));
  Kokkos::deep_copy(result, jets);
  const auto host = on_host(result);
  for (int p = 0; p < int(jets.extent(2)); ++p)
    if (only < 0 || p == only) host(component, channel, p) += h;
  Kokkos::deep_copy(result, host);
  return result;
}

// f'(0) by the fourth-order central difference.
template <class Function>
auto central(const Function& f, double h = 2e-3) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

constexpr double test_factor = 1.7;

// |adjoint - central differences| / |central differences|, both of the whole batch.
inline double gradient_error(const shell::Potential<double>& potential, const RandomBatch& batch) {
  const auto adjoint = batch.zeros();
  potential.evaluate(Exec(), batch.points, batch.sites, batch.jets, test_factor, adjoint);
  const auto given = on_host(adjoint);
  double error = 0, size = 0;
  for (int p = 0; p < RandomBatch::points_in_all; ++p)
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < shell::channels; ++c) {
        const double measured = central([&](double h) {
          return test_factor * potential.evaluate(Exec(), batch.points, batch.sites, shifted(batch.jets, i, c, h, p), 1, {});
        });
        error += std::pow(measured - given(i, c, p), 2);
        size += measured * measured;
      }
  return std::sqrt(error / std::max(size, 1e-300));
}

struct HessianErrors {
  double difference;  // |hessian - central differences of the adjoint| / |hessian|
  double asymmetry;   // largest |h_ij - h_ji|
  double size;        // |hessian|
};

inline HessianErrors hessian_errors(const shell::Potential<double>& potential, const RandomBatch& batch) {
  constexpr int n = shell::jet_size, points = RandomBatch::points_in_all;
  Array2<double> hessian("plisse::test::hessian", n * n, points);
  potential.add_hessian(Exec(), batch.points, batch.sites, batch.jets, test_factor, hessian);
  const auto given = on_host(hessian);
  HessianErrors result{0, 0, 0};
  for (int j = 0; j < n; ++j) {
    const auto moved = [&](double h) {
      const auto adjoint = batch.zeros();
      potential.evaluate(Exec(), batch.points, batch.sites, shifted(batch.jets, j / 6, j % 6, h), test_factor, adjoint);
      return on_host(adjoint);
    };
    const double h = 2e-3;
    const auto a = moved(-2 * h), b = moved(-h), c = moved(h), d = moved(2 * h);
    for (int i = 0; i < n; ++i)
      for (int p = 0; p < points; ++p) {
        const auto at = [&](const auto& adjoint) { return adjoint(i / 6, i % 6, p); };
        const double measured = (8 * (at(c) - at(b)) - (at(d) - at(a))) / (12 * h);
        result.difference += std::pow(measured - given(n * i + j, p), 2);
        result.size += std::pow(given(n * i + j, p), 2);
        result.asymmetry = std::max(result.asymmetry, std::abs(given(n * i + j, p) - given(n * j + i, p)));
      }
  }
  result.difference = std::sqrt(result.difference / std::max(result.size, 1e-300));
  result.size = std::sqrt(result.size);
  return result;
}

}  // namespace plisse::test
