// SPDX-License-Identifier: Apache-2.0
// The axes of a sweep file: which points they span, and what each point changes in the base configuration.
//
//   grid: {KEY: [..], KEY: [..]}                         every combination
//   zip: {KEY: [..], KEY: [..]}                          the first with the first, the second with the second, ...
//   zip: {name: AXIS, values: {LABEL: {KEY: value}}}     one named axis
//   list: [{KEY: value}, ..]  or as the named zip
//   concat: [item, ..]                                   the points of one item after those of another
//   exclude: [{AXIS: LABEL}, ..]                         drops what came so far and has these labels
// The items of the list `axes` multiply.
#pragma once

#include <string>
#include <vector>

#include "framework/config/node.hpp"
#include "framework/sweep/plan.hpp"

namespace plisse::sweep {

struct Point {
  std::vector<Label> labels;              // one for each axis, in its order
  std::vector<config::MapEntry> changes;  // keys of the experiment, in their order; a later one may refine an earlier one
  std::vector<config::MapEntry> targets;  // entries budget.parameters or budget.bytes
  config::Place place;                    // of what tells it from its neighbours
};

struct Axes {
  std::vector<std::string> names;
  std::vector<Point> points;
};

// Trees that make the changes over the base.  Throws config::Error on a key that is none.
std::vector<config::NodePtr> trees_of(const Point& point);

// `node`: the value of the key `axes`.  Throws config::Error.
Axes read_axes(const config::Node& node);

}  // namespace plisse::sweep
