// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/galerkin.hpp"

#include <cblas.h>

#include <algorithm>
#include <stdexcept>

namespace plisse::optim {
namespace {

using linalg::ConstMatrix;
using linalg::Matrix;
using linalg::Tiling;
using shell::channels;
using shell::jet_size;

constexpr int components = 3;

bool all_zero(const double* row, int points) {
  return std::all_of(row, row + points, [](double x) { return x == 0; });
}

}  // namespace

Galerkin::Galerkin(int functions, int block) : functions_(functions), block_(block) {
  if (functions < 1) throw std::invalid_argument("a Ritz basis needs at least one function");
  if (block < 1) throw std::invalid_argument("a block of points must hold at least one");
  scaled_.resize(std::size_t(6) * functions * channels * block);
}

void Galerkin::evaluate(const BasisBlock& basis, const double* c, Matrix jets) const {
  const int stride = channels * basis.points;
  const linalg::SingleThreadedBlas single;
  linalg::for_tasks("plisse::optim::galerkin_evaluate", jet_size, [&](int row) {
    const int i = row / channels, a = row % channels;
    cblas_dgemv(CblasRowMajor, CblasTrans, functions_, basis.points, 1, basis.phi[i] + a * basis.points, stride, c + i * functions_, 1, 0,
                jets.at(row, 0), 1);
  });
}

void Galerkin::add_gradient(const BasisBlock& basis, ConstMatrix g, double* gradient) const {
  const int stride = channels * basis.points;
  const Tiling tiles(functions_);
  const linalg::SingleThreadedBlas single;
  linalg::for_tasks("plisse::optim::galerkin_gradient", components * tiles.count, [&](int task) {
    const int i = task / tiles.count, t = task % tiles.count, j = tiles.first(t);
    for (int a = 0; a < channels; ++a)
      cblas_dgemv(CblasRowMajor, CblasNoTrans, tiles.length(t), basis.points, 1, basis.phi[i] + std::size_t(j) * stride + a * basis.points,
                  stride, g.at(channels * i + a, 0), 1, 1, gradient + i * functions_ + j, 1);
  });
}

std::vector<Galerkin::Coupling> Galerkin::couplings(ConstMatrix h, int points) {
  std::vector<Coupling> result;
  for (int i = 0, pair = 0; i < components; ++i)
    for (int k = 0; k <= i; ++k, ++pair) {
      Coupling coupling{i, k, 0, 0, {}, scaled_.data() + std::size_t(pair) * functions_ * channels * block_};
      for (int a = 0; a < channels; ++a)
        for (int b = 0; b < channels; ++b)
          if (!all_zero(h.at(jet_size * (channels * i + a) + channels * k + b, 0), points)) coupling.channels.emplace_back(a, b);
      if (coupling.channels.empty()) continue;
      coupling.first_channel = coupling.channels.front().first;
      coupling.last_channel = coupling.channels.back().first;
      result.push_back(std::move(coupling));
    }
  return result;
}

void Galerkin::scale_bases(const BasisBlock& basis, ConstMatrix h, const std::vector<Coupling>& couplings) const {
  const int points = basis.points;
  const Tiling tiles(functions_);
  linalg::for_tasks("plisse::optim::galerkin_scale", int(couplings.size()) * tiles.count, [&](int task) {
    const Coupling& coupling = couplings[task / tiles.count];
    const int t = task % tiles.count, first = tiles.first(t), last = first + tiles.length(t);
    for (int l = first; l < last; ++l) {
      const double* phi = basis.phi[coupling.k] + std::size_t(l) * channels * points;
      double* scaled = coupling.scaled + std::size_t(l) * channels * points;
      std::fill_n(scaled + coupling.first_channel * points, (coupling.last_channel + 1 - coupling.first_channel) * points, 0.);
      for (const auto& [a, b] : coupling.channels) {
        const double* factor = h.at(jet_size * (channels * coupling.i + a) + channels * coupling.k + b, 0);
        for (int p = 0; p < points; ++p) scaled[a * points + p] += factor[p] * phi[b * points + p];
      }
    }
  });
}

void Galerkin::add_hessian(const BasisBlock& basis, ConstMatrix h, Matrix hessian) {
  if (basis.points > block_) throw std::length_error("more points in a block of the basis than the Ritz system was made for");
  const auto active = couplings(h, basis.points);
  scale_bases(basis, h, active);
  const std::size_t stride = std::size_t(channels) * basis.points;
  std::vector<linalg::Product> products;
  for (const auto& c : active) {
    const std::size_t skip = std::size_t(c.first_channel) * basis.points;
    products.push_back({{basis.phi[c.i] + skip, stride},
                        {c.scaled + skip, stride},
                        {hessian.at(c.i * functions_, c.k * functions_), hessian.stride},
                        functions_,
                        functions_,
                        (c.last_channel + 1 - c.first_channel) * basis.points,
                        c.i == c.k});
  }
  linalg::accumulate(products);
}

}  // namespace plisse::optim
