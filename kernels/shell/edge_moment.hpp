// SPDX-License-Identifier: Apache-2.0
// A moment per length of an edge, about the edge's tangent: psi = -M theta, with theta the angle by which the outward conormal nu has
// turned in the plane (nu, n) of the edge at rest,
//   theta = atan2(r_nu . n, r_nu . nu),   r_nu = nu + nu_a u_a
// A positive moment lifts what lies beyond the edge towards n.  Angles go on past half a turn: each point of the edge remembers its angle
// in the last accepted state, and theta is the one within half a turn of it.  So an edge may roll up any number of times, if less than half
// a turn between accepted states; and the edge's points must stay the same ones from state to state.
#pragma once

#include "kernels/core/reduce.hpp"
#include "kernels/shell/load.hpp"

namespace plisse::shell {

struct EdgeMomentOptions {
  surfaces::Edge edge = surfaces::Edge::u_max;
  double value = 0;

  template <class V>
  void describe(V& v) {
    describe_edge(v, edge);
    v.option("value", value).required().unit("N m/m").doc("moment per length, positive where it lifts the edge towards the normal");
  }
};

template <class T>
class EdgeMoment : public Load<T> {
 public:
  static constexpr const char *name = "edge_moment", *doc = "moment per length of an edge, about its tangent";
  using Options = EdgeMomentOptions;

  EdgeMoment(const Options& options, const LoadContext<T>& context);

  LoadSite site() const override { return LoadSite::edge; }
  std::string edge() const override { return surfaces::edge_name(options_.edge); }
  bool quadratic() const override { return false; }
  double evaluate(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                  const Jets<T>& adjoint) const override;
  void add_hessian(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets, double factor,
                   const Array2<T>& hessian) const override;
  void accept(const Exec& exec, const surfaces::SurfacePoints<T>& points, Sites sites, const Jets<T>& jets) override;
  std::vector<std::pair<std::string, Array1<T>>> state() const override { return {{"edge_moment." + edge() + ".angle", angle_}}; }

  const Array1<T>& angle() const { return angle_; }  // (capacity) [rad] of the points of the edge in the last accepted state

 private:
  Options options_;
  Array1<T> angle_;
  OrderedSum sum_;
};

}  // namespace plisse::shell

PLISSE_COMPONENT(shell::EdgeMoment)
