// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/quadric_fit.hpp"

// GCC 12 takes its own AVX-512 intrinsics for uses of uninitialised values.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace plisse::geometry {
namespace {

constexpr double rank_threshold = 1e-6;  // of singular values, in coordinates scaled to the neighbourhood

int terms(int degree, FitOrigin origin) { return (degree + 1) * (degree + 2) / 2 - (origin == FitOrigin::fixed ? 1 : 0); }

// x, y, x^2/2, xy, y^2/2, then the third degree; the constant comes last, where there is one.
void fill_row(Eigen::MatrixXd::RowXpr row, double x, double y, int degree, FitOrigin origin) {
  row[0] = x;
  row[1] = y;
  row[2] = x * x / 2;
  row[3] = x * y;
  row[4] = y * y / 2;
  if (degree > 2) {
    row[5] = x * x * x / 6;
    row[6] = x * x * y / 2;
    row[7] = x * y * y / 2;
    row[8] = y * y * y / 6;
  }
  if (origin == FitOrigin::free) row[row.size() - 1] = 1;
}

// H = -b_ab g^ac g^bd X_c X_d for the graph z(x, y) over the frame (t1, t2, n) with slopes p and second derivatives q.
void shape_of_graph(const Eigen::Matrix3d& frame, const Eigen::Vector2d& p, const Eigen::Matrix2d& q, QuadricFit& fit) {
  Eigen::Matrix<double, 3, 2> tangent = frame.leftCols<2>();
  tangent += frame.col(2) * p.transpose();
  const Eigen::Matrix2d metric = tangent.transpose() * tangent;
  const Eigen::Vector3d across = frame * Eigen::Vector3d(-p[0], -p[1], 1);
  const double stretch = across.norm();
  const Eigen::Matrix<double, 3, 2> dual = tangent * metric.inverse();
  const Eigen::Matrix3d h = -dual * (q / stretch) * dual.transpose();
  fit.normal = {across[0] / stretch, across[1] / stretch, across[2] / stretch};
  fit.weingarten = {h(0, 0), h(0, 1), h(0, 2), h(1, 1), h(1, 2), h(2, 2)};
}

}  // namespace

std::array<Point3, 2> tangents(const Point3& n) {
  std::size_t least = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (std::abs(n[k]) < std::abs(n[least])) least = k;
  Point3 axis{};
  axis[least] = 1;
  Point3 first = cross(axis, n);
  first = (1 / norm(first)) * first;
  return {first, cross(n, first)};
}

QuadricFit fit_quadric(const Point3& normal, std::span<const Point3> offsets, std::span<const double> weights, FitOrigin origin,
                       int degree) {
  const auto [t1, t2] = tangents(normal);
  double reach = 0;
  for (const Point3& d : offsets) reach = std::max(reach, norm(d));
  QuadricFit fit{normal, {}, std::vector<double>(offsets.size(), 0), 0};
  if (!(reach > 0)) return fit;
  const Eigen::Index n = Eigen::Index(offsets.size());
  Eigen::MatrixXd rows(n, terms(degree, origin));
  Eigen::VectorXd heights(n);
  double total = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Point3 d = (1 / reach) * offsets[std::size_t(i)];
    const double w = std::sqrt(weights[std::size_t(i)]);
    fill_row(rows.row(i), dot(d, t1), dot(d, t2), degree, origin);
    rows.row(i) *= w;
    heights[i] = w * dot(d, normal);
    total += w * w;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(rank_threshold);
  solver.compute(rows);
  const Eigen::VectorXd z = solver.solve(heights);
  Eigen::Matrix3d frame;
  frame << t1[0], t2[0], normal[0], t1[1], t2[1], normal[1], t1[2], t2[2], normal[2];
  Eigen::Matrix2d second;
  second << z[2], z[3], z[3], z[4];
  shape_of_graph(frame, z.head<2>(), second / reach, fit);
  const Eigen::VectorXd left = reach * (heights - rows * z);
  for (Eigen::Index i = 0; i < n; ++i) fit.heights[std::size_t(i)] = left[i] / std::sqrt(weights[std::size_t(i)]);
  fit.residual = left.norm() / std::sqrt(total);
  return fit;
}

}  // namespace plisse::geometry
