// SPDX-License-Identifier: Apache-2.0
// The products of kernels/nn/tile_product.hpp as a GPU likes them.  A thread keeps a block of 8 rows by 4 columns in registers; a warp's
// threads take neighbouring blocks of one group of rows, so that they read neighbouring columns of w, and the same x at once.  Reads
// are of four numbers: four steps of the sum take 8 reads of x and 4 of w for 128 multiplications, few enough for arithmetic, not
// memory, to be the limit.  Rows are padded to multiples of 4 numbers and their arrays aligned to as many.
#pragma once

#include <cstddef>

#include "kernels/core/compat.hpp"

namespace plisse::nn::tile::gpu {

inline constexpr int block_rows = 8, quad = 4;

// Neighbouring numbers that are read at once.
template <class T>
struct alignas(quad * sizeof(T)) Quad {
  T v[quad];
};

template <class T>
KOKKOS_FORCEINLINE_FUNCTION Quad<T> quad_at(const T* p) {
  return *reinterpret_cast<const Quad<T>*>(p);
}

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void load_row(const T* from, T (&row)[quad]) {
  const Quad<T> four = quad_at(from);
  for (int j = 0; j < quad; ++j) row[j] = four.v[j];
}
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void store_row(T* to, const T (&row)[quad]) {
  Quad<T> four;
  for (int j = 0; j < quad; ++j) four.v[j] = row[j];
  *reinterpret_cast<Quad<T>*>(to) = four;
}

template <class T, int rows>
KOKKOS_FORCEINLINE_FUNCTION void add_products(const T (&x)[rows], const Quad<T>& y, T (&sum)[rows][quad]) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < quad; ++j) sum[i][j] += x[i] * y.v[j];
}

// sum(i, :) += sum_k a(i, k) b(k, :), as tile::multiply_add.
template <bool by_columns, class T, int rows>
KOKKOS_FORCEINLINE_FUNCTION void multiply_add(int length, const T* a, int lda, const T* b, int ldb, T (&sum)[rows][quad]) {
  int k = 0;
  if constexpr (!by_columns) {
    for (; k + quad <= length; k += quad) {
      Quad<T> x[rows];
      for (int i = 0; i < rows; ++i) x[i] = quad_at(a + std::size_t(i) * lda + k);
      for (int step = 0; step < quad; ++step) {
        T column[rows];
        for (int i = 0; i < rows; ++i) column[i] = x[i].v[step];
        add_products(column, quad_at(b + std::size_t(k + step) * ldb), sum);
      }
    }
  }
  for (; k < length; ++k) {
    T x[rows];
    if constexpr (by_columns && rows % quad == 0) {
      for (int i = 0; i < rows; i += quad) {
        const Quad<T> four = quad_at(a + std::size_t(k) * lda + i);
        for (int j = 0; j < quad; ++j) x[i + j] = four.v[j];
      }
    } else {
      for (int i = 0; i < rows; ++i) x[i] = by_columns ? a[std::size_t(k) * lda + i] : a[std::size_t(i) * lda + k];
    }
    add_products(x, quad_at(b + std::size_t(k) * ldb), sum);
  }
}

// Calls f.template block<V, rows, packs>(row, column) for the `rows_left` rows from `row` on, at most block_rows: by powers of two,
// which takes four blocks' code instead of eight's.
template <class V, int packs, class F>
KOKKOS_FORCEINLINE_FUNCTION void visit_rows(int row, int rows_left, int column, const F& f) {
  if (rows_left >= block_rows) return f.template block<V, block_rows, packs>(row, column);
  if (rows_left & 4) {
    f.template block<V, 4, packs>(row, column);
    row += 4;
  }
  if (rows_left & 2) {
    f.template block<V, 2, packs>(row, column);
    row += 2;
  }
  if (rows_left & 1) f.template block<V, 1, packs>(row, column);
}

}  // namespace plisse::nn::tile::gpu
