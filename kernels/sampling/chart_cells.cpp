// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/chart_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace plisse::sampling {

namespace {

using Point = std::array<double, 2>;
using Polygon = std::vector<Point>;

using Corners = std::array<Point, 3>;

// A triangle of a chart's part of a cell, or all of the cell.
struct Fragment {
  std::uint64_t key;  // place of the cell in the list
  int column, row;
  int triangle;  // in Cut::corners, -1: the part is the whole cell
  double area;
};

struct Cut {
  std::vector<Fragment> fragments;
  std::vector<Corners> corners;
};

double twice_area(const Point& a, const Point& b, const Point& c) { return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]); }

double chart_area(const ChartPolygons& charts, std::size_t i) {
  const auto corner = [&](int k) { return Point{charts(i, k, 0), charts(i, k, 1)}; };
  return std::fabs(twice_area(corner(0), corner(1), corner(2)) + twice_area(corner(0), corner(2), corner(3))) / 2;
}

// The part of a convex polygon with sign * x[axis] >= sign * bound (Sutherland-Hodgman).
Polygon clip(const Polygon& polygon, int axis, double bound, double sign) {
  Polygon out;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Point &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double da = sign * (a[axis] - bound), db = sign * (b[axis] - bound);
    if (da >= 0) out.push_back(a);
    if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
      Point cut;
      cut[axis] = bound;
      cut[1 - axis] = a[1 - axis] + (b[1 - axis] - a[1 - axis]) * (da / (da - db));
      out.push_back(cut);
    }
  }
  return out;
}

// Calls visit(cell, part) for the parts of a polygon in the n slabs of an axis.
template <class Visit>
void slice(const Polygon& polygon, int axis, int n, const Visit& visit) {
  if (polygon.size() < 3) return;
  const auto less = [axis](const Point& a, const Point& b) { return a[axis] < b[axis]; };
  const auto [low, high] = std::minmax_element(polygon.begin(), polygon.end(), less);
  const auto slab = [n](double x) { return std::clamp(int(std::floor(x * n)), 0, n - 1); };
  const int first = slab((*low)[axis]), last = slab((*high)[axis]);
  if (first == last) return visit(first, polygon);
  for (int k = first; k <= last; ++k) visit(k, clip(clip(polygon, axis, double(k) / n, 1), axis, double(k + 1) / n, -1));
}

// Place of a cell along the Hilbert curve through a square of 2^bits cells a side.
std::uint64_t hilbert(std::uint32_t x, std::uint32_t y, int bits) {
  std::uint64_t place = 0;
  for (std::uint32_t side = 1u << (bits - 1); side > 0; side /= 2) {
    const bool right = x & side, up = y & side;
    place = 4 * place + (right ? (up ? 2 : 3) : (up ? 1 : 0));
    x &= side - 1;
    y &= side - 1;
    if (!up) {
      if (right) {
        x = side - 1 - x;
        y = side - 1 - y;
      }
      std::swap(x, y);
    }
  }
  return place;
}

// Whether a cell of that area and a part of a chart that fills it are one but for rounding.
bool is_whole(double area, double cell_area) { return area >= (1 - 1e-9) * cell_area; }

// The charts, cut along the grid and into triangles, in list order.
Cut cut(const ChartPolygons& charts, int columns, int rows, CellOrder order) {
  int bits = 1;
  while ((1 << bits) < std::max(columns, rows)) ++bits;
  const double cell_area = 1.0 / (double(columns) * rows);
  Cut result;
  auto& [fragments, corners] = result;
  for (std::size_t i = 0; i < charts.extent(0); ++i) {
    Polygon chart;
    for (int k = 0; k < 4; ++k) chart.push_back({charts(i, k, 0), charts(i, k, 1)});
    slice(chart, 1, rows, [&](int row, const Polygon& band) {
      slice(band, 0, columns, [&](int column, const Polygon& part) {
        const auto key = order == CellOrder::rows ? std::uint64_t(row) * columns + column : hilbert(column, row, bits);
        const auto triangle_area = [&](std::size_t k) { return std::fabs(twice_area(part[0], part[k - 1], part[k])) / 2; };
        double whole = 0;
        for (std::size_t k = 2; k < part.size(); ++k) whole += triangle_area(k);
        if (is_whole(whole, cell_area)) return fragments.push_back({key, column, row, -1, whole});
        for (std::size_t k = 2; k < part.size(); ++k) {
          const double area = triangle_area(k);
          if (!(area > 0)) continue;
          fragments.push_back({key, column, row, int(corners.size()), area});
          corners.push_back({part[0], part[k - 1], part[k]});
        }
      });
    });
  }
  std::stable_sort(fragments.begin(), fragments.end(), [](const Fragment& a, const Fragment& b) { return a.key < b.key; });
  return result;
}

