// SPDX-License-Identifier: Apache-2.0
// Contact of a shell with a body, by a penalty on the distance d to the body at the deformed position x + u:
//   psi = 1/2 k min(d(x + u) - d0, 0)^2      [J/m^2],  k stiffness [N/m^3],  d0 distance to keep [m]
// The force k (d0 - d) along the body's outward normal m = grad d begins at d0 without a jump.  Under a pressure p a shell rests at
// d = d0 - p/k.  The Hessian is Gauss-Newton's, k m m^T where d < d0: it leaves out k (d - d0) grad grad d, the curvature of the body
// times the depth, which is negative where the body is convex.  It is therefore positive semidefinite always, and exact on flat faces.
#pragma once

#include "kernels/collision/collider.hpp"
#include "kernels/core/reduce.hpp"
#include "kernels/shell/potential.hpp"

namespace plisse::shell {

struct ContactOptions {
  double stiffness = 1e5;
  double distance = 2e-3;

  template <class V>
  void describe(V& v) {
    v.option("stiffness", stiffness).above(0).unit("N/m^3").doc("pressure from the body for each metre too near");
    v.option("distance", distance).at_least(0).unit("m").doc("distance to keep from the body");
  }
};

// How points stand to the body.
struct Clearance {
  double lowest = 0;  // the least distance, negative inside [m]; 0 without points
  int touching = 0;   // points nearer than the distance to keep
  int inside = 0;     // points with a negative distance
};

// Meant for points of the surface, whose weights are areas.
template <class T>
class Contact : public Potential<T> {
 public:
  // The collider must outlive this.  capacity: the largest number of sites of a call.  Throws std::invalid_argument.
  Contact(const ContactOptions& options, const collision::Collider<T>& collider, int capacity, Workspace& workspace);

  bool quadratic() const override { return false; }
  double evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                  const Jets<T>& adjoint) const override;
  void add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                   const Array2<T>& hessian) const override;

  Clearance clearance(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets) const;

 private:
  void query(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets) const;

  ContactOptions options_;
  const collision::Collider<T>* collider_;
  int capacity_;
  OrderedSum sum_;
  Jets<T> positions_;   // (3, 1, capacity) [m]
  Array1<T> distance_;  // (capacity) [m]
  Array2<T> normal_;    // (3, capacity)
};

}  // namespace plisse::shell
