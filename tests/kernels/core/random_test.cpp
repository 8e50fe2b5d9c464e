// SPDX-License-Identifier: Apache-2.0
#include "kernels/core/random.hpp"

#include <doctest/doctest.h>

#include "kernels/core/reduce.hpp"

using namespace plisse;

// Known answers from the Random123 distribution (kat_vectors, philox4x32 10).
TEST_CASE("philox reproduces the published vectors") {
  const auto zero = random::philox(0, 0, 0, 0, 0, 0);
  CHECK(zero.word[0] == 0x6627e8d5u);
  CHECK(zero.word[1] == 0xe169c58du);
  CHECK(zero.word[2] == 0xbc57ac4cu);
  CHECK(zero.word[3] == 0x9b00dbd8u);
  const auto pi = random::philox(0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0);
  CHECK(pi.word[0] == 0xd16cfe09u);
  CHECK(pi.word[1] == 0x94fdcceb);
  CHECK(pi.word[2] == 0x5001e420u);
  CHECK(pi.word[3] == 0x24126ea1u);
}

TEST_CASE("ordered sum of uniform numbers: mean and variance, the same bits for any partition of the threads") {
  const int n = 100000;
  Workspace workspace;
  const OrderedSum sum(workspace, n);
  const random::Generator generator(7, random::Stream::user, 3);
  const auto draw = KOKKOS_LAMBDA(int i) {
    double u[4];
    generator.uniform4(i, u);
    return u[0];
  };
  const double mean = sum(Exec(), n, draw) / n;
  CHECK(mean == doctest::Approx(0.5).epsilon(5 * std::sqrt(1. / 12 / n)));
  CHECK(sum(Exec(), n, draw) / n == mean);
  double host = 0, part = 0;
  for (int i = 0; i < n; ++i) {
    part += draw(i);
    if (i % OrderedSum::chunk == OrderedSum::chunk - 1 || i == n - 1) {
      host += part;
      part = 0;
    }
  }
  CHECK(host / n == mean);
}

TEST_CASE("a sealed workspace refuses to allocate") {
  Workspace workspace;
  workspace.take<float>("a", 3, 4);
  CHECK(workspace.bytes() == 48);
  workspace.seal();
  CHECK_THROWS_AS(workspace.take<float>("b", 1), std::logic_error);
}
