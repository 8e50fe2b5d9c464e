// SPDX-License-Identifier: Apache-2.0
// Several runs in one picture: one camera, one light, one colour scale.
#pragma once

#include <string>
#include <vector>

#include "framework/report/render.hpp"

namespace plisse::report {

struct Panel {
  geometry::SurfaceMesh cloth;
  std::optional<geometry::SurfaceMesh> body;
  std::string caption;
};

// `options` describe one panel; title and legend stand once, above and to the right of all.  A given range or camera holds for every panel.
// Throws like render_image, and config::Error when there is no panel.
Image render_panels(const std::vector<Panel>& panels, const RenderOptions& options);

// Pictures in a row, with a caption below each (none: no strip).  Lower ones are centred on white.
// Throws std::invalid_argument when there is no picture, or when captions are given but not one a picture.
Image side_by_side(const std::vector<Image>& images, const std::vector<std::string>& captions);

}  // namespace plisse::report
