// SPDX-License-Identifier: Apache-2.0
// Registry kind "metrics": what evaluate.metrics of a cloth may name.  The measures themselves are in cloth_measures.hpp.
#include "framework/config/registry.hpp"

namespace plisse::experiments {

namespace {

struct NoOptions {
  template <class V> void describe(V& /*v*/) {}
};

bool add(const char* name, const char* doc) { return config::register_component<NoOptions>("metrics", name, doc, {}); }

[[maybe_unused]] const bool registered =
    add("energy", "mean of each term over many local structures of the final surface, weighted and one by one") &&
    add("strain", "largest and mean relative length change of the result mesh's edges") &&
    add("penetration", "largest and mean depth of the result mesh's vertices inside the body") &&
    add("curvature", "mean and 95th percentile of the absolute mean curvature") &&
    add("deformation", "change of the result mesh's area; mean, 95th percentile and largest of the relative length change of its edges") &&
    add("seam_gap", "largest and mean distance between the sides of the garment's seams") &&
    add("sampling", "smallest distance between two samples of the last step");

}  // namespace

}  // namespace plisse::experiments
