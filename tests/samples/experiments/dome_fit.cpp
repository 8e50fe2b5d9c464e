// SPDX-License-Identifier: Apache-2.0
// A sample to start from: copy it to experiments/, rename it, and it runs (plisse describe dome_fit).
//
//   experiment: dome_fit
//   height: 0.2
//
// A field over UV is fitted to a dome over the unit square, z = 16 h u (1 - u) v (1 - v).
#include <cmath>

#include "experiments/components/scene.hpp"
#include "experiments/components/surface.hpp"
#include "experiments/components/trainer.hpp"
#include "framework/geometry/uv_grid.hpp"

namespace plisse::experiments {
namespace {

// The keys of its YAML file.
struct DomeFitOptions {
  std::uint64_t seed = 0;
  double height = 0.2;
  FieldOptions field;
  config::Component sampler = preset("samplers", "uniform");
  config::Component optimizer = preset("optimizers", "adam");
  TrainOptions train;

  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("drives every random number of the run");
    v.option("height", height).unit("m").doc("of the dome");
    v.group("field", field).doc("what holds the deformation");
    v.component("sampler", sampler, "samplers").doc("where the error is sampled");
    v.component("optimizer", optimizer, "optimizers").doc("how parameters are updated");
    v.group("train", train).doc("length of the run");
  }
};

KOKKOS_INLINE_FUNCTION double dome(double height, double u, double v) { return 16 * height * u * (1 - u) * v * (1 - v); }

TargetSurface<double> dome_surface(double height) {
  return [height](const Exec& exec, const Jets<double>& points, int n, const Jets<double>& rest, const Jets<double>& target) {
    Kokkos::parallel_for(
        "plisse::dome_fit::target", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
          for (int i = 0; i < 2; ++i) rest(i, 0, p) = target(i, 0, p) = points(i, 0, p);
          rest(2, 0, p) = 0;
          target(2, 0, p) = dome(height, points(0, 0, p), points(1, 0, p));
        });
  };
}

// Steps, saves itself, says what came out.  The framework does the rest: folder, log, checkpoints, signals, progress, result.
class DomeFit : public run::Experiment {
 public:
  explicit DomeFit(const DomeFitOptions& options) : options_(options), scene_(SceneOptions{}) {
    SampledDomain<double> domain(make_sampler<double>(options.sampler, {scene_.rest_surface<double>(), options.seed, &workspace_}),
                                 workspace_);
    const int capacity = std::max(domain.sampler->points(), domain.probe_count());
    auto terms = make_terms<double>({preset("losses", "regression")}, {nullptr, capacity, capacity, 0, &workspace_});
    auto field = std::make_unique<Field<double>>(options.field, boundary::PinSet<double>{}, capacity, workspace_);
    auto objective =
        std::make_unique<PointObjective<double>>(std::move(terms), std::move(domain), dome_surface(options.height), workspace_);
    trainer_ = std::make_unique<Trainer<double>>(std::move(field), std::move(objective), options.optimizer, options.train, options.seed,
                                                 workspace_);
    workspace_.seal();
  }

  std::int64_t steps() const override { return options_.train.epochs; }
  double checkpoint_interval() const override { return options_.train.checkpoint_every.seconds; }
  run::Budget budget() const override { return trainer_->budget(workspace_); }
  run::StepReport step(std::int64_t index) override { return trainer_->step(index); }
  void save(run::Archive& archive) const override { trainer_->save(archive); }
  void load(const run::Archive& archive) override { trainer_->load(archive); }

  geometry::SurfaceMesh surface(int resolution) override {
    auto mesh = geometry::uv_grid_mesh(scene_.garment().rest, resolution);
    displace(trainer_->field(), trainer_->parameters(), mesh);
    return mesh;
  }

  run::Outcome evaluate() override {
    run::Outcome outcome;
    outcome.model = trainer_->model();
    outcome.encoding = trainer_->field().encoding();
    outcome.final = surface(64);
    double squares = 0;
    for (std::size_t v = 0; v < outcome.final.positions.size(); ++v) {
      const auto& [x, y, z] = outcome.final.positions[v];
      const auto& [u, w] = outcome.final.uv[v];
      squares += (x - u) * (x - u) + (y - w) * (y - w) + std::pow(z - dome(options_.height, u, w), 2);
    }
    const auto n = std::int64_t(outcome.final.positions.size());
    outcome.metrics = {
        {"rmse", std::sqrt(squares / double(n)), "m", "lower", n, "root of the mean squared distance to the dome on a regular grid"}};
    return outcome;
  }

 private:
  DomeFitOptions options_;
  Workspace workspace_;
  Scene scene_;
  std::unique_ptr<Trainer<double>> trainer_;
};

[[maybe_unused]] const bool registered = config::register_component<DomeFitOptions>(
    "experiments", "dome_fit", "fit of a dome, a sample to start from",
    run::ExperimentFactory([](const void* options) { return std::make_unique<DomeFit>(*static_cast<const DomeFitOptions*>(options)); }));

}  // namespace
}  // namespace plisse::experiments
