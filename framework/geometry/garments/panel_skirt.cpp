// SPDX-License-Identifier: Apache-2.0
// A skirt sewn from panels side by side, each with darts at the waist, {type: panel_skirt, panels: 2, darts: 2}.  UV is the flat pattern.
//
// The skirt is a tube of oval section; depth below the waist runs along the cloth.  At every depth a panel, less its darts, takes an equal
// part of the girth: so both legs of a dart meet, and lengths around are those of the pattern.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/oval.hpp"
#include "framework/geometry/pattern.hpp"
#include "framework/geometry/profile.hpp"

namespace plisse::geometry {
namespace {

struct PanelSkirtOptions {
  double waist = 0.79, hips = 1.04, hem = 1.3, length = 0.55, hip_depth = 0.19, flatness = 0.74;
  int panels = 2, darts = 2;
  double dart_width = 0.025, dart_length = 0.11;
  std::vector<double> position{0, 0.002, 1.07};
  double edge = 0.015;
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("waist", waist).unit("m").above(0).doc("girth of the waist, sewn");
    v.option("hips", hips).unit("m").above(0).doc("girth at the hips");
    v.option("hem", hem).unit("m").above(0).doc("girth of the hem");
    v.option("length", length).unit("m").above(0).doc("from waist to hem, along the cloth");
    v.option("hip_depth", hip_depth).unit("m").above(0).doc("from waist to hips, along the cloth");
    v.option("flatness", flatness).range(0.4, 1).doc("depth of its section over its breadth");
    v.option("panels", panels).range(2, 12).doc("panels around, the first in front");
    v.option("darts", darts).range(0, 4).doc("darts at the waist of each panel");
    v.option("dart_width", dart_width).unit("m").above(0).doc("cloth that a dart takes up at the waist");
    v.option("dart_length", dart_length).unit("m").above(0).doc("from the waist to the end of a dart");
    v.option("position", position).unit("m").length(3, 3).doc("centre of the waist; the skirt faces -y and hangs below");
    v.option("edge", edge).unit("m").range(0.003, 0.05).doc("edge length of its triangles");
    lookup.describe(v);
    v.rule("hip_depth", [this] {
      if (hip_depth <= 0.9 * length) return std::string();
      return fmt::format("hip_depth {} m must be at most 0.9 times length, {:.4g} m", hip_depth, 0.9 * length);
    });
    v.rule("dart_length", [this] {
      if (darts == 0 || (dart_length <= hip_depth && dart_length >= 1.5 * dart_width)) return std::string();
      return fmt::format("dart_length {} m must be from 1.5 times dart_width to hip_depth, {:.4g} to {:.4g} m", dart_length,
                         1.5 * dart_width, hip_depth);
    });
    v.rule("darts", [this] {
      const double between = waist / panels / (darts + 1);
      if (darts == 0 || between >= 2 * edge) return std::string();
      return fmt::format("{} darts a panel leave {:.4g} m of waist between them; choose fewer, or an edge of at most {:.4g} m", darts,
                         between, 0.5 * between);
    });
    v.rule("hem", [this] {
      const double steepest = slope();
      if (steepest < 0.9) return std::string();
      return fmt::format("a skirt of length {} m cannot widen from {} over {} to {} m; make it longer", length, waist, hips, hem);
    });
  }

  // Girth at a depth along the cloth; below the hips it goes on to the hem as if the skirt were twice as long.
  Profile girth() const { return Profile({0, hip_depth, length, 2 * length - hip_depth}, {waist, hips, hem, 2 * hem - hips}); }
  // The greatest change of the mean radius with depth.
  double slope() const {
    if (!(hip_depth > 0 && hip_depth < length)) return 0;  // another rule speaks
    const Profile g = girth();
    double steepest = 0;
    const double step = length / 200;
    for (int i = 0; i < 200; ++i) steepest = std::max(steepest, std::abs(g((i + 1) * step) - g(i * step)) / (2 * std::numbers::pi * step));
    return steepest;
  }
};

class Skirt {
 public:
  explicit Skirt(const PanelSkirtOptions& o) : o_(o), girth_(o.girth()), section_(o.flatness, 2.3) {
    fallen_.push_back(0);
    const double step = o.length / pieces;
    for (int i = 0; i < pieces; ++i) {
      const double widening = (girth_((i + 1) * step) - girth_(i * step)) / (2 * std::numbers::pi);
      fallen_.push_back(fallen_.back() + std::sqrt(std::max(0., step * step - widening * widening)));
    }
  }

