// SPDX-License-Identifier: Apache-2.0
// PLY files as programs for Gaussian splatting write them.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::tests {

struct Splat {
  geometry::Point3 position;
  geometry::Point3 scale;         // as the file holds it
  std::array<float, 4> rotation;  // w x y z
  float opacity = 3;              // before the logistic function
};

// A rotation that takes z to n, as a quaternion of length 2.
inline std::array<float, 4> turn_z_to(const geometry::Point3& n) {
  geometry::Point3 axis = geometry::cross({0, 0, 1}, n);
  double w = 1 + n[2];
  if (w < 1e-9) w = 0, axis = {1, 0, 0};
  const double length = std::sqrt(w * w + geometry::dot(axis, axis)) / 2;
  return {float(w / length), float(axis[0] / length), float(axis[1] / length), float(axis[2] / length)};
}

inline void write_splats(const std::filesystem::path& file, const std::vector<Splat>& splats, int rest = 45) {
  std::ofstream out(file, std::ios::binary);
  out << "ply\nformat binary_little_endian 1.0\nelement vertex " << splats.size() << "\n";
  std::vector<std::string> names{"x", "y", "z", "nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2"};
  for (int i = 0; i < rest; ++i) names.push_back("f_rest_" + std::to_string(i));
  for (const char* name : {"opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"}) names.emplace_back(name);
  for (const std::string& name : names) out << "property float " << name << "\n";
  out << "end_header\n";
  for (const Splat& s : splats) {
    std::vector<float> row{float(s.position[0]), float(s.position[1]), float(s.position[2])};
    row.resize(std::size_t(9 + rest), 0);
    row.push_back(s.opacity);
    for (const double x : s.scale) row.push_back(float(x));
    row.insert(row.end(), s.rotation.begin(), s.rotation.end());
    out.write(reinterpret_cast<const char*>(row.data()), std::streamsize(row.size() * sizeof(float)));
  }
}

}  // namespace plisse::tests
