// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/cholesky.hpp"

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <fenv.h>

#include <limits>

#include "kernels/linalg/product.hpp"
#include "tests/kernels/linalg/matrices.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using namespace plisse::linalg;
using namespace plisse::tests;

TEST_CASE("the factor equals that of plain loops, for one tile, whole tiles and rests") {
  for (const int n : {1, 7, largest_tile - 1, largest_tile, largest_tile + 1, 2 * largest_tile, 3 * largest_tile + 5}) {
    CAPTURE(n);
    auto a = positive_definite(n);
    const auto expected = plain_cholesky(a, n);
    REQUIRE(factorise_cholesky({a.data(), std::size_t(n)}, n) == 0);
    CHECK(largest_difference(a, expected) < 1e-13 * n);  // also above the diagonal, where nothing is written
  }
}

TEST_CASE("a matrix may be a part of a wider array") {
  const int n = largest_tile + 9, stride = n + 13;
  const auto square = positive_definite(n);
  std::vector<double> wide(std::size_t(n) * stride, 4711.);
  for (int i = 0; i < n; ++i) std::copy_n(square.begin() + i * n, i + 1, wide.begin() + i * stride);
  REQUIRE(factorise_cholesky({wide.data(), std::size_t(stride)}, n) == 0);
  auto factor = square;
  factorise_cholesky({factor.data(), std::size_t(n)}, n);
  int different = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < stride; ++j) different += wide[i * stride + j] != (j <= i ? factor[i * n + j] : 4711.);
  CHECK(different == 0);
}

TEST_CASE("solving with the factor undoes the product with the matrix") {
  const int n = 2 * largest_tile + 17;
  auto a = positive_definite(n, 3);
  const auto x = noise(n, 5);
  auto b = multiply(a, x);
  REQUIRE(factorise_cholesky({a.data(), std::size_t(n)}, n) == 0);
  solve_cholesky({a.data(), std::size_t(n)}, n, b.data());
  CHECK(largest_difference(b, x) < 1e-12);
}

TEST_CASE("the first pivot that is not positive is told, in any tile") {
  const int n = 2 * largest_tile + 40;
  fenv_t traps;  // comparing NaN traps
  feholdexcept(&traps);
  for (const int bad : {0, 5, largest_tile, 2 * largest_tile + 39}) {
    for (const double entry : {-1., 0., std::numeric_limits<double>::quiet_NaN()}) {
      CAPTURE(bad);
      CAPTURE(entry);
      auto a = positive_definite(n);
      a[std::size_t(bad) * n + bad] = entry;
      CHECK(factorise_cholesky({a.data(), std::size_t(n)}, n) == bad + 1);
    }
  }
  fesetenv(&traps);
}

TEST_CASE("products of several matrices equal plain loops") {
  struct Shape {
    int rows, columns, inner;
    bool lower;
  };
  const std::vector<Shape> shapes{
      {1, 1, 1, false}, {largest_tile + 3, 2 * largest_tile, 50, false}, {300, 300, 33, true}, {20, 5, 0, false}, {7, 200, 129, false}};
  std::vector<std::vector<double>> a, b, c;
  std::vector<Product> products;
  for (const auto& s : shapes) {
    a.push_back(noise(std::size_t(s.rows) * (s.inner + 2), a.size()));
    b.push_back(s.lower ? a.back() : noise(std::size_t(s.columns) * (s.inner + 2), 50 + b.size()));
    c.push_back(noise(std::size_t(s.rows) * s.columns, 100 + c.size()));
  }
  const auto before = c;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const auto& s = shapes[k];
    const std::size_t stride = std::size_t(s.inner) + 2;
    products.push_back(
        {{a[k].data(), stride}, {b[k].data(), stride}, {c[k].data(), std::size_t(s.columns)}, s.rows, s.columns, s.inner, s.lower});
  }
  accumulate(products);
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const auto& s = shapes[k];
    double worst = 0;
    for (int i = 0; i < s.rows; ++i)
      for (int j = 0; j < s.columns; ++j) {
        if (s.lower && j > i) continue;
        double sum = before[k][i * s.columns + j];
        for (int l = 0; l < s.inner; ++l) sum += a[k][i * (s.inner + 2) + l] * b[k][j * (s.inner + 2) + l];
        worst = std::max(worst, std::abs(c[k][i * s.columns + j] - sum));
      }
    CAPTURE(k);
    CHECK(worst < 1e-13);
  }
}

TEST_CASE("tiles cover everything once and are nearly equal") {
  for (int n = 0; n < 5 * largest_tile; n += n < 20 ? 1 : 13) {
    const Tiling tiles(n);
    int covered = 0;
    for (int t = 0; t < tiles.count; ++t) {
      CHECK(tiles.first(t) == covered);
      CHECK(tiles.length(t) > 0);
      CHECK(tiles.length(t) <= largest_tile);
      covered += tiles.length(t);
    }
    CHECK(covered == n);
  }
}

TEST_CASE("tiles of a lower triangle are counted row by row") {
  int t = 0;
  for (int row = 0; row < 30; ++row)
    for (int column = 0; column <= row; ++column, ++t) {
      CHECK(lower_tile(t).row == row);
      CHECK(lower_tile(t).column == column);
    }
}

TEST_CASE("BLAS gets its threads back") {
  const auto get = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
  const auto set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (!get || !set) return;
  const int before = get();
  set(2);
  {
    const SingleThreadedBlas outer;
    const SingleThreadedBlas inner;
    CHECK(get() == 1);
  }
  CHECK(get() == 2);
  set(before);
}

TEST_CASE("digest of a product and its factor" * doctest::skip()) {
  const int n = 5 * largest_tile + 77, inner = 150;
  const auto a = noise(std::size_t(n) * inner, 8);
  auto c = positive_definite(n);
  accumulate({{{a.data(), std::size_t(inner)}, {a.data(), std::size_t(inner)}, {c.data(), std::size_t(n)}, n, n, inner, true}});
  REQUIRE(factorise_cholesky({c.data(), std::size_t(n)}, n) == 0);
  auto x = noise(n, 9);
  solve_cholesky({c.data(), std::size_t(n)}, n, x.data());
  c.insert(c.end(), x.begin(), x.end());
  print_digest(c);
}

TEST_CASE("products, factors and solutions have the same bits for any number of threads") {
  const auto one = digest_with_threads("digest of a product and its factor", 1);
  CHECK(one.threads == 1);
  CHECK(one.value.size() == 16);
  for (const int threads : {2, 3}) {
    const auto more = digest_with_threads("digest of a product and its factor", threads);
    if (host_threads() > 1) CHECK(more.threads == threads);
    CHECK(more.value == one.value);
  }
}
