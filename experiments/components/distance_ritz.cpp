// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/components/device.hpp"
#include "experiments/components/distance_problem.hpp"
#include "kernels/linalg/product.hpp"

namespace plisse::experiments {

namespace {

constexpr int channels = 3, block_points = DistanceNetwork<double>::block;

void copy_columns(const Exec& exec, const Jets<double>& from, int first, int n, const Jets<double>& to) {
  Kokkos::parallel_for(
      "plisse::distance::copy_columns", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i)
          for (int c = 0; c < channels; ++c) to(i, c, p) = from(i, c, first + p);
      });
}

}  // namespace

DistanceRitz::DistanceRitz(DistanceNetwork<double>& network, const DistanceTargets<double>& targets, const DistanceLossOptions& loss,
                           Workspace& workspace)
    : network_(network), targets_(targets), loss_(loss), points_(int(targets.weight.extent(1))) {
  const auto size = std::size_t(network.functions()) * channels * block_points;
  input_ = workspace.take<double>("plisse::distance::ritz_input", 3, channels, block_points);
  phi_ = workspace.take<double>("plisse::distance::ritz_basis", size);
  rows_.resize(size);
}

template <class Visit>
void DistanceRitz::each_block(const Visit& visit) {
  const int functions = network_.functions();
  const auto target = Kokkos::create_mirror_view(targets_.target);
  const auto weight = Kokkos::create_mirror_view(targets_.weight);
  Kokkos::deep_copy(target, targets_.target);
  Kokkos::deep_copy(weight, targets_.weight);
  const double factor[channels] = {std::sqrt(loss_.value / points_), std::sqrt(loss_.gradient / points_),
                                   std::sqrt(2 * loss_.gradient / points_)};
  for (int first = 0; first < points_; first += block_points) {
    const int n = std::min(block_points, points_ - first), columns = channels * n;
    copy_columns(exec_, targets_.input, first, n, input_);
    network_.basis(exec_, parameters_, input_, n, channels, phi_);
    exec_.fence();
    const auto host = to_host<double>(phi_.data(), std::size_t(functions) * std::size_t(columns));
    std::vector<double> scale, b;
    for (int c = 0; c < channels; ++c)
      for (int p = 0; p < n; ++p) {
        scale.push_back(factor[c] * std::sqrt(weight(c == 0 ? 0 : 1, first + p)));
        b.push_back(c < 2 ? scale.back() * target(c, first + p) : 0);
      }
    for (int j = 0; j < functions; ++j)
      for (int q = 0; q < columns; ++q)
        rows_[std::size_t(j) * std::size_t(columns) + std::size_t(q)] =
            scale[std::size_t(q)] * host[std::size_t(j) * std::size_t(columns) + std::size_t(q)];
    visit(first, n, rows_.data(), b);
  }
}

std::vector<double> DistanceRitz::residuals(const std::vector<double>& c, bool against) {
  std::vector<double> all(std::size_t(channels) * std::size_t(points_));
  each_block([&](int first, int n, const double* rows, const std::vector<double>& b) {
    double* const r = all.data() + std::size_t(channels) * std::size_t(first);
    for (int q = 0; q < channels * n; ++q) r[q] = against ? -b[std::size_t(q)] : 0;
    for (int j = 0; j < unknowns(); ++j)
      for (int q = 0; q < channels * n; ++q) r[q] += c[std::size_t(j)] * rows[std::size_t(j) * std::size_t(channels * n) + std::size_t(q)];
  });
  return all;
}

// Also keeps the terms, free of their weights.
double DistanceRitz::energy(const std::vector<double>& residuals) {
  double value = 0, gradient = 0;
  for (int first = 0; first < points_; first += block_points) {
    const int n = std::min(block_points, points_ - first);
    const double* const r = residuals.data() + std::size_t(channels) * std::size_t(first);
    value += std::inner_product(r, r + n, r, 0.0);
    gradient += std::inner_product(r + n, r + channels * n, r + n, 0.0);
  }
  terms_ = {loss_.value > 0 ? value / loss_.value : 0, loss_.gradient > 0 ? gradient / loss_.gradient : 0};
  return value + gradient;
}

double DistanceRitz::linearise(const std::vector<double>& c, double, std::vector<double>& gradient, linalg::Matrix hessian) {
  const int functions = unknowns();
  std::vector<double> residuals(std::size_t(channels) * std::size_t(points_));
  each_block([&](int first, int n, double* rows, const std::vector<double>& b) {
    const int columns = channels * n;
    const auto row = [&](int j) { return rows + std::size_t(j) * std::size_t(columns); };
    double* const r = residuals.data() + std::size_t(channels) * std::size_t(first);
    for (int q = 0; q < columns; ++q) r[q] = -b[std::size_t(q)];
    for (int j = 0; j < functions; ++j)
      for (int q = 0; q < columns; ++q) r[q] += c[std::size_t(j)] * row(j)[q];
    for (int j = 0; j < functions; ++j) gradient[std::size_t(j)] += 2 * std::inner_product(r, r + columns, row(j), 0.0);
    const double root = std::sqrt(2.0);
    for (std::size_t i = 0; i < std::size_t(functions) * std::size_t(columns); ++i) rows[i] *= root;
    const linalg::ConstMatrix a(rows, std::size_t(columns));
    linalg::accumulate({{a, a, hessian, functions, functions, columns, true}});
  });
  return energy(residuals);
}

void DistanceRitz::prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double) {
  at_ = residuals(c, true);
  along_ = residuals(direction, false);
}

optim::LinePoint DistanceRitz::along(double t) {
  std::vector<double> moved(at_.size());
  for (std::size_t q = 0; q < at_.size(); ++q) moved[q] = at_[q] + t * along_[q];
  return {t, energy(moved), 2 * std::inner_product(moved.begin(), moved.end(), along_.begin(), 0.0)};
}

}  // namespace plisse::experiments
