// SPDX-License-Identifier: Apache-2.0
//   plisse run configs/base/distance_fit.yaml
//
// The unsigned distance of a garment as a network: what the garment `distance_field` samples.  The network holds a function of the distance
// that is smooth across the surface (experiments/components/distance_scaling.hpp).
// References: V. Sitzmann et al., "Implicit neural representations with periodic activation functions", NeurIPS 2020; M. Fainstein,
// V. Siless, E. Iarussi, "DUDF: Differentiable Unsigned Distance Fields with Hyperbolic Scaling", CVPR 2024.
#include "experiments/distance_fit.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/components/device.hpp"
#include "experiments/components/distance_measure.hpp"
#include "framework/geometry/mesh_size.hpp"
#include "kernels/optim/ritz.hpp"

namespace plisse::experiments {

namespace {

bool is_ritz(const Stage& stage) { return stage.optimizer.type == optim::Ritz<double>::name; }

geometry::Garment make_garment(const config::Component& garment) {
  const auto& entry = config::Registry::global().get("garments", garment.type);
  return std::any_cast<const geometry::GarmentFactory&>(entry.factory)(garment.options.get());
}

template <class T>
class DistanceFit : public run::Experiment {
 public:
  explicit DistanceFit(const DistanceFitOptions& options)
      : options_(options),
        garment_(make_garment(options.garment)),
        distance_(garment_, "garment '" + options.garment.type + "'"),
        box_(distance_.lower(), distance_.upper(), options.margin) {
    std::vector<Stage> stages{{options.optimizer, options.train.epochs}};
    if (options.finish) stages.push_back({options.finish, options.finish_steps});
    const bool ritz = std::any_of(stages.begin(), stages.end(), is_ritz), trained = !std::all_of(stages.begin(), stages.end(), is_ritz);
    const auto samples = distance_samples(distance_, box_, options.samples, options.seed);
    auto problem = std::make_unique<DistanceProblem<T>>(options.field, samples, options.scaling.scaling, options.loss,
                                                        options.samples.batch, options.seed, trained, ritz, workspace_);
    training_ = std::make_unique<Training<T>>(std::move(problem), stages, options.seed, workspace_);
    if (training_->fixed_samples() && !is_ritz(stages.front()) && options.samples.batch != 0)
      throw config::Error("samples.batch: is " + std::to_string(options.samples.batch) + ", and " + stages.front().optimizer.type +
                          " would see the points of the first step only; set it to 0");
    workspace_.seal();
  }

  std::int64_t steps() const override { return training_->steps(); }
  double checkpoint_interval() const override { return options_.train.checkpoint_every.seconds; }
  run::Budget budget() const override { return training_->budget(workspace_); }
  std::vector<std::string> notes() const override { return garment_.notes; }
  // A place of the measure or a point of the level takes part in lists of samples, feet and jets.
  run::HostMemory host_memory() const override {
    constexpr std::size_t bytes_a_site = 1000, bytes_a_point = 500;
    const auto points = garment_.points.empty() ? garment_.mesh.positions.size() : garment_.points.size();
    const geometry::MeshSize size{points, garment_.points.empty() ? garment_.mesh.triangles.size() : 0, 0};
    auto memory = training_->host_memory();
    memory.evaluation = memory.outcome + std::int64_t(level().bytes() + std::max(bytes_a_site * std::size_t(options_.evaluate.sites),
                                                                                 bytes_a_point * points));
    memory.outcome += std::int64_t(geometry::mesh_bytes(size, 2));
    return memory;
  }
  run::StepReport step(std::int64_t index) override { return training_->step(index); }
  void save(run::Archive& archive) const override { training_->save(archive); }
  void load(const run::Archive& archive) override { training_->load(archive); }

  std::int64_t evaluation_interval() const override { return options_.evaluate.every; }
  std::vector<run::Metric> measurements() override { return metrics(level()); }

  // The garment, moved to the zero level; a level has no resolution of its own.
  geometry::SurfaceMesh surface(int) override { return level_surface(level(), garment_, options_.evaluate.offset); }

  run::Outcome evaluate() override {
    const auto field = level();
    run::Outcome outcome;
    outcome.model = training_->model();
    outcome.model.put(distance_box_name, {{4}, std::vector<double>{box_.origin[0], box_.origin[1], box_.origin[2], box_.size}, {}});
    outcome.encoding = options_.field.encoder.type;
    outcome.metrics = metrics(field);
    std::erase_if(outcome.metrics, [](const run::Metric& metric) { return std::isnan(metric.value); });
    outcome.final = level_surface(field, garment_, options_.evaluate.offset);
    return outcome;
  }

 private:
  DistanceLevel level() const {
    const auto parameters = to_host(training_->parameters());
    return {options_.field, std::vector<double>(parameters.begin(), parameters.end()), options_.scaling.scaling, box_,
            options_.evaluate.off_level};
  }

  std::vector<run::Metric> metrics(const DistanceLevel& field) const {
    return distance_metrics(
        field, distance_,
        {options_.samples.bands, options_.evaluate.sites, options_.evaluate.offset, options_.evaluate.rim, options_.seed + 1});
  }

  DistanceFitOptions options_;
  Workspace workspace_;
  geometry::Garment garment_;
  GarmentDistance distance_;
  DistanceBox box_;
  std::unique_ptr<Training<T>> training_;
};

[[maybe_unused]] const bool registered = config::register_component<DistanceFitOptions>(
    "experiments", "distance_fit", "the unsigned distance of a garment as a network, smooth across the surface",
    run::ExperimentFactory([](const void* given) -> std::unique_ptr<run::Experiment> {
      const auto& options = *static_cast<const DistanceFitOptions*>(given);
      return within_memory([&]() -> std::unique_ptr<run::Experiment> {
        if (options.precision == Precision::twice) return std::make_unique<DistanceFit<double>>(options);
        return std::make_unique<DistanceFit<float>>(options);
      });
    }));

}  // namespace

}  // namespace plisse::experiments
