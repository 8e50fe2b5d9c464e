// SPDX-License-Identifier: Apache-2.0
// What a table may ask of a run:
//   NAME                      a final metric, or one of named_quantities
//   NAME@400  NAME@60s        its value after so many epochs, or so much training time
//   epochs_to(NAME, V)        epochs until NAME is as good as V: a number, a row of the table ("grid": the value of its run with the same
//   seconds_to(NAME, V)       seed at the end) or such a row after some epochs ("grid@400")
//   auc(NAME)                 mean of NAME over the epochs
//   DISTANCE(LABEL)           distance (report/surface_comparison.hpp: d_c, d_w, chamfer_l1, ...) of the final surface to that of the run
//   of
//                             the row or column LABEL with the same seed
// Where rows are called by numbers, "=4" is the number and "AXIS=4" the row.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/config/source.hpp"

namespace plisse::sweep {

struct MetricName {
  enum class Kind { plain, at_epoch, at_second, epochs_to, seconds_to, area, distance } kind = Kind::plain;
  std::string text;                  // as it is printed: without superfluous blanks
  std::string name;                  // NAME
  double at = 0;                     // of NAME@: epochs or seconds
  std::string goal;                  // of ..._to: V as it is written; of a distance: LABEL
  std::optional<double> target;      // of ..._to: V where it is a number
  std::string row;                   // of ..._to: V where it is a row; of a distance: the row or column
  std::vector<std::string> axes;     // on which `row` is a place, where there is one
  std::optional<double> row_epochs;  // of ..._to: the epochs behind the row
};

// Throws config::Error; `place`: where the text was written.
MetricName parse_metric(const std::string& text, const config::Place& place = {});

// Rows or columns of a table, their labels joined by ", ", and the axes they are on.
struct Places {
  std::vector<std::string> axes, names;
};

// The same for a table: a row's name is that row as a whole, also where it has an @.  Throws config::Error on a target that is neither a
// number nor a row, or that is both, and on the label of a distance that is neither a row nor a column; of both it is the row, and
// "AXIS=LABEL" the column.
MetricName parse_metric(const std::string& text, const Places& rows, const Places& cols, const config::Place& place = {});

// Items between commas that stand in no brackets, without the blanks around them; empty items are dropped.
std::vector<std::string> split_list(const std::string& text);

}  // namespace plisse::sweep
