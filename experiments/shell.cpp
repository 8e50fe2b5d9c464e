// SPDX-License-Identifier: Apache-2.0
//   plisse run configs/papers/neuralgarsim/benchmarks/scordelis_lo_ritz.yaml
//
// Static equilibrium of a thin shell: a field over space minimises the Kirchhoff-Love energy of a surface under loads and hard boundary
// conditions, by first-order training, L-BFGS or a Ritz solve of its last layer.
// Reference: "NeuralGarSim: Geometry-agnostic Garment Simulation with Neural Fields".
#include "experiments/shell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "experiments/components/device.hpp"
#include "experiments/components/shell_measure.hpp"
#include "experiments/components/shell_problem.hpp"
#include "experiments/components/surface.hpp"
#include "experiments/components/surface_probe.hpp"
#include "framework/report/deformation.hpp"
#include "kernels/quadrature/gauss.hpp"
#include "kernels/quadrature/low_discrepancy.hpp"

namespace plisse::experiments {

namespace {

constexpr int least_field_capacity = 2048;
constexpr int rows_per_point = 6;  // strains
constexpr double least_rows_per_unknown = 6;

// The points of the measures: `points` squared of them, those of no step of the training.
config::Component measuring_rule(int points, const surfaces::Shape& shape) {
  if (shape.chart()) {
    auto options = std::make_shared<quadrature::GaussOptions>();
    options->points = {points, points};
    return {quadrature::Gauss<double>::name, options};
  }
  auto options = std::make_shared<quadrature::LowDiscrepancy<double>::Options>();
  options->points = points * points;
  return {quadrature::LowDiscrepancy<double>::name, options};
}

bool is_ritz(const config::Component& optimizer) { return optimizer.type == optim::Ritz<double>::name; }

struct Probe {
  std::string name;
  surfaces::Frame<double> place;
  Vec3<double> at, direction;
};

template <class T>
class Shell : public run::Experiment {
 public:
  explicit Shell(const ShellOptions& options) : options_(options), obstacle_(options.shell.collider, "collider") {
    const auto& setup = options.shell;
    rest_ = make_rest_shape<T>({setup.surface, setup.garment, options.evaluate.output, setup.warp});
    auto energy = std::make_unique<ShellEnergy<T>>(setup, rest_, obstacle_, setup.quadrature, options.seed, workspace_);
    const auto& shape = rest_->shape();
    const auto support =
        make_support<T>(options.boundary, options.symmetry, shape, rest_->garment() ? &rest_->garment()->mesh : nullptr, bool(obstacle_));
    const auto domain = space_domain(support, shape);
    mirrors_ = support.images;
    locate_probes(shape);
    check_start();

    const int capacity = std::max(energy->points(), least_field_capacity);
    auto field = std::make_unique<SpaceField<T>>(options.field, domain, capacity, workspace_);
    if (!energy->fixed())
      measured_ = std::make_unique<ShellEnergy<T>>(setup, rest_, obstacle_, measuring_rule(options.evaluate.points, shape), options.seed,
                                                   workspace_);
    const auto& measured = measured_ ? *measured_ : *energy;
    measured_jets_ = workspace_.take<T>("plisse::shell::measured_jets", 3, 6, std::size_t(measured.points()));
    measured_adjoint_ = workspace_.take<T>("plisse::shell::measured_adjoint", 3, 6, std::size_t(measured.points()));
    residual_ = std::make_unique<Residual<T>>(domain, options.evaluate.test_functions, capacity, options.seed, workspace_);
    sampler_ = std::make_unique<ShellSampler<T>>(*field, workspace_);

    std::vector<Stage> stages{{options.optimizer, options.train.epochs}};
    if (options.finish) stages.push_back({options.finish, options.finish_steps});
    const bool ritz = std::any_of(stages.begin(), stages.end(), [](const Stage& s) { return is_ritz(s.optimizer); });
    auto problem = std::make_unique<ShellProblem<T>>(
        std::move(energy), std::move(field),
        typename ShellProblem<T>::Options{options.field.scale, options.load_ramp, ritz, is_ritz(options.optimizer)}, workspace_);
    problem_ = problem.get();
    ritz_ = ritz;
    training_ = std::make_unique<Training<T>>(std::move(problem), std::move(stages), options.seed, workspace_);
  }

