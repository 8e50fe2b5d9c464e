// SPDX-License-Identifier: Apache-2.0
// C += A B^T for several matrices at once, tile by tile of C.
#pragma once

#include <vector>

#include "kernels/linalg/tiles.hpp"

namespace plisse::linalg {

struct Product {
  ConstMatrix a, b;  // (rows, inner), (columns, inner)
  Matrix c;          // (rows, columns)
  int rows = 0, columns = 0, inner = 0;
  bool lower =
      false;  // the product is symmetric (rows = columns): its lower triangle is wanted, and a part of the upper one may be written
};

// Each C of the list must be another part of memory.
void accumulate(const std::vector<Product>& products);

}  // namespace plisse::linalg
