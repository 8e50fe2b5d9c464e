// SPDX-License-Identifier: Apache-2.0
// Cholesky factorisation A = L L^T of a dense symmetric positive definite matrix, tile by tile (right-looking).  Reference: A. Buttari,
// J. Langou, J. Kurzak, J. Dongarra, "A class of parallel tiled linear algebra algorithms for multicore architectures", 2009.
#pragma once

#include "kernels/linalg/tiles.hpp"

namespace plisse::linalg {

// Overwrites the lower triangle of a (n, n) with L; the strict upper triangle is neither read nor written.  Returns 0, or the number
// (from 1) of the first pivot that is not above 0: the matrix is not positive definite and its lower triangle is spoilt.
int factorise_cholesky(Matrix a, int n);

// x (n) <- (L L^T)^-1 x.
void solve_cholesky(ConstMatrix l, int n, double* x);

}  // namespace plisse::linalg