  std::int64_t steps() const override { return training_->steps(); }
  double checkpoint_interval() const override { return options_.train.checkpoint_every.seconds; }
  run::Budget budget() const override { return training_->budget(workspace_); }
  run::HostMemory host_memory() const override;
  run::StepReport step(std::int64_t index) override { return training_->step(index); }
  void save(run::Archive& archive) const override { training_->save(archive); }
  void load(const run::Archive& archive) override { training_->load(archive); }

  std::vector<std::string> notes() const override {
    auto notes = rest_->garment() ? rest_->garment()->notes : std::vector<std::string>();
    notes.insert(notes.end(), start_.begin(), start_.end());
    const auto& energy = problem_->energy();
    const double apart = std::sqrt(rest_->shape().area() / energy.surface_points());
    for (std::size_t k = 0; k < options_.boundary.size(); ++k)
      if (const double falloff = options_.boundary[k].falloff; falloff > 0 && falloff < apart / 2)
        notes.push_back(fmt::format(
            "boundary[{}].falloff: {:.3g} m is narrow where quadrature points are {:.3g} m apart: what the cloth does beside the set is "
            "hardly seen; raise it, or quadrature.points",
            k, falloff, apart));
    const double rows = double(rows_per_point) * energy.surface_points(), unknowns = problem_->coefficients();
    if (ritz_ && rows < least_rows_per_unknown * unknowns)
      notes.push_back(fmt::format(
          "{} quadrature points give {:.1f} strains per unknown of the Ritz solve; below {:g} the solution can be far too soft: raise "
          "quadrature.points or lower the network's width",
          energy.surface_points(), rows / unknowns, least_rows_per_unknown));
    return notes;
  }

  geometry::SurfaceMesh surface(int resolution) override {
    Workspace scratch;
    auto mesh = shell_mesh(*sampler_, problem_->energy().elasticity(), training_->parameters(), rest_->mesh(resolution), scratch);
    mesh = with_images(std::move(mesh), mirrors_);
    add_penetration<T>(obstacle_, mesh);
    add_curvature(mesh);
    return mesh;
  }
  std::int64_t evaluation_interval() const override { return options_.evaluate.every; }
  std::vector<run::Metric> measurements() override { return energies(measure()); }
  std::optional<geometry::SurfaceMesh> body() const override { return obstacle_.mesh(rest_->mesh(1).mesh); }

  run::Outcome evaluate() override {
    run::Outcome outcome;
    outcome.model = training_->model();
    outcome.encoding = problem_->field().encoding();
    outcome.final = surface(options_.evaluate.resolution);
    outcome.body = body();
    const auto& final = outcome.final;
    outcome.reference = {final.positions, final.triangles, final.uv, final.uv_triangles, {}};
    const auto& displacement = outcome.final.fields.at("displacement").values;
    for (std::size_t v = 0; v < outcome.reference.positions.size(); ++v)
      for (std::size_t i = 0; i < 3; ++i) outcome.reference.positions[v][i] -= displacement[3 * v + i];
    outcome.metrics = metrics(displacement);
    if (obstacle_)
      for (auto& metric : penetration_metrics(penetration_of(outcome.final), outcome.final)) outcome.metrics.push_back(std::move(metric));
    for (auto& metric : report::deformation(outcome.reference, outcome.final)) outcome.metrics.push_back(std::move(metric));
    for (auto& metric : report::seam_gap(outcome.reference, outcome.final)) outcome.metrics.push_back(std::move(metric));
    return outcome;
  }

