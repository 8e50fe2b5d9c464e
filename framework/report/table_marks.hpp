// SPDX-License-Identifier: Apache-2.0
// What stands in a table besides the means: differences to the baseline, the best in bold, footnotes.
#pragma once

#include "framework/report/table.hpp"

namespace plisse::report {

// Fills spread and censored from the samples.
void summarise(Cell& cell);

// Fills the difference columns.  Throws config::Error where the baseline is no row or no run has a partner with its seed.
void take_differences(Table& table);

void mark_best(Table& table);

// Footnotes of cells with absent runs, with bounds, or with another number of runs than usual_runs().
void write_notes(Table& table);

// How many runs most of the cells have, 0 in an empty table; differences and published values apart.
std::size_t usual_runs(const Table& table);

}  // namespace plisse::report
