// SPDX-License-Identifier: Apache-2.0
// A T-shirt sewn from a front, a back and two set-in sleeves, {type: tshirt, chest: 0.92, ease: 0.12}.  UV is the flat pattern.
//
// Front and back lie around a tube of superelliptic section, whose depth closes over the shoulders; x and z of a point of the pattern
// become the place along the section and the height.  A sleeve spans from the armhole to an oval around the arm's axis.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/oval.hpp"
#include "framework/geometry/pattern.hpp"

namespace plisse::geometry {
namespace {

constexpr double pi = std::numbers::pi;

struct TshirtOptions {
  double chest = 0.92, ease = 0.16, length = 0.66, shoulders = 0.4, neck = 0.19, neck_drop = 0.14, armhole = 0.24;
  double sleeve_length = 0.22, sleeve_girth = 0.4, sleeve_angle = 40;
  std::vector<double> position{0, 0.008, 1.45};
  double edge = 0.015;
  LookupOptions lookup;

  template <class V>
  void describe(V& v) {
    v.option("chest", chest).unit("m").above(0).doc("girth of the body it is cut for");
    v.option("ease", ease).unit("m").at_least(0).doc("how much wider it is than that");
    v.option("length", length).unit("m").above(0).doc("from the neck's side to the hem");
    v.option("shoulders", shoulders).unit("m").above(0).doc("from one end of the shoulder seams to the other");
    v.option("neck", neck).unit("m").above(0).doc("width of the neck");
    v.option("neck_drop", neck_drop).unit("m").above(0).doc("how deep the neck is cut in front, along the cloth");
    v.option("armhole", armhole).unit("m").above(0).doc("from the neck's side down to the armpits");
    v.option("sleeve_length", sleeve_length).unit("m").above(0).doc("from the end of the shoulder seam to the sleeve's end");
    v.option("sleeve_girth", sleeve_girth).unit("m").above(0).doc("width of a sleeve's end, laid flat and opened");
    v.option("sleeve_angle", sleeve_angle).unit("degrees").range(0, 80).doc("of the sleeves below level");
    v.option("position", position).unit("m").length(3, 3).doc("between the upper ends of the neck; it faces -y and hangs below");
    v.option("edge", edge).unit("m").range(0.003, 0.05).doc("edge length of its triangles");
    lookup.describe(v);
    v.rule("shoulders", [this] { return shorter("shoulders", shoulders, "half of chest and ease", 0.5 * girth()); });
    v.rule("neck", [this] { return shorter("neck", neck, "0.7 times shoulders", 0.7 * shoulders); });
    v.rule("neck_drop", [this] { return shorter("neck_drop", neck_drop, "0.8 times armhole", 0.8 * armhole); });
    v.rule("armhole", [this] { return shorter("armhole", armhole, "0.8 times length", 0.8 * length); });
    v.rule("armhole", [this] { return longer("armhole", armhole, "0.4 times shoulders", 0.4 * shoulders); });
    v.rule("sleeve_length", [this] { return longer("sleeve_length", sleeve_length, "half the armhole", 0.5 * armhole); });
  }

  double girth() const { return chest + ease; }
  static std::string shorter(const char* name, double value, const char* bound_name, double bound) {
    return value <= bound ? std::string() : fmt::format("{} {} m must be at most {}, {:.4g} m", name, value, bound_name, bound);
  }
  static std::string longer(const char* name, double value, const char* bound_name, double bound) {
    return value >= bound ? std::string() : fmt::format("{} {} m must be at least {}, {:.4g} m", name, value, bound_name, bound);
  }
};

// The trunk: pattern (x, z), x = 0 in the middle, z = 0 at the neck's side.
class Trunk {
 public:
  explicit Trunk(const TshirtOptions& o) : o_(o), section_(0.72, 2.7) {}

  double half_width() const { return 0.25 * o_.girth(); }
  double half_neck() const { return 0.5 * o_.neck; }
  double half_shoulders() const { return 0.5 * o_.shoulders; }

  // Height of the shoulder line: falls to both sides, rounded in the middle.
  double shoulder(double x) const {
    constexpr double slope = 0.4, round = 0.05;
    return slope * (std::hypot(half_neck(), round) - std::hypot(x, round));
  }

