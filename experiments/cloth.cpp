// SPDX-License-Identifier: Apache-2.0
//   plisse run configs/quickstart/adaptive.yaml
//
// Quasi-static draping: a field over UV is trained to minimise strain, bending, gravity and collision energies, summed over random
// local structures (or, as a baseline, over the elements of a mesh).
// Reference: "Spatially Adaptive Cloth Regression with Implicit Neural Representations".
#include "experiments/cloth.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/components/cloth_measures.hpp"
#include "experiments/components/device.hpp"
#include "experiments/components/mesh_elements.hpp"
#include "experiments/components/seam_gap.hpp"
#include "experiments/components/surface.hpp"
#include "framework/geometry/uv_grid.hpp"
#include "framework/report/deformation.hpp"

namespace plisse::experiments {

namespace {

template <class T>
class Cloth : public run::Experiment {
 public:
  explicit Cloth(const ClothOptions& options) : options_(options), scene_(options.scene), rest_(scene_.rest_surface<T>()) {
    edge_uv_ = edge_length() / rest_.metres_per_uv();
    if (edge_uv_ > 0.5)
      throw config::Error(fmt::format("elements.size: {:g} m is more than half the garment, whose size is about {:g} m; give a smaller one",
                                      edge_length(), std::sqrt(rest_.area())));
    if (edge_uv_ < smallest_edge)
      throw config::Error(
          fmt::format("elements.size: {:g} m is too small: {} numbers cannot tell lengths below {:g} m on this garment; give a larger one",
                      edge_length(), sizeof(T) == 4 ? "float" : "double", smallest_edge * rest_.metres_per_uv()));
    const double measured = options.evaluate.size / rest_.metres_per_uv();
    if (options.evaluate.size > 0 && (measured > 0.5 || measured < smallest_edge))
      throw config::Error(fmt::format("evaluate.size: {:g} m is {} for this garment, whose size is about {:g} m", options.evaluate.size,
                                      measured > 0.5 ? "too large" : "too small", std::sqrt(rest_.area())));
    trainer_ = std::make_unique<Trainer<T>>(options.elements.type == ElementType::mesh ? on_mesh() : on_structures());
    workspace_.seal();
  }

  std::int64_t steps() const override { return options_.train.epochs; }
  double checkpoint_interval() const override { return options_.train.checkpoint_every.seconds; }
  run::Budget budget() const override { return trainer_->budget(workspace_); }
  run::HostMemory host_memory() const override;
  run::StepReport step(std::int64_t index) override { return trainer_->step(index); }
  void save(run::Archive& archive) const override { trainer_->save(archive); }
  void load(const run::Archive& archive) override { trainer_->load(archive); }
  std::optional<geometry::SurfaceMesh> body() const override { return scene_.body(); }

  std::vector<std::string> notes() const override {
    auto notes = scene_.garment().notes;
    auto rest = rest_mesh(std::min(options_.evaluate.resolution, 128));
    const auto depth = add_penetration<T>(scene_, rest);
    if (depth.count > 0)
      notes.push_back(
          fmt::format("the garment starts inside the body: {} of {} points, at most {:.1f} mm deep; the collision term pushes them out",
                      depth.count, rest.positions.size(), 1e3 * depth.max));
    if (const auto mismatch = scene_.mismatch(); !mismatch.empty()) notes.push_back(mismatch);
    return notes;
  }

  std::int64_t evaluation_interval() const override { return options_.evaluate.every; }
  std::vector<run::Metric> measurements() override {
    const auto rest = rest_mesh(options_.evaluate.resolution);
    auto mesh = rest;
    displace(trainer_->field(), trainer_->parameters(), mesh);
    const double largest = add_strain(rest, mesh);
    auto metrics = energies();
    for (const auto& metric : strain_metrics(mesh, largest)) metrics.push_back(metric);
    return metrics;
  }

  geometry::SurfaceMesh surface(int resolution) override { return measured_surface(rest_mesh(resolution)).mesh; }

