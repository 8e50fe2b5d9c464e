// SPDX-License-Identifier: Apache-2.0
// A force at one point of the surface: psi = -F . u.
#pragma once

#include "kernels/shell/dead_load.hpp"

namespace plisse::shell {

struct PointForceOptions {
  std::vector<double> at{0, 0, 0}, value{0, 0, 0};

  template <class V>
  void describe(V& v) {
    v.option("at", at).length(3, 3).required().unit("m").doc("point of the surface at rest");
    v.option("value", value).length(3, 3).required().unit("N").doc("force");
  }
};

template <class T>
class PointForce : public DeadLoad<T> {
 public:
  static constexpr const char *name = "point_force", *doc = "force at one point";
  using Options = PointForceOptions;

  PointForce(const Options& options, const LoadContext<T>& context)
      : DeadLoad<T>(vector_of("value", options.value), context), at_(vector_of("at", options.at)) {}

  LoadSite site() const override { return LoadSite::point; }
  Vec3<double> position() const override { return at_; }

 private:
  Vec3<double> at_;
};

}  // namespace plisse::shell

PLISSE_COMPONENT(shell::PointForce)
