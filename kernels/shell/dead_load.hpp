// SPDX-License-Identifier: Apache-2.0
// A force that keeps its size and direction: psi = -f . u per area, per length, or at a point.
#pragma once

#include "kernels/core/reduce.hpp"
#include "kernels/shell/load.hpp"

namespace plisse::shell {

template <class T>
class DeadLoad : public Load<T> {
 public:
  // force [N/m^2], [N/m] or [N]
  DeadLoad(const Vec3<double>& force, const LoadContext<T>& context);

  bool quadratic() const override { return true; }
  double evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                  const Jets<T>& adjoint) const override;
  void add_hessian(const Exec&, const surfaces::SurfacePoints<T>&, Sites, const Jets<T>&, double, const Array2<T>&) const override {}

 private:
  Vec3<T> force_;
  int capacity_;
  OrderedSum sum_;
};

}  // namespace plisse::shell
