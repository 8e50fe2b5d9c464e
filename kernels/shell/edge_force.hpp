// SPDX-License-Identifier: Apache-2.0
// A force per length of an edge at rest: psi = -q . u.
#pragma once

#include "kernels/shell/dead_load.hpp"

namespace plisse::shell {

struct EdgeForceOptions {
  surfaces::Edge edge = surfaces::Edge::u_max;
  std::vector<double> value{0, 0, 0};

  template <class V>
  void describe(V& v) {
    describe_edge(v, edge);
    v.option("value", value).length(3, 3).required().unit("N/m").doc("force per length at rest");
  }
};

template <class T>
class EdgeForce : public DeadLoad<T> {
 public:
  static constexpr const char *name = "edge_force", *doc = "force per length of an edge";
  using Options = EdgeForceOptions;

  EdgeForce(const Options& options, const LoadContext<T>& context)
      : DeadLoad<T>(vector_of("value", options.value), context), edge_(options.edge) {}

  LoadSite site() const override { return LoadSite::edge; }
  std::string edge() const override { return surfaces::edge_name(edge_); }

 private:
  surfaces::Edge edge_;
};

}  // namespace plisse::shell

PLISSE_COMPONENT(shell::EdgeForce)
