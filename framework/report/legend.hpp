// SPDX-License-Identifier: Apache-2.0
// The key to a coloured picture: a bar with ticks, what is shown, and what is cut off.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/io/png.hpp"
#include "framework/report/camera.hpp"
#include "framework/report/colormap.hpp"

namespace plisse::report {

// A field as one number a point: its value, or its magnitude where it has several components.
struct ScalarField {
  std::string label, unit;
  std::vector<double> values;  // (points); NaN where there is none
};

// Throws config::Error when the mesh has no such field (naming those it has), when its size does not fit, or when no value is finite.
ScalarField scalar_field(const geometry::SurfaceMesh& mesh, const std::string& name);

struct Legend {
  std::string label, unit;
  ColorScale scale;
  bool percentiles = false;  // the range was chosen by shown_range
  double smallest, largest;  // of all finite values
};

// One scale for the fields of one or several meshes; without a range, shown_range of all values together.
// Throws config::Error on a range that is not increasing.
Legend make_legend(const std::vector<ScalarField>& fields, const std::optional<std::pair<double, double>>& range);

// How wide a legend is for a picture of some height [pixels].
double legend_width(int picture_height);
void draw_legend(io::Image& image, const Legend& legend, const Viewport& place);

}  // namespace plisse::report
