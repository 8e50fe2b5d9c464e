// SPDX-License-Identifier: Apache-2.0
// Every registered garment that needs no file: at rest it has no strain, its samplers' weights add up, samples lie in its charts.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

#include "experiments/components/device.hpp"
#include "experiments/components/objective.hpp"
#include "experiments/components/scene.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

SceneOptions scene_of(const std::string& garment) {
  SceneOptions scene;
  scene.garment = preset("garments", garment);
  return scene;
}

std::vector<std::string> generated_garments() {
  std::vector<std::string> names;
  for (const auto& name : config::Registry::global().names("garments")) {
    const config::Component garment = preset("garments", name);
    const auto schema = config::schema_of("garments", garment);
    if (!schema.find("file") && !schema.find("run")) names.push_back(name);
  }
  return names;
}

double mesh_area(const geometry::SurfaceMesh& mesh) {
  double area = 0;
  for (const auto& t : mesh.triangles) {
    const auto corner = [&](int k) {
      const auto& x = mesh.positions[std::size_t(t[std::size_t(k)])];
      return Vec3<double>{x[0], x[1], x[2]};
    };
    area += 0.5 * norm(cross(corner(1) - corner(0), corner(2) - corner(0)));
  }
  return area;
}

template <class T>
double sum(const std::vector<T>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

}  // namespace

TEST_CASE("the rest surface of every garment has the area of its mesh") {
  for (const auto& garment : generated_garments()) {
    CAPTURE(garment);
    const Scene scene(scene_of(garment));
    CHECK(scene.rest_surface<double>().area() == doctest::Approx(mesh_area(scene.garment().mesh)).epsilon(1e-9));
  }
}

TEST_CASE("every sampler on every garment: points in the charts, weights that sum to one") {
  for (const auto& garment : generated_garments())
    for (const auto& name : config::Registry::global().names("samplers")) {
      CAPTURE(garment);
      CAPTURE(name);
      Workspace workspace;
      const Scene scene(scene_of(garment));
      const auto rest = scene.rest_surface<double>();
      SampledDomain<double> domain(make_sampler<double>(preset("samplers", name), {rest, 1, &workspace}), workspace);
      const int n = domain.sampler->points();
      domain.sampler->draw(Exec(), 0, domain.samples);
      const auto inside = workspace.take<int>("inside", std::size_t(n));
      const auto uv = domain.samples.uv;
      Kokkos::parallel_for(
          "plisse::test::inside", Range(0, n), KOKKOS_LAMBDA(int s) { inside(s) = rest.contains(uv(0, s), uv(1, s)); });
      CHECK(sum(to_host(inside)) == n);
      CHECK(sum(to_host(domain.samples.weight)) == doctest::Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("every garment at rest, anywhere in space, has no strain") {
  for (const auto& garment : generated_garments()) {
    CAPTURE(garment);
    Workspace workspace;
    const Scene scene(scene_of(garment));
    const auto rest = scene.rest_surface<double>();
    const int n = 500;
    losses::Structures<double> structures = losses::make_structures<double>(n, workspace);
    auto sampler = preset("samplers", "uniform");
    SampledDomain<double> domain(make_sampler<double>(sampler, {rest, 2, &workspace}), workspace);
    domain.sampler->draw(Exec(), 0, domain.samples);
    losses::build_structures(Exec(), rest, domain.samples.uv, domain.samples.weight, n, 0.02, 2, 0, structures);

    const int points = losses::structure_vertices * structures.stride;
    Jets<double> moved("moved", 3, 1, std::size_t(points));
    const auto at_rest = structures.rest;
    const double c = std::cos(0.7), s = std::sin(0.7);
    Kokkos::parallel_for(
        "plisse::test::rigid", Range(0, points), KOKKOS_LAMBDA(int p) {
          const double x = at_rest(0, 0, p), y = at_rest(1, 0, p), z = at_rest(2, 0, p);
          moved(0, 0, p) = c * x - s * z + 1.5;
          moved(1, 0, p) = y - 0.25;
          moved(2, 0, p) = s * x + c * z + 0.125;
        });
    const auto terms = make_terms<double>({preset("losses", "strain")}, {nullptr, n, points, 0, &workspace});
    CHECK(terms[0].loss->evaluate(Exec(), structures, moved, 1.0, Jets<double>(), Array1<double>()) < 1e-20);
    CHECK(terms[0].loss->evaluate(Exec(), structures, at_rest, 1.0, Jets<double>(), Array1<double>()) < 1e-24);
  }
}
