// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/energy_measure.hpp"

#include <algorithm>

#include "framework/config/config.hpp"
#include "kernels/sampling/stratified.hpp"

namespace plisse::experiments {

namespace {

constexpr std::uint64_t measure_seed = 0x6d6561737572ull;  // apart from every training seed's streams

// Eight hex digits that stand for every option of every term.
std::string digest(const std::vector<config::Component>& losses) {
  std::string text;
  for (const auto& loss : losses) {
    config::Schema schema;
    config::Registry::global().get("losses", loss.type).describe(loss.options.get(), schema);
    text += loss.type + ":\n" + config::dump(schema);
  }
  return config::sha256(text).substr(0, 8);
}

// Samples [first, first + n) of all, in arrays of their own.
template <class T>
void copy_samples(const Exec& exec, const sampling::Samples<T>& all, int first, int n, const sampling::Samples<T>& part) {
  Kokkos::parallel_for(
      "plisse::measure::copy_samples", Range(exec, 0, n), KOKKOS_LAMBDA(int s) {
        for (int i = 0; i < 2; ++i) part.uv(i, s) = all.uv(i, first + s);
        part.weight(s) = all.weight(first + s);
      });
}

// Structures that the field takes at a time.
template <class T>
int chunk_of(int structures, const Field<T>& field) {
  const int room = field.capacity() / losses::structure_vertices;
  int chunk = std::min(structures, std::max(1, room));
  while (chunk > 1 && columns_for<T>(chunk) > room) --chunk;
  return chunk;
}

}  // namespace

template <class T>
EnergyReport measure_energy(const Scene& scene, const std::vector<config::Component>& losses, double edge_uv, int structures,
                            const Field<T>& field, const Array1<T>& parameters) {
  const Exec exec;
  Workspace workspace;
  const auto surface = scene.rest_surface<T>();
  const int chunk = chunk_of(structures, field);
  StructureBatch<T> batch(surface, edge_uv, chunk, workspace);
  const auto collider = scene.collider<T>(batch.points(), workspace);
  const auto terms = make_terms<T>(losses, {collider.get(), chunk, batch.points(), 0, &workspace});

  sampling::StratifiedOptions options;
  options.points = structures;
  sampling::Stratified<T> sampler(options, {surface, measure_seed, &workspace});
  const sampling::Samples<T> all{workspace.take<T>("plisse::measure::uv", 2, std::size_t(structures)),
                                 workspace.take<T>("plisse::measure::weight", std::size_t(structures))};
  const sampling::Samples<T> part{workspace.take<T>("plisse::measure::chunk_uv", 2, std::size_t(chunk)),
                                  workspace.take<T>("plisse::measure::chunk_weight", std::size_t(chunk))};
  sampler.draw(exec, 0, all);

  EnergyReport report;
  report.structures = structures;
  report.losses = digest(losses);
  report.values.assign(terms.size(), 0.0);
  for (int first = 0, index = 0; first < structures; first += chunk, ++index) {
    const int n = std::min(chunk, structures - first);
    copy_samples(exec, all, first, n, part);
    batch.deform(exec, part, n, measure_seed, index, field, parameters, false);
    const auto values = batch.terms(exec, terms, Array1<T>());
    for (std::size_t i = 0; i < terms.size(); ++i) report.values[i] += values[i];
  }
  for (std::size_t i = 0; i < terms.size(); ++i) {
    report.names.push_back(terms[i].name);
    report.weights.push_back(terms[i].weight);
    report.total += terms[i].weight * report.values[i];
  }
  return report;
}

template <class T>
std::size_t energy_bytes(const sampling::RestSurface<T>& surface, int structures, const Field<T>& field) {
  // Texture coordinates, rest and deformed positions, adjoints, and of a collision term distance and normal.
  constexpr std::size_t numbers_a_vertex = 2 + 3 * 3 + 4;
  const auto batch = std::size_t(losses::structure_vertices) * std::size_t(columns_for<T>(chunk_of(structures, field))) * numbers_a_vertex * sizeof(T);
  return sampling::Stratified<T>::bytes(surface.charts(), structures) + batch + 3 * sizeof(T) * std::size_t(structures);
}

template std::size_t energy_bytes(const sampling::RestSurface<float>&, int, const Field<float>&);
template std::size_t energy_bytes(const sampling::RestSurface<double>&, int, const Field<double>&);
template EnergyReport measure_energy(const Scene&, const std::vector<config::Component>&, double, int, const Field<float>&,
                                     const Array1<float>&);
template EnergyReport measure_energy(const Scene&, const std::vector<config::Component>&, double, int, const Field<double>&,
                                     const Array1<double>&);

}  // namespace plisse::experiments
