// SPDX-License-Identifier: Apache-2.0
// Distance fields: the loss and its gradient, fits of surfaces with known curvature, and garments sampled from fits.
#include "experiments/distance_fit.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>
#include <random>

#include "experiments/components/device.hpp"
#include "experiments/components/distance_problem.hpp"
#include "experiments/components/level_points.hpp"
#include "framework/run/driver.hpp"
#include "tests/support/exact_surfaces.hpp"
#include "tests/support/experiments.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using namespace plisse::experiments;
using namespace plisse::tests;
using geometry::dot;
using geometry::norm;
using geometry::operator*;
using geometry::operator+;
using geometry::operator-;
using geometry::Point3;

namespace {

std::string fit_of(const std::string& shape, int points = 3000) {
  return "experiment: distance_fit\nprecision: double\ngarment: {type: exact_surface, shape: " + shape +
         ", points: " + std::to_string(points) +
         "}\nfield: {network: {width: 300, hidden_layers: 1, activation: sine, omega: 20}}\nsamples: {points: 6000}\ntrain: {epochs: 1}\n"
         "evaluate: {sites: 400}\n";
}

constexpr const char* small_adam =
    "experiment: distance_fit\nprecision: double\ngarment: {type: exact_surface, shape: torus, points: 500}\n"
    "field: {network: {width: 16, hidden_layers: 2, activation: sine, omega: 10}}\nsamples: {points: 600, batch: 128}\n"
    "optimizer: {type: adam, learning_rate: 1.0e-3}\nfinish: {type: ritz}\ntrain: {epochs: 6}\nevaluate: {sites: 50}\n";

bool says(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

// Some beyond rims.
std::vector<DistanceSample> cylinder_samples(int n) {
  geometry::Garment garment;
  garment.points = ExactSurface{ExactShape::cylinder, 500}.sample();
  const GarmentDistance distance(garment, "cylinder");
  return distance_samples(distance, DistanceBox(distance.lower(), distance.upper(), 0.15), {n, 0, {0.01, 0.05}, 0.1}, 3);
}

double length_of(const Array1<double>& array) {
  double sum = 0;
  for (const double x : to_host(array)) sum += x * x;
  return std::sqrt(sum);
}

run::Outcome solved(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto experiment = build(text, overrides);
  train(*experiment);
  return experiment->evaluate();
}

std::vector<double> adam_then_ritz() {
  const auto experiment = build(small_adam);
  std::vector<double> totals;
  for (const auto& step : train(*experiment).steps) totals.push_back(step.total);
  return totals;
}

geometry::Garment garment_of(const std::string& type, const std::string& options) {
  // Through an experiment's configuration, as users give it.
  const auto config =
      config::load_text("experiment: distance_fit\ngarment: {type: " + type + ", " + options + "}\n", "test.yaml", source_dir(), {});
  const auto& garment = config.experiment.as<DistanceFitOptions>().garment;
  return std::any_cast<const geometry::GarmentFactory&>(config::Registry::global().get("garments", garment.type).factory)(
      garment.options.get());
}

std::string refusal_of(const std::string& options) {
  try {
    garment_of("distance_field", options);
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("scaled distances: values, slopes and their inverse") {
  using Form = DistanceScaling::Form;
  for (const DistanceScaling scaling : {DistanceScaling{Form::squared, 1}, DistanceScaling{Form::tanh, 3}, DistanceScaling{Form::tanh, 50}})
    for (const double d : {1e-5, 1e-3, 0.02, 0.3, 2.0}) {
      CAPTURE(scaling.alpha);
      CAPTURE(d);
      const double h = 1e-4 * d;
      CHECK(scaling.distance(scaling.value(d)) == doctest::Approx(d).epsilon(1e-9));
      CHECK((scaling.value(d + h) - scaling.value(d - h)) / (2 * h) == doctest::Approx(scaling.slope(d)).epsilon(1e-6));
      CHECK(scaling.distance(-d) == 0);
    }
  for (const DistanceScaling scaling : {DistanceScaling{Form::squared, 1}, DistanceScaling{Form::tanh, 3}})
    CHECK(scaling.slope(1e-6) / 1e-6 == doctest::Approx(scaling.curvature()).epsilon(1e-6));
}

TEST_CASE("points with normals and curvature know their distance to third order between the points, and beyond rims") {
  for (const auto shape : {ExactShape::sphere, ExactShape::torus}) {
    const ExactSurface surface{shape, 2000};
    geometry::Garment garment;
    garment.points = surface.sample();
    const GarmentDistance distance(garment, "the surface");
    for (int i = 0; i < 200; ++i) {
      const auto p = surface.at(std::fmod(0.377 * i, 1.0), std::fmod(0.618 * i, 1.0));
      const double offset = 0.03 * (i % 5 - 2);
      const auto closest = distance.closest(p.position + offset * p.normal);
      CHECK(closest.distance == doctest::Approx(std::abs(offset)).scale(1).epsilon(5e-4));
      CHECK(std::abs(dot(closest.direction, p.normal)) > 0.9998);
      if (offset != 0) CHECK(dot(closest.direction, p.normal) * offset > 0);
    }
  }
  geometry::Garment cylinder;
  cylinder.points = ExactSurface{ExactShape::cylinder, 4000}.sample();
  const GarmentDistance distance(cylinder, "the cylinder");
  const auto above = distance.closest({ExactSurface::cylinder_radius, 0, 0.5 * ExactSurface::cylinder_length + 0.2});
  CHECK(above.distance == doctest::Approx(0.2).epsilon(0.05));
  CHECK(above.direction[2] > 0.99);
  CHECK(above.beyond);
  for (int i = 0; i < 200; ++i) {
    const auto p = ExactSurface{ExactShape::cylinder, 0}.at(std::fmod(0.377 * i, 1.0), 0.05 + 0.9 * std::fmod(0.618 * i, 1.0));
    CHECK(!distance.closest(p.position + 0.02 * p.normal).beyond);
  }
}

TEST_CASE("points beyond the rim of a mesh are those whose closest point lies on an edge of one triangle, or on an end of one") {
  geometry::Garment garment;
  garment.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, 0.2}};
  garment.mesh.triangles = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  const GarmentDistance distance(garment, "the roof");
  CHECK(distance.closest({0.5, -0.2, 0}).beyond);
  CHECK(distance.closest({0.4, -0.2, -0.3}).beyond);
  CHECK(distance.closest({1.3, 1.3, 0.1}).beyond);
  CHECK(!distance.closest({0.5, 0.2, 0.5}).beyond);
  CHECK(!distance.closest({0.5, 0.5, 0.9}).beyond);    // the top
  CHECK(!distance.closest({0.25, 0.25, 0.3}).beyond);  // a ridge
  CHECK(!distance.closest({0.5, 0.2, 0.05}).beyond);
}

TEST_CASE("the gradient of the fit is the derivative of its value") {
  for (const auto form : {DistanceScaling::Form::squared, DistanceScaling::Form::tanh}) {
    Workspace workspace;
    DistanceNetworkOptions options;
    options.network = {12, 2, nn::Activation::sine, {8}, {}};
    DistanceProblem<double> problem(options, cylinder_samples(300), {form, 15}, {7, 1.5, 0.05, 0.3, 0.06}, 0, 0, true, false, workspace);
    const auto size = problem.layout().size();
    Array1<double> parameters("parameters", size), gradient("gradient", size), scratch("scratch", size);
    problem.initialise(parameters, 5);
    problem.begin_step(0);
    problem.evaluate(Exec(), parameters, gradient);
    const auto at = to_host(parameters), slope = to_host(gradient);
    for (std::size_t k = 0; k < size; k += 7) {
      const auto value = [&](double step) {
        auto moved = at;
        moved[k] += step;
        to_device(moved, parameters);
        return problem.evaluate(Exec(), parameters, scratch);
      };
      const double h = 1e-5;
      CAPTURE(k);
      CHECK((value(h) - value(-h)) / (2 * h) == doctest::Approx(slope[k]).scale(length_of(gradient)).epsilon(1e-6));
    }
  }
}

TEST_CASE("Ritz leaves no gradient in the last layer, and no other coefficients fit better") {
  Workspace workspace;
  DistanceNetworkOptions options;
  options.network = {20, 1, nn::Activation::sine, {15}, {}};
  DistanceProblem<double> problem(options, cylinder_samples(700), {}, {1, 1, 0.01, 0.3, 0.06}, 0, 0, true, true, workspace);
  const auto size = problem.layout().size();
  Array1<double> parameters("parameters", size), gradient("gradient", size);
  problem.initialise(parameters, 5);
  problem.begin_step(0);
  const double before = problem.evaluate(Exec(), parameters, gradient);
  optim::Ritz<double> ritz({}, {size, 1, &workspace, problem.coefficients()});
  problem.begin_step(0);
  const auto step = ritz.step(Exec(), 0, problem, parameters, gradient);
  CHECK(says(step.stop, "one solve"));
  const double reported = problem.terms()[0].weighted + problem.terms()[1].weighted;
  const double after = problem.evaluate(Exec(), parameters, gradient);
  CHECK(after == doctest::Approx(reported).epsilon(1e-9));
  CHECK(after < 0.1 * before);
  const auto slope = to_host(gradient);
  for (std::size_t k = size - 21; k < size; ++k) CHECK(std::abs(slope[k]) < 1e-7 * before);
}

TEST_CASE("normals and curvature of fitted distances on sphere, cylinder, torus and saddle") {
  for (const std::string shape : {"sphere", "cylinder", "torus", "saddle"}) {
    CAPTURE(shape);
    // Small for speed; a torus needs more features, as its tube is thin in its box.
    const auto outcome = solved(fit_of(shape), {shape == "torus" ? "field.network={width: 800, omega: 25}" : "field.network.width=400",
                                                "loss={reach: 0.08, beyond: 0.001}", "evaluate.off_level=0.004"});
    CHECK(metric(outcome, "coverage") > 0.9);
    CHECK(metric(outcome, "to_level") < 2e-3);
    CHECK(metric(outcome, "excess") < 0.015);
    CHECK(metric(outcome, "normal_error_p95") < 2);
    CHECK(metric(outcome, "curvature_error_median") < 0.1);
    CHECK(outcome.final.positions.size() == 3000);
  }
}

TEST_CASE("the tanh form knows a sphere too, and so does Adam after a while") {
  const auto tanh = solved(fit_of("sphere"), {"scaling={form: tanh, alpha: 10}"});
  CHECK(metric(tanh, "normal_error_p95") < 2);
  CHECK(metric(tanh, "to_level") < 3e-3);
  const auto untrained = solved(fit_of("sphere"), {"optimizer=adam", "field.network.width=48", "samples.batch=256"});
  const auto adam = solved(fit_of("sphere"), {"optimizer={type: adam, learning_rate: 3.0e-3}",
                                              "field.network={width: 48, hidden_layers: 2}", "samples.batch=256", "train.epochs=200"});
  CHECK(metric(adam, "rmse_near") < 0.3 * metric(untrained, "rmse_near"));
}

TEST_CASE("a fit that is interrupted goes on to the same bits") {
  const auto whole = adam_then_ritz();
  const auto first = build(small_adam), second = build(small_adam);
  train(*first, 0, 4);
  run::Archive archive;
  first->save(archive);
  second->load(archive);
  const auto rest = train(*second, 4);
  REQUIRE(rest.steps.size() + 4 == whole.size());
  for (std::size_t i = 0; i < rest.steps.size(); ++i) CHECK(rest.steps[i].total == whole[i + 4]);
}

TEST_CASE("digest of a distance fit" * doctest::skip()) { print_digest(adam_then_ritz()); }

TEST_CASE("a fit is the same to the last bit with any number of threads") {
  const auto one = digest_with_threads("digest of a distance fit", 1), three = digest_with_threads("digest of a distance fit", 3);
  CHECK(one.threads == 1);
  CHECK(!one.value.empty());
  CHECK(one.value == three.value);
}

TEST_CASE("evenly spaced points: the number that was asked for, none close to another") {
  std::vector<Point3> points;
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 20000; ++i) points.push_back({uniform(generator), uniform(generator), i % 2 ? 0.3 : 0.3 + 1e-4});
  for (int i = 0; i < 20000; ++i) points.push_back({0, uniform(generator), 0.3});  // piled up along a side
  const auto chosen = evenly_spaced(points, 1000);
  CHECK(std::abs(int(chosen.size()) - 1000) < 60);
  double nearest = 1;
  std::size_t piled = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] >= 20000) ++piled;
    for (std::size_t j = 0; j < i; ++j) nearest = std::min(nearest, norm(points[chosen[i]] - points[chosen[j]]));
  }
  CHECK(nearest > 0.02);
  CHECK(piled < 60);
}

