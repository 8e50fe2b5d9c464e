// SPDX-License-Identifier: Apache-2.0
// A hyperbolic paraboloid over a rectangle a x b in a middle plane with coordinates (x, y) from its centre:
//   z = f(x, y) = c x^2 / 2 - d y^2 / 2,   c = 8 rise / a^2,   d = 8 rise / b^2
// x runs with u, y with v; n = (-f_x, -f_y, 1) / W, W^2 = 1 + f_x^2 + f_y^2; H_ab = -f_ab / W along X_x and X_y, turned to (t1, t2).
#pragma once

#include <cmath>

#include "kernels/quadrature/gauss_legendre.hpp"
#include "kernels/surfaces/mapped.hpp"
#include "kernels/surfaces/nearest.hpp"
#include "kernels/surfaces/placement.hpp"

namespace plisse::surfaces {

struct HyperbolicParaboloidOptions {
  std::vector<double> size{1, 1};
  double rise = 0.25;
  PlaneFrameOptions frame;

  template <class V>
  void describe(V& v) {
    v.option("size", size)
        .length(1, 2)
        .above(0)
        .unit("m")
        .doc("lengths of the rectangle below, along u and along v; one number for a square");
    v.option("rise", rise)
        .unit("m")
        .doc("height of the middles of the edges u_min and u_max over the centre; those of v_min, v_max lie as deep below");
    frame.describe(v, "the centre");
    v.rule("rise", [this] { return rise_mistake(); });
  }
  std::string rise_mistake() const {
    return rise != 0 && std::isfinite(rise) ? "" : "must be a height other than 0; for a flat rectangle take the surface 'plane'";
  }
};

template <class S>
struct HyperbolicParaboloidMap {
  Placement<S> placement;
  S a, b, c, d;

  explicit HyperbolicParaboloidMap(const HyperbolicParaboloidOptions& options)
      : placement((check(options), options.frame.placement().cast<S>())),
        a(S(first(options.size))),
        b(S(second(options.size))),
        c(S(8 * options.rise / (first(options.size) * first(options.size)))),
        d(S(8 * options.rise / (second(options.size) * second(options.size)))) {}

  KOKKOS_FUNCTION ChartPoint<S> operator()(S u, S v) const {
    const S x = a * (u - S(0.5)), y = b * (v - S(0.5)), fx = c * x, fy = -d * y;
    const S along = math::sqrt(1 + fx * fx), W = math::sqrt(1 + fx * fx + fy * fy);  // |X_x|, |X_x x X_y|
    const S skew = -fx * fy / (W * along), share = along / W;                        // t1 = X_x / along, t2 = skew X_x + share X_y
    ChartPoint<S> p;
    p.frame.x = placement.place(x, y, S(0.5) * (fx * x + fy * y));
    p.frame.t1 = placement.direction(1 / along, 0, fx / along);
    p.frame.t2 = placement.direction(skew, share, skew * fx + share * fy);
    p.frame.n = placement.direction(-fx / W, -fy / W, 1 / W);
    p.frame.h11 = -c / (W * along * along);
    p.frame.h12 = -c * skew / (W * along);
    p.frame.h22 = -(c * skew * skew - d * share * share) / W;
    p.u1 = a * along;
    p.v1 = b * fx * fy / along;
    p.v2 = b * W / along;
    return p;
  }

  // With slopes p and q, |c d| area = int int sqrt(1 + p^2 + q^2) dq dp: the inner integral in closed form, the outer in t = asinh p.
  double area() const {
    const double last = std::asinh(std::abs(0.5 * c * a)), Q = std::abs(0.5 * d * b);
    double sum = 0;
    for (const auto& [s, weight] : quadrature::composite_gauss_legendre(24, 1 + int(last), 1)) {
      const double w = std::cosh(s * last);
      sum += weight * last * w * (Q * std::hypot(w, Q) + w * w * std::asinh(Q / w));
    }
    return 2 * sum / std::abs(c * d);
  }

  Located locate(const Vec3<double>& x) const { return nearest(*this, x); }

  // A saddle has its extremes on its edges, which are parabolas.
  double reach(const Vec3<double>& direction) const {
    const auto g = placement.components(direction);
    const double x = 0.5 * a, y = 0.5 * b;
    const double on_v = std::abs(g.y) * y - 0.5 * g.z * d * y * y + parabola_reach(0.5 * g.z * c, g.x, x);
    const double on_u = std::abs(g.x) * x + 0.5 * g.z * c * x * x + parabola_reach(-0.5 * g.z * d, g.y, y);
    return dot(direction, placement.origin) + std::max(on_u, on_v);
  }

 private:
  static void check(const HyperbolicParaboloidOptions& options) {
    refuse("size", positive_mistake(options.size));
    refuse("rise", options.rise_mistake());
  }
  // max q t^2 + s t over |t| <= most
  static double parabola_reach(double q, double s, double most) {
    const double ends = q * most * most + std::abs(s) * most;
    return q < 0 && std::abs(s) < -2 * q * most ? -s * s / (4 * q) : ends;
  }
};

template <class T>
class HyperbolicParaboloid : public Mapped<T, HyperbolicParaboloidMap> {
 public:
  static constexpr const char *name = "hyperbolic_paraboloid", *doc = "a saddle over a rectangle";
  using Options = HyperbolicParaboloidOptions;

  explicit HyperbolicParaboloid(const Options& options, const Context& = {}) : Mapped<T, HyperbolicParaboloidMap>(options) {}
};

}  // namespace plisse::surfaces

PLISSE_COMPONENT(surfaces::HyperbolicParaboloid)
