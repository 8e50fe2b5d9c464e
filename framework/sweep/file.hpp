// SPDX-License-Identifier: Apache-2.0
// A sweep file, read and checked as far as that needs no experiment.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/sweep/axes.hpp"

namespace plisse::sweep {

struct Seeds {
  std::size_t count = 1;
  std::vector<std::uint64_t> values;  // instead of a count
  bool paired = true;
  std::optional<config::Place> place;  // where the file speaks of seeds
};

enum class Counted { parameters, bytes_inference, bytes_training };
const char* name_of(Counted counted);

// A key that the budget solver may change.
struct SolvedKey {
  std::string key;
  config::Place place;
};

// The key `budget`.
struct BudgetRule {
  std::vector<std::pair<std::string, std::vector<SolvedKey>>> solve;  // by label of any axis; the label "" stands for every run
  double tolerance = 0.02;                                            // largest |actual - target| / target
  bool training = false;                                              // what budget.bytes counts: inference or training
  std::optional<config::MapEntry> target;                             // fixed, parameters or bytes
  config::Place place;
};

struct SweepFile {
  std::string name;
  config::NodePtr base;  // tree of the experiment file, with the overrides of the command line
  std::string base_stem;
  Axes axes;
  Seeds seeds;
  BudgetRule budget;
  config::NodePtr table;  // value of the key `table`; may be null
  config::Place place;    // the file
};

// Reads a sweep file.  Overrides whose keys begin with seeds, budget, table or axes change the file, the others the base of every run.
// Throws config::Error with file, line, column and excerpt.
SweepFile read_sweep_file(const std::filesystem::path& file, const std::vector<std::string>& overrides);

// What the file says of its table.  Throws config::Error, also on an axis, a metric or a row that cannot be.
TableOptions read_table(const SweepFile& sweep);

}  // namespace plisse::sweep
