// SPDX-License-Identifier: Apache-2.0
#include "framework/report/render.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "framework/config/error.hpp"
#include "framework/report/legend.hpp"
#include "framework/report/parallel.hpp"
#include "framework/report/studio.hpp"
#include "framework/report/text.hpp"

namespace plisse::report {
namespace {

using geometry::SurfaceMesh;

const Vec3f cloth_albedo(0.80f, 0.735f, 0.645f);  // undyed cotton
const Vec3f body_albedo(0.20f, 0.225f, 0.26f);    // cool grey
constexpr float cloth_sheen = 0.25f;
constexpr double cloth_crease = 180, body_crease = 50;  // [degrees]

void check(const RenderOptions& options) {
  const auto limit = [](const char* name, int value, int low, int high) {
    if (value < low || value > high)
      throw config::Error(fmt::format("picture {} is {}\n  give a number from {} to {}", name, value, low, high));
  };
  limit("width", options.width, 16, 16384);
  limit("height", options.height, 16, 16384);
  limit("samples", options.samples, 1, 4096);
}

std::vector<Vec3f> relative(const SurfaceMesh& mesh, const Eigen::Vector3d& origin) {
  std::vector<Vec3f> positions(mesh.positions.size());
  for (std::size_t v = 0; v < positions.size(); ++v) {
    for (int c = 0; c < 3; ++c) positions[v][c] = float(mesh.positions[v][std::size_t(c)] - origin[c]);
  }
  return positions;
}

Surface cloth_surface(const SurfaceMesh& mesh, const Camera& camera) {
  return {mesh.triangles, relative(mesh, camera.focus), corner_normals(mesh, cloth_crease), cloth_albedo, cloth_sheen, {}, false};
}

Surface body_surface(const SurfaceMesh& mesh, const Camera& camera) {
  const bool fades = is_backdrop(mesh, camera.focus, camera.radius);
  return {mesh.triangles, relative(mesh, camera.focus), corner_normals(mesh, body_crease), body_albedo, 0, {}, fades};
}

// Inverse of a tent's distribution on [-1, 1]: pixels blend into their neighbours, edges are smooth.
float tent(float u) { return u < 0.5f ? std::sqrt(2 * u) - 1 : 1 - std::sqrt(2 - 2 * u); }

// Half a grey level of noise that differs from pixel to pixel, against banding in soft gradients.
float dither(std::uint32_t seed) { return float(hash(seed) >> 8) * (1.f / 16777216.f) - 0.5f; }

void expose_row(const Studio& studio, const Camera& camera, const Viewport& viewport, int samples, int y, Image& image) {
  for (int x = 0; x < image.width; ++x) {
    const std::uint32_t seed = hash(std::uint32_t(x), std::uint32_t(y));
    const Sequence film(seed), key(seed + 1), fill(seed + 2), sky(seed + 3);
    float sum[3] = {0, 0, 0};
    for (int s = 0; s < samples; ++s) {
      const auto u = film(std::uint32_t(s));
      const Vec3f direction = camera.ray(viewport, x + 0.5 + double(tent(u[0])), y + 0.5 + double(tent(u[1]))).normalized().cast<float>();
      const Rgb seen = studio.look(direction, (float(x) + 0.5f) / float(image.width), (float(y) + 0.5f) / float(image.height),
                                   {key, fill, sky, std::uint32_t(s)});
      for (int c = 0; c < 3; ++c) sum[c] += seen[std::size_t(c)];
    }
    for (int c = 0; c < 3; ++c) {
      const float value = 255 * srgb_from_linear(sum[c] / float(samples)) + dither(seed + 4 + std::uint32_t(c));
      image.pixel(x, y)[c] = std::uint8_t(std::clamp(int(std::lround(value)), 0, 255));
    }
  }
}

double title_size(const RenderOptions& options) { return std::max(9., 0.034 * options.height); }

void draw_title(Image& image, const RenderOptions& options) {
  const double size = title_size(options);
  const std::string title = fitted(options.title, size, 0.94 * image.width);
  draw_text(image, (image.width - text_width(title, size)) / 2, 1.65 * size, title, size, {45, 48, 54});
}

}  // namespace

Viewport subject_viewport(const RenderOptions& options) {
  const double right = !options.color.empty() && options.legend ? std::min(legend_width(options.height), 0.4 * options.width) : 0;
  const double top = options.title.empty() ? 0 : std::round(1.9 * title_size(options));
  return {0, top, options.width - right, options.height - top};
}

Image render_image(const SurfaceMesh& cloth, const std::optional<SurfaceMesh>& body, const RenderOptions& options) {
  check(options);
  check_mesh(cloth, "the cloth");
  const SurfaceMesh* shown_body = body && !body->triangles.empty() ? &*body : nullptr;
  if (shown_body) check_mesh(*shown_body, "the body");
  const Viewport viewport = subject_viewport(options);
  const Camera camera = options.camera ? *options.camera : frame({{&cloth, shown_body}}, parse_view(options.view), viewport);

  std::vector<Surface> surfaces{cloth_surface(cloth, camera)};
  if (shown_body) surfaces.push_back(body_surface(*shown_body, camera));
  std::optional<Legend> legend;
  if (!options.color.empty()) {
    ScalarField field = scalar_field(cloth, options.color);
    legend = make_legend({field}, options.range);
    surfaces[0].values = std::move(field.values);
  }

  const Studio studio(camera, std::move(surfaces), legend ? std::optional(legend->scale) : std::nullopt);
  Image image(options.width, options.height);
  const int samples = int(std::bit_ceil(unsigned(options.samples)));
  parallel_for(options.height, options.threads, [&](int y) { expose_row(studio, camera, viewport, samples, y, image); });

  if (legend && options.legend)
    draw_legend(image, *legend, {viewport.width, viewport.top, options.width - viewport.width, viewport.height});
  if (!options.title.empty()) draw_title(image, options);
  return image;
}

void render(const SurfaceMesh& cloth, const std::optional<SurfaceMesh>& body, const RenderOptions& options,
            const std::filesystem::path& png) {
  io::write_png(png, render_image(cloth, body, options));
}

}  // namespace plisse::report