TEST_CASE("the garment distance_field: points of the level of a finished run, with outward normals, curvature and areas") {
  const ScratchFolder scratch;
  for (const std::string shape : {"sphere", "cylinder"}) {
    CAPTURE(shape);
    const auto config = config::load_text(fit_of(shape), "test.yaml", source_dir(), {});
    REQUIRE(run::run(config, {scratch / shape, run::RunOptions::Existing::refuse, {}, false, {}}) == run::exit_code::done);
    const auto garment = garment_of("distance_field", "run: " + (scratch / shape / "run.h5").string() + ", points: 1000");
    CHECK(std::abs(int(garment.points.size()) - 1000) < 100);
    CHECK(garment.mesh.triangles.empty());
    const ExactSurface surface{shape == "sphere" ? ExactShape::sphere : ExactShape::cylinder, 0};
    double area = 0;
    std::vector<double> angles, means;
    for (const auto& p : garment.points) {
      area += p.area;
      const Point3 outward = shape == "sphere" ? (1 / norm(p.position)) * p.position : Point3{p.position[0], p.position[1], 0};
      angles.push_back(dot(p.normal, (1 / norm(outward)) * outward));
      means.push_back(0.5 * (p.weingarten[0] + p.weingarten[3] + p.weingarten[5]));
    }
    std::sort(angles.begin(), angles.end());
    std::sort(means.begin(), means.end());
    const double sign = angles[500] > 0 ? 1 : -1;  // an open tube encloses nothing
    if (shape == "sphere") CHECK(sign == 1);
    CHECK(sign * angles[shape == "sphere" ? 20 : 900] > 0.999);
    CHECK(sign * means[500] ==
          doctest::Approx(shape == "sphere" ? 1 / ExactSurface::sphere_radius : 0.5 / ExactSurface::cylinder_radius).epsilon(0.06));
    CHECK(area == doctest::Approx(surface.area()).epsilon(0.04));
  }
  SUBCASE("what is no finished distance fit is refused") {
    CHECK(says(refusal_of("run: nowhere/run.h5"), "names a missing file"));
    CHECK(says(refusal_of("run: " + scratch.path().string()), "names a folder"));
    std::ofstream(scratch / "text.h5") << "no hdf5";
    CHECK(says(refusal_of("run: " + (scratch / "text.h5").string()), "cannot be read"));
    const auto other = config::load_text("extends: tests/golden/surface_fit.yaml\n", "test.yaml", source_dir(),
                                         {"train.epochs=1", "evaluate.resolution=4"});
    REQUIRE(run::run(other, {scratch / "other", run::RunOptions::Existing::refuse, {}, false, {}}) == run::exit_code::done);
    CHECK(says(refusal_of("run: " + (scratch / "other" / "run.h5").string()), "is of the experiment surface_fit"));
    const auto endless = config::load_text(small_adam, "test.yaml", source_dir(), {"train.epochs=1000000"});
    REQUIRE(run::run(endless, {scratch / "cut", run::RunOptions::Existing::refuse, 0.5, false, {}}) == run::exit_code::interrupted);
    CHECK(says(refusal_of("run: " + (scratch / "cut" / "run.h5").string()), "is of a run that is not done (interrupted)"));
  }
}

