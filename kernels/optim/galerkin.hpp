// SPDX-License-Identifier: Apache-2.0
// The Ritz (Galerkin) system of a displacement that is linear in its coefficients,
//   u_i = sum_j c(i, j) phi^i_j,   i = 0, 1, 2,   j < F,
// whose energy is a sum over points of a function of the displacement's jet.  With gradient g and Hessian h of that function,
//   dPi/dc(i, j)            = sum_p,a    phi^i_j,a(p) g_(i a)(p)
//   d2Pi/dc(i, j)dc(k, l)   = sum_p,a,b  phi^i_j,a(p) h_(i a)(k b)(p) phi^k_l,b(p)
// assembled block by block of points: each pair of components is one product of F x 6B matrices.  Unknowns are numbered F i + j, and the
// numbers of a jet 6 i + a as in kernels/shell/potential.hpp.  Everything is on the host.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "kernels/linalg/product.hpp"
#include "kernels/shell/potential.hpp"

namespace plisse::optim {

// Jets of the basis at a block of points: phi[i] is (F, 6, points), row-major, of component i.  Components with one and the same basis
// may share the memory.
struct BasisBlock {
  std::array<const double*, 3> phi{};
  int points = 0;
};

class Galerkin {
 public:
  // F functions a component; blocks of at most `block` points.  Takes 18 F x 6 x block numbers of scratch memory.
  Galerkin(int functions, int block);

  int functions() const { return functions_; }
  int unknowns() const { return 3 * functions_; }
  int block() const { return block_; }

  // jets (18, points) of the displacement with coefficients c (3 F).
  void evaluate(const BasisBlock& basis, const double* c, linalg::Matrix jets) const;
  // gradient (3 F) += the sum over the block's points, for point gradients g (18, points).
  void add_gradient(const BasisBlock& basis, linalg::ConstMatrix g, double* gradient) const;
  // Lower triangle of hessian (3 F, 3 F) += the sum over the block's points, for symmetric point Hessians h (324, points), entry
  // 18 * row + column.  Entries above the diagonal that lie in tiles on the diagonal of a component are overwritten.
  void add_hessian(const BasisBlock& basis, linalg::ConstMatrix h, linalg::Matrix hessian);

 private:
  // The part of h that couples component k's basis to component i's: channels of i that have a row other than zero, from first to last,
  // and the channel pairs (a, b) other than zero.
  struct Coupling {
    int i, k, first_channel, last_channel;
    std::vector<std::pair<int, int>> channels;
    double* scaled;  // (F, 6, points): sum_b h_(i a)(k b) phi^k_l,b
  };

  std::vector<Coupling> couplings(linalg::ConstMatrix h, int points);
  void scale_bases(const BasisBlock& basis, linalg::ConstMatrix h, const std::vector<Coupling>& couplings) const;

  int functions_, block_;
  std::vector<double> scaled_;  // (6, F, 6, block)
};

}  // namespace plisse::optim
