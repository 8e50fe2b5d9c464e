// SPDX-License-Identifier: Apache-2.0
// Every registered encoder x every activation x every registered loss, on every kind of batch the loss supports: the gradient of the
// whole chain (encoder, network, boundary, loss) against central differences in double.  A component is tested because it exists.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "experiments/components/device.hpp"
#include "experiments/components/mesh_elements.hpp"
#include "experiments/components/objective.hpp"
#include "experiments/components/scene.hpp"
#include "framework/geometry/uv_grid.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

constexpr int samples = 37;
constexpr double tolerance = 1e-6;

SceneOptions test_scene() {
  SceneOptions scene;
  auto sphere = preset("colliders", "sphere");
  config::Schema schema;
  config::Registry::global().get("colliders", "sphere").describe(sphere.options.get(), schema);
  for (auto& option : schema.options()) {
    if (option.name() == "center") *std::get<std::vector<double>*>(option.target()) = {0.5, 0.45, 0};
    if (option.name() == "radius") *std::get<double*>(option.target()) = 0.35;
  }
  scene.collider = sphere;
  PinOptions pin;
  pin.where = preset("regions", "sphere");
  pin.falloff = 0.3;
  pin.move = {0.01, 0.02, 0.03};
  scene.boundary = {pin};
  return scene;
}

// A bent target, for losses on points.
void bent(const Exec& exec, const Jets<double>& points, int n, const Jets<double>& rest, const Jets<double>& target) {
  Kokkos::parallel_for(
      "plisse::test::bent", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        const double u = points(0, 0, p), v = points(1, 0, p);
        rest(0, 0, p) = target(0, 0, p) = u;
        rest(1, 0, p) = target(1, 0, p) = v;
        rest(2, 0, p) = 0;
        target(2, 0, p) = 0.3 * math::sin(3 * u) * v;
      });
}

struct Chain {
  Workspace workspace;
  Scene scene;
  std::unique_ptr<collision::Collider<double>> collider;
  std::unique_ptr<Field<double>> field;
  std::unique_ptr<Objective<double>> objective;
  Array1<double> parameters, gradient;

  enum class Batch { structures, mesh, points };

  Chain(const std::string& encoder, nn::Activation activation, const std::string& loss, Batch batch) : scene(test_scene()) {
    const auto rest = scene.rest_surface<double>();
    const auto mesh = geometry::uv_grid_mesh(scene.garment().rest, 7);
    const int capacity = std::max(losses::structure_vertices * samples, int(mesh.positions.size()));
    collider = scene.collider<double>(capacity, workspace);
    const std::vector<config::Component> chosen{preset("losses", loss)};

    FieldOptions options;
    options.encoder = preset("encoders", encoder);
    options.network.width = 7;
    options.network.hidden_layers = 2;
    options.network.activation = activation;
    options.network.omega = {3};
    options.scale = 0.5;
    field = std::make_unique<Field<double>>(options, scene.pins<double>(), capacity, workspace);

    const auto domain = [&] {
      auto sampler = preset("samplers", "uniform");
      set_points(sampler);
      return SampledDomain<double>(make_sampler<double>(sampler, {rest, 5, &workspace}), workspace);
    };
    if (batch == Batch::mesh) {
      auto elements = make_mesh_elements<double>(mesh, workspace);
      auto terms = make_terms<double>(
          chosen, {collider.get(), elements.vertices, elements.vertices, std::max(elements.edges, elements.pairs), &workspace});
      objective = std::make_unique<MeshObjective<double>>(std::move(terms), std::move(elements), workspace);
    } else {
      auto terms = make_terms<double>(chosen, {collider.get(), samples, capacity, 0, &workspace});
      if (batch == Batch::points) objective = std::make_unique<PointObjective<double>>(std::move(terms), domain(), bent, workspace);
      else
        objective = std::make_unique<StructureObjective<double>>(std::move(terms), domain(),
                                                                 StructureBatch<double>(rest, 0.1, samples, workspace), 5);
    }
    parameters = workspace.take<double>("parameters", field->layout().size());
    gradient = workspace.take<double>("gradient", field->layout().size());
    shake();
  }

  static void set_points(config::Component& sampler) {
    config::Schema schema;
    config::Registry::global().get("samplers", sampler.type).describe(sampler.options.get(), schema);
    for (auto& option : schema.options())
      if (option.name() == "points") *std::get<int*>(option.target()) = samples;
  }

  // Parameters away from any symmetric start: the initial ones plus noise.
  void shake() {
    field->initialise(parameters, 3);
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> noise(-0.15, 0.15);
    auto host = to_host(parameters);
    for (auto& p : host) p += noise(random);
    to_device(host, parameters);
  }