// The fragments of one cell and what goes to the device for it.
struct Cell {
  std::size_t begin, end;
  double area;
};

std::vector<Cell> group(const std::vector<Fragment>& fragments) {
  std::vector<Cell> cells;
  double largest = 0;
  for (std::size_t i = 0; i < fragments.size();) {
    Cell cell{i, i, 0};
    while (cell.end < fragments.size() && fragments[cell.end].key == fragments[i].key) cell.area += fragments[cell.end++].area;
    i = cell.end;
    largest = std::max(largest, cell.area);
    cells.push_back(cell);
  }
  std::erase_if(cells, [&](const Cell& cell) { return cell.area <= 1e-5 * largest; });
  return cells;
}

// The cells at the shares j / guides, where the search for the shares between them begins and ends.
std::vector<int> guide(const std::vector<double>& cumulative, int guides) {
  std::vector<int> at;
  for (int j = 0, k = 0; j <= guides; ++j) {
    while (k + 1 < int(cumulative.size()) && cumulative[std::size_t(k)] <= double(j) / guides * cumulative.back()) ++k;
    at.push_back(k);
  }
  return at;
}

template <class To>
Array1<To> upload(Workspace& workspace, const char* label, const std::vector<To>& values) {
  const auto out = workspace.take<To>(label, values.size());
  const auto host = Kokkos::create_mirror_view(out);
  std::copy(values.begin(), values.end(), host.data());
  Kokkos::deep_copy(out, host);
  return out;
}

}  // namespace

template <class T>
ChartCells<T>::ChartCells(const RestSurface<T>& surface, int columns, int rows, CellOrder order, Workspace& workspace)
    : columns_(columns), rows_(rows) {
  const auto [fragments, corners] = cut(surface.charts(), columns, rows, order);
  const auto cells = group(fragments);
  if (cells.empty()) throw std::invalid_argument("the charts have no area in UV, so there is nothing to sample");
  count_ = int(cells.size());
  for (const auto& cell : cells) uv_area_ += cell.area;

  std::vector<int> column, row, row_start(rows + 1, 0), piece_start{0};
  std::vector<double> share, cumulative;
  std::vector<ChartPiece<T>> piece;
  std::vector<T> upto;
  for (auto* const numbers : {&column, &row}) numbers->reserve(cells.size());
  for (auto* const numbers : {&share, &cumulative}) numbers->reserve(cells.size());
  piece_start.reserve(cells.size() + 1);
  piece.reserve(fragments.size());
  upto.reserve(fragments.size());
  const double cell_area = 1.0 / (double(columns) * rows);
  double sum = 0;
  for (const auto& cell : cells) {
    const auto& first = fragments[cell.begin];
    column.push_back(first.column);
    row.push_back(first.row);
    ++row_start[first.row + 1];
    share.push_back(cell.area / uv_area_);
    cumulative.push_back(sum += share.back());
    if (is_whole(cell.area, cell_area)) {
      piece.push_back({T(double(first.column) / columns), T(double(first.row) / rows), T(1.0 / columns), 0, 0, T(1.0 / rows), 0});
      upto.push_back(1);
    } else {
      double area = 0;
      for (std::size_t i = cell.begin; i < cell.end; ++i) {
        const auto& [a, b, c] = corners[std::size_t(fragments[i].triangle)];
        piece.push_back({T(a[0]), T(a[1]), T(b[0] - a[0]), T(b[1] - a[1]), T(c[0] - a[0]), T(c[1] - a[1]), 1});
        upto.push_back(T((area += fragments[i].area) / cell.area));
      }
    }
    piece_start.push_back(int(piece.size()));
  }
  for (int r = 0; r < rows; ++r) row_start[r + 1] += row_start[r];

  column_ = upload(workspace, "plisse::sampling::cell_column", column);
  row_ = upload(workspace, "plisse::sampling::cell_row", row);
  row_start_ = upload(workspace, "plisse::sampling::cell_row_start", row_start);
  share_ = upload(workspace, "plisse::sampling::cell_share", share);
  cumulative_ = upload(workspace, "plisse::sampling::cell_cumulative", cumulative);
  while (guides_ < count_) guides_ *= 2;
  guide_ = upload(workspace, "plisse::sampling::cell_guide", guide(cumulative, guides_));
  piece_start_ = upload(workspace, "plisse::sampling::piece_start", piece_start);
  piece_ = upload(workspace, "plisse::sampling::pieces", piece);
  piece_upto_ = upload(workspace, "plisse::sampling::piece_upto", upto);
}

