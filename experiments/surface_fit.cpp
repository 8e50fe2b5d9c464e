// SPDX-License-Identifier: Apache-2.0
//   plisse run configs/papers/sacr/table1/grid.yaml
//
// Supervised fitting of an analytic surface over the unit square, to compare encodings without the noise of a simulation.
// The default surface, in metres, over a flat sheet at rest:
//   x + a sin(m pi v),  y + a sin(m pi u),  b sin(k pi u) sin(k pi v) + c sin(l pi u) sin(l pi v)
//   a = 0.02, m = 16, b = 0.10, k = 4, c = 0.02, l = 32
// Reference: "Spatially Adaptive Cloth Regression with Implicit Neural Representations", section 4.1 and Table 1.
#include <cmath>
#include <numbers>

#include "experiments/components/cloth_measures.hpp"
#include "experiments/components/device.hpp"
#include "experiments/components/surface.hpp"
#include "experiments/components/trainer.hpp"
#include "framework/geometry/uv_grid.hpp"
#include "kernels/nn/elementary.hpp"

namespace plisse::experiments {

namespace {

struct WaveOptions {
  double in_plane = 0.02, low = 0.10, high = 0.02;             // [m]
  double in_plane_waves = 16, low_waves = 4, high_waves = 32;  // half waves over the square

  template <class V>
  void describe(V& v) {
    v.option("in_plane", in_plane).unit("m").doc("amplitude of the offsets in x and y");
    v.option("in_plane_waves", in_plane_waves).at_least(0).doc("their half waves over the square");
    v.option("low", low).unit("m").doc("amplitude of the long height waves");
    v.option("low_waves", low_waves).at_least(0).doc("their half waves over the square");
    v.option("high", high).unit("m").doc("amplitude of the short height waves");
    v.option("high_waves", high_waves).at_least(0).doc("their half waves over the square");
  }
};

// sin(half_waves pi x)
template <class V>
KOKKOS_INLINE_FUNCTION V wave(double half_waves, const V& x) {
  using T = simd::Scalar<V>;
  V sine, cosine;
  nn::sincos<V>(T(half_waves) * std::numbers::pi_v<T> * x, sine, cosine);
  return sine;
}

// V is a number, or a pack for as many points.
template <class V>
KOKKOS_INLINE_FUNCTION Vec3<V> wave_offset(const WaveOptions& w, const V& u, const V& v) {
  using T = simd::Scalar<V>;
  return {T(w.in_plane) * wave(w.in_plane_waves, v), T(w.in_plane) * wave(w.in_plane_waves, u),
          T(w.low) * wave(w.low_waves, u) * wave(w.low_waves, v) + T(w.high) * wave(w.high_waves, u) * wave(w.high_waves, v)};
}

struct FitEvaluation {
  int resolution = 400, every = 0;
  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).range(2, 4096).doc("points per axis at which errors are measured");
    v.option("every", every).at_least(0).doc("epochs between measurements of the errors while training; 0: at the end only");
  }
};

struct SurfaceFitOptions {
  std::uint64_t seed = 0;
  Precision precision = Precision::single;
  WaveOptions surface;
  FieldOptions field;
  config::Component sampler = preset("samplers", "uniform");
  std::vector<config::Component> losses{preset("losses", "regression")};
  config::Component optimizer = preset("optimizers", "adam");
  TrainOptions train;
  FitEvaluation evaluate;

  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("drives every random number of the run");
    describe_precision(v, precision);
    v.group("surface", surface).doc("the analytic ground truth");
    v.group("field", field).doc("what holds the deformation");
    v.component("sampler", sampler, "samplers").doc("where the error is sampled");
    v.components("losses", losses, "losses").shorthand("weight").doc("terms and their weights; only regression fits here");
    v.component("optimizer", optimizer, "optimizers").doc("how parameters are updated");
    v.group("train", train).doc("length of the run");
    v.group("evaluate", evaluate).doc("what is measured at the end");
    v.rule("losses", [this] {
      for (const auto& loss : losses)
        if (loss.type != "regression")
          return "'" + loss.type + "' is a cloth energy; surface_fit knows regression only (see experiment cloth)";
      return std::string();
    });
  }
};

SceneOptions flat_sheet() { return {}; }

// rest = the flat sheet, target = the waves over it, both (3, 1, N) [m].
template <class T>
void wave_targets(const Exec& exec, const WaveOptions& waves, const Jets<T>& points, int n, const Jets<T>& rest, const Jets<T>& target) {
  Kokkos::parallel_for(
      "plisse::surface_fit::target", Range(exec, 0, simd::packs<T>(n)), KOKKOS_LAMBDA(int pack) {
        using V = simd::Pack<T>;
        const int first = pack * simd::lanes<T>, count = simd::count_from<T>(first, n);
        const V flat[3] = {simd::load<V>(&points(0, 0, first), count), simd::load<V>(&points(1, 0, first), count), V{}};
        const auto offset = wave_offset<V>(waves, flat[0], flat[1]);
        for (int i = 0; i < 3; ++i) {
          simd::store(&rest(i, 0, first), flat[i], count);
          simd::store<V>(&target(i, 0, first), flat[i] + offset[i], count);
        }
      });
}

template <class T>
TargetSurface<T> wave_surface(const WaveOptions& waves) {
  return [waves](const Exec& exec, const Jets<T>& points, int n, const Jets<T>& rest, const Jets<T>& target) {
    wave_targets(exec, waves, points, n, rest, target);
  };
}

template <class T>
class SurfaceFit : public run::Experiment {
 public:
  explicit SurfaceFit(const SurfaceFitOptions& options) : options_(options), scene_(flat_sheet()) {
    SampledDomain<T> domain(make_sampler<T>(options.sampler, {scene_.rest_surface<T>(), options.seed, &workspace_}), workspace_);
    const int capacity = std::max(domain.sampler->points(), domain.probe_count());
    auto terms = make_terms<T>(options.losses, {nullptr, capacity, capacity, 0, &workspace_});
    auto field = std::make_unique<Field<T>>(options.field, boundary::PinSet<T>{}, capacity, workspace_);
    auto objective = std::make_unique<PointObjective<T>>(std::move(terms), std::move(domain), wave_surface<T>(options.surface), workspace_);
    trainer_ =
        std::make_unique<Trainer<T>>(std::move(field), std::move(objective), options.optimizer, options.train, options.seed, workspace_);
    workspace_.seal();
  }

  std::int64_t steps() const override { return options_.train.epochs; }
  double checkpoint_interval() const override { return options_.train.checkpoint_every.seconds; }
  run::Budget budget() const override { return trainer_->budget(workspace_); }
  run::HostMemory host_memory() const override {
    const auto grid = geometry::uv_grid_size(scene_.garment().rest, options_.evaluate.resolution);
    const auto reference = geometry::mesh_bytes(grid), fitted = geometry::mesh_bytes(grid, 3);
    const bool adaptive = trainer_->objective().sampler()->density().size() > 0;
    auto memory = trainer_->host_memory();
    memory.evaluation = memory.outcome + std::int64_t(reference + fitted + geometry::curvature_bytes(grid));
    memory.outcome += std::int64_t(reference + geometry::mesh_bytes(grid, adaptive ? 6 : 5));
    return memory;
  }
  run::StepReport step(std::int64_t index) override { return trainer_->step(index); }
  void save(run::Archive& archive) const override { trainer_->save(archive); }
  void load(const run::Archive& archive) override { trainer_->load(archive); }

  std::int64_t evaluation_interval() const override { return options_.evaluate.every; }
  std::vector<run::Metric> measurements() override { return metrics(fitted(options_.evaluate.resolution)); }

  geometry::SurfaceMesh surface(int resolution) override {
    auto mesh = fitted(resolution);
    add_curvature(mesh);
    add_density(trainer_->objective(), mesh);
    std::vector<double> error;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) error.push_back(std::sqrt(squared_error(mesh, v)));
    mesh.fields["error"] = {1, "m", std::move(error)};
    return mesh;
  }

  run::Outcome evaluate() override {
    run::Outcome outcome;
    outcome.model = trainer_->model();
    outcome.encoding = trainer_->field().encoding();
    outcome.sampling = sampling_state<T>(trainer_->objective());
    outcome.reference = target_mesh();
    outcome.final = surface(options_.evaluate.resolution);
    outcome.metrics = metrics(outcome.final);
    return outcome;
  }

 private:
  geometry::SurfaceMesh fitted(int resolution) const {
    auto mesh = geometry::uv_grid_mesh(scene_.garment().rest, resolution);
    displace(trainer_->field(), trainer_->parameters(), mesh);
    return mesh;
  }

  std::array<double, 3> target(const std::array<double, 2>& uv) const {
    const auto offset = wave_offset<double>(options_.surface, uv[0], uv[1]);
    return {uv[0] + offset.x, uv[1] + offset.y, offset.z};
  }

  double squared_error(const geometry::SurfaceMesh& mesh, std::size_t v) const {
    const auto truth = target(mesh.uv[v]);
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += (mesh.positions[v][i] - truth[i]) * (mesh.positions[v][i] - truth[i]);
    return sum;
  }

  geometry::SurfaceMesh target_mesh() const {
    auto mesh = geometry::uv_grid_mesh(scene_.garment().rest, options_.evaluate.resolution);
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) mesh.positions[v] = target(mesh.uv[v]);
    return mesh;
  }

  // RMSE, MAE and PSNR against the ground truth; the peak of the PSNR is the diagonal of its bounding box.
  std::vector<run::Metric> metrics(const geometry::SurfaceMesh& mesh) const {
    double squares = 0, absolutes = 0;
    std::array<double, 3> low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
    const auto points = mesh.positions.size();
    for (std::size_t v = 0; v < points; ++v) {
      const double square = squared_error(mesh, v);
      squares += square;
      absolutes += std::sqrt(square);
      const auto truth = target(mesh.uv[v]);
      for (std::size_t i = 0; i < 3; ++i) {
        low[i] = std::min(low[i], truth[i]);
        high[i] = std::max(high[i], truth[i]);
      }
    }
    const double rmse = std::sqrt(squares / double(points)), peak = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    const auto n = std::int64_t(points);
    return {{"rmse", rmse, "m", "lower", n, "root of the mean squared distance to the ground truth at the vertices of a regular grid"},
            {"mae", absolutes / double(points), "m", "lower", n, "mean distance to the ground truth at the vertices of a regular grid"},
            {"psnr", 20 * std::log10(peak / rmse), "dB", "higher", n, "20 log10(diagonal of the ground truth's bounding box / rmse)"}};
  }

  SurfaceFitOptions options_;
  Workspace workspace_;
  Scene scene_;
  std::unique_ptr<Trainer<T>> trainer_;
};

[[maybe_unused]] const bool registered = config::register_component<SurfaceFitOptions>(
    "experiments", "surface_fit", "supervised fitting of an analytic surface, to compare encodings",
    run::ExperimentFactory([](const void* given) -> std::unique_ptr<run::Experiment> {
      const auto& options = *static_cast<const SurfaceFitOptions*>(given);
      return within_memory([&]() -> std::unique_ptr<run::Experiment> {
        if (options.precision == Precision::twice) return std::make_unique<SurfaceFit<double>>(options);
        return std::make_unique<SurfaceFit<float>>(options);
      });
    }));

}  // namespace

}  // namespace plisse::experiments
