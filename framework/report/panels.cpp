// SPDX-License-Identifier: Apache-2.0
#include "framework/report/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "framework/config/error.hpp"
#include "framework/report/legend.hpp"
#include "framework/report/scene.hpp"
#include "framework/report/text.hpp"

namespace plisse::report {
namespace {

constexpr Color8 ink{45, 48, 54};

void paste(const Image& source, Image& target, int left, int top) {
  for (int y = 0; y < source.height; ++y) std::copy_n(source.pixel(0, y), 3 * source.width, target.pixel(left, top + y));
}

// The background at the left edge of an image, `width` wide.
Image background_of(const Image& image, int width) {
  Image strip(width, image.height);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < width; ++x) std::copy_n(image.pixel(x % 8, y), 3, strip.pixel(x, y));
  }
  return strip;
}

// An image with more rows above, of the colour of the first row's corner.
Image with_strip_above(const Image& image, int rows) {
  Image taller(image.width, image.height + rows);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < image.width; ++x) std::copy_n(image.pixel(0, 0), 3, taller.pixel(x, y));
  }
  paste(image, taller, 0, rows);
  return taller;
}

const geometry::SurfaceMesh* body_of(const Panel& panel) { return panel.body && !panel.body->triangles.empty() ? &*panel.body : nullptr; }

}  // namespace

Image side_by_side(const std::vector<Image>& images, const std::vector<std::string>& captions) {
  if (images.empty()) throw std::invalid_argument("no pictures to put side by side");
  if (!captions.empty() && captions.size() != images.size()) throw std::invalid_argument("captions: give one a picture, or none");
  int width = 0, height = 0;
  for (const Image& image : images) width += image.width, height = std::max(height, image.height);
  const double size = std::max(9., 0.036 * height);
  const int strip = captions.empty() ? 0 : int(std::lround(2.2 * size));
  Image row(width, height + strip);
  int left = 0;
  for (std::size_t i = 0; i < images.size(); ++i) {
    const Image& image = images[i];
    paste(image, row, left, (height - image.height) / 2);
    if (strip > 0) {
      const std::string caption = fitted(captions[i], size, 0.94 * image.width);
      draw_text(row, left + (image.width - text_width(caption, size)) / 2, height + 1.4 * size, caption, size, ink);
    }
    left += image.width;
  }
  return row;
}

Image render_panels(const std::vector<Panel>& panels, const RenderOptions& options) {
  if (panels.empty()) throw config::Error("no runs to show\n  name at least one");
  RenderOptions each = options;
  each.title.clear();
  each.legend = false;
  std::vector<Subject> subjects;
  std::vector<ScalarField> fields;
  for (const Panel& panel : panels) {
    check_mesh(panel.cloth, fmt::format("the cloth of '{}'", panel.caption));
    if (body_of(panel)) check_mesh(*body_of(panel), fmt::format("the body of '{}'", panel.caption));
    subjects.push_back({&panel.cloth, body_of(panel)});
    if (!options.color.empty()) fields.push_back(scalar_field(panel.cloth, options.color));
  }
  if (!each.camera) each.camera = frame(subjects, parse_view(options.view), subject_viewport(each));
  std::optional<Legend> legend;
  if (!fields.empty()) {
    legend = make_legend(fields, options.range);
    each.range = {legend->scale.low(), legend->scale.high()};
  }

  std::vector<Image> images;
  std::vector<std::string> captions;
  for (const Panel& panel : panels) {
    images.push_back(render_image(panel.cloth, panel.body, each));
    captions.push_back(panel.caption);
  }
  const bool captioned = std::any_of(captions.begin(), captions.end(), [](const std::string& c) { return !c.empty(); });
  if (legend && options.legend) {
    Image bar = background_of(images.front(), int(legend_width(options.height)));
    draw_legend(bar, *legend, {0, 0, double(bar.width), double(bar.height)});
    images.push_back(std::move(bar));
    captions.emplace_back();
  }
  Image row = side_by_side(images, captioned ? captions : std::vector<std::string>());
  if (options.title.empty()) return row;
  const double size = std::max(9., 0.042 * options.height);
  row = with_strip_above(row, int(std::lround(2.1 * size)));
  const std::string title = fitted(options.title, size, 0.94 * row.width);
  draw_text(row, (row.width - text_width(title, size)) / 2, 1.5 * size, title, size, ink);
  return row;
}

}  // namespace plisse::report
