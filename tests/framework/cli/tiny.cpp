// SPDX-License-Identifier: Apache-2.0
// An experiment of one parameter: the height of a flat square sinks towards zero.
#include <cmath>

#include "framework/config/registry.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::test {
namespace {

struct TinyOptions {
  std::uint64_t seed = 0;
  int steps = 4, samples = 9;
  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("of every random stream");
    v.option("steps", steps).at_least(1).doc("length of the run");
    v.option("samples", samples).at_least(1).doc("points of the metric");
  }
};

class Tiny : public run::Experiment {
 public:
  explicit Tiny(const TinyOptions& options) : options_(options) {}

  std::int64_t steps() const override { return options_.steps; }
  double checkpoint_interval() const override { return 60; }
  run::Budget budget() const override { return {1, 8, 16, 32}; }
  std::vector<std::string> notes() const override { return {"a flat square"}; }

  run::StepReport step(std::int64_t) override {
    const double before = height_;
    height_ *= 0.5;
    return {before * before, {{"height", before * before, before * before}}, std::abs(2 * before), 0.25};
  }

  void save(run::Archive& archive) const override { archive.put("height", {{1}, std::vector<double>{height_}, {}}); }
  void load(const run::Archive& archive) override { height_ = std::get<std::vector<double>>(archive.get("height").data).at(0); }

  run::Outcome evaluate() override {
    run::Outcome outcome;
    outcome.metrics.push_back({"height", height_, "m", "lower", options_.samples, "mean height"});
    outcome.reference = outcome.final = surface(3);
    save(outcome.model);
    return outcome;
  }

  geometry::SurfaceMesh surface(int n) override {
    geometry::SurfaceMesh mesh;
    geometry::SurfaceMesh::Field displacement{3, "m", {}};
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double x = double(i) / (n - 1), y = double(j) / (n - 1);
        mesh.positions.push_back({x, y, height_ * x});
        mesh.uv.push_back({x, y});
        displacement.values.insert(displacement.values.end(), {0, 0, height_ * x});
      }
    for (int j = 0; j + 1 < n; ++j)
      for (int i = 0; i + 1 < n; ++i) {
        const int a = j * n + i;
        mesh.triangles.push_back({a, a + 1, a + n + 1});
        mesh.triangles.push_back({a, a + n + 1, a + n});
      }
    mesh.uv_triangles = mesh.triangles;
    mesh.fields.emplace("displacement", std::move(displacement));
    return mesh;
  }

 private:
  TinyOptions options_;
  double height_ = 1;
};

[[maybe_unused]] const bool registered =
    config::register_component<TinyOptions>("experiments", "tiny", "one parameter", run::ExperimentFactory([](const void* options) {
                                              return std::make_unique<Tiny>(*static_cast<const TinyOptions*>(options));
                                            })) &&
    config::register_component<TinyOptions>("encoders", "same", "a name used twice", {}) &&
    config::register_component<TinyOptions>("losses", "same", "a name used twice", {});

}  // namespace
}  // namespace plisse::test