  run::Outcome evaluate() override {
    run::Outcome outcome;
    outcome.model = trainer_->model();
    outcome.encoding = trainer_->field().encoding();
    outcome.sampling = sampling_state<T>(trainer_->objective());
    outcome.body = scene_.body();
    outcome.reference = rest_mesh(options_.evaluate.resolution);
    auto surface = measured_surface(outcome.reference);
    outcome.metrics = metrics(outcome.reference, surface);
    outcome.final = std::move(surface.mesh);
    return outcome;
  }

 private:
  // Throws config::Error where a loss is not defined on the elements of the configuration.
  void require_defined(const std::vector<Term<T>>& terms, bool (losses::Loss<T>::*supports)() const, const char* elements,
                       const char* advice) const {
    for (const auto& term : terms)
      if (!((*term.loss).*supports)())
        throw config::Error(fmt::format("losses: '{}' is not defined on elements of type '{}'{}", term.name, elements, advice));
  }

  // Below this edge length [UV], differences of positions are rounding errors.
  static constexpr double smallest_edge = sizeof(T) == 4 ? 1e-4 : 1e-9;

  struct MeasuredSurface {
    geometry::SurfaceMesh mesh;
    double largest_strain;
    Penetration penetration;
    std::vector<double> curvature;  // absolute mean curvature of inner vertices [1/m]
  };

  double edge_length() const {  // [m]
    const auto& elements = options_.elements;
    if (elements.spacing == 0 || elements.type == ElementType::mesh) return elements.size;
    return elements.spacing * std::sqrt(rest_.area() / sampler_points());
  }
  int sampler_points() const {
    Workspace scratch;
    return make_sampler<T>(options_.sampler, {rest_, options_.seed, &scratch})->points();
  }

  geometry::SurfaceMesh rest_mesh(int resolution) const {
    auto mesh = geometry::uv_grid_mesh(scene_.garment().rest, resolution);
    if (mesh.triangles.empty())
      throw config::Error(
          fmt::format("a mesh of {0} x {0} vertices has no triangle inside the garment's charts; raise the resolution", resolution));
    return mesh;
  }

  Trainer<T> on_structures() {
    SampledDomain<T> domain(make_sampler<T>(options_.sampler, {rest_, options_.seed, &workspace_}), workspace_);
    StructureBatch<T> batch(rest_, edge_uv_, std::max(domain.sampler->points(), domain.probe_count()), workspace_);
    collider_ = scene_.collider<T>(batch.points(), workspace_);
    auto terms = make_terms<T>(options_.losses, {collider_.get(), batch.capacity(), batch.points(), 0, &workspace_});
    require_defined(terms, &losses::Loss<T>::supports_structures, "local_structure", "");
    auto field = std::make_unique<Field<T>>(options_.field, scene_.pins<T>(), batch.points(), workspace_);
    auto objective = std::make_unique<StructureObjective<T>>(std::move(terms), std::move(domain), std::move(batch), options_.seed);
    return {std::move(field), std::move(objective), options_.optimizer, options_.train, options_.seed, workspace_};
  }

  Trainer<T> on_mesh() {
    auto elements = make_mesh_elements<T>(rest_mesh(options_.elements.resolution), workspace_);
    collider_ = scene_.collider<T>(elements.vertices, workspace_);
    auto terms = make_terms<T>(
        options_.losses, {collider_.get(), elements.vertices, elements.vertices, std::max(elements.edges, elements.pairs), &workspace_});
    require_defined(terms, &losses::Loss<T>::supports_mesh, "mesh", "; use elements: {type: local_structure}");
    auto field =
        std::make_unique<Field<T>>(options_.field, scene_.pins<T>(), std::max(elements.vertices, losses::structure_vertices), workspace_);
    auto objective = std::make_unique<MeshObjective<T>>(std::move(terms), std::move(elements), workspace_);
    return {std::move(field), std::move(objective), options_.optimizer, options_.train, options_.seed, workspace_};
  }

  MeasuredSurface measured_surface(const geometry::SurfaceMesh& rest) const {
    MeasuredSurface surface{rest, 0, {}, {}};
    displace(trainer_->field(), trainer_->parameters(), surface.mesh);
    surface.largest_strain = add_strain(rest, surface.mesh);
    surface.curvature = add_curvature(surface.mesh);
    surface.penetration = add_penetration<T>(scene_, surface.mesh);
    add_density(trainer_->objective(), surface.mesh);
    return surface;
  }

  std::vector<run::Metric> energies() const {
    const auto& how = options_.evaluate;
    const double edge = how.size > 0 ? how.size : edge_length();
    const auto& losses = how.losses.empty() ? options_.losses : how.losses;
    return energy_metrics(
        measure_energy(scene_, losses, edge / rest_.metres_per_uv(), how.structures, trainer_->field(), trainer_->parameters()), edge);
  }

  bool wants(const char* metric) const {
    const auto& names = options_.evaluate.metrics;
    return std::find(names.begin(), names.end(), metric) != names.end();
  }

  std::vector<run::Metric> metrics(const geometry::SurfaceMesh& rest, const MeasuredSurface& surface) const {
    std::vector<run::Metric> metrics;
    const auto add = [&](std::vector<run::Metric> more) { metrics.insert(metrics.end(), more.begin(), more.end()); };
    if (wants("energy")) add(energies());
    if (wants("strain")) add(strain_metrics(surface.mesh, surface.largest_strain));
    if (wants("penetration") && scene_.has_collider()) add(penetration_metrics(surface.penetration, surface.mesh));
    if (wants("curvature")) add(curvature_metrics(surface.curvature));
    if (wants("deformation")) add(report::deformation(rest, surface.mesh));
    if (wants("seam_gap")) add(seam_gap_metrics(scene_.garment().mesh, trainer_->field(), trainer_->parameters()));
    if (wants("sampling")) add(sampling_metrics(trainer_->objective()));
    return metrics;
  }

  ClothOptions options_;
  Workspace workspace_;
  Scene scene_;
  sampling::RestSurface<T> rest_;
  double edge_uv_ = 0;
  std::unique_ptr<collision::Collider<T>> collider_;
  std::unique_ptr<Trainer<T>> trainer_;
};

// The surface is measured after its reference and with the fields it has by then; energies come last.
template <class T>
run::HostMemory Cloth<T>::host_memory() const {
  const auto grid = geometry::uv_grid_size(scene_.garment().rest, options_.evaluate.resolution);
  const auto* const sampler = trainer_->objective().sampler();
  const std::size_t fields = 5 + (scene_.has_collider() ? 1 : 0) + (sampler && sampler->density().size() > 0 ? 1 : 0), with_strain = 4;
  const auto reference = geometry::mesh_bytes(grid), final = geometry::mesh_bytes(grid, fields), inner = grid.points * sizeof(double);
  std::size_t last = 0;
  if (wants("energy")) last = std::max(last, energy_bytes(rest_, options_.evaluate.structures, trainer_->field()));
  if (wants("deformation")) last = std::max(last, report::deformation_bytes(grid));
  auto memory = trainer_->host_memory();
  memory.evaluation =
      memory.outcome +
      std::int64_t(reference + std::max(geometry::mesh_bytes(grid, with_strain) + geometry::curvature_bytes(grid), final + inner + last));
  memory.outcome += std::int64_t(reference + final);
  return memory;
}

[[maybe_unused]] const bool registered = config::register_component<ClothOptions>(
    "experiments", "cloth", "quasi-static draping of a garment over a body, trained by its energies alone",
    run::ExperimentFactory([](const void* given) -> std::unique_ptr<run::Experiment> {
      const auto& options = *static_cast<const ClothOptions*>(given);
      return within_memory([&]() -> std::unique_ptr<run::Experiment> {
        if (options.precision == Precision::twice) return std::make_unique<Cloth<double>>(options);
        return std::make_unique<Cloth<float>>(options);
      });
    }));

}  // namespace

}  // namespace plisse::experiments