 private:
  static SpaceDomain<T> space_domain(const Support<T>& support, const surfaces::Shape& surface) {
    const auto box = surface.bounds();
    double low[3] = {box.lower.x, box.lower.y, box.lower.z}, high[3] = {box.upper.x, box.upper.y, box.upper.z};
    for (const auto& plane : support.mirrors) {
      const double reflected_low = 2 * plane.at - high[plane.axis], reflected_high = 2 * plane.at - low[plane.axis];
      low[plane.axis] = std::min(low[plane.axis], reflected_low);
      high[plane.axis] = std::max(high[plane.axis], reflected_high);
    }
    return {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}, support.mirrors, support.holds, support.motions, support.corners};
  }

  void locate_probes(const surfaces::Shape& surface) {
    for (std::size_t k = 0; k < options_.evaluate.probes.size(); ++k) {
      const auto& option = options_.evaluate.probes[k];
      const Vec3<double> at{option.at[0], option.at[1], option.at[2]},
          direction{option.direction[0], option.direction[1], option.direction[2]};
      const auto found = surface.nearest(at);
      if (found.distance > on_surface * size_of(surface)) throw config::Error(off_surface(fmt::format("evaluate.probes[{}].at", k), found));
      probes_.push_back({option.name, found.frame, at, (1 / norm(direction)) * direction});
    }
  }

  // How shape and body stand to each other before anything moves.
  void check_start() {
    if (!obstacle_) return;
    auto mesh = rest_->mesh(options_.evaluate.resolution).mesh;
    if (const auto mismatch = obstacle_.mismatch(mesh); !mismatch.empty()) start_.push_back(mismatch);
    const auto depth = add_penetration<T>(obstacle_, mesh);
    if (depth.count == 0) return;
    const auto found =
        fmt::format("{} of {} points start inside the body, at most {:.1f} mm deep", depth.count, mesh.positions.size(), 1e3 * depth.max);
    if (2 * std::size_t(depth.count) > mesh.positions.size())
      throw config::Error("collider: " + found + "; more than half of them is no start: check units, up axes and positions of the two");
    start_.push_back(found + "; the contact pushes them out");
  }

  ShellEnergy<T>& measured() const { return measured_ ? *measured_ : problem_->energy(); }

  // Raw terms on the points of the measure.
  std::vector<double> measure() {
    auto& energy = measured();
    const auto& field = problem_->field();
    energy.draw(exec_, 0);
    take_angles(energy);
    for (int first = 0; first < energy.points(); first += field.capacity())
      field.forward(exec_, training_->parameters(), energy.batch(), first, std::min(field.capacity(), energy.points() - first),
                    measured_jets_, false);
    return energy.evaluate(exec_, measured_jets_, 1, 1, Jets<T>());
  }

  // Loads that count turns go on from where those of the training are.
  void take_angles(ShellEnergy<T>& energy) const {
    const auto from = problem_->energy().state(), to = energy.state();
    for (std::size_t k = 0; k < from.size(); ++k) {
      const auto n = std::min(from[k].second.extent(0), to[k].second.extent(0));
      const auto part = std::make_pair(std::size_t(0), n);
      Kokkos::deep_copy(Kokkos::subview(to[k].second, part), Kokkos::subview(from[k].second, part));
    }
  }

  std::vector<run::Metric> energies(const std::vector<double>& terms) const {
    const std::int64_t points = measured().surface_points();
    double total = 0, work = 0;
    for (std::size_t k = 0; k < terms.size(); ++k) {
      total += terms[k];
      if (k >= 2 && k < 2 + measured().load_terms()) work -= terms[k];
    }
    return {{"energy", total, "J", "lower", points, "potential energy: elastic energy minus the work of all loads"},
            {"membrane_energy", terms[0], "J", "", points, "elastic energy of the membrane strains"},
            {"bending_energy", terms[1], "J", "", points, "elastic energy of the bending strains"},
            {"load_work", work, "J", "", points, "minus the potential of all loads"}};
  }

