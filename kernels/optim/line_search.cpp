// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plisse::optim {
namespace {

constexpr double longest_growth = 4;         // of a step whose slope still points down
constexpr double margin = 0.1;               // of an interval that stays free at either end
constexpr double enough_shrinkage = 2. / 3;  // of an interval in one trial; else the next trial halves it

class Search {
 public:
  Search(const std::function<LinePoint(double)>& f, LinePoint start, const WolfeOptions& options)
      : f_(f), start_(start), options_(options), result_{start} {}

  LineResult run(double first_step) {
    LinePoint before = start_;
    double step = first_step;
    while (may_evaluate()) {
      const LinePoint here = evaluate(step);
      if (too_high(here) || (before.step > 0 && here.value >= before.value)) return zoom(before, here);
      if (flat(here)) return accept(here);
      if (here.slope >= 0) return zoom(here, before);
      before = here;
      step *= longest_growth;
    }
    return give_up(before);
  }

 private:
  // Algorithm 3.6: lo has the lowest value with a sufficient decrease so far, and its slope points towards hi.
  LineResult zoom(LinePoint lo, LinePoint hi) {
    double width = std::abs(hi.step - lo.step);
    bool halve = false;
    while (may_evaluate() && width > std::numeric_limits<double>::epsilon() * std::max(lo.step, hi.step)) {
      const LinePoint here = evaluate(halve ? 0.5 * (lo.step + hi.step) : cubic_minimum(lo, hi, margin));
      if (too_high(here) || here.value >= lo.value) {
        hi = here;
      } else {
        if (flat(here)) return accept(here);
        if (here.slope * (hi.step - lo.step) >= 0) hi = lo;
        lo = here;
      }
      const double before = width;
      width = std::abs(hi.step - lo.step);
      halve = width > enough_shrinkage * before;
    }
    return give_up(lo);
  }

  bool may_evaluate() const { return result_.evaluations < options_.max_evaluations; }
  LinePoint evaluate(double step) {
    ++result_.evaluations;
    return f_(step);
  }
  bool too_high(const LinePoint& p) const { return !is_finite(p) || p.value > start_.value + options_.c1 * p.step * start_.slope; }
  bool flat(const LinePoint& p) const { return std::abs(p.slope) <= -options_.c2 * start_.slope; }
  LineResult accept(const LinePoint& p) {
    result_.point = p;
    result_.wolfe = true;
    return result_;
  }
  LineResult give_up(const LinePoint& best) {
    result_.point = best;
    return result_;
  }

  const std::function<LinePoint(double)>& f_;
  LinePoint start_;
  WolfeOptions options_;
  LineResult result_;
};

}  // namespace

LineResult strong_wolfe(const std::function<LinePoint(double)>& f, LinePoint start, double first_step, const WolfeOptions& options) {
  return Search(f, start, options).run(first_step);
}

double cubic_minimum(const LinePoint& a, const LinePoint& b, double margin) {
  const double middle = 0.5 * (a.step + b.step), width = b.step - a.step;
  if (!is_finite(b) || width == 0) return middle;
  const double d1 = a.slope + b.slope - 3 * (b.value - a.value) / width, square = d1 * d1 - a.slope * b.slope;
  if (!std::isfinite(square) || square < 0) return middle;
  const double d2 = std::copysign(std::sqrt(square), width), divisor = b.slope - a.slope + 2 * d2;
  if (divisor == 0) return middle;
  const double minimum = b.step - width * (b.slope + d2 - d1) / divisor;
  const double low = std::min(a.step, b.step) + margin * std::abs(width), high = std::max(a.step, b.step) - margin * std::abs(width);
  return std::isfinite(minimum) ? std::clamp(minimum, low, high) : middle;
}

bool is_finite(const LinePoint& p) { return std::isfinite(p.value) && std::isfinite(p.slope); }

}  // namespace plisse::optim
