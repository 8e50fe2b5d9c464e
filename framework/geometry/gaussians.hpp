// SPDX-License-Identifier: Apache-2.0
// Cloth as 3-D Gaussians, in the PLY layout of Gaussian splatting: x y z, scale_0..2 (logarithms of standard deviations), rot_0..3 (a
// quaternion w x y z of any length), opacity (before the logistic function), f_dc_* and f_rest_* (colours, not read).  A Gaussian on a
// surface is flat: its axis of least variance is the normal, up to its sign.
// Reference: B. Kerbl, G. Kopanas, T. Leimkuehler, G. Drettakis, "3D Gaussian splatting for real-time radiance field rendering", 2023.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/geometry/point_cloud.hpp"
#include "framework/geometry/surface_samples.hpp"
#include "framework/geometry/vector.hpp"
#include "framework/io/mesh_reader.hpp"

namespace plisse::geometry {

enum class Scales { detect, log, linear };

struct GaussianSet {
  std::vector<Point3> positions;              // (N) [m]
  std::vector<std::array<double, 3>> scales;  // (N) standard deviations along the axes [m]
  std::vector<std::array<Point3, 3>> axes;    // (N) unit; all zero where the quaternion is
  std::vector<Point3> sides;                  // (N) or empty: nx ny nz of the file
  std::vector<std::string> notes;
};

// Gaussians below `min_opacity` (0 to 1) are left out, with a note.  Throws config::Error where properties are missing, and where scales
// are linear in a file said to hold logarithms, or the other way round.
GaussianSet read_gaussians(const std::filesystem::path& file, const io::ReadOptions& read, Scales scales, double min_opacity);

// A flat Gaussian at every sample, turned at random about the normal.
GaussianSet gaussians_at(const SurfaceSamples& samples, double spacing, std::uint64_t seed);

// Normals from the axes of least variance; from the neighbours, with a note, where two axes are alike (a needle or a ball) or the
// quaternion is zero.  The rest as reference_cloud().
Cloud reference_gaussians(const std::string& name, const GaussianSet& set, const CloudOptions& options);

}  // namespace plisse::geometry
