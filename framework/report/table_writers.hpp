// SPDX-License-Identifier: Apache-2.0
// A table in the formats that papers, readers and programs want.
#pragma once

#include <string>
#include <vector>

#include "framework/report/table.hpp"

namespace plisse::report {

// A table environment for booktabs and graphicx, never wider than the line; with `standalone` a whole document that pdflatex accepts.
// Comments hold the command, the definitions, and each run with the SHA-256 of its configuration.
std::string latex(const Table& table, bool standalone = false);

// Caption, table and footnotes.
std::string markdown(const Table& table);

// One line a cell with every number of it: ROWS…, COLS…, metric, unit, better, samples, n, mean, std, sem, min, max, censored (how many of
// n are bounds: the mean is then one), missing (runs without a value), bold, published, difference_{n,mean,std,p}, runs, note, definition.
std::string csv(const Table& table);

// The same as one object, with the value and the configuration's SHA-256 of each run (schema plisse/table/1).
std::string json(const Table& table);

// A measured cell with what stands beside it.
struct FlatCell {
  const std::vector<std::string>& row;
  const std::vector<std::string>& cols;
  const run::Metric& metric;
  const Cell& cell;
  const Cell* difference = nullptr;
  std::string published;
};
std::vector<FlatCell> flat(const Table& table);

}  // namespace plisse::report
