// SPDX-License-Identifier: Apache-2.0
#include "framework/geometry/cloud_garment.hpp"

#include <utility>

#include "framework/geometry/garment_size.hpp"

namespace plisse::geometry {

Garment garment_of(Cloud cloud, const std::vector<double>& position) {
  Garment garment;
  garment.notes = std::move(cloud.notes);
  garment.points = std::move(cloud.points);
  std::vector<Point3> places;
  for (ReferencePoint& point : garment.points) {
    point.position = point.position + Point3{position[0], position[1], position[2]};
    places.push_back(point.position);
  }
  if (std::string size = size_note(places); !size.empty()) garment.notes.push_back(std::move(size));
  return garment;
}

}  // namespace plisse::geometry
