// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/rigid_motions.hpp"

#include "experiments/components/surface_probe.hpp"

#include <Eigen/Dense>
#include <fmt/format.h>

namespace plisse::experiments {

namespace {

constexpr double negligible = 1e-5;  // of the largest singular value

std::string in_words(const Eigen::Matrix<double, 6, 1>& motion) {
  static constexpr const char* axes[] = {"x", "y", "z"};
  Eigen::Index largest = 0;
  motion.cwiseAbs().maxCoeff(&largest);
  return fmt::format("{} {}", largest < 3 ? "translation along" : "rotation about an axis along", axes[largest % 3]);
}

}  // namespace

RigidMotions::RigidMotions(const surfaces::SurfaceMap& surface) : size_(size_of(surface)) {
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

std::string RigidMotions::free_motion() const {
  Eigen::Matrix<double, 6, 6> gram = Eigen::Matrix<double, 6, 6>::Zero();
  for (const auto& row : rows_) {
    const Eigen::Map<const Eigen::Matrix<double, 6, 1>> r(row.data());
    gram += r * r.transpose() / double(rows_.size());
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> solver(gram);
  const double least = solver.eigenvalues()[0], largest = solver.eigenvalues()[5];
  if (!rows_.empty() && least > negligible * negligible * largest) return "";
  return in_words(solver.eigenvectors().col(0));
}

}  // namespace plisse::experiments
