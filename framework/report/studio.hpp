// SPDX-License-Identifier: Apache-2.0
// The light of the pictures: a soft key light that rakes the cloth from the camera's upper left, a broad weak fill from the right, a sky
// that is sampled over the hemisphere (ambient occlusion), and a ground that shows as nothing but its soft shadow.
#pragma once

#include <optional>

#include "framework/report/camera.hpp"
#include "framework/report/colormap.hpp"
#include "framework/report/scene.hpp"
#include "framework/report/sequence.hpp"

namespace plisse::report {

// One mesh as the light meets it.  Coordinates are relative to the camera's focus.
struct Surface {
  std::vector<geometry::Triangle> triangles;
  std::vector<Vec3f> positions;  // (points)
  std::vector<Vec3f> normals;    // (3 triangles), see corner_normals
  Vec3f albedo{0, 0, 0};         // linear
  float sheen = 0;               // brightening towards grazing angles, as of fibres
  std::vector<double> values;    // (points); empty: plain
  bool fades = false;            // dissolves into the background far from the cloth
};

// Sample numbers of one light path.
struct PathSeeds {
  Sequence key, fill, sky;
  std::uint32_t index;
};

class Studio {
 public:
  Studio(const Camera& camera, std::vector<Surface> surfaces, std::optional<ColorScale> scale);

  // Display-linear colour in [0, 1] of what the camera sees along a unit direction; (x, y) is the place in the picture, from 0 left or top
  // to 1.
  Rgb look(const Vec3f& direction, float x, float y, const PathSeeds& seeds) const;

  const Vec3f& eye() const { return eye_; }

 private:
  struct Point {
    Vec3f position, normal, face;  // normals towards the viewer, unit
  };

  Point place(const Surface& surface, const Hit& hit, const Vec3f& direction) const;
  Vec3f albedo(const Surface& surface, const Hit& hit) const;
  Vec3f light(const Point& point, const Vec3f& albedo, const PathSeeds& seeds) const;
  // From a disc around an axis, at distance 1.
  Vec3f lamp(const Point& point, const Vec3f& axis, float radius, const Vec3f& power, const std::array<float, 2>& square) const;
  float sky(const Vec3f& direction) const;
  float ground_shade(const Vec3f& direction, const PathSeeds& seeds) const;

  Scene scene_;
  std::vector<Surface> surfaces_;
  std::optional<ColorScale> scale_;
  Vec3f eye_, key_, fill_;
  float radius_, ground_;
  bool has_ground_;
};

}  // namespace plisse::report
