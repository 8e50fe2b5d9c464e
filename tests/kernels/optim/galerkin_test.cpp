// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/galerkin.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

#include "tests/kernels/linalg/matrices.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using namespace plisse::optim;
using namespace plisse::tests;

namespace {

constexpr int C = shell::channels, J = shell::jet_size;

// A block with its own basis for each component, point gradients and symmetric point Hessians.
struct Block {
  int functions, points;
  std::vector<double> phi, g, h;

  // keep(row, column) tells which entries of the Hessian are not zero.
  template <class Keep>
  Block(int functions_, int points_, std::uint64_t seed, const Keep& keep)
      : functions(functions_),
        points(points_),
        phi(noise(std::size_t(3) * functions * C * points, seed)),
        g(noise(J * points, seed + 1)),
        h(noise(J * J * points, seed + 2)) {
    for (int row = 0; row < J; ++row)
      for (int column = 0; column <= row; ++column)
        for (int p = 0; p < points; ++p) {
          double& lower = h[(J * row + column) * points + p];
          lower *= keep(row, column);
          h[(J * column + row) * points + p] = lower;
        }
  }

  BasisBlock basis() const {
    const std::size_t component = std::size_t(functions) * C * points;
    return {{phi.data(), phi.data() + component, phi.data() + 2 * component}, points};
  }
  linalg::ConstMatrix gradient() const { return {g.data(), std::size_t(points)}; }
  linalg::ConstMatrix hessian() const { return {h.data(), std::size_t(points)}; }
  double basis_at(int i, int j, int a, int p) const { return phi[((std::size_t(i) * functions + j) * C + a) * points + p]; }
};

const auto everything = [](int, int) { return true; };
// Membrane of the x and y components, bending of z, and one odd pair of channels with a gap between them.
const auto linear_shell = [](int row, int column) {
  const int i = row / C, k = column / C, a = row % C, b = column % C;
  if (i == 2 && k == 2) return a >= 3 && b >= 3;
  if (i < 2 && k < 2) return (a == 1 || a == 2) && (b == 1 || b == 2);
  return i == 2 && k == 0 && (a == 0 || a == 4) && b == 5;
};

std::vector<double> plain_hessian(const std::vector<Block>& blocks, int functions) {
  const int n = 3 * functions;
  std::vector<double> K(std::size_t(n) * n);
  for (const auto& block : blocks)
    for (int row = 0; row < n; ++row)
      for (int column = 0; column <= row; ++column)
        for (int a = 0; a < C; ++a)
          for (int b = 0; b < C; ++b)
            for (int p = 0; p < block.points; ++p) {
              const int i = row / functions, k = column / functions;
              K[std::size_t(row) * n + column] += block.basis_at(i, row % functions, a, p) *
                                                  block.h[(J * (C * i + a) + C * k + b) * block.points + p] *
                                                  block.basis_at(k, column % functions, b, p);
            }
  return K;
}

double lower_difference(const std::vector<double>& a, const std::vector<double>& b, int n) {
  double worst = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) worst = std::max(worst, std::abs(a[std::size_t(i) * n + j] - b[std::size_t(i) * n + j]));
  return worst;
}

std::vector<double> assembled(const std::vector<Block>& blocks, int functions, int capacity) {
  const int n = 3 * functions;
  Galerkin galerkin(functions, capacity);
  std::vector<double> K(std::size_t(n) * n);
  for (const auto& block : blocks) galerkin.add_hessian(block.basis(), block.hessian(), {K.data(), std::size_t(n)});
  return K;
}

}  // namespace

TEST_CASE("the Hessian equals plain loops: full and sparse point Hessians, blocks of different lengths") {
  for (const int functions : {1, 5, linalg::largest_tile + 2}) {
    CAPTURE(functions);
    const std::vector<Block> full{{functions, 9, 1, everything}, {functions, 4, 7, everything}};
    CHECK(lower_difference(assembled(full, functions, 9), plain_hessian(full, functions), 3 * functions) < 1e-12);
    const std::vector<Block> sparse{{functions, 6, 11, linear_shell}, {functions, 8, 17, everything}, {functions, 3, 23, linear_shell}};
    CHECK(lower_difference(assembled(sparse, functions, 8), plain_hessian(sparse, functions), 3 * functions) < 1e-12);
  }
}

