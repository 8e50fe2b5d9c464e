// SPDX-License-Identifier: Apache-2.0
// The B-spline basis of encoders::Lattice.  A row of control values along the last axis, at fixed offsets along the others, contributes
//   x_c = sum_k (a_c w_k + b_c w'_k + d_c w''_k) value_k
// to channel c, with the weights w_k of the last axis and factors a, b, d of the others, by the chain rule of MATH section 2:
//   x_a = sum_i B_i x^i_a,   x_ab = sum_i B_i x^i_ab + sum_ij B_ij x^i_a x^j_b.
#pragma once

#include "kernels/encoders/lattice_kernels.hpp"

namespace plisse::encoders {

// Weights of degree p at t, their first derivatives, and their second ones.
template <int p, class T>
KOKKOS_FORCEINLINE_FUNCTION void spline_weights(T t, T (&w)[p + 1], T (&w1)[p + 1], T (&w2)[p + 1]) {
  const T s = 1 - t;
  if constexpr (p == 2) {
    w[0] = T(0.5) * s * s, w[1] = T(0.5) + t * s, w[2] = T(0.5) * t * t;
    w1[0] = -s, w1[1] = s - t, w1[2] = t;
    w2[0] = 1, w2[1] = -2, w2[2] = 1;
  } else {
    static_assert(p == 3);
    constexpr T sixth = T(1) / T(6);
    w[0] = sixth * s * s * s, w[3] = sixth * t * t * t;
    w[1] = sixth * (4 + 3 * t * t * (t - 2)), w[2] = sixth * (4 + 3 * s * s * (s - 2));
    w1[0] = T(-0.5) * s * s, w1[3] = T(0.5) * t * t;
    w1[1] = t * (T(1.5) * t - 2), w1[2] = s * (2 - T(1.5) * s);
    w2[0] = s, w2[1] = 3 * t - 2, w2[2] = 3 * s - 2, w2[3] = t;
  }
}

template <class T, int D, int C, int p>
struct SplineStencil {
  static constexpr int support = p + 1, rows = D == 3 ? support * support : support;

  // Factors of the weights of the last axis and of their derivatives, by channel.
  struct Row {
    T a[C], b[C], d[C];
  };

  int cell[D];
  T w[3][D][support];  // weights of each axis, their first derivatives by x, and their second ones
  T x[C][D];           // derivatives of the point; x[0] is not used

  KOKKOS_FORCEINLINE_FUNCTION SplineStencil(const int (&cells)[3], const Jets<T>& points, int point) {
    for (int d = 0; d < D; ++d) {
      const Cell<T> c(points(d, 0, point), cells[d]);
      cell[d] = c.index;
      spline_weights<p, T>(c.t, w[0][d], w[1][d], w[2][d]);
      for (int k = 0; k < support; ++k) w[1][d][k] *= c.slope, w[2][d][k] *= c.slope * c.slope;
      for (int a = 1; a < C; ++a) x[a][d] = points(d, a, point);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION int column() const { return cell[D - 1]; }

  KOKKOS_FORCEINLINE_FUNCTION Row row(int side) const {
    if constexpr (D == 2) {
      const T one[1] = {w[1][0][side]}, two[1] = {w[2][0][side]};
      return factors<1>(w[0][0][side], one, two);
    } else {
      const int i = side % support, j = side / support;
      const T one[2] = {w[1][0][i] * w[0][1][j], w[0][0][i] * w[1][1][j]};
      const T two[3] = {w[2][0][i] * w[0][1][j], w[1][0][i] * w[1][1][j], w[0][0][i] * w[2][1][j]};
      return factors<2>(w[0][0][i] * w[0][1][j], one, two);
    }
  }

  template <class Out>
  KOKKOS_FORCEINLINE_FUNCTION void interpolate(const LatticeLevel& level, const T* values, int features, const Out& out) const {
    Row factor[rows];
    const T* value[rows];
    for (int r = 0; r < rows; ++r) {
      factor[r] = row(r);
      std::size_t first = std::size_t(cell[0] + r % support);
      if constexpr (D == 3) first = first * std::size_t(level.cells[1] + p) + std::size_t(cell[1] + r / support);
      value[r] = values + (first * std::size_t(level.cells[D - 1] + p) + std::size_t(cell[D - 1])) * std::size_t(features);
    }
    for (int f = 0; f < features; ++f) {
      T sum[C] = {};
      for (int r = 0; r < rows; ++r) {
        T s0 = 0, s1 = 0, s2 = 0;
        for (int k = 0; k < support; ++k) {
          const T v = value[r][k * features + f];
          s0 += w[0][D - 1][k] * v;
          if constexpr (C >= 3) s1 += w[1][D - 1][k] * v;
          if constexpr (C == 6) s2 += w[2][D - 1][k] * v;
        }
        for (int c = 0; c < C; ++c) sum[c] += factor[r].a[c] * s0;
        for (int c = 1; c < C; ++c) sum[c] += factor[r].b[c] * s1;
        for (int c = 3; c < C; ++c) sum[c] += factor[r].d[c] * s2;
      }
      for (int c = 0; c < C; ++c) out(f, c, sum[c]);
    }
  }

  template <class Bar>
  KOKKOS_FORCEINLINE_FUNCTION void add(int side, int features, T* to, const Bar& bar) const {
    const Row factor = row(side);
    for (int f = 0; f < features; ++f) {
      T s0 = 0, s1 = 0, s2 = 0;
      for (int c = 0; c < C; ++c) {
        const T b = bar(f, c);
        s0 += factor.a[c] * b;
        if (c >= 1) s1 += factor.b[c] * b;
        if (c >= 3) s2 += factor.d[c] * b;
      }
      for (int k = 0; k < support; ++k) {
        T sum = w[0][D - 1][k] * s0;
        if constexpr (C >= 3) sum += w[1][D - 1][k] * s1;
        if constexpr (C == 6) sum += w[2][D - 1][k] * s2;
        to[k * features + f] += sum;
      }
    }
  }

 private:
  // From the product of the weights of the first E axes, its E first derivatives, and its second ones (11, 12, 22).
  template <int E>
  KOKKOS_FORCEINLINE_FUNCTION Row factors(T zero, const T (&one)[E], const T (&two)[E * (E + 1) / 2]) const {
    Row row{};
    row.a[0] = zero;
    for (int c = 1; c < C; ++c) {
      for (int e = 0; e < E; ++e) row.a[c] += one[e] * x[c][e];
      row.b[c] = zero * x[c][E];
    }
    if constexpr (C == 6) {
      constexpr int first[3] = {1, 1, 2}, second[3] = {1, 2, 2};
      for (int c = 3; c < 6; ++c) {
        const T *const y = x[first[c - 3]], *const z = x[second[c - 3]];
        row.a[c] += two[0] * y[0] * z[0];
        if constexpr (E == 2) row.a[c] += two[1] * (y[0] * z[1] + y[1] * z[0]) + two[2] * y[1] * z[1];
        for (int e = 0; e < E; ++e) row.b[c] += one[e] * (y[e] * z[E] + y[E] * z[e]);
        row.d[c] = zero * y[E] * z[E];
      }
    }
    return row;
  }
};

template <int p>
struct SplineBasis {
  static constexpr int degree = p;
  template <class T, int D, int C>
  using Stencil = SplineStencil<T, D, C, p>;
};

}  // namespace plisse::encoders