TEST_CASE("a field without a zero level makes no garment") {
  DistanceNetworkOptions options;
  options.network = {4, 1, nn::Activation::sine, {1}, {}};
  Workspace workspace;
  std::vector<double> parameters(DistanceNetwork<double>(options, 1, 1, false, workspace).layout().size(), 0.0);
  parameters.back() = 1;  // the distance is 1 everywhere
  const DistanceLevel level(options, parameters, {}, {}, 0.01);
  CHECK_THROWS_WITH_AS(level_points(level, {}), doctest::Contains("the zero level of the distance field is empty"), config::Error);
}

TEST_CASE("a fit that nothing descends to is measured by what there is, and its series has the columns of others") {
  const auto experiment = build(fit_of("sphere"), {"field.network={width: 4, omega: 1}", "samples.points=100"});
  const auto other = build(fit_of("sphere"), {"field.network.width=150", "samples.points=2000"});
  train(*experiment);
  train(*other);
  const auto outcome = experiment->evaluate();
  CHECK(metric(outcome, "coverage") == 0);
  CHECK(metric(outcome, "rmse") > 0);
  for (const auto& m : outcome.metrics) CHECK(std::isfinite(m.value));
  CHECK(other->evaluate().metrics.size() > outcome.metrics.size());
  CHECK(other->measurements().size() == experiment->measurements().size());
}

