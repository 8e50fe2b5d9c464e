// SPDX-License-Identifier: Apache-2.0
// Tables for papers: runs in, cells out; no files.
//
// A cell holds the runs that share their values on the row and column axes, and differ in their seed alone.  It shows
//   mean ± u,   u = the standard deviation (n − 1) or the standard error of the mean,
// and is bold where it is the best b of its column (or row) and, against every other cell o there,
//   |mean_b − mean_o| > √(u_b² + u_o²).
// A single run has no uncertainty, and is never bold.  Values that a run did not reach within its length count with that length: their
// mean is a lower bound, shown as "> bound".  The distance of a run to itself is shown as "ref.", and is never the best.  Only finished
// runs count; every other run of a cell is in a footnote.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/report/statistics.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::report {

struct Label {
  std::string axis, value;
};

// What a run says about one metric.
struct Measurement {
  run::Metric metric;      // named as the table asks for it; its other fields are empty where there is no value
  bool censored = false;   // the value was not reached, and metric.value is how far the run went
  std::string missing;     // why there is no value, such as "diverged" or "not run yet"; empty where there is one
  bool reference = false;  // the run is what a distance leads to, and metric.value 0
};

struct Record {
  std::string id, sha256;
  std::vector<Label> labels;              // one an axis; the axis `seed` tells repetitions apart
  std::vector<Measurement> measurements;  // one a metric of the table, in its order
};

// The value of a record's axis; empty where it has none.
const std::string& label_of(const Record& record, const std::string& axis);

inline const std::string seed_axis = "seed";

struct PublishedValue {
  std::string metric, row, col;  // row: its labels joined by ", "; col the same, or empty where the value belongs to no column
  std::string text;              // as it was printed
};
struct Published {
  std::string source;
  std::vector<PublishedValue> values;
};

enum class Uncertainty { deviation, standard_error, none };
enum class Best { in_column, in_row, none };  // what the bold cell is the best of

struct TableLayout {
  std::string title, caption;           // name of the sweep; what the user says above the statistics
  std::string command;                  // that makes the table again
  std::vector<std::string> rows, cols;  // axes
  std::vector<std::string> metrics;
  Uncertainty uncertainty = Uncertainty::deviation;
  Best best = Best::in_column;
  std::string baseline;  // a row's labels joined by ", ": adds the paired differences to it
  bool paired = true;    // whether runs with the same seed are pairs
  Published published;
};

struct Sample {
  std::string run, sha256, seed;
  double value;
  bool censored;
  bool reference = false;
};
struct Absence {
  std::string run, sha256, seed, reason;
};

struct Cell {
  std::vector<Sample> samples;  // of a difference: one a pair, named after the row's own run
  std::vector<Absence> absent;
  Spread spread{};           // of the samples
  std::size_t censored = 0;  // samples that are bounds
  bool bold = false;
  std::optional<double> p;          // of a difference of six pairs or more: two-sided paired t-test
  std::string published;            // as it was printed
  std::optional<std::size_t> note;  // index into the table's notes

  // Whether all samples are distances of runs to themselves.
  bool is_reference() const;
  // The uncertainty that is printed; empty where there is none.
  std::optional<double> uncertainty(Uncertainty kind) const;
};

struct Column {
  enum class Kind { measured, published, difference } kind;
  std::size_t metric;
  std::vector<std::string> cols;  // values on the column axes; empty for a column beside them
};

struct Table {
  TableLayout layout;
  std::vector<run::Metric> metrics;            // definition, unit, samples of each; no value
  std::vector<std::vector<std::string>> rows;  // values on the row axes, the first axis outermost, each in the order of the records
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> cells;  // (rows, columns)
  std::vector<std::string> notes;        // footnotes, in the order of reading
};

inline constexpr std::size_t fewest_pairs = 6;  // below, no test is made
inline constexpr double significance = 0.05;

// "grid, 12000"
std::string joined(const std::vector<std::string>& labels);

// Throws config::Error where an axis is unknown, or would be averaged over; where a metric was not measured alike; where several runs share
// a cell that is to show single values; where the baseline is no row, or its runs have no pairs.
Table make_table(const std::vector<Record>& records, const TableLayout& layout);

}  // namespace plisse::report
