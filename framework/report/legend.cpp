// SPDX-License-Identifier: Apache-2.0
#include "framework/report/legend.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/config/error.hpp"
#include "framework/report/text.hpp"

namespace plisse::report {
namespace {

constexpr Color8 ink{45, 48, 54}, faint{110, 114, 122}, outline{120, 124, 132};

std::string superscript(int number) {
  static const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[c - '0'];
  return text;
}

std::string with_minus(std::string text) {
  if (!text.empty() && text[0] == '-') text.replace(0, 1, "−");
  return text;
}

std::string unit_line(const Legend& legend, int exponent) {
  const bool bare = legend.unit.empty() || legend.unit == "1";
  if (exponent == 0) return bare ? "" : "[" + legend.unit + "]";
  return "[10" + superscript(exponent) + (bare ? "" : " " + legend.unit) + "]";
}

std::vector<std::string> notes(const Legend& legend) {
  const bool cut = legend.smallest < legend.scale.low() || legend.largest > legend.scale.high();
  if (!cut) return {};
  const auto number = [](double v) { return with_minus(fmt::format("{:.3g}", v)); };
  std::vector<std::string> lines;
  if (legend.percentiles) lines.push_back("percentiles 1–99");
  lines.push_back(fmt::format("min {}", number(legend.smallest)));
  lines.push_back(fmt::format("max {}", number(legend.largest)));
  return lines;
}

}  // namespace

ScalarField scalar_field(const geometry::SurfaceMesh& mesh, const std::string& name) {
  const auto it = mesh.fields.find(name);
  if (it == mesh.fields.end()) {
    std::vector<std::string> known;
    for (const auto& [other, field] : mesh.fields) known.push_back(other);
    throw config::Error(fmt::format("unknown field '{}' to colour by\n  {}", name,
                                    known.empty() ? "this mesh has no fields" : fmt::format("this mesh has {}", fmt::join(known, ", "))));
  }
  const auto& field = it->second;
  const std::size_t components = std::size_t(std::max(field.components, 0)), points = mesh.positions.size();
  if (components == 0 || field.values.size() != components * points) {
    throw config::Error(
        fmt::format("field '{}' holds {} values of {} components, but the mesh has {} points\n  the mesh is damaged: export it again", name,
                    field.values.size(), field.components, points));
  }
  ScalarField scalar{name, field.unit, field.values};
  std::replace(scalar.label.begin(), scalar.label.end(), '_', ' ');
  if (components > 1) {
    scalar.label = "|" + scalar.label + "|";
    scalar.values.resize(points);
    for (std::size_t p = 0; p < points; ++p) {
      double square = 0;
      for (std::size_t c = 0; c < components; ++c) square += field.values[p * components + c] * field.values[p * components + c];
      scalar.values[p] = std::sqrt(square);
    }
  }
  for (double& value : scalar.values) {
    if (!std::isfinite(value)) value = std::numeric_limits<double>::quiet_NaN();
  }
  if (std::none_of(scalar.values.begin(), scalar.values.end(), [](double v) { return std::isfinite(v); })) {
    throw config::Error(fmt::format("field '{}' has no finite value\n  colour by another field, or by none", name));
  }
  return scalar;
}

Legend make_legend(const std::vector<ScalarField>& fields, const std::optional<std::pair<double, double>>& range) {
  std::vector<double> values;
  for (const ScalarField& field : fields) values.insert(values.end(), field.values.begin(), field.values.end());
  if (range && !(std::isfinite(range->first) && std::isfinite(range->second) && range->first < range->second)) {
    throw config::Error(fmt::format("colour range {} to {} is empty\n  give a smaller and a larger number", range->first, range->second));
  }
  const auto [low, high] = range ? *range : shown_range(values);
  double smallest = std::numeric_limits<double>::infinity(), largest = -smallest;
  for (const double v : values) {
    if (std::isfinite(v)) smallest = std::min(smallest, v), largest = std::max(largest, v);
  }
  return {fields.front().label, fields.front().unit, ColorScale(low, high), !range, smallest, largest};
}

double legend_width(int picture_height) { return std::round(0.225 * picture_height); }

void draw_legend(io::Image& image, const Legend& legend, const Viewport& place) {
  const double size = std::max(8., place.height * 0.0235), small = 0.78 * size;
  const double bar_width = std::round(0.9 * size), bar_height = std::round(0.46 * place.height);
  const double x = std::round(place.left + 0.10 * place.width), y = std::round(place.top + 0.27 * place.height);
  const ColorScale& scale = legend.scale;
  const Ticks ticks = nice_ticks(scale.low(), scale.high(), 5);

  fill_rectangle(image, x - 1, y - 1, x + bar_width + 1, y + bar_height + 1, outline);
  for (int row = 0; row < int(bar_height); ++row) {
    const Rgb color = scale.srgb(scale.high() + (scale.low() - scale.high()) * (row + 0.5) / bar_height);
    Color8 bytes;
    for (std::size_t c = 0; c < 3; ++c) bytes[c] = std::uint8_t(std::lround(255 * color[c]));
    fill_rectangle(image, x, y + row, x + bar_width, y + row + 1, bytes);
  }
  for (std::size_t i = 0; i < ticks.values.size(); ++i) {
    const double level = y + bar_height * (scale.high() - ticks.values[i]) / (scale.high() - scale.low());
    const double line = std::round(level - 0.5);
    fill_rectangle(image, x + bar_width + 1, line, x + bar_width + 1 + 0.3 * size, line + 1, outline);
    draw_text(image, x + bar_width + 0.65 * size, level + 0.36 * size, with_minus(ticks.labels[i]), size, ink);
  }

  const double width = place.left + 0.96 * place.width - x;
  const std::string unit = unit_line(legend, ticks.exponent);
  const double base = y - 1.1 * size;
  if (!unit.empty()) draw_text(image, x, base, fitted(unit, size, width), size, ink);
  const double label_size = size * std::clamp(width / text_width(legend.label, size), 0.65, 1.0);
  draw_text(image, x, unit.empty() ? base : base - 1.35 * size, fitted(legend.label, label_size, width), label_size, ink);
  double below = y + bar_height + 1.9 * small;
  for (const std::string& line : notes(legend)) {
    draw_text(image, x, below, fitted(line, small, width), small, faint);
    below += 1.4 * small;
  }
}

}  // namespace plisse::report