TEST_CASE("L-BFGS is refused a batch, and relu has no curvature") {
  CHECK(says(refusal(small_adam, {"optimizer=lbfgs", "finish="}), "samples.batch: is 128"));
  CHECK(says(refusal(small_adam, {"field.network.activation=relu"}), "field.network.activation: 'relu' has no second derivatives"));
  CHECK(says(refusal(small_adam, {"field.encoder=grid"}), "field.encoder: 'grid'"));
}

TEST_CASE("figures of distance fits" * doctest::skip(std::getenv("PLISSE_REPORT") == nullptr)) {
  struct Setting {
    std::string name, loss, off_level;
  };
  const Setting settings[] = {{"near, within rims", "loss={reach: 0.08, beyond: 0.001}", "0.003"}, {"everywhere", "loss={}", "0.01"}};
  std::ofstream report(std::getenv("PLISSE_REPORT"));
  report << "Made by `OMP_NUM_THREADS=1 PLISSE_REPORT=results/geometry/distance.md build/release/tests/test_experiments "
            "--test-case='figures of distance fits'`.\n\n"
            "| surface | slopes fitted | normals [degrees], median, p95 | H [%], median, p95 | to level [mm], p95 | coverage [%] | excess "
            "[mm], p99 | "
            "seconds |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n";
  for (const std::string shape : {"sphere", "cylinder", "torus", "saddle"})
    for (const auto& [name, loss, off_level] : settings) {
      const auto start = std::chrono::steady_clock::now();
      const auto outcome = solved(fit_of(shape, 20000), {"field.network={width: 1024, omega: 25}", "samples.points=40000", loss,
                                                         "evaluate={sites: 2000, off_level: " + off_level + "}"});
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      report << fmt::format("| {} | {} | {:.2g}, {:.2g} | {:.2g}, {:.2g} | {:.2g} | {:.1f} | {:.2g} | {:.0f} |\n", shape, name,
                            metric(outcome, "normal_error_median"), metric(outcome, "normal_error_p95"),
                            100 * metric(outcome, "curvature_error_median"), 100 * metric(outcome, "curvature_error_p95"),
                            1000 * metric(outcome, "to_level"), 100 * metric(outcome, "coverage"), 1000 * metric(outcome, "excess"),
                            seconds.count())
             << std::flush;
    }
  report << "\nSquared distances in double precision: 1024 random sine features (omega 25), last layer solved for on 40000 samples, of "
            "garments of 20000\n"
            "evenly spaced points with exact normals and H: sphere of radius 0.3 m, cylinder 0.2 m x 0.8 m, torus 0.3 m and 0.16 m,\n"
            "saddle z = 0.5 (x^2 - y^2) over 0.8 m x 0.8 m.  Measured at 2000 random places; normals and H farther than 0.05 of the box "
            "from rims;\n"
            "H in the Frobenius norm, over its root mean square.  To level: from places of the surface to the level.  Excess: how far the "
            "level runs\n"
            "past the surface.  Seconds: fit and measurement on one thread of a machine shared with other programs, so an upper bound.\n"
            "Slopes near, within rims: loss {reach: 0.08, beyond: 0.001}, evaluate.off_level 0.003, as "
            "configs/papers/neuralgarsim/distance/smooth_skirt.yaml\n"
            "has them.  Everywhere: the defaults, also for garments with folds.\n";
}
