// SPDX-License-Identifier: Apache-2.0
// Distances between the final surfaces of runs, for the columns of a table.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/report/surface_comparison.hpp"
#include "framework/report/table.hpp"
#include "framework/sweep/metric_name.hpp"
#include "framework/sweep/run_data.hpp"

namespace plisse::sweep {

// Surfaces are read when they are first needed; a pair is measured once for all columns.
class RunDistances {
 public:
  // `metrics`: those of the table, of any kind.
  explicit RunDistances(const std::vector<MetricName>& metrics);

  // `metric` is a distance; `reference` the run that its label means, null where there is none.
  report::Measurement measure(const RunData& run, const RunData* reference, const MetricName& metric);

 private:
  struct Surface {
    std::optional<report::DrapedSurface> surface;
    std::string missing;  // why there is none
  };
  using Pair = std::pair<std::filesystem::path, std::filesystem::path>;

  static Surface read(const RunData& run, const std::string& name);
  const std::vector<report::Measurement>& between(const RunData& run, const RunData& reference, const std::string& label);
  std::vector<report::Measurement> measure_all(const Surface& reference, const Surface& result) const;

  std::vector<std::string> names_;  // of all distances of the table
  std::map<std::filesystem::path, Surface> references_;
  std::pair<std::filesystem::path, Surface> result_;           // the last one
  std::map<Pair, std::vector<report::Measurement>> measured_;  // one a name
};

}  // namespace plisse::sweep
