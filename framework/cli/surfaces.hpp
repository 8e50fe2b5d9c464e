// SPDX-License-Identifier: Apache-2.0
// The final surfaces that `plisse compare` measures against one another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/io/mesh_reader.hpp"
#include "framework/report/surface_comparison.hpp"

namespace plisse::cli {

struct SurfacesToCompare {
  std::string missing;  // why no distance can be measured: a run without a surface, or with one that is not finite or without area
  std::optional<report::DrapedSurface> reference;
  std::vector<std::optional<report::DrapedSurface>> results;  // one a run; empty where the run is the reference
  std::optional<std::size_t> origin;                          // the run that is the reference

  // Why this distance cannot be measured for every run; empty where it can.
  std::string missing_distance(const std::string& name) const;
};

// `reference`: a run or a mesh file; empty for the first run.  Throws config::Error where it is neither or its surface is of no use.
SurfacesToCompare surfaces_to_compare(const std::vector<std::string>& runs, const std::string& reference, const io::ReadOptions& read);

}  // namespace plisse::cli
