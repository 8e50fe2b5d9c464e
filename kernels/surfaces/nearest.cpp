// SPDX-License-Identifier: Apache-2.0
#include "kernels/surfaces/nearest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace plisse::surfaces {

namespace {

using Map = std::function<ChartPoint<double>(double, double)>;
using Pair = std::array<double, 2>;

constexpr int cells = 16;      // of the coarse grid, a side
constexpr double step = 1e-5;  // of the second differences

// Half the squared distance over the chart.
class Distance {
 public:
  Distance(const Map& map, const Vec3<double>& x) : map_(map), x_(x) {}

  double value(const Pair& at) const {
    const auto off = map_(at[0], at[1]).frame.x - x_;
    return 0.5 * dot(off, off);
  }
  Pair gradient(const Pair& at) const {
    const auto p = map_(at[0], at[1]);
    const auto off = p.frame.x - x_;
    const double along1 = dot(off, p.frame.t1), along2 = dot(off, p.frame.t2);
    return {p.u1 * along1, p.v1 * along1 + p.v2 * along2};
  }
  // Rows of the Hessian, by central differences of the gradient.
  std::array<Pair, 2> hessian(const Pair& at) const {
    std::array<Pair, 2> rows;
    for (int i = 0; i < 2; ++i) {
      auto low = at, high = at;
      low[i] -= step, high[i] += step;
      const auto below = gradient(low), above = gradient(high);
      rows[i] = {(above[0] - below[0]) / (2 * step), (above[1] - below[1]) / (2 * step)};
    }
    return rows;
  }
  // Squared speeds of the map: the curvature of the distance near the surface.
  Pair metric(const Pair& at) const {
    const auto p = map_(at[0], at[1]);
    return {p.u1 * p.u1, p.v1 * p.v1 + p.v2 * p.v2};
  }

 private:
  const Map& map_;
  Vec3<double> x_;
};

// The step of Newton's method among the free coordinates, or a shorter one downhill where the Hessian is not positive.
Pair descent(const Distance& distance, const Pair& at, const Pair& gradient, const std::array<bool, 2>& free) {
  const auto h = distance.hessian(at);
  const double off = 0.5 * (h[0][1] + h[1][0]), determinant = h[0][0] * h[1][1] - off * off;
  if (free[0] && free[1] && h[0][0] > 0 && determinant > 1e-12 * h[0][0] * h[1][1])
    return {-(h[1][1] * gradient[0] - off * gradient[1]) / determinant, -(h[0][0] * gradient[1] - off * gradient[0]) / determinant};
  const auto metric = distance.metric(at);
  Pair step{};
  for (int i = 0; i < 2; ++i)
    if (free[i]) step[i] = -gradient[i] / std::max(free[1 - i] ? 0 : h[i][i], metric[i]);
  return step;
}

Pair moved(const Pair& at, const Pair& step, double factor) {
  return {std::clamp(at[0] + factor * step[0], 0.0, 1.0), std::clamp(at[1] + factor * step[1], 0.0, 1.0)};
}

Pair refined(const Distance& distance, Pair at) {
  double value = distance.value(at);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const auto gradient = distance.gradient(at);
    std::array<bool, 2> free;
    for (int i = 0; i < 2; ++i) free[i] = !((at[i] <= 0 && gradient[i] > 0) || (at[i] >= 1 && gradient[i] < 0));
    const auto step = descent(distance, at, gradient, free);
    double factor = 1;
    Pair next = moved(at, step, factor);
    while (distance.value(next) > value * (1 + 1e-14) && factor > 1e-10) next = moved(at, step, factor *= 0.5);
    const double change = std::max(std::abs(next[0] - at[0]), std::abs(next[1] - at[1]));
    if (factor <= 1e-10) return at;
    at = next;
    value = std::min(value, distance.value(at));
    if (change < 1e-15) break;
  }
  return at;
}

// Places of the coarse grid with no lower neighbour.
std::vector<Pair> valleys(const Distance& distance) {
  const auto place = [](int i, int j) { return Pair{double(i) / cells, double(j) / cells}; };
  std::array<std::array<double, cells + 1>, cells + 1> value;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) value[i][j] = distance.value(place(i, j));
  std::vector<Pair> lowest;
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j) {
      bool lower = false;
      for (int k = std::max(i - 1, 0); k <= std::min(i + 1, cells); ++k)
        for (int l = std::max(j - 1, 0); l <= std::min(j + 1, cells); ++l) lower = lower || value[k][l] < value[i][j];
      if (!lower) lowest.push_back(place(i, j));
    }
  return lowest;
}

}  // namespace

Located nearest(const Map& map, const Vec3<double>& x) {
  const Distance distance(map, x);
  Located best{0, 0, norm(map(0, 0).frame.x - x)};
  for (const auto& start : valleys(distance)) {
    const auto at = refined(distance, start);
    const double reached = norm(map(at[0], at[1]).frame.x - x);
    if (reached < best.distance) best = {at[0], at[1], reached};
  }
  return best;
}

}  // namespace plisse::surfaces
