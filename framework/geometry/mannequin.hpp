// SPDX-License-Identifier: Apache-2.0
// A body for garments to lie on: a shop's mannequin of given height and girths, without features.  It stands on the ground at its position,
// z up, faces -y, its left hand towards +x, and is symmetric in x.  The torso has superelliptic sections whose axes run smoothly over the
// height; head, arms and legs are tapered capsules blended in.  Proportions follow tables of adults' measures.
#pragma once

#include <string>
#include <vector>

#include "framework/geometry/level_set_mesh.hpp"
#include "framework/geometry/surface_mesh.hpp"

namespace plisse::geometry {

struct MannequinOptions {
  enum class Arms { none, down, spread };

  double height = 1.7, chest = 0.92, waist = 0.74, hips = 0.96, shoulders = 0.4;
  Arms arms = Arms::spread;
  bool legs = true;
  std::vector<double> position{0, 0, 0};
  double resolution = 0.012;

  template <class V>
  void describe(V& v) {
    v.option("height", height).range(0.3, 3).unit("m").doc("from the ground to the top of the head");
    v.option("chest", chest).above(0).unit("m").doc("girth below the arms");
    v.option("waist", waist).above(0).unit("m").doc("girth of the waist");
    v.option("hips", hips).above(0).unit("m").doc("girth where the hips are widest");
    v.option("shoulders", shoulders).above(0).unit("m").doc("breadth over the shoulders, arms included");
    v.choice("arms", arms, {{"none", Arms::none}, {"down", Arms::down}, {"spread", Arms::spread}})
        .doc("no arms, arms that hang beside the body, or arms held out 40 degrees below level");
    v.option("legs", legs).doc("legs and feet; without them the torso ends rounded, at the height it has with them");
    v.option("position", position).length(3, 3).unit("m").doc("point of the ground below its middle");
    v.option("resolution", resolution).range(0.004, 0.02).unit("m").doc("edge length of its triangles");
    v.rule("chest", [this] { return implausible("chest", chest, 0.35, 0.9); });
    v.rule("waist", [this] { return implausible("waist", waist, 0.28, 0.9); });
    v.rule("hips", [this] { return implausible("hips", hips, 0.38, 0.9); });
    v.rule("shoulders", [this] { return implausible("shoulders", shoulders, 0.18, 0.34); });
  }

  // Why a length does not go with the height; empty where it lies between these parts of it.
  std::string implausible(const char* name, double value, double least, double most) const;
};

// Heights above the ground at which the girths are taken [m].
struct MannequinLevels {
  double chest, waist, hips;
};
MannequinLevels mannequin_levels(const MannequinOptions& options);

// The body as a level set about its own place of standing, `position` left out: negative inside, slope about 1.
Field3 mannequin_field(const MannequinOptions& options);

// A closed manifold mesh with outward normals.  Throws config::Error where the resolution is too coarse for the body.
SurfaceMesh mannequin(const MannequinOptions& options);

}  // namespace plisse::geometry
