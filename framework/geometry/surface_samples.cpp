// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/surface_samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <numbers>
#include <random>

#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/geometry/reference.hpp"

namespace plisse::geometry {
namespace {

// The same numbers with every standard library.
class Deviates {
 public:
  explicit Deviates(std::uint64_t seed) : random_(seed) {}
  double uniform() { return double(random_() >> 11) * 0x1p-53; }  // in [0, 1)
  double normal() {                                               // Box-Muller
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace

SurfaceSamples sample_surface(const SurfaceMesh& mesh, int count, std::uint64_t seed, double noise) {
  const MeshReference reference = mesh_reference(mesh);
  std::vector<double> up_to;
  for (const double area : reference.area) up_to.push_back((up_to.empty() ? 0 : up_to.back()) + area);
  SurfaceSamples samples{{}, {}, mesh.triangles.size()};
  Deviates deviates(seed);
  std::size_t t = 0;
  for (int i = 0; i < count; ++i) {
    const double level = (i + deviates.uniform()) / count * up_to.back();
    while (t + 1 < up_to.size() && up_to[t] <= level) ++t;
    const double root = std::sqrt(deviates.uniform()), share = deviates.uniform();
    const std::array<double, 3> weight{1 - root, root * (1 - share), root * share};
    Point3 position{}, normal{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t v = std::size_t(mesh.triangles[t][k]);
      position = position + weight[k] * mesh.positions[v];
      normal = normal + weight[k] * reference.normals[v];
    }
    if (norm(normal) > 0) normal = (1 / norm(normal)) * normal;
    samples.positions.push_back(noise > 0 ? position + (noise * deviates.normal()) * normal : position);
    samples.normals.push_back(normal);
  }
  return samples;
}

std::string SampleOptions::choice(const std::string& file) const {
  if (file.empty() && !of) return "neither 'file' nor 'of' is given: name a file, or a garment to sample";
  if (!file.empty() && of) return "both 'file' and 'of' are given: keep one";
  return {};
}

SurfaceSamples sample_garment(const SampleOptions& options) {
  const auto& entry = config::Registry::global().get("garments", options.of.type);
  const Garment garment = std::any_cast<const GarmentFactory&>(entry.factory)(options.of.options.get());
  if (garment.mesh.triangles.empty())
    throw config::Error(fmt::format("'of' needs a garment with a mesh, and '{}' is given by points; use it as it is", options.of.type));
  return sample_surface(garment.mesh, options.points, options.seed, options.noise);
}

}  // namespace plisse::geometry