  // Pattern: u = 0 in the middle of the panel, v = 0 at the waist.
  Panel panel(int index) const {
    Panel panel{fmt::format("panel {}", index + 1), {}, [*this, index](const Point2& p) { return place(p, index); }};
    const Curve right([*this](double t) {
      const double depth = (1 - t) * o_.length;
      return Point2{half_width(depth), -depth};
    });
    const double hem = half_width(o_.length), waist = half_width(0), half = 0.5 * o_.dart_width;
    panel.outline = {line({-hem, -o_.length}, {hem, -o_.length}), right};
    Point2 from{waist, 0};
    for (int j = o_.darts - 1; j >= 0; --j) {
      const double axis = dart_axis(j);
      panel.outline.push_back(line(from, {axis + half, 0}));
      panel.outline.push_back(line({axis + half, 0}, {axis, -o_.dart_length}));
      panel.outline.push_back(line({axis, -o_.dart_length}, {axis - half, 0}));
      from = {axis - half, 0};
    }
    panel.outline.push_back(line(from, {-waist, 0}));
    panel.outline.push_back(mirrored(right));
    return panel;
  }

  Pattern pattern() const {
    Pattern pattern;
    for (int i = 0; i < o_.panels; ++i) pattern.panels.push_back(panel(i));
    const std::size_t count = std::size_t(o_.panels), last = 3 + 3 * std::size_t(o_.darts);
    for (std::size_t i = 0; i < count; ++i) {
      pattern.seams.push_back({{i, 1}, {(i + 1) % count, last}});
      for (std::size_t j = 0; j < std::size_t(o_.darts); ++j) pattern.seams.push_back({{i, 3 + 3 * j}, {i, 4 + 3 * j}});
    }
    return pattern;
  }

 private:
  static constexpr int pieces = 500;

  double dart_gap(double depth) const { return o_.dart_width * std::max(0., 1 - depth / o_.dart_length); }
  double half_width(double depth) const { return 0.5 * (girth_(depth) / o_.panels + o_.darts * dart_gap(depth)); }
  // Where dart j begins and ends: the darts part the sewn waist evenly.
  double dart_axis(int j) const {
    return o_.waist / o_.panels * ((j + 1.) / (o_.darts + 1) - 0.5) + o_.dart_width * (j - 0.5 * (o_.darts - 1));
  }

  Point3 place(const Point2& p, int index) const {
    const double depth = std::clamp(-p[1], 0., o_.length), girth = girth_(depth);
    double sewn = p[0];  // less the darts between here and the middle
    for (int j = 0; j < o_.darts; ++j) sewn += (p[0] > dart_axis(j) ? -0.5 : 0.5) * dart_gap(depth);
    const Point2 around = girth * section_.around(double(index) / o_.panels + sewn / girth);
    const double at = depth / o_.length * pieces;
    const auto i = std::min(std::size_t(at), std::size_t(pieces - 1));
    const double within = at - double(i);
    return {around[0], around[1], -((1 - within) * fallen_[i] + within * fallen_[i + 1])};
  }

  PanelSkirtOptions o_;
  Profile girth_;
  Oval section_;
  std::vector<double> fallen_;  // height below the waist at evenly spaced depths
};

Garment make_panel_skirt(const PanelSkirtOptions& o) {
  SurfaceMesh mesh = sew(Skirt(o).pattern(), o.edge);
  for (Point3& p : mesh.positions) p = p + Point3{o.position[0], o.position[1], o.position[2]};
  const std::string note = distortion_note(mesh);
  Garment garment = make_garment(std::move(mesh), o.lookup);
  garment.notes.push_back(note);
  return garment;
}

const bool registered = config::register_component<PanelSkirtOptions>(
    "garments", "panel_skirt", "a skirt sewn from panels with darts, its pattern laid flat in UV",
    GarmentFactory([](const void* options) { return make_panel_skirt(*static_cast<const PanelSkirtOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry
