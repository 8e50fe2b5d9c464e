// SPDX-License-Identifier: Apache-2.0
// plisse render RUN... -o FILE.png [--view …] [--color …] [--size WxH] [--resolution N] [--exaggerate F|auto] [--separate]
//              [--range LOW,HIGH] [--no-legend]
#include "framework/report/displacement.hpp"
#include "framework/report/panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/names.hpp"
#include "framework/config/error.hpp"
#include "framework/run/driver.hpp"

namespace plisse::cli {
namespace {

constexpr int widest = 16384;  // [pixels]

struct Options {
  std::vector<std::string> runs;
  std::string png, view = "default", color, size = "1280x960", exaggerate = "1", range;
  int resolution = 512;
  bool separate = false, no_legend = false;
};

double one_digit(double x) {
  const double power = std::pow(10, std::floor(std::log10(x)));
  return std::round(x / power) * power;
}

// The factor of the displacements; `auto` makes the largest one about a tenth of the surface, and never less than it is.
double exaggeration(const std::string& text, const geometry::SurfaceMesh& mesh) {
  constexpr double share = 0.1;
  if (text == "auto") {
    const double largest = report::largest_displacement(mesh), size = report::size_at_rest(mesh);
    return share * size > largest && largest > 0 ? one_digit(share * size / largest) : 1;
  }
  double factor = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), factor);
  if (error != std::errc() || end != text.data() + text.size() || !(factor >= 0) || !std::isfinite(factor))
    throw config::Error(fmt::format("--exaggerate is '{}', but must be a number of at least 0, or auto", text));
  return factor;
}

report::Panel make_panel(const std::string& folder, const Options& options) {
  const run::Loaded loaded = run::open(folder);
  report::Panel panel{loaded.experiment->surface(options.resolution), loaded.experiment->body(), run_label(folder)};
  const double factor = exaggeration(options.exaggerate, panel.cloth);
  if (factor == 1) return panel;
  report::exaggerate(panel.cloth, factor);
  panel.caption += fmt::format(", displacement x {:.3g}", factor);
  return panel;
}

// Each with a camera and a colour scale of its own.
io::Image separate_images(const std::vector<report::Panel>& panels, const report::RenderOptions& picture) {
  std::vector<io::Image> images;
  std::vector<std::string> captions;
  for (const auto& panel : panels) {
    images.push_back(report::render_image(panel.cloth, panel.body, picture));
    captions.push_back(panel.caption);
  }
  return report::side_by_side(images, captions);
}

std::pair<int, int> parse_size(const std::string& text) {
  int width = 0, height = 0;
  const char* const end = text.data() + text.size();
  const auto [cross, first] = std::from_chars(text.data(), end, width);
  const bool has_cross = first == std::errc() && cross != end && *cross == 'x';
  const auto [last, second] =
      has_cross ? std::from_chars(cross + 1, end, height) : std::from_chars_result{end, std::errc::invalid_argument};
  if (second != std::errc() || last != end || width < 1 || height < 1 || width > widest || height > widest)
    throw config::Error(
        fmt::format("--size is '{}', but must be WIDTHxHEIGHT in pixels, each from 1 to {}, such as 1280x960", text, widest));
  return {width, height};
}

std::pair<double, double> parse_range(const std::string& text) {
  double low = 0, high = 0;
  const char* const end = text.data() + text.size();
  const auto [comma, first] = std::from_chars(text.data(), end, low);
  const bool has_comma = first == std::errc() && comma != end && *comma == ',';
  const auto [last, second] =
      has_comma ? std::from_chars(comma + 1, end, high) : std::from_chars_result{end, std::errc::invalid_argument};
  if (second != std::errc() || last != end || !(low < high) || !std::isfinite(low) || !std::isfinite(high))
    throw config::Error(fmt::format("--range is '{}', but must be LOW,HIGH with LOW < HIGH, such as 0,0.05", text));
  return {low, high};
}

int render(const Host& host, const Options& options) {
  report::RenderOptions picture;
  std::tie(picture.width, picture.height) = parse_size(options.size);
  picture.view = options.view;
  picture.color = options.color == "curvature" ? "mean_curvature" : options.color;
  if (!options.range.empty()) picture.range = parse_range(options.range);
  picture.legend = !options.no_legend;
  const Device device(host);
  std::vector<report::Panel> panels;
  for (const auto& folder : options.runs) panels.push_back(make_panel(folder, options));
  const auto image = panels.size() == 1 ? report::render_image(panels[0].cloth, panels[0].body, picture)
                     : options.separate ? separate_images(panels, picture)
                                        : report::render_panels(panels, picture);
  io::write_png(options.png, image);
  print_note(fmt::format("{}: {} x {} pixels", options.png, image.width, image.height));
  return 0;
}

}  // namespace

void add_render(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("render", "Draw the final surface of a run, or of several side by side");
  command->add_option("RUN", options->runs, "Folders of runs, or their run.h5; several are drawn side by side, with one camera and one scale")
      ->required();
  command->add_option("-o,--output", options->png, "PNG file to write")->required();
  command->add_option("--view", options->view, "default, front, back, left, right, top, bottom, or AZIMUTH,ELEVATION in degrees")
      ->capture_default_str();
  command->add_option("--color", options->color, "Field to colour by (default: plain cloth)")
      ->check(CLI::IsMember({"displacement", "strain", "curvature", "penetration", "density", "membrane_strain", "bending_strain",
                             "membrane_force", "bending_moment"}));
  command->add_option("--range", options->range, "LOW,HIGH of the colours (default: percentiles 1 to 99 of all runs together)");
  command->add_flag("--no-legend", options->no_legend, "Leave the key to the colours out");
  command->add_option("--exaggerate", options->exaggerate, "Draw displacements this many times as large; auto: visibly")
      ->capture_default_str();
  command->add_flag("--separate", options->separate, "Give each of several runs a camera and a colour scale of its own");
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  command->add_option("--resolution", options->resolution, "Points along each side of the UV square")
      ->capture_default_str()
      ->check(CLI::Range(2, 16384));
  command->callback([&program, options] { program.action = [&program, options] { return render(program.host, *options); }; });
}

}  // namespace plisse::cli
