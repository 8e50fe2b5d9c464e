// SPDX-License-Identifier: Apache-2.0
// Matrix products on a tile of points that lies in cache (CPU) or scratch memory (GPU).  A tile holds one row a point and channel,
// features fastest: X (rows, features), row stride a multiple of the vector width.  With that layout the three products of a layer
// need no transpose:
//   forward    Y = X W^T + b     vectors along the outputs, from a packed W^T (in, out)
//   backward   X~ = Y~ W         vectors along the inputs, from a packed W (out, in)
//   gradient   W~ += Y~^T X      vectors along either
// A block of 6 rows by up to 4 vectors stays in registers; the tail of a row is half a vector.  Blocks are shared out over the
// threads of a team; every element is summed by one thread in a fixed order.  On a GPU blocks are cut and read as
// kernels/nn/tile_product_gpu.hpp says.
#pragma once

#include "kernels/core/simd.hpp"
#include "kernels/nn/tile_product_gpu.hpp"

namespace plisse::nn::tile {

inline constexpr int block_rows = on_gpu ? gpu::block_rows : 6;
inline constexpr int block_packs = on_gpu ? gpu::quad : simd::registers == 32 ? 4 : 2;

// Numbers of a row that are computed, and the row stride.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr int padded(int width) {
  return simd::round_up(width, on_gpu ? gpu::quad : simd::half_lanes<T>);
}
template <class T>
KOKKOS_INLINE_FUNCTION constexpr int stride(int width) {
  return simd::round_up(width, on_gpu ? gpu::quad : simd::lanes<T>);
}

// A row of `width` numbers cut into strips of at most `block_packs` packs, plus one half pack where it does not come out even.
template <class T>
struct Strips {
  int packs, wide, count;

  KOKKOS_FORCEINLINE_FUNCTION explicit Strips(int width)
      : packs(padded<T>(width) / simd::lanes<T>),
        wide((packs + block_packs - 1) / block_packs),
        count(wide + (padded<T>(width) > packs * simd::lanes<T> ? 1 : 0)) {}

  // Calls f.template columns<V, packs>(first column) for strip s.
  template <class F>
  KOKKOS_FORCEINLINE_FUNCTION void visit(int s, const F& f) const {
    using V = simd::Pack<T>;
    if constexpr (on_gpu) {
      f.template columns<V, block_packs>(s * block_packs);
    } else {
      if (s == wide) return f.template columns<simd::HalfPack<T>, 1>(packs * simd::lanes<T>);
      const int first = s * packs / wide, last = (s + 1) * packs / wide, column = first * simd::lanes<T>;
      switch (last - first) {
        case 1:
          return f.template columns<V, 1>(column);
        case 2:
          return f.template columns<V, 2>(column);
        case 3:
          return f.template columns < V, block_packs >= 3 ? 3 : 1 > (column);
        default:
          return f.template columns < V, block_packs >= 4 ? 4 : 1 > (column);
      }
    }
  }
};

// Neighbouring packs of a row.
template <class V, int packs>
KOKKOS_FORCEINLINE_FUNCTION void load_row(const simd::Scalar<V>* from, V (&row)[packs]) {
  if constexpr (on_gpu) {
    gpu::load_row(from, row);
  } else {
    PLISSE_UNROLL for (int j = 0; j < packs; ++j) row[j] = simd::load<V>(from + j * simd::Traits<V>::size);
  }
}
template <class V, int packs>
KOKKOS_FORCEINLINE_FUNCTION void store_row(simd::Scalar<V>* to, const V (&row)[packs]) {
  if constexpr (on_gpu) {
    gpu::store_row(to, row);
  } else {
    PLISSE_UNROLL for (int j = 0; j < packs; ++j) simd::store(to + j * simd::Traits<V>::size, row[j]);
  }
}

// sum(i, :) += sum_k a(i, k) b(k, :);  a(i, k) = a[i * lda + k], or a[k * lda + i] where it is read by columns.
template <bool by_columns, class V, int rows, int packs, class T = simd::Scalar<V>>
KOKKOS_FORCEINLINE_FUNCTION void multiply_add(int length, const T* a, int lda, const T* b, int ldb, V (&sum)[rows][packs]) {
  if constexpr (on_gpu) {
    gpu::multiply_add<by_columns>(length, a, lda, b, ldb, sum);
  } else {
    for (int k = 0; k < length; ++k) {
      V y[packs];
      PLISSE_UNROLL for (int j = 0; j < packs; ++j) y[j] = simd::load<V>(b + std::size_t(k) * ldb + j * simd::Traits<V>::size);
      PLISSE_UNROLL for (int i = 0; i < rows; ++i) {
        const V x = simd::broadcast<V>(by_columns ? a[std::size_t(k) * lda + i] : a[std::size_t(i) * lda + k]);
        PLISSE_UNROLL for (int j = 0; j < packs; ++j) sum[i][j] += x * y[j];
      }
    }
  }
}

