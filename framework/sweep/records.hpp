// SPDX-License-Identifier: Apache-2.0
// From the folders of sweeps and runs to the records of a table.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/report/table.hpp"
#include "framework/sweep/plan.hpp"
#include "framework/sweep/run_data.hpp"

namespace plisse::sweep {

inline const std::string run_axis = "run";  // of runs that belong to no sweep: their folder's name

struct TableRun {
  std::string id, sha256;
  std::vector<report::Label> labels;
  RunData data;
};

// Runs to choose from.
struct Collection {
  std::string title;              // name of the sweep
  std::vector<std::string> axes;  // the seed last
  bool paired = true;
  TableOptions table;              // of the first sweep
  std::vector<TableRun> runs;      // in the order of the plan
  std::vector<std::string> notes;  // for the user: runs that were given twice
};

// Each folder is a sweep's, with its plan, or a run's (or its run.h5).  Throws config::Error where one is neither, where sweeps have other
// axes than the first, or where sweeps and single runs are mixed.
Collection collect(const std::vector<std::filesystem::path>& folders);

// Gives every run a label for each key that is no axis: the value of that key in its resolved configuration, the type's name where it holds
// a component, "–" where the run has no such key.  Throws config::Error on a key that no run has.
void label_by_keys(Collection& collection, const std::vector<std::string>& keys);

// Where a run stands on some axes, its labels joined by ", "; and all the places that runs have, in the order of the plan.
std::string place_of(const TableRun& run, const std::vector<std::string>& axes);
std::vector<std::string> places_on(const Collection& collection, const std::vector<std::string>& axes);

// The runs that fit an expression (selection.hpp).  Throws config::Error.
std::vector<TableRun> where(const Collection& collection, const std::string& expression);

// Records of the chosen runs; targets such as "epochs_to(rmse, grid)" and "d_c(grid)" are looked for in the whole collection.  Single runs
// lose their axis `run` unless the table shows it.  Throws config::Error on a metric that no finished run has, on a target that is no row,
// and where runs with the same labels differ in more than their seed.
std::vector<report::Record> records(const Collection& collection, const std::vector<TableRun>& chosen, const std::vector<std::string>& rows,
                                    const std::vector<std::string>& cols, const std::vector<std::string>& metrics);

}  // namespace plisse::sweep
