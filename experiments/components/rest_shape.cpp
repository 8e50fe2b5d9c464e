// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/rest_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <utility>

#include "experiments/components/chart_mesh.hpp"
#include "experiments/components/garment_shape.hpp"
#include "experiments/components/surface_probe.hpp"
#include "experiments/components/surfaces.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"

namespace plisse::experiments {

namespace {

template <class T>
class ChartShape : public RestShape<T> {
 public:
  explicit ChartShape(const config::Component& component) : surface_(make_surface<T>(component)) {}

  const surfaces::Shape& shape() const override { return *surface_; }
  const surfaces::FrameSource<T>& source() const override { return *surface_; }
  RestMesh mesh(int resolution) const override {
    auto [mesh, chart] = chart_mesh(*surface_, resolution);
    RestMesh rest{std::move(mesh), {}};
    rest.frames.reserve(chart.size());
    for (const auto& [u, v] : chart) rest.frames.push_back(surface_->at(u, v));
    return rest;
  }
  geometry::MeshSize mesh_size(int resolution) const override { return chart_mesh_size(*surface_, resolution); }

 private:
  std::unique_ptr<surfaces::Surface<T>> surface_;
};

constexpr std::size_t most_compared = 1000;  // vertices of a template

template <class T>
class DrawnGarment : public RestShape<T> {
 public:
  DrawnGarment(geometry::Garment garment, const config::Component& output, const surfaces::Warp<double>& warp)
      : garment_(std::move(garment)), shape_(garment_, warp) {
    if (shape_.triangles().empty()) source_ = std::make_unique<surfaces::SampledPoints<T>>(shape_.points(), shape_.areas(), warp);
    else source_ = std::make_unique<surfaces::SampledTriangles<T>>(shape_.points(), shape_.triangles(), warp);
    if (!output) return;
    shown_ = make_garment(output);
    if (shown_.mesh.triangles.empty())
      throw config::Error("evaluate.template: a garment of type '" + output.type + "' has no triangles to show; give one that has");
    template_ = std::make_unique<GarmentShape>(shown_, warp);
    check_template();
  }

  const surfaces::Shape& shape() const override { return shape_; }
  const surfaces::FrameSource<T>& source() const override { return *source_; }
  RestMesh mesh(int resolution) const override {
    return template_ ? template_->mesh(shown_.mesh, resolution) : shape_.mesh(garment_.mesh, resolution);
  }
  geometry::MeshSize mesh_size(int resolution) const override {
    return template_ ? template_->mesh_size(shown_.mesh, resolution) : shape_.mesh_size(garment_.mesh, resolution);
  }
  const geometry::Garment* garment() const override { return &garment_; }

 private:
  // The template must lie where the garment does.
  void check_template() const {
    const auto& positions = shown_.mesh.positions;
    const double size = size_of(shape_),
                 allowed = shape_.triangles().empty() ? 3 * std::sqrt(shape_.area() / double(garment_.points.size())) : 0.02 * size;
    std::size_t looked_at = 0, off = 0;
    double farthest = 0;
    for (std::size_t v = 0; v < positions.size(); v += 1 + positions.size() / most_compared, ++looked_at) {
      const double distance = shape_.nearest({positions[v][0], positions[v][1], positions[v][2]}).distance;
      farthest = std::max(farthest, distance);
      off += distance > allowed;
    }
    if (2 * off > looked_at)
      throw config::Error(fmt::format(
          "evaluate.template: {} of {} of its vertices lie more than {:.3g} m off the garment, at most {:.3g} m; give the template of "
          "this garment, in its place: check unit, up axis and position of the two",
          off, looked_at, allowed, farthest));
  }

  geometry::Garment garment_, shown_;
  GarmentShape shape_;
  std::unique_ptr<surfaces::FrameSource<T>> source_;
  std::unique_ptr<GarmentShape> template_;
};

}  // namespace

geometry::Garment make_garment(const config::Component& component) {
  const auto& entry = config::Registry::global().get("garments", component.type);
  return std::any_cast<const geometry::GarmentFactory&>(entry.factory)(component.options.get());
}

template <class T>
std::unique_ptr<RestShape<T>> make_rest_shape(const RestOptions& options) {
  if (!options.garment) return std::make_unique<ChartShape<T>>(options.surface);
  const auto& w = options.warp;
  return std::make_unique<DrawnGarment<T>>(make_garment(options.garment), options.output, surfaces::warp_along({w[0], w[1], w[2]}));
}

template std::unique_ptr<RestShape<float>> make_rest_shape(const RestOptions&);
template std::unique_ptr<RestShape<double>> make_rest_shape(const RestOptions&);

}  // namespace plisse::experiments