  // In front (side -1) or behind (1), about the position.  Over the shoulder the cloth follows a quarter of an ellipse, as long as the
  // cloth it takes up, down to where the tube is reached.
  Point3 place(const Point2& p, double side) const {
    const double s = p[0] / half_width(), line = shoulder(p[0]) + neck_room(p[0]), below = line - p[1];
    const Point2 tube = o_.girth() * section_.at(s);
    const Closing closing = closing_at(s);
    const double angle = 0.5 * pi * std::clamp(below / closing.length, 0., 1.);
    const double fallen = closing.height * (1 - std::cos(angle)) + std::max(0., below - closing.length);
    const double flat = 1 - std::sin(angle);
    return {tube[0] + flat * (0.98 * p[0] - tube[0]), side * tube[1] * std::sin(angle), line - fallen};
  }

  // Seen flat, the hem hangs lower in the middle, where the shoulders take up more cloth: in space it is level.
  Curve hem_line() const {
    return Curve([*this](double t) {
      const Closing closing = closing_at(2 * t - 1), beside = closing_at(1);
      return Point2{half_width() * (2 * t - 1), -o_.length - (closing.length - closing.height) + (beside.length - beside.height)};
    });
  }
  Curve right_armhole() const {  // from the armpit up
    const double x = half_shoulders(), top = shoulder(x), bottom = -o_.armhole;
    return cubic({half_width(), bottom}, {x - 0.02, bottom}, {x - 0.035, 0.5 * (bottom + top)}, {x, top});
  }
  Curve right_shoulder() const {  // from the end to the neck
    return Curve([*this](double t) {
      const double x = (1 - t) * half_shoulders() + t * half_neck();
      return Point2{x, shoulder(x)};
    });
  }
  Curve neck(double drop) const {  // from right to left
    const double x = half_neck(), handle = -4. / 3 * drop;
    return cubic({x, 0}, {0.85 * x, handle}, {-0.85 * x, handle}, {-x, 0});
  }

  enum Edge : std::size_t { hem, right_side, right_hole, right_seam, neck_edge, left_seam, left_hole, left_side };

  Panel panel(const char* name, double neck_drop, double side) const {
    const double w = half_width();
    const Curve right = line({w, -o_.length}, {w, -o_.armhole});
    return {name,
            {hem_line(), right, right_armhole(), right_shoulder(), neck(neck_drop), mirrored(right_shoulder()), mirrored(right_armhole()),
             mirrored(right)},
            [*this, side](const Point2& p) {
              return place({-side * p[0], p[1]}, side);
            }};
  }

 private:
  // Height of the closing over the shoulder and length of cloth in it, at a place along the section.
  struct Closing {
    double height, length;
  };
  Closing closing_at(double s) const {
    const double height = (0.56 - 0.16 * s * s) * o_.armhole, depth = o_.girth() * section_.at(s)[1];
    const double h = std::pow((height - depth) / (height + depth), 2);
    return {height, 0.25 * pi * (height + depth) * (1 + 3 * h / (10 + std::sqrt(4 - 3 * h)))};  // Ramanujan's perimeter
  }

  // Between the ends of the neck front and back stand apart as if they closed higher up.
  double neck_room(double x) const {
    const double part = std::min(1., std::abs(x) / half_neck());
    return 0.12 * o_.armhole * std::pow(1 - part * part, 2);
  }

  TshirtOptions o_;
  Oval section_;
};

// A set-in sleeve: pattern (u, v), v = 0 at its end, the cap on top; u > 0 is sewn to the back on the garment's left, to the front on its
// right.
class Sleeve {
 public:
  Sleeve(const TshirtOptions& o, const Trunk& trunk)
      : o_(o),
        trunk_(trunk),
        hole_(trunk.right_armhole()),
        half_end_(0.5 * o.sleeve_girth),
        cap_height_(0.42 * o.armhole),
        below_(o.sleeve_length - cap_height_),
        half_width_(fitting_half_width()),
        cap_(half_cap(half_width_)) {
    // The sleeve's end: an oval between the ends of the lines from the top and the bottom of the armhole along the arm.
    const double angle = o.sleeve_angle * pi / 180;
    const Point3 along{std::cos(angle), 0, -std::sin(angle)};
    const Point3 top = trunk.place(hole_.at(1), -1) + (below_ + cap_height_) * along,
                 bottom = trunk.place(hole_.at(0), -1) + below_ * along;
    middle_ = 0.5 * (top + bottom);
    up_ = 0.5 * (top - bottom);
    // An ellipse of the girth asked for, as far as its height allows.
    depth_ = std::sqrt(std::max(0., 2 * std::pow(o.sleeve_girth / (2 * pi), 2) - dot(up_, up_)));
    depth_ = std::max(depth_, 0.65 * norm(up_));
  }

