// SPDX-License-Identifier: Apache-2.0
// Text on images.  Draws with DejaVu Sans where it is installed (or the TrueType file named by the environment variable PLISSE_FONT),
// antialiased at any size; else with a plain built-in bitmap font that knows ASCII alone.
#pragma once

#include <array>
#include <string>

#include "framework/io/png.hpp"

namespace plisse::report {

using Color8 = std::array<std::uint8_t, 3>;  // sRGB

// Fills [x0, x1) × [y0, y1) in pixels, edges covered in part blended.
void fill_rectangle(io::Image& image, double x0, double y0, double x1, double y1, Color8 color);

// `text` is UTF-8, one line.  `size` is the em height in pixels.
double text_width(const std::string& text, double size);

// The left end of the base line stands at (x, y); what falls outside the image is cut off.
void draw_text(io::Image& image, double x, double y, const std::string& text, double size, Color8 color);

// The longest beginning of `text` (with an ellipsis where it is shortened) that fits.
std::string fitted(const std::string& text, double size, double width);

}  // namespace plisse::report
