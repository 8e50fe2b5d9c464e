// SPDX-License-Identifier: Apache-2.0
// Metrics of a table, measured on the results of a run.
#pragma once

#include <optional>
#include <string>

#include "framework/report/table.hpp"
#include "framework/sweep/metric_name.hpp"
#include "framework/sweep/run_data.hpp"

namespace plisse::sweep {

// What "epochs_to(NAME, ROW)" has to reach: the run of that row to compare with, null where there is none or it is unfinished.
struct Reference {
  const RunData* run = nullptr;
};

// Why a quantity has no value in a finished run.
namespace missing {
inline const std::string metric = "not measured", curve = "no evaluations during the run";
}

// The definition says where the number comes from, so that numbers of different origin are not mixed.
report::Measurement measure(const RunData& run, const MetricName& metric, const Reference& reference);

}  // namespace plisse::sweep
