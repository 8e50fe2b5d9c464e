// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/product.hpp"

#include <cblas.h>

#include <algorithm>

namespace plisse::linalg {
namespace {

int tasks_of(const Product& p) {
  const Tiling rows(p.rows), columns(p.columns);
  return p.inner == 0 ? 0 : p.lower ? rows.lower_tiles() : rows.count * columns.count;
}

// Rows [row, row + rows) and columns [column, column + columns) of C.
void accumulate_block(const Product& p, int row, int rows, int column, int columns) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, columns, p.inner, 1, p.a.at(row, 0), int(p.a.stride), p.b.at(column, 0),
              int(p.b.stride), 1, p.c.at(row, column), int(p.c.stride));
}

// Most of a tile's upper half is left out.
void accumulate_diagonal_tile(const Product& p, int first, int length) {
  const int half = length / 2 / 8 * 8;
  if (half > 0) accumulate_block(p, first, half, first, half);
  accumulate_block(p, first + half, length - half, first, length);
}

void accumulate_tile(const Product& p, int task) {
  const Tiling rows(p.rows), columns(p.columns);
  const LowerTile at = p.lower ? lower_tile(task) : LowerTile{task / columns.count, task % columns.count};
  if (p.lower && at.row == at.column) accumulate_diagonal_tile(p, rows.first(at.row), rows.length(at.row));
  else accumulate_block(p, rows.first(at.row), rows.length(at.row), columns.first(at.column), columns.length(at.column));
}

}  // namespace

void accumulate(const std::vector<Product>& products) {
  std::vector<int> first{0};  // task of each product's first tile
  for (const auto& p : products) first.push_back(first.back() + tasks_of(p));
  const SingleThreadedBlas single;
  for_tasks("plisse::linalg::accumulate", first.back(), [&](int task) {
    const auto next = std::upper_bound(first.begin(), first.end(), task);
    const auto& p = products[std::size_t(next - first.begin()) - 1];
    accumulate_tile(p, task - *(next - 1));
  });
}

}  // namespace plisse::linalg
