// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/convergence.hpp"

#include <algorithm>

namespace plisse::sweep {
namespace {

std::optional<Moment> last_until(const Curve& curve, double Moment::*clock, double limit) {
  const auto end = std::find_if(curve.moments.begin(), curve.moments.end(), [&](const Moment& m) { return m.*clock > limit; });
  if (end == curve.moments.begin()) return {};
  return *(end - 1);
}

}  // namespace

std::optional<Moment> at_epoch(const Curve& curve, double epochs) { return last_until(curve, &Moment::epochs, epochs); }
std::optional<Moment> at_second(const Curve& curve, double seconds) { return last_until(curve, &Moment::seconds, seconds); }

std::optional<Moment> first_reaching(const Curve& curve, double target, bool higher) {
  const auto it = std::find_if(curve.moments.begin(), curve.moments.end(),
                               [&](const Moment& m) { return higher ? m.value >= target : m.value <= target; });
  return it == curve.moments.end() ? std::nullopt : std::optional(*it);
}

std::optional<double> mean_over_epochs(const Curve& curve) {
  if (curve.moments.size() < 2) return {};
  double area = 0;
  for (std::size_t i = 1; i < curve.moments.size(); ++i) {
    const Moment &a = curve.moments[i - 1], &b = curve.moments[i];
    area += (b.epochs - a.epochs) * (a.value + b.value) / 2;
  }
  const double span = curve.moments.back().epochs - curve.moments.front().epochs;
  return span > 0 ? std::optional(area / span) : std::nullopt;
}

}  // namespace plisse::sweep
