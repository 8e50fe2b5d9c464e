// SPDX-License-Identifier: Apache-2.0
// Pictures of cloth and body, ray traced: raking key light, sky with ambient occlusion, soft shadows; colours by a field with a legend.
// A picture depends on its inputs alone, not on the number of threads.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/geometry/surface_mesh.hpp"
#include "framework/io/png.hpp"
#include "framework/report/camera.hpp"

namespace plisse::report {

using io::Image;

struct RenderOptions {
  int width = 1280, height = 960;                  // [pixels]
  std::string view = "default";                    // see parse_view
  std::string color;                               // empty: plain cloth; or a field of the mesh, vectors by magnitude
  std::optional<std::pair<double, double>> range;  // of the colours; without it, percentiles 1 to 99
  std::string title;                               // drawn at the top
  int samples = 16;                                // a pixel, rounded up to a power of two
  std::optional<Camera> camera = {};               // instead of `view`: one camera for several pictures
  bool legend = true;                              // where coloured
  int threads = 0;                                 // 0: all of the machine
};

// Throws config::Error on an unknown view or field, an empty or non-finite mesh, or a size that is not positive.
Image render_image(const geometry::SurfaceMesh& cloth, const std::optional<geometry::SurfaceMesh>& body, const RenderOptions& options);

// The same, written as PNG in one go.  Throws io::FileError too.
void render(const geometry::SurfaceMesh& cloth, const std::optional<geometry::SurfaceMesh>& body, const RenderOptions& options,
            const std::filesystem::path& png);

// The part of the picture that the subject is framed in: all but title and legend.
Viewport subject_viewport(const RenderOptions& options);

}  // namespace plisse::report