TEST_CASE("a Hessian of zeros adds nothing") {
  const Block block(3, 5, 1, [](int, int) { return false; });
  CHECK(assembled({block}, 3, 5) == std::vector<double>(81));
}

TEST_CASE("jets and gradient equal plain loops, and are adjoint to each other") {
  const int functions = linalg::largest_tile + 3, points = 7, n = 3 * functions;
  const Block block(functions, points, 5, everything);
  const Galerkin galerkin(functions, points);
  const auto c = noise(n, 99);
  std::vector<double> jets(J * points), gradient(n, 0.25);
  galerkin.evaluate(block.basis(), c.data(), {jets.data(), std::size_t(points)});
  galerkin.add_gradient(block.basis(), block.gradient(), gradient.data());

  double worst = 0, power = 0, work = 0;
  for (int i = 0; i < 3; ++i)
    for (int a = 0; a < C; ++a)
      for (int p = 0; p < points; ++p) {
        double sum = 0;
        for (int j = 0; j < functions; ++j) sum += c[i * functions + j] * block.basis_at(i, j, a, p);
        worst = std::max(worst, std::abs(jets[(C * i + a) * points + p] - sum));
        power += sum * block.g[(C * i + a) * points + p];
      }
  for (int row = 0; row < n; ++row) {
    double sum = 0.25;
    for (int a = 0; a < C; ++a)
      for (int p = 0; p < points; ++p)
        sum += block.basis_at(row / functions, row % functions, a, p) * block.g[(C * (row / functions) + a) * points + p];
    worst = std::max(worst, std::abs(gradient[row] - sum));
    work += (gradient[row] - 0.25) * c[row];
  }
  CHECK(worst < 1e-12);
  CHECK(work == doctest::Approx(power).epsilon(1e-12));
}

TEST_CASE("components may share one basis") {
  const int functions = 4, points = 6;
  const Block block(functions, points, 3, everything);
  Block same = block;
  for (int i = 1; i < 3; ++i) std::copy_n(block.phi.begin(), functions * C * points, same.phi.begin() + i * functions * C * points);
  Galerkin galerkin(functions, points);
  std::vector<double> K(144), shared(144);
  galerkin.add_hessian(same.basis(), same.hessian(), {K.data(), 12});
  galerkin.add_hessian({{block.phi.data(), block.phi.data(), block.phi.data()}, points}, block.hessian(), {shared.data(), 12});
  CHECK(K == shared);
}

TEST_CASE("impossible sizes are refused") {
  CHECK_THROWS_AS(Galerkin(0, 10), std::invalid_argument);
  CHECK_THROWS_AS(Galerkin(10, 0), std::invalid_argument);
  Galerkin small(2, 3);
  const Block block(2, 4, 1, everything);
  std::vector<double> K(36);
  CHECK_THROWS_AS(small.add_hessian(block.basis(), block.hessian(), {K.data(), 6}), std::length_error);
}

TEST_CASE("digest of a Ritz system" * doctest::skip()) {
  const int functions = 2 * linalg::largest_tile + 11, points = 20, n = 3 * functions;
  const Block block(functions, points, 5, everything);
  const Galerkin galerkin(functions, points);
  std::vector<double> result = assembled({block, block}, functions, points), jets(J * points), gradient(n);
  galerkin.evaluate(block.basis(), result.data(), {jets.data(), std::size_t(points)});
  galerkin.add_gradient(block.basis(), block.gradient(), gradient.data());
  result.insert(result.end(), jets.begin(), jets.end());
  result.insert(result.end(), gradient.begin(), gradient.end());
  print_digest(result);
}

TEST_CASE("a Ritz system has the same bits for any number of threads") {
  const auto one = digest_with_threads("digest of a Ritz system", 1);
  CHECK(one.threads == 1);
  CHECK(one.value.size() == 16);
  for (const int threads : {2, 3}) {
    const auto more = digest_with_threads("digest of a Ritz system", threads);
    if (host_threads() > 1) CHECK(more.threads == threads);
    CHECK(more.value == one.value);
  }
}