  std::vector<run::Metric> metrics(const std::vector<double>& displacement) {
    std::vector<run::Metric> metrics;
    for (const auto& probe : probes_) {
      const auto u = sampler_->displacement(training_->parameters(), probe.place);
      metrics.push_back({probe.name, dot(u, probe.direction), "m", "", 1,
                         fmt::format("displacement at [{:g}, {:g}, {:g}] along [{:g}, {:g}, {:g}]", probe.at.x, probe.at.y, probe.at.z,
                                     probe.direction.x, probe.direction.y, probe.direction.z)});
    }
    double largest = 0;
    for (std::size_t v = 0; v + 2 < displacement.size(); v += 3)
      largest = std::max(largest, std::hypot(displacement[v], displacement[v + 1], displacement[v + 2]));
    for (auto& energy : energies(measure())) metrics.push_back(std::move(energy));
    const double residual = (*residual_)(measured(), measured_jets_, measured_adjoint_);
    metrics.push_back({"residual", residual, "", "lower", residual_->functions(),
                       "virtual work of all forces over the internal one before its parts cancel, root of the sum of squares over random "
                       "smooth virtual displacements"});
    metrics.push_back({"largest_displacement", largest, "m", "", std::int64_t(displacement.size() / 3),
                       "largest length of the displacement on the mesh"});
    return metrics;
  }

  ShellOptions options_;
  Obstacle obstacle_;
  std::shared_ptr<const RestShape<T>> rest_;
  std::vector<std::string> start_;  // notes about it
  Workspace workspace_;
  Exec exec_;
  std::vector<boundary::MirrorPlane> mirrors_;  // across which the shape goes on
  std::vector<Probe> probes_;
  std::unique_ptr<ShellEnergy<T>> measured_;  // null where the training's points are fixed
  Jets<T> measured_jets_, measured_adjoint_;
  std::unique_ptr<Residual<T>> residual_;
  std::unique_ptr<ShellSampler<T>> sampler_;
  ShellProblem<T>* problem_ = nullptr;
  std::unique_ptr<Training<T>> training_;
  bool ritz_ = false;
};

// The mesh at rest comes first, its frames stay until the fields are known; then follow its images, curvature, and the measures that
// compare the surface with its reference.
template <class T>
run::HostMemory Shell<T>::host_memory() const {
  constexpr std::size_t fields = 14, frame = sizeof(surfaces::Frame<double>), vertex = 12 * sizeof(double);
  const auto size = rest_->mesh_size(options_.evaluate.resolution);
  const auto images = std::size_t(1) << mirrors_.size();
  const geometry::MeshSize whole{images * size.points, images * size.triangles, images * size.uv};
  const std::size_t all_fields = fields + (obstacle_ ? 1 : 0) + 1;
  const auto frames = frame * size.points, final = geometry::mesh_bytes(whole, all_fields), reference = geometry::mesh_bytes(whole);
  const auto made = geometry::mesh_bytes(size) + frames + (rest_->garment() ? vertex * size.points : 0);
  const auto measured = std::max(report::deformation_bytes(whole), report::seam_gap_bytes(whole));
  auto memory = training_->host_memory();
  memory.evaluation =
      memory.outcome + std::int64_t(std::max({made, geometry::mesh_bytes(size, fields) + frames,
                                              geometry::mesh_bytes(whole, all_fields - 1) + geometry::curvature_bytes(whole),
                                              final + reference + measured}));
  // Charts cut along seams are written point by point and corner by corner, as wide integers.
  const auto cut = rest_->garment() && size.uv > 0 ? sizeof(double) * (4 * whole.triangles + 2 * whole.points) : 0;
  memory.outcome += std::int64_t(final + reference + cut);
  return memory;
}

[[maybe_unused]] const bool registered = config::register_component<ShellOptions>(
    "experiments", "shell", "static equilibrium of a thin shell in space, by its Kirchhoff-Love energy alone",
    run::ExperimentFactory([](const void* given) -> std::unique_ptr<run::Experiment> {
      const auto& options = *static_cast<const ShellOptions*>(given);
      return within_memory([&]() -> std::unique_ptr<run::Experiment> {
        if (options.precision == Precision::twice) return std::make_unique<Shell<double>>(options);
        return std::make_unique<Shell<float>>(options);
      });
    }));

}  // namespace

}  // namespace plisse::experiments
