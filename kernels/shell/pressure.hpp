// SPDX-License-Identifier: Apache-2.0
// Pressure p along the normal, positive towards n.  Either it keeps the normal at rest, psi = -p n . u, or it follows the surface:
//   psi = -p u . (n + 1/2 (u1 x t2 + t1 x u2) + 1/3 u1 x u2)
// is -p times the volume swept between the surface at rest and the deformed one.  Its variation is -p (r1 x r2) . delta u plus a term on
// the boundary, which vanishes where the boundary is held or there is none.  On a free edge a following pressure has no potential: there
// this one adds an edge force of the order p |u|.
#pragma once

#include "kernels/core/reduce.hpp"
#include "kernels/shell/load.hpp"

namespace plisse::shell {

struct PressureOptions {
  double value = 0;
  bool follower = false;

  template <class V>
  void describe(V& v) {
    v.option("value", value).required().unit("Pa").doc("pressure, positive towards the normal");
    v.option("follower", follower).doc("act on the deformed surface, along its normal; free edges then feel a spurious force");
  }
};

template <class T>
class Pressure : public Load<T> {
 public:
  static constexpr const char *name = "pressure", *doc = "pressure along the normal, of the surface at rest or deformed";
  using Options = PressureOptions;

  Pressure(const Options& options, const LoadContext<T>& context);

  LoadSite site() const override { return LoadSite::surface; }
  bool quadratic() const override { return !options_.follower; }
  double evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                  const Jets<T>& adjoint) const override;
  void add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                   const Array2<T>& hessian) const override;

 private:
  Options options_;
  int capacity_;
  OrderedSum sum_;
};

}  // namespace plisse::shell

PLISSE_COMPONENT(shell::Pressure)
