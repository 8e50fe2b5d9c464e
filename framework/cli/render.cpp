// SPDX-License-Identifier: Apache-2.0
// plisse render RUN... -o FILE.png [--view …] [--color …] [--size WxH] [--resolution N]
#include "framework/report/panels.hpp"

#include <fmt/format.h>

#include <charconv>
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
  std::string png, view = "default", color, size = "1280x960";
  int resolution = 512;
};

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

int render(const Host& host, const Options& options) {
  report::RenderOptions picture;
  std::tie(picture.width, picture.height) = parse_size(options.size);
  picture.view = options.view;
  picture.color = options.color == "curvature" ? "mean_curvature" : options.color;
  const Device device(host);
  std::vector<report::Panel> panels;
  for (const auto& folder : options.runs) {
    const run::Loaded loaded = run::open(folder);
    panels.push_back({loaded.experiment->surface(options.resolution), loaded.experiment->body(), run_label(folder)});
  }
  const auto image =
      panels.size() == 1 ? report::render_image(panels[0].cloth, panels[0].body, picture) : report::render_panels(panels, picture);
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
      ->check(CLI::IsMember({"displacement", "strain", "curvature", "penetration", "density"}));
  command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
  command->add_option("--resolution", options->resolution, "Points along each side of the UV square")
      ->capture_default_str()
      ->check(CLI::Range(2, 16384));
  command->callback([&program, options] { program.action = [&program, options] { return render(program.host, *options); }; });
}

}  // namespace plisse::cli