  double energy() {
    Kokkos::deep_copy(gradient, 0.0);
    const auto values = objective->evaluate(Exec(), 2, *field, parameters, gradient);
    return objective->terms()[0].weight * values.at(0);
  }
};

// Largest relative error over random directions, each confined to one slice of the parameters and one over all.
double worst_error(Chain& chain) {
  const auto start = to_host(chain.parameters);
  const double energy = chain.energy();
  const auto gradient = to_host(chain.gradient);
  std::vector<std::pair<std::size_t, std::size_t>> ranges{{0, start.size()}};
  for (const auto& slice : chain.field->layout().slices()) ranges.emplace_back(slice.offset, slice.offset + slice.size());

  std::mt19937_64 random(23);
  std::normal_distribution<double> normal;
  double worst = 0;
  for (const auto& [first, last] : ranges) {
    std::vector<double> direction(start.size(), 0.0);
    double length = 0, expected = 0, scale = 0;
    for (auto i = first; i < last; ++i) direction[i] = normal(random), length += direction[i] * direction[i];
    for (auto i = first; i < last; ++i) {
      direction[i] /= std::sqrt(length);
      expected += gradient[i] * direction[i];
      scale += gradient[i] * gradient[i];
    }
    const auto along = [&](double h) {
      auto moved = start;
      for (auto i = first; i < last; ++i) moved[i] += h * direction[i];
      to_device(moved, chain.parameters);
      return chain.energy();
    };
    const double size = std::max(std::abs(expected), std::sqrt(scale / double(last - first)));
    if (size == 0) continue;
    // Fourth-order central difference.
    const auto difference = [&](double h) { return (8 * (along(h) - along(-h)) - (along(2 * h) - along(-2 * h))) / (12 * h); };
    // Shorter steps where a kink lies between the points of this one.
    double step = 2e-5, measured = difference(step);
    for (const double h : {1e-5, 4e-6, 2e-6}) {
      const double finer = difference(h);
      const bool settled = std::abs(finer - measured) <= tolerance / 3 * size;
      measured = finer;
      step = h;
      if (settled) break;
    }
    // What rounding does to the difference of two large energies is no error of the gradient.
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * std::abs(energy) / step;
    worst = std::max(worst, (std::abs(measured - expected) - rounding) / size);
  }
  to_device(start, chain.parameters);
  return worst;
}

const std::vector<std::pair<std::string, nn::Activation>> activations{{"relu", nn::Activation::relu},
                                                                      {"gelu", nn::Activation::gelu},
                                                                      {"tanh", nn::Activation::tanh},
                                                                      {"softplus", nn::Activation::softplus},
                                                                      {"sine", nn::Activation::sine}};

bool supports(const std::string& loss, Chain::Batch batch) {
  Workspace workspace;
  const auto terms = make_terms<double>({preset("losses", loss)}, {nullptr, 1, 6, 1, &workspace});
  const auto& one = *terms[0].loss;
  return batch == Chain::Batch::structures ? one.supports_structures()
         : batch == Chain::Batch::mesh     ? one.supports_mesh()
                                           : one.supports_points();
}

}  // namespace

TEST_CASE("gradients of every encoder, activation and loss agree with central differences") {
  int combinations = 0;
  std::map<std::string, bool> acts;  // losses, and whether any of their energies is not 0
  for (const auto& encoder : config::Registry::global().names("encoders"))
    for (const auto& [activation_name, activation] : activations)
      for (const auto& loss : config::Registry::global().names("losses"))
        for (const auto batch : {Chain::Batch::structures, Chain::Batch::mesh, Chain::Batch::points}) {
          if (!supports(loss, batch)) continue;
          CAPTURE(encoder);
          CAPTURE(activation_name);
          CAPTURE(loss);
          CAPTURE(int(batch));
          Chain chain(encoder, activation, loss, batch);
          acts[loss] |= std::abs(chain.energy()) > 0;
          CHECK(worst_error(chain) <= tolerance);
          ++combinations;
        }
  CHECK(combinations >= 3 * 5 * 5);
  for (const auto& [loss, does_act] : acts)
    CHECK_MESSAGE(
        does_act,
        "loss '" << loss << "' is 0 on all of the test's cloths, so its gradient is not tested: choose defaults with which it acts");
}

TEST_CASE("every loss supports some batch") {
  for (const auto& loss : config::Registry::global().names("losses")) {
    CAPTURE(loss);
    CHECK((supports(loss, Chain::Batch::structures) || supports(loss, Chain::Batch::points)));
  }
}
