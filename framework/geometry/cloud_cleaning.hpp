// SPDX-License-Identifier: Apache-2.0
// What scans bring along and no surface has: points without a place, points twice, points far from all others.
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/vector.hpp"

namespace plisse::geometry {

// Some of the points of a cloud: their numbers there, ascending.
using Selection = std::vector<int>;

// Drops points that are not finite and merges those closer than 1e-7 of the bounding diagonal into the first of them.  A note with the
// count and the first few for each; points are counted from 0.
Selection distinct_points(const std::vector<Point3>& points, std::vector<std::string>& notes);

// Drops points which lie apart: their mean distance to `neighbours` others is above the median of the cloud by a factor of 3 and by six
// robust standard deviations (of its logarithm, from the median absolute deviation), and above that of three
// quarters of their neighbours by a factor of 3.  Adds a note.  `points` are finite and distinct.
Selection without_outliers(const std::vector<Point3>& points, const Selection& among, int neighbours, std::vector<std::string>& notes);

// "3 (5, 7, 11)", "200 (0, 1, 2, 3, 4, ...)"
std::string counted_points(const std::vector<int>& points);

}  // namespace plisse::geometry
