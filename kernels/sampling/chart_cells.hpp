// SPDX-License-Identifier: Apache-2.0
// The charts cut along a grid of cells over the unit square: which cells hold a part of them, how large that part is, and
// points uniform in it.  Each part is a list of triangles and boxes, so that every point drawn lies inside, however thin the
// chart, and none is ever rejected.
#pragma once

#include "kernels/core/random.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/sampling/rest_surface.hpp"

namespace plisse::sampling {

// First k in [begin, end) with cumulative(k) > x; end - 1 where there is none.
template <class View, class X>
KOKKOS_INLINE_FUNCTION int first_above(const View& cumulative, int begin, int end, X x) {
  int last = end - 1;
  while (begin < last) {
    const int middle = begin + (last - begin) / 2;
    if (cumulative(middle) > x) last = middle;
    else begin = middle + 1;
  }
  return begin;
}

enum class CellOrder {
  rows,    // row after row, along u
  hilbert  // along a Hilbert curve: cells near in the list are near in the square
};

// A part of a chart: corner + s a + t b, with s, t in [0, 1) (a box), or with s + t <= 1 (a triangle).
template <class T>
struct ChartPiece {
  T u, v, au, av, bu, bv;
  int triangle;
};

template <class T>
class ChartCells {
 public:
  ChartCells() = default;
  // Cells whose part of the charts is below 1e-5 of the largest part are left out (rounding along cell borders).
  // Throws std::invalid_argument where the charts have no area.
  ChartCells(const RestSurface<T>& surface, int columns, int rows, CellOrder order, Workspace& workspace);

  int count() const { return count_; }  // K cells
  KOKKOS_INLINE_FUNCTION int columns() const { return columns_; }
  KOKKOS_INLINE_FUNCTION int rows() const { return rows_; }
  double uv_area() const { return uv_area_; }  // of all cells together

  KOKKOS_FUNCTION int column(int k) const { return column_(k); }
  KOKKOS_FUNCTION int row(int k) const { return row_(k); }
  KOKKOS_FUNCTION double share(int k) const { return share_(k); }                  // of the charts' UV area; they sum to 1
  KOKKOS_FUNCTION double cumulative_share(int k) const { return cumulative_(k); }  // of all cells up to k
  // Order `rows`: the cells of row r are [row_start(r), row_start(r + 1)).
  KOKKOS_FUNCTION int row_start(int r) const { return row_start_(r); }

  // The cell at cumulative share s in [0, 1), in list order.
  KOKKOS_FUNCTION int at_share(double s) const {
    const int j = int(s * guides_);
    return first_above(cumulative_, guide_(j), guide_(j + 1) + 1, s * cumulative_(count_ - 1));
  }

  // Order `rows`: the cell that holds (u, v), or a near one in its row; -1 where the row has none.
  KOKKOS_FUNCTION int near(T u, T v) const {
    const int r = interval(v, rows_), c = interval(u, columns_);
    if (row_start_(r) == row_start_(r + 1)) return -1;
    return first_above(column_, row_start_(r), row_start_(r + 1), c - 1);
  }

  // A point uniform in the part of cell k, from three numbers in [0, 1).
  KOKKOS_FUNCTION void point(int k, T choice, T s, T t, T& u, T& v) const {
    const int first = piece_start_(k), end = piece_start_(k + 1);
    const ChartPiece<T>& piece = piece_(end - first == 1 ? first : first_above(piece_upto_, first, end, choice));
    if (piece.triangle && s + t > 1) {
      s = 1 - s;
      t = 1 - t;
    }
    u = piece.u + s * piece.au + t * piece.bu;
    v = piece.v + s * piece.av + t * piece.bv;
  }

  // A point in each cell (2, K): its centre, or where that lies outside, the centroid of the largest piece.
  Array2<T> centres(Workspace& workspace) const;

 private:
  KOKKOS_FUNCTION static int interval(T x, int n) { return int(x * n > 0 ? (x * n < T(n - 1) ? x * n : T(n - 1)) : T(0)); }

  int count_ = 0, columns_ = 0, rows_ = 0, guides_ = 1;
  double uv_area_ = 0;
  Array1<int> column_, row_, row_start_;
  Array1<double> share_, cumulative_;
  Array1<int> guide_;        // (guides + 1): the cell at share j / guides; guides is a power of two, so that s * guides is exact
  Array1<int> piece_start_;  // (K + 1)
  Array1<ChartPiece<T>> piece_;
  Array1<T> piece_upto_;  // cumulative share of the pieces within their cell
};

// At most at one time while ChartCells are made, on host and device together, what they keep included [byte].
template <class T>
std::size_t chart_cells_bytes(const ChartPolygons& charts, int columns, int rows);

// Cells a side of a grid over the unit square that has about `count` cells inside the charts.
int cells_a_side(const ChartPolygons& charts, double count);

// A point uniform in the charts: the numbers of one index of a generator.
template <class T>
KOKKOS_INLINE_FUNCTION void uniform_point(const ChartCells<T>& cells, const random::Generator& generator, std::uint64_t index, T& u, T& v) {
  const auto block = generator.block(index);
  const int k = cells.at_share(random::unit<double>(block.word[0]));
  cells.point(k, random::unit<T>(block.word[1]), random::unit<T>(block.word[2]), random::unit<T>(block.word[3]), u, v);
}

}  // namespace plisse::sampling