  enum Edge : std::size_t { end, right_side, right_cap, left_cap, left_side };

  // side 1 for the garment's left (x > 0), -1 for its right.
  Panel panel(const char* name, double side) const {
    const Curve right = line({half_end_, 0}, {half_width_, below_});
    return {name, {line({-half_end_, 0}, {half_end_, 0}), right, cap_, mirrored(cap_), mirrored(right)}, [*this, side](const Point2& p) {
              const Point3 left = place({side * p[0], p[1]});
              return Point3{side * left[0], left[1], left[2]};
            }};
  }

 private:
  // From the armpit to the top.
  Curve half_cap(double half_width) const {
    return cubic({half_width, below_}, {0.5 * half_width, below_}, {0.5 * half_width, below_ + cap_height_}, {0, below_ + cap_height_});
  }

  // The width at the armpit for which half the cap is as long as an armhole of front or back.
  double fitting_half_width() const {
    double low = 0, high = hole_.length();
    for (int i = 0; i < 50; ++i) {
      const double middle = 0.5 * (low + high);
      (half_cap(middle).length() < hole_.length() ? low : high) = middle;
    }
    return low;
  }

  // The fraction of the half cap, from the armpit, at which it is this part of the half-width away from the middle.
  double along_cap(double part) const {
    double low = 0, high = 1;
    for (int i = 0; i < 45; ++i) {
      const double middle = 0.5 * (low + high);
      (cap_.at(middle)[0] > part * half_width_ ? low : high) = middle;
    }
    return 0.5 * (low + high);
  }

  // On the garment's left.
  Point3 place(const Point2& p) const {
    const double width = p[1] < below_ ? half_end_ + (half_width_ - half_end_) * p[1] / below_ : half_width_;
    const double part = std::clamp(p[0] / width, -1., 1.), side = part < 0 ? -1 : 1;
    const double s = along_cap(std::abs(part)), t = std::min(1., p[1] / cap_.at(s)[1]);
    const Point3 from = middle_ + std::cos(pi * part) * up_ + Point3{0, depth_ * std::sin(pi * part), 0};
    return (1 - t) * from + t * trunk_.place(hole_.at(s), side);
  }

  TshirtOptions o_;
  Trunk trunk_;
  Curve hole_;
  double half_end_, cap_height_, below_, half_width_;
  Curve cap_;
  Point3 middle_{}, up_{};
  double depth_ = 0;
};

Pattern tshirt_pattern(const TshirtOptions& o) {
  const Trunk trunk(o);
  const Sleeve sleeve(o, trunk);
  enum : std::size_t { front, back, left, right };
  Pattern pattern;
  pattern.panels = {trunk.panel("front", o.neck_drop, -1), trunk.panel("back", 0.4 * o.neck_drop, 1), sleeve.panel("left sleeve", 1),
                    sleeve.panel("right sleeve", -1)};
  // Seen from its outside, each panel has its own right: the front's is the garment's left.
  pattern.seams = {{{front, Trunk::right_side}, {back, Trunk::left_side}},  {{front, Trunk::left_side}, {back, Trunk::right_side}},
                   {{front, Trunk::right_seam}, {back, Trunk::left_seam}},  {{front, Trunk::left_seam}, {back, Trunk::right_seam}},
                   {{front, Trunk::right_hole}, {left, Sleeve::left_cap}},  {{back, Trunk::left_hole}, {left, Sleeve::right_cap}},
                   {{front, Trunk::left_hole}, {right, Sleeve::right_cap}}, {{back, Trunk::right_hole}, {right, Sleeve::left_cap}},
                   {{left, Sleeve::right_side}, {left, Sleeve::left_side}}, {{right, Sleeve::right_side}, {right, Sleeve::left_side}}};
  return pattern;
}

Garment make_tshirt(const TshirtOptions& o) {
  SurfaceMesh mesh = sew(tshirt_pattern(o), o.edge);
  for (Point3& p : mesh.positions) p = p + Point3{o.position[0], o.position[1], o.position[2]};
  const std::string note = distortion_note(mesh);
  Garment garment = make_garment(std::move(mesh), o.lookup);
  garment.notes.push_back(note);
  return garment;
}

const bool registered = config::register_component<TshirtOptions>(
    "garments", "tshirt", "a T-shirt sewn from front, back and two sleeves, its pattern laid flat in UV",
    GarmentFactory([](const void* options) { return make_tshirt(*static_cast<const TshirtOptions*>(options)); }));

}  // namespace
}  // namespace plisse::geometry
