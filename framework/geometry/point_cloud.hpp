// SPDX-License-Identifier: Apache-2.0
// Reference geometry of a surface that is given by points alone.
//  normal     principal component analysis of the neighbours, turned to one side (cloud_orientation.hpp), or given;
//  H          0, or from a quadratic fit in that frame (quadric_fit.hpp), whose linear part corrects the normal;
//  area       the cell of the point (cloud_areas.hpp).
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/reference.hpp"

namespace plisse::geometry {

enum class CloudCurvature { none, quadratic };

struct CloudOptions {
  int neighbours = 16;
  CloudCurvature curvature = CloudCurvature::quadratic;
};

// sided: measured, with their side; the fit corrects them.  axes: exact but for their sign, which the neighbours settle.
enum class GivenNormals { sided, axes };

struct PointSet {
  std::vector<Point3> positions;  // (N) [m]
  std::vector<Point3> normals;    // (N), of any length, 0 where unknown; or empty
  std::vector<Point3> sides;      // (N), vectors on the side that normals shall point to, 0 where unknown; or empty
  GivenNormals given = GivenNormals::sided;
};

struct Cloud {
  std::vector<ReferencePoint> points;
  std::vector<int> source;         // (points) numbers in the set given
  int components = 0;              // that no neighbourhood connects
  std::vector<int> component;      // (points) which of these it is
  double area = 0;                 // sum of the points' [m^2]
  std::vector<std::string> notes;  // what was dropped, merged or is worth knowing
};

// Points that are not finite and outliers are dropped, duplicates merged, with notes.  Throws config::Error, with counts and what to do,
// where no or too few points are left and where neighbourhoods hold two layers of cloth; `name` stands for the cloud.
Cloud reference_cloud(const std::string& name, const PointSet& set, const CloudOptions& options);

}  // namespace plisse::geometry
