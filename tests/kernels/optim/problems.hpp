// SPDX-License-Identifier: Apache-2.0
// Energies for tests of Newton's method.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "kernels/optim/newton.hpp"

namespace plisse::tests {

// An energy with its derivatives written down: along a line it is evaluated anew.
class PlainProblem : public optim::NewtonProblem {
 public:
  double linearise(const std::vector<double>& c, double load, std::vector<double>& gradient, linalg::Matrix hessian) override {
    ++linearisations;
    return energy(c, load, gradient, [&](int i, int j, double value) {
      if (j <= i) *hessian.at(i, j) += value;
    });
  }
  void prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double load) override {
    c_ = c;
    direction_ = direction;
    load_ = load;
  }
  optim::LinePoint along(double t) override {
    std::vector<double> x = c_, gradient(c_.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += t * direction_[i];
    const double value = energy(x, load_, gradient, [](int, int, double) {});
    double slope = 0;
    for (std::size_t i = 0; i < x.size(); ++i) slope += gradient[i] * direction_[i];
    return {t, value, slope};
  }
  void accept(const std::vector<double>& c, double load) override { accepted = c, accepted_load = load; }
  bool quadratic() const override { return false; }

  int linearisations = 0;
  std::vector<double> accepted;
  double accepted_load = 0;

 protected:
  using Add = std::function<void(int, int, double)>;
  virtual double energy(const std::vector<double>& c, double load, std::vector<double>& gradient, const Add& hessian) = 0;

 private:
  std::vector<double> c_, direction_;
  double load_ = 0;
};

// 1/2 c A c - load b c.
class Quadratic : public PlainProblem {
 public:
  Quadratic(std::vector<double> a, std::vector<double> b) : a_(std::move(a)), b_(std::move(b)) {}
  int unknowns() const override { return int(b_.size()); }
  bool quadratic() const override { return true; }

 protected:
  double energy(const std::vector<double>& c, double load, std::vector<double>& gradient, const Add& hessian) override {
    double value = 0;
    for (int i = 0; i < unknowns(); ++i) {
      double ac = 0;
      for (int j = 0; j < unknowns(); ++j) {
        ac += a_[std::size_t(i) * b_.size() + j] * c[j];
        hessian(i, j, a_[std::size_t(i) * b_.size() + j]);
      }
      value += c[i] * (ac / 2 - load * b_[i]);
      gradient[i] += ac - load * b_[i];
    }
    return value;
  }

 private:
  std::vector<double> a_, b_;
};

// Double wells (c^2 - 1)^2 / 4 side by side, held together by springs and tilted by the load.
class DoubleWells : public PlainProblem {
 public:
  explicit DoubleWells(int n) : n_(n) {}
  int unknowns() const override { return n_; }

 protected:
  double energy(const std::vector<double>& c, double load, std::vector<double>& gradient, const Add& hessian) override {
    double value = 0;
    for (int i = 0; i < n_; ++i) {
      const double well = c[i] * c[i] - 1;
      value += well * well / 4 - 0.1 * load * c[i];
      gradient[i] += well * c[i] - 0.1 * load;
      hessian(i, i, 3 * c[i] * c[i] - 1);
      if (i == 0) continue;
      const double gap = c[i] - c[i - 1], k = 0.2;
      value += k * gap * gap / 2;
      gradient[i] += k * gap;
      gradient[i - 1] -= k * gap;
      for (const int a : {i - 1, i})
        for (const int b : {i - 1, i}) hessian(a, b, a == b ? k : -k);
    }
    return value;
  }

 private:
  int n_;
};

// A heavy cantilever of length 1 and bending stiffness 1 under its weight gamma, as a chain of n stiff springs of length h = 1 / n:
//   sum_e EA h / 2 (|e| / h - 1)^2 + sum_v h / 2 |(x_(v+1) - 2 x_v + x_(v-1)) / h^2|^2 + load gamma sum_v h_v y_v
// Clamped at the origin along x.  Unknowns (x, y) of vertices 2 ... n; the first edge is fixed.
class HeavyCantilever : public PlainProblem {
 public:
  HeavyCantilever(int n, double gamma, double stretching_stiffness) : n_(n), h_(1. / n), gamma_(gamma), stretching_(stretching_stiffness) {}

  int unknowns() const override { return 2 * (n_ - 1); }
  std::vector<double> straight() const {
    std::vector<double> c(2 * (n_ - 1));
    for (int v = 2; v <= n_; ++v) c[index(v, 0)] = v * h_;
    return c;
  }
  double tip_x(const std::vector<double>& c) const { return c[index(n_, 0)]; }
  double tip_drop(const std::vector<double>& c) const { return -c[index(n_, 1)]; }

 protected:
  double energy(const std::vector<double>& c, double load, std::vector<double>& gradient, const Add& hessian) override {
    double value = 0;
    for (int v = 2; v <= n_; ++v) value += stretch(c, v, gradient, hessian);
    for (int v = 1; v < n_; ++v) value += bend(c, v, gradient, hessian);
    for (int v = 2; v <= n_; ++v) {
      const double weight = load * gamma_ * h_ * (v == n_ ? 0.5 : 1);
      value += weight * c[index(v, 1)];
      gradient[index(v, 1)] += weight;
    }
    return value;
  }

 private:
  static int index(int vertex, int axis) { return 2 * (vertex - 2) + axis; }
  double at(const std::vector<double>& c, int vertex, int axis) const {
    if (vertex >= 2) return c[index(vertex, axis)];
    return axis == 0 ? vertex * h_ : 0;
  }

  double stretch(const std::vector<double>& c, int v, std::vector<double>& gradient, const Add& hessian) const {
    const double e[2] = {at(c, v, 0) - at(c, v - 1, 0), at(c, v, 1) - at(c, v - 1, 1)};
    const double length = std::hypot(e[0], e[1]), strain = length / h_ - 1;
    for (int i = 0; i < 2; ++i)
      for (const int a : {v - 1, v}) {
        const double sign_a = a == v ? 1 : -1;
        if (a < 2) continue;
        gradient[index(a, i)] += stretching_ * strain * sign_a * e[i] / length;
        for (int j = 0; j < 2; ++j)
          for (const int b : {v - 1, v}) {
            const double along = e[i] * e[j] / (length * length), sign_b = b == v ? 1 : -1;
            if (b >= 2)
              hessian(index(a, i), index(b, j), stretching_ * sign_a * sign_b * (along / h_ + strain * ((i == j) - along) / length));
          }
      }
    return stretching_ * h_ / 2 * strain * strain;
  }

  double bend(const std::vector<double>& c, int v, std::vector<double>& gradient, const Add& hessian) const {
    const double factor[3] = {1 / (h_ * h_), -2 / (h_ * h_), 1 / (h_ * h_)};
    double value = 0;
    for (int i = 0; i < 2; ++i) {
      double curvature = 0;
      for (int k = 0; k < 3; ++k) curvature += factor[k] * at(c, v - 1 + k, i);
      value += h_ / 2 * curvature * curvature;
      for (int k = 0; k < 3; ++k) {
        if (v - 1 + k < 2) continue;
        gradient[index(v - 1 + k, i)] += h_ * curvature * factor[k];
        for (int l = 0; l < 3; ++l)
          if (v - 1 + l >= 2) hessian(index(v - 1 + k, i), index(v - 1 + l, i), h_ * factor[k] * factor[l]);
      }
    }
    return value;
  }

  int n_;
  double h_, gamma_, stretching_;
};

}  // namespace plisse::tests