// Calls f.template block<V, rows, packs>(row, column) for the `rows_left` rows from `row` on, at most block_rows.
template <class V, int packs, class F>
KOKKOS_FORCEINLINE_FUNCTION void visit_rows(int row, int rows_left, int column, const F& f) {
  if constexpr (on_gpu) {
    gpu::visit_rows<V, packs>(row, rows_left, column, f);
  } else {
    switch (rows_left) {
      case 1:
        return f.template block<V, 1, packs>(row, column);
      case 2:
        return f.template block<V, 2, packs>(row, column);
      case 3:
        return f.template block<V, 3, packs>(row, column);
      case 4:
        return f.template block<V, 4, packs>(row, column);
      case 5:
        return f.template block<V, 5, packs>(row, column);
      default:
        return f.template block<V, block_rows, packs>(row, column);
    }
  }
}

// y (rows, columns) = x (rows, length) w (length, columns), plus bias (columns) on the first bias_rows rows; clamped at 0 for relu; 0 where
// `mask`, of the form of y, is not above 0.  What a block reads or writes in the end is asked for in the beginning: kept activations lie
// in memory.
template <class T>
struct Product {
  int rows, length;
  const T* x;
  int ldx;
  const T* w;
  int ldw;
  const T* bias;
  int bias_rows;
  bool relu;
  T* y;
  int ldy;
  const T* mask = nullptr;
  int row = 0;

  template <class V, int packs>
  KOKKOS_FORCEINLINE_FUNCTION void columns(int column) const {
    visit_rows<V, packs>(row, rows - row, column, *this);
  }

  template <class V, int m, int packs>
  KOKKOS_FORCEINLINE_FUNCTION void block(int r, int column) const {
    constexpr int size = simd::Traits<V>::size;
    V sum[m][packs];
    PLISSE_UNROLL for (int i = 0; i < m; ++i)
      PLISSE_UNROLL for (int j = 0; j < packs; ++j) {
        const std::size_t at = std::size_t(r + i) * ldy + column + j * size;
        if (mask) simd::prefetch<simd::Access::read>(mask + at);
        else simd::prefetch<simd::Access::write>(y + at);
      }
    PLISSE_UNROLL for (int i = 0; i < m; ++i)
      PLISSE_UNROLL for (int j = 0; j < packs; ++j) sum[i][j] = r + i < bias_rows ? simd::load<V>(bias + column + j * size) : V{};
    multiply_add<false>(length, x + std::size_t(r) * ldx, ldx, w + column, ldw, sum);
    if (relu) {
      PLISSE_UNROLL for (int i = 0; i < m; ++i)
        PLISSE_UNROLL for (int j = 0; j < packs; ++j) sum[i][j] = sum[i][j] < 0 ? V{} : sum[i][j];
    }
    if (mask) {
      PLISSE_UNROLL for (int i = 0; i < m; ++i)
        PLISSE_UNROLL for (int j = 0; j < packs; ++j) {
          const V s = simd::load<V>(mask + std::size_t(r + i) * ldy + column + j * size);
          sum[i][j] = s > 0 ? sum[i][j] : V{};
        }
    }
    PLISSE_UNROLL for (int i = 0; i < m; ++i) store_row(y + std::size_t(r + i) * ldy + column, sum[i]);
  }
};

// g (rows, columns) += a (length, rows)^T b (length, columns)
template <class T>
struct OuterProduct {
  int rows, length;
  const T* a;
  int lda;
  const T* b;
  int ldb;
  T* g;
  int ldg, row = 0;

  template <class V, int packs>
  KOKKOS_FORCEINLINE_FUNCTION void columns(int column) const {
    visit_rows<V, packs>(row, rows - row, column, *this);
  }

  template <class V, int m, int packs>
  KOKKOS_FORCEINLINE_FUNCTION void block(int r, int column) const {
    V sum[m][packs];
    PLISSE_UNROLL for (int i = 0; i < m; ++i) load_row(g + std::size_t(r + i) * ldg + column, sum[i]);
    multiply_add<true>(length, a + r, lda, b + column, ldb, sum);
    PLISSE_UNROLL for (int i = 0; i < m; ++i) store_row(g + std::size_t(r + i) * ldg + column, sum[i]);
  }
};

// Runs a Product or an OuterProduct of the given width (columns) with all threads of a team; no barrier.
template <class T, class Member, class P>
KOKKOS_FORCEINLINE_FUNCTION void multiply(const Member& team, int width, const P& product) {
  const Strips<T> strips(width);
  const int groups = (product.rows + block_rows - 1) / block_rows;
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, strips.count * groups), [&](int i) {
    const int strip = on_gpu ? i % strips.count : i / groups, group = on_gpu ? i / strips.count : i % groups;
    P part = product;
    part.row = group * block_rows;
    strips.visit(strip, part);
  });
}

}  // namespace plisse::nn::tile
