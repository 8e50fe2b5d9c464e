// SPDX-License-Identifier: Apache-2.0
// Published values beside our own:
//   source: "Doe et al. 2023, Table 1"
//   metrics:
//     rmse: {grid: 1.2e-3, mlp: 4.5e-3}                # row: value, printed as it is written
//     wall_time: {grid: {12000: 31, 47400: 64}}        # row: column: value
#pragma once

#include <filesystem>

#include "framework/report/table.hpp"
#include "framework/sweep/records.hpp"

namespace plisse::sweep {

// Throws config::Error with the place of what is wrong: also for values of rows, columns or metrics that neither the collection nor
// `metrics`, those of the table, have.  Metrics go unchecked while no run is finished.
report::Published read_published(const std::filesystem::path& file, const Collection& collection, const std::vector<std::string>& rows,
                                 const std::vector<std::string>& cols, const std::vector<std::string>& metrics);

}  // namespace plisse::sweep
