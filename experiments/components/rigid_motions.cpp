// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/rigid_motions.hpp"

#include "experiments/components/surface_probe.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace plisse::experiments {

namespace {

constexpr double negligible = 1e-5;  // of the largest row, and of a motion of length 1

using Motion = std::array<double, 6>;  // translation, rotation

double inner(const Motion& a, const Motion& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

void subtract(Motion& from, double share, const Motion& other) {
  for (std::size_t i = 0; i < 6; ++i) from[i] -= share * other[i];
}

// Orthonormal motions that span the given ones up to `tolerance`, at most `most`: Gram and Schmidt's method, the longest first.
std::vector<Motion> span(std::vector<Motion> motions, double tolerance, std::size_t most) {
  std::vector<Motion> basis;
  while (basis.size() < most && !motions.empty()) {
    Motion longest = *std::max_element(motions.begin(), motions.end(), [](const Motion& a, const Motion& b) { return inner(a, a) < inner(b, b); });
    const double length = std::sqrt(inner(longest, longest));
    if (length <= tolerance) break;
    for (auto& x : longest) x /= length;
    for (auto& motion : motions) subtract(motion, inner(motion, longest), longest);
    basis.push_back(longest);
  }
  return basis;
}

// Motions that are orthogonal to all of an orthonormal basis.
std::vector<Motion> complement(const std::vector<Motion>& basis) {
  std::vector<Motion> motions(6);
  for (std::size_t i = 0; i < 6; ++i) {
    motions[i][i] = 1;
    for (const auto& held : basis) subtract(motions[i], held[i], held);
  }
  return span(motions, negligible, 6 - basis.size());
}

// The axes of numbers first .. first + 2 of the motions, each another one, by elimination: the largest number first.  Takes away the
// motions it used.
std::string axes_of(std::vector<Motion>& motions, std::size_t first) {
  const auto largest = [first](const Motion& m) {
    return std::max_element(m.begin() + std::ptrdiff_t(first), m.begin() + std::ptrdiff_t(first) + 3,
                            [](double a, double b) { return std::abs(a) < std::abs(b); });
  };
  bool named[3] = {};
  while (!motions.empty()) {
    std::iter_swap(std::max_element(motions.begin(), motions.end(),
                                    [&](const Motion& a, const Motion& b) { return std::abs(*largest(a)) < std::abs(*largest(b)); }),
                   motions.end() - 1);
    const Motion pivot = motions.back();
    const auto at = std::size_t(largest(pivot) - pivot.begin());
    if (std::abs(pivot[at]) <= negligible) break;
    named[at - first] = true;
    motions.pop_back();
    for (auto& motion : motions) subtract(motion, motion[at] / pivot[at], pivot);
  }
  std::string text;
  for (std::size_t i = 0; i < 3; ++i)
    if (named[i]) text += (text.empty() ? "" : ", ") + std::string(1, "xyz"[i]);
  return text;
}

// What is left of the motions without their rotations are translations.
std::string in_words(std::vector<Motion> motions) {
  const auto rotations = axes_of(motions, 3), translations = axes_of(motions, 0);
  std::string text;
  if (!translations.empty()) text = "translation along " + translations;
  if (!rotations.empty()) text += (text.empty() ? "" : "; ") + ("rotation about an axis along " + rotations);
  return text;
}

}  // namespace

RigidMotions::RigidMotions(const surfaces::Shape& surface) : size_(size_of(surface)) {
  const auto box = surface.bounds();
  middle_ = 0.5 * (box.lower + box.upper);
}

RigidMotions::Row RigidMotions::rotation(int component, const Vec3<double>& d) const {
  Row row{};
  const int next = (component + 1) % 3, last = (component + 2) % 3;
  row[std::size_t(3 + next)] = d[last] / size_;
  row[std::size_t(3 + last)] = -d[next] / size_;
  return row;
}

RigidMotions::Row RigidMotions::displacement(int component, const Vec3<double>& x) const {
  Row row = rotation(component, x - middle_);
  row[std::size_t(component)] = 1;
  return row;
}

void RigidMotions::hold(const surfaces::Frame<double>& point, const std::array<bool, 3>& fixed, bool clamped) {
  for (int i = 0; i < 3; ++i) {
    if (!fixed[std::size_t(i)]) continue;
    rows_.push_back(displacement(i, point.x));
    if (!clamped) continue;
    rows_.push_back(rotation(i, size_ * point.t1));
    rows_.push_back(rotation(i, size_ * point.t2));
  }
}

void RigidMotions::mirror(int axis, double at) {
  const int next = (axis + 1) % 3, last = (axis + 2) % 3;
  for (int k = 0; k < 3; ++k) {
    double x[3] = {middle_.x, middle_.y, middle_.z};
    x[axis] = at;
    if (k == 1) x[next] += size_;
    if (k == 2) x[last] += size_;
    rows_.push_back(displacement(axis, {x[0], x[1], x[2]}));
  }
}

std::string RigidMotions::free_motions() const {
  double largest = 0;
  for (const auto& row : rows_) largest = std::max(largest, inner(row, row));
  return in_words(complement(span(rows_, negligible * std::sqrt(largest), 6)));
}

}  // namespace plisse::experiments
