// SPDX-License-Identifier: Apache-2.0
// A potential is one part of the energy of a shell, a sum over points of a function of the displacement's jet there:
//   Pi = sum_p weight_p psi(frame_p, jet_p)
// Elastic energies and loads are potentials.  Gradient and Hessian are taken with respect to the 18 numbers of a jet, numbered
//   row = 6 * component + channel      (component x, y, z; channel as in kernels/shell/jet.hpp)
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kernels/core/types.hpp"
#include "kernels/shell/jet.hpp"
#include "kernels/surfaces/points.hpp"

namespace plisse::shell {

constexpr int jet_size = 18;

// Points [first, first + count) of a batch.
struct Sites {
  int first = 0, count = 0;
};

template <class T>
class Potential {
 public:
  virtual ~Potential() = default;

  // True where psi is at most quadratic in the jet: one Newton step then minimises it.
  virtual bool quadratic() const = 0;
  // sum_p weight_p psi_p [J] of displacement jets (3, 6, N).  Where `adjoint` (3, 6, N) is not empty, adds factor * d/d(jets) to it.
  virtual double evaluate(const Exec&, const surfaces::SurfacePoints<T>&, Sites, const Jets<T>& jets, double factor,
                          const Jets<T>& adjoint) const = 0;
  // Adds factor * weight_p d^2 psi_p to hessian (324, N): entry 18 * row + column of point p, both halves.
  virtual void add_hessian(const Exec&, const surfaces::SurfacePoints<T>&, Sites, const Jets<T>& jets, double factor,
                           const Array2<T>& hessian) const = 0;
  // Called with the jets of an accepted state: a load that follows a rotation counts its turns here.
  virtual void accept(const Exec&, const surfaces::SurfacePoints<T>&, Sites, const Jets<T>& /*jets*/) {}
  // What must survive a restart.
  virtual std::vector<std::pair<std::string, Array1<T>>> state() const { return {}; }
};

}  // namespace plisse::shell
