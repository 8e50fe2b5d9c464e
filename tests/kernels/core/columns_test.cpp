// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "kernels/core/types.hpp"

using plisse::columns_for;

TEST_CASE_TEMPLATE("long rows are an odd number of cache lines apart, short ones as long as asked", T, float, double) {
  constexpr int line = 64 / int(sizeof(T)), page = 4096 / int(sizeof(T));
  for (const int n : {1, 7, line, page - 1}) CHECK(columns_for<T>(n) == n);
  for (int n = page; n < 3 * page; ++n) {
    const int columns = columns_for<T>(n);
    REQUIRE(columns >= n);
    REQUIRE(columns < n + 2 * line);
    REQUIRE(columns % line == 0);
    REQUIRE(columns / line % 2 == 1);
    REQUIRE(columns_for<T>(columns) == columns);
  }
}
