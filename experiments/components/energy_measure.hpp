// SPDX-License-Identifier: Apache-2.0
// One measure for all cloth runs, however they were trained: the mean of each term over many local structures on the final surface,
// at fixed stratified samples that no training ever uses.
#pragma once

#include "experiments/components/scene.hpp"
#include "experiments/components/structure_batch.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace plisse::experiments {

struct EnergyReport {
  std::vector<std::string> names;       // of the terms
  std::vector<double> weights, values;  // raw
  double total = 0;                     // weighted sum
  int structures = 0;
  std::string losses;                   // digest of all options of the terms: two measures compare only where it is the same
};

template <class T>
EnergyReport measure_energy(const Scene& scene, const std::vector<config::Component>& losses, double edge_uv, int structures,
                            const Field<T>& field, const Array1<T>& parameters);

// At most at one time in it [byte].
template <class T> std::size_t energy_bytes(const sampling::RestSurface<T>& surface, int structures, const Field<T>& field);

}  // namespace plisse::experiments
