// SPDX-License-Identifier: Apache-2.0
// A force per area of the surface at rest: psi = -q . u.
#pragma once

#include "kernels/shell/dead_load.hpp"

namespace plisse::shell {

struct ForceOptions {
  std::vector<double> value{0, 0, 0};

  template <class V>
  void describe(V& v) {
    v.option("value", value).length(3, 3).required().unit("Pa").doc("force per area at rest");
  }
};

template <class T>
class Force : public DeadLoad<T> {
 public:
  static constexpr const char *name = "force", *doc = "force per area";
  using Options = ForceOptions;

  Force(const Options& options, const LoadContext<T>& context) : DeadLoad<T>(vector_of("value", options.value), context) {}

  LoadSite site() const override { return LoadSite::surface; }
};

}  // namespace plisse::shell

PLISSE_COMPONENT(shell::Force)
