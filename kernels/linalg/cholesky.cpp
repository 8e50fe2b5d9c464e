// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/cholesky.hpp"

#include <cblas.h>
#include <lapacke.h>

#include <cmath>

namespace plisse::linalg {
namespace {

// Row-major lower triangles are column-major upper ones to LAPACK.
int factorise_tile(Matrix a, int first, int size) {
  const int info = LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'U', size, a.at(first, first), int(a.stride));
  if (info != 0) return first + info;
  for (int i = first; i < first + size; ++i)
    if (!std::isfinite(*a.at(i, i))) return i + 1;
  return 0;
}

// A_ik <- A_ik L_kk^-T.
void solve_tile(Matrix a, const Tiling& tiles, int i, int k) {
  cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, tiles.length(i), tiles.length(k), 1,
              a.at(tiles.first(k), tiles.first(k)), int(a.stride), a.at(tiles.first(i), tiles.first(k)), int(a.stride));
}

// A_ij <- A_ij - A_ik A_jk^T.
void update_tile(Matrix a, const Tiling& tiles, int i, int j, int k) {
  double* target = a.at(tiles.first(i), tiles.first(j));
  const double *left = a.at(tiles.first(i), tiles.first(k)), *right = a.at(tiles.first(j), tiles.first(k));
  const int stride = int(a.stride), rows = tiles.length(i), inner = tiles.length(k);
  if (i == j) cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, rows, inner, -1, left, stride, 1, target, stride);
  else
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, tiles.length(j), inner, -1, left, stride, right, stride, 1, target, stride);
}

}  // namespace

int factorise_cholesky(Matrix a, int n) {
  const SingleThreadedBlas single;
  const Tiling tiles(n);
  for (int k = 0; k < tiles.count; ++k) {
    if (const int bad = factorise_tile(a, tiles.first(k), tiles.length(k))) return bad;
    const int rest = tiles.count - k - 1;
    for_tasks("plisse::linalg::cholesky_solve", rest, [=](int t) { solve_tile(a, tiles, k + 1 + t, k); });
    for_tasks("plisse::linalg::cholesky_update", rest * (rest + 1) / 2, [=](int t) {
      const LowerTile at = lower_tile(t);
      update_tile(a, tiles, k + 1 + at.row, k + 1 + at.column, k);
    });
  }
  return 0;
}

void solve_cholesky(ConstMatrix l, int n, double* x) {
  const SingleThreadedBlas single;
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasNonUnit, n, l.data, int(l.stride), x, 1);
  cblas_dtrsv(CblasRowMajor, CblasLower, CblasTrans, CblasNonUnit, n, l.data, int(l.stride), x, 1);
}

}  // namespace plisse::linalg