template <class T>
Array2<T> ChartCells<T>::centres(Workspace& workspace) const {
  const auto out = workspace.take<T>("plisse::sampling::cell_centres", 2, count_);
  const auto cells = *this;
  Kokkos::parallel_for(
      "plisse::sampling::cell_centres", Range(0, count_), KOKKOS_LAMBDA(int k) {
        const T u = (cells.column_(k) + T(0.5)) / cells.columns_, v = (cells.row_(k) + T(0.5)) / cells.rows_;
        T largest = -1;
        for (int i = cells.piece_start_(k); i < cells.piece_start_(k + 1); ++i) {
          const auto& p = cells.piece_(i);
          const T du = u - p.u, dv = v - p.v, det = p.au * p.bv - p.bu * p.av;
          const T s = du * p.bv - p.bu * dv, t = p.au * dv - du * p.av;  // times det
          const T sign = det < 0 ? T(-1) : T(1), size = det * sign;
          if (!p.triangle || (s * sign >= 0 && t * sign >= 0 && (s + t) * sign <= size)) {
            out(0, k) = u;
            out(1, k) = v;
            return;
          }
          if (size > largest) {
            largest = size;
            out(0, k) = p.u + (p.au + p.bu) / 3;
            out(1, k) = p.v + (p.av + p.bv) / 3;
          }
        }
      });
  Kokkos::fence();
  return out;
}

int cells_a_side(const ChartPolygons& charts, double count) {
  double area = 0;
  for (std::size_t i = 0; i < charts.extent(0); ++i) area += chart_area(charts, i);
  return area > 0 ? int(std::clamp(std::sqrt(count / area), 1.0, double(1 << 20))) : 1;
}

template <class T>
std::size_t chart_cells_bytes(const ChartPolygons& charts, int columns, int rows) {
  double area = 0, crossings = 0;  // of cell borders by the sides of charts
  for (std::size_t i = 0; i < charts.extent(0); ++i) {
    const auto corner = [&](int k) { return Point{charts(i, k % 4, 0), charts(i, k % 4, 1)}; };
    area += chart_area(charts, i);
    for (int k = 0; k < 4; ++k)
      crossings += std::fabs(corner(k + 1)[0] - corner(k)[0]) * columns + std::fabs(corner(k + 1)[1] - corner(k)[1]) * rows;
  }
  // A chart has about two triangles in a cell that its border cuts, and parts of about two charts lie there.
  const double cells = std::min(1.0, area) * columns * rows, whole = std::max(0.0, cells - crossings / 2), triangles = 2 * crossings;
  const double kept = 3 * sizeof(int) + 2 * sizeof(double) + sizeof(ChartPiece<T>) + sizeof(T);  // a cell, on the host and on the device
  return std::size_t(cells * (sizeof(Cell) + 2 * kept) + whole * sizeof(Fragment) + triangles * (sizeof(Fragment) + sizeof(Corners)));
}

template class ChartCells<float>;
template class ChartCells<double>;
template std::size_t chart_cells_bytes<float>(const ChartPolygons&, int, int);
template std::size_t chart_cells_bytes<double>(const ChartPolygons&, int, int);

}  // namespace plisse::sampling
