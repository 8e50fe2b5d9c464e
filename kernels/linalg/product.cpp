// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/product.hpp"

#include <cblas.h>

#include <algorithm>

namespace plisse::linalg {
namespace {

int tasks_of(const Product& p) {
  const int rows = tile_count(p.rows), columns = tile_count(p.columns);
  return p.lower ? rows * (rows + 1) / 2 : rows * columns;
}

LowerTile tile_of(const Product& p, int t) {
  const int columns = tile_count(p.columns);
  return p.lower ? lower_tile(t) : LowerTile{t / columns, t % columns};
}

void accumulate_tile(const Product& p, LowerTile at) {
  const int i = at.row * tile, j = at.column * tile;
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, tile_size(p.rows, at.row), tile_size(p.columns, at.column), p.inner, 1, p.a.at(i, 0),
              int(p.a.stride), p.b.at(j, 0), int(p.b.stride), 1, p.c.at(i, j), int(p.c.stride));
}

}  // namespace

void accumulate(const std::vector<Product>& products) {
  std::vector<int> first{0};  // task of each product's first tile
  for (const auto& p : products) first.push_back(first.back() + (p.inner > 0 ? tasks_of(p) : 0));
  const SingleThreadedBlas single;
  for_tasks("plisse::linalg::accumulate", first.back(), [&](int task) {
    const auto next = std::upper_bound(first.begin(), first.end(), task);
    const auto& p = products[std::size_t(next - first.begin()) - 1];
    accumulate_tile(p, tile_of(p, task - *(next - 1)));
  });
}

}  // namespace plisse::linalg
