// SPDX-License-Identifier: Apache-2.0
// What is measured on a draped cloth, each measure with its unit, sample count and definition.
#pragma once

#include <vector>

#include "experiments/components/energy_measure.hpp"
#include "experiments/components/objective.hpp"
#include "framework/geometry/surface_mesh.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::experiments {

// As that of its obstacle.
template <class T>
Penetration add_penetration(const Scene& scene, geometry::SurfaceMesh& mesh);

// Sampling density relative to the uniform one, at each position, as field "density"; nothing where the density is fixed.
template <class T>
void add_density(const Objective<T>& objective, geometry::SurfaceMesh& mesh);

// Last probability grid and samples, where adaptive.
template <class T>
run::Archive sampling_state(const Objective<T>& objective);

std::vector<run::Metric> energy_metrics(const EnergyReport& report, double edge_length);
std::vector<run::Metric> strain_metrics(const geometry::SurfaceMesh& mesh, double largest);
std::vector<run::Metric> curvature_metrics(std::vector<double> curvature);
template <class T>
std::vector<run::Metric> sampling_metrics(const Objective<T>& objective);

}  // namespace plisse::experiments
