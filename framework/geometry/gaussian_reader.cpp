// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/config/error.hpp"
#include "framework/geometry/cloud_cleaning.hpp"
#include "framework/geometry/gaussians.hpp"
#include "framework/io/point_reader.hpp"

namespace plisse::geometry {
namespace {

using Columns = std::vector<int>;

Columns columns(const io::PointTable& table, const std::string& prefix, int count) {
  Columns found;
  for (int k = 0; k < count; ++k) found.push_back(table.find(prefix + std::to_string(k)));
  return found;
}

void require_gaussians(const std::string& name, const io::PointTable& table, bool with_opacity) {
  std::string missing;
  const auto need = [&](const std::string& property) {
    if (table.find(property) < 0) missing += (missing.empty() ? "" : ", ") + property;
  };
  for (const char* scale : {"scale_0", "scale_1", "scale_2"}) need(scale);
  for (const char* rotation : {"rot_0", "rot_1", "rot_2", "rot_3"}) need(rotation);
  const bool opacity_only = missing.empty();
  if (with_opacity) need("opacity");
  if (missing.empty()) return;
  throw config::Error(fmt::format("{} does not hold 3-D Gaussians as asked for: its vertices have no {}\n  {}", name, missing,
                                  opacity_only ? "leave out 'min_opacity'" : "for a plain cloud write {type: point_cloud}"));
}

// Whether the file's scales are logarithms.
bool are_logarithms(const std::string& name, const io::PointTable& table, const Columns& columns, Scales said) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  std::vector<int> not_positive;
  for (std::size_t i = 0; i < table.size(); ++i) {
    double least = HUGE_VAL;
    for (const int c : columns) {
      least = std::min(least, table.at(i, c));
      high = std::max(high, table.at(i, c));
    }
    low = std::min(low, least);
    if (!(least > 0)) not_positive.push_back(int(i));
  }
  if (said == Scales::linear && !not_positive.empty()) {
    throw config::Error(
        fmt::format("{}: scales said to be linear are not positive at points {}\n  the usual files hold logarithms: write scales: log",
                    name, counted_points(not_positive)));
  }
  if (said == Scales::detect && low > 0) {
    throw config::Error(
        fmt::format("{}: all scales are positive, from {:.3g} to {:.3g}: they seem to be standard deviations, where the usual "
                    "files hold their logarithms\n  write scales: linear, or scales: log if they are logarithms",
                    name, low, high));
  }
  return said != Scales::linear;
}

// Columns of the rotation of a quaternion w x y z; zero where that has no length.
std::array<Point3, 3> rotated_axes(const std::array<double, 4>& q) {
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(length > 1e-12 && std::isfinite(length))) return {};
  const double w = q[0] / length, x = q[1] / length, y = q[2] / length, z = q[3] / length;
  return {{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
           {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
           {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
}

}  // namespace

GaussianSet read_gaussians(const std::filesystem::path& file, const io::ReadOptions& read, Scales said, double min_opacity) {
  const std::string name = file.string();
  const io::PointTable table = io::read_points(file);
  require_gaussians(name, table, min_opacity > 0);
  const Columns scale = columns(table, "scale_", 3), rotation = columns(table, "rot_", 4);
  const bool logarithms = are_logarithms(name, table, scale, said);
  const auto positions = table.vectors(table.find("x"), table.find("y"), table.find("z"));
  const int nx = table.find("nx"), ny = table.find("ny"), nz = table.find("nz"), opacity = table.find("opacity");
  const double factor = io::metres(read.unit) * read.scale;
  GaussianSet set;
  std::size_t faint = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (min_opacity > 0 && !(1 / (1 + std::exp(-table.at(i, opacity))) >= min_opacity)) {
      ++faint;
      continue;
    }
    set.positions.push_back(factor * io::turn_up(positions[i], read.up));
    auto axes = rotated_axes({table.at(i, rotation[0]), table.at(i, rotation[1]), table.at(i, rotation[2]), table.at(i, rotation[3])});
    for (Point3& axis : axes) axis = io::turn_up(axis, read.up);
    set.axes.push_back(axes);
    std::array<double, 3> deviations;
    for (std::size_t k = 0; k < 3; ++k) deviations[k] = factor * (logarithms ? std::exp(table.at(i, scale[k])) : table.at(i, scale[k]));
    set.scales.push_back(deviations);
    if (nx >= 0 && ny >= 0 && nz >= 0) set.sides.push_back(io::turn_up({table.at(i, nx), table.at(i, ny), table.at(i, nz)}, read.up));
  }
  if (set.positions.empty())
    throw config::Error(
        fmt::format("{}: none of {} Gaussians has an opacity of {} or more; lower 'min_opacity'", name, table.size(), min_opacity));
  if (faint > 0)
    set.notes.push_back(fmt::format("{} of {} Gaussians left out, their opacity is below {}; the others are counted from 0", faint,
                                    table.size(), min_opacity));
  return set;
}

}  // namespace plisse::geometry
