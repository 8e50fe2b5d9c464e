// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/lbfgs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "kernels/optim/text.hpp"
#include "kernels/optim/vectors.hpp"

namespace plisse::optim {
namespace {

int checked_size(std::size_t parameters) {
  if (parameters < 1) throw std::invalid_argument("nothing to optimise: the field has no parameters");
  if (parameters > std::size_t(std::numeric_limits<int>::max()))
    throw std::invalid_argument("more than 2^31 - 1 parameters: make the field smaller");
  return int(parameters);
}

const LbfgsOptions& checked(const LbfgsOptions& o) {
  if (o.history < 1) throw std::invalid_argument("history must be at least 1");
  if (!(o.gradient_tolerance >= 0)) throw std::invalid_argument("gradient_tolerance must be at least 0");
  if (!(o.function_tolerance >= 0)) throw std::invalid_argument("function_tolerance must be at least 0");
  if (!(o.sufficient_decrease > 0 && o.sufficient_decrease < o.curvature && o.curvature < 1))
    throw std::invalid_argument("sufficient_decrease must lie above 0 and below curvature, and curvature below 1");
  if (o.max_evaluations < 1) throw std::invalid_argument("max_evaluations must be at least 1");
  if (!(o.first_step > 0)) throw std::invalid_argument("first_step must be above 0");
  return o;
}

}  // namespace

template <class T>
Lbfgs<T>::Lbfgs(const Options& options, std::size_t parameters, Workspace& workspace)
    : options_(checked(options)),
      size_(checked_size(parameters)),
      steps_(workspace.take<T>("plisse::optim::lbfgs_steps", options.history * parameters)),
      changes_(workspace.take<T>("plisse::optim::lbfgs_changes", options.history * parameters)),
      gradient_(workspace.take<T>("plisse::optim::lbfgs_gradient", parameters)),
      old_gradient_(workspace.take<T>("plisse::optim::lbfgs_old_gradient", parameters)),
      origin_(workspace.take<T>("plisse::optim::lbfgs_origin", parameters)),
      direction_(workspace.take<T>("plisse::optim::lbfgs_direction", parameters)),
      sum_(workspace, parameters) {
  counters_.rho.assign(std::size_t(options.history), 0);
}

template <class T>
Step Lbfgs<T>::step(const Exec& exec, std::int64_t, Function<T>& function, const Array1<T>& parameters, const Array1<T>&) {
  const auto report = iterate(exec, function, parameters);
  return {report.gradient_norm, report.step, report.stop};
}

template <class T>
LbfgsReport Lbfgs<T>::iterate(const Exec& exec, Function<T>& function, const Array1<T>& parameters) {
  LbfgsReport report{};
  if (counters_.first_gradient_norm < 0) {
    const double value = function.evaluate(exec, parameters, gradient_);
    const double norm = std::sqrt(dot(exec, sum_, gradient_, gradient_));
    if (!std::isfinite(value) || !std::isfinite(norm)) return {value, norm, 0, 1, false, "the function is not finite at the start"};
    counters_.value = value;
    counters_.first_gradient_norm = norm;
    report.evaluations = 1;
  }
  report.value = counters_.value;
  report.gradient_norm = std::sqrt(dot(exec, sum_, gradient_, gradient_));
  report.stop = reason_to_stop(report.gradient_norm, std::numeric_limits<double>::infinity());
  if (!report.stop.empty()) return report;

  const double value_before = counters_.value;
  Attempt attempt = search(exec, function, parameters);
  report.evaluations += attempt.line.evaluations;
  if (!attempt.moved && counters_.pairs > 0) {
    counters_.pairs = 0;
    report.restarted = true;
    attempt = search(exec, function, parameters);
    report.evaluations += attempt.line.evaluations;
  }
  if (!attempt.moved) {
    report.stop = "line search failed: no decrease along steepest descent in " + std::to_string(attempt.line.evaluations) + " evaluations";
    return report;
  }
  remember(exec, parameters);
  ++counters_.iterations;
  report.step = attempt.line.point.step;
  report.value = counters_.value;
  report.gradient_norm = std::sqrt(dot(exec, sum_, gradient_, gradient_));
  report.stop = reason_to_stop(report.gradient_norm, value_before);
  return report;
}

template <class T>
std::string Lbfgs<T>::reason_to_stop(double gradient_norm, double value_before) const {
  const double bound = options_.gradient_tolerance * counters_.first_gradient_norm;
  if (gradient_norm <= bound)
    return "converged: gradient norm " + text(gradient_norm) + " not above " + text(options_.gradient_tolerance) +
           " times that at the start";
  if (!std::isfinite(value_before)) return {};
  const double change = std::abs(value_before - counters_.value), size = std::max(std::abs(value_before), std::abs(counters_.value));
  if (change <= options_.function_tolerance * size)
    return "converged: relative change of the function " + text(change / std::max(size, std::numeric_limits<double>::min())) +
           " not above " + text(options_.function_tolerance);
  return {};
}

// Algorithm 7.4, with H0 = (s . y) / (y . y) of the latest pair.
template <class T>
void Lbfgs<T>::find_direction(const Exec& exec) {
  scale(exec, direction_, -1, gradient_);
  const int m = options_.history, pairs = counters_.pairs;
  const auto& rho = counters_.rho;
  const auto latest = [&](int age) { return ((counters_.next - 1 - age) % m + m) % m; };
  std::vector<double> alpha(static_cast<std::size_t>(pairs));
  for (int age = 0; age < pairs; ++age) {
    const int k = latest(age);
    alpha[age] = rho[k] * dot(exec, sum_, slot(steps_, k), direction_);
    combine(exec, direction_, direction_, -alpha[age], slot(changes_, k));
  }
  if (pairs > 0) {
    const auto y = slot(changes_, latest(0));
    scale(exec, direction_, 1 / (rho[latest(0)] * dot(exec, sum_, y, y)), direction_);
  }
  for (int age = pairs - 1; age >= 0; --age) {
    const int k = latest(age);
    const double beta = rho[k] * dot(exec, sum_, slot(changes_, k), direction_);
    combine(exec, direction_, direction_, alpha[age] - beta, slot(steps_, k));
  }
}

// Leaves parameters, gradient and value at the accepted point, else where they were.
template <class T>
typename Lbfgs<T>::Attempt Lbfgs<T>::search(const Exec& exec, Function<T>& function, const Array1<T>& parameters) {
  find_direction(exec);
  const double slope = dot(exec, sum_, gradient_, direction_);
  if (!(std::isfinite(slope) && slope < 0)) return {{{0, counters_.value, slope}}, false};
  Kokkos::deep_copy(exec, origin_, parameters);
  Kokkos::deep_copy(exec, old_gradient_, gradient_);
  const auto at = [&](double step) {
    combine(exec, parameters, origin_, step, direction_);
    const double value = function.evaluate(exec, parameters, gradient_);
    return LinePoint{step, value, dot(exec, sum_, gradient_, direction_)};
  };
  const double length = counters_.last_length > 0 ? counters_.last_length : options_.first_step;
  const double first = counters_.pairs > 0 ? 1 : length / std::sqrt(dot(exec, sum_, direction_, direction_));
  const WolfeOptions wolfe{options_.sufficient_decrease, options_.curvature, options_.max_evaluations};
  Attempt attempt{strong_wolfe(at, {0, counters_.value, slope}, first, wolfe), true};
  if (attempt.line.wolfe) {
    counters_.value = attempt.line.point.value;
  } else if (attempt.line.point.step > 0) {
    counters_.value = at(attempt.line.point.step).value;
    ++attempt.line.evaluations;
  } else {
    Kokkos::deep_copy(exec, parameters, origin_);
    Kokkos::deep_copy(exec, gradient_, old_gradient_);
    attempt.moved = false;
  }
  return attempt;
}

// Takes the last step into the memory, unless its curvature is lost in rounding.
template <class T>
void Lbfgs<T>::remember(const Exec& exec, const Array1<T>& parameters) {
  const auto s = slot(steps_, counters_.next), y = slot(changes_, counters_.next);
  combine(exec, s, parameters, -1, origin_);
  combine(exec, y, gradient_, -1, old_gradient_);
  const double sy = dot(exec, sum_, s, y), ss = dot(exec, sum_, s, s), yy = dot(exec, sum_, y, y);
  counters_.last_length = std::sqrt(ss);
  if (!(sy > double(std::numeric_limits<T>::epsilon()) * std::sqrt(ss * yy))) return;
  counters_.rho[counters_.next] = 1 / sy;
  counters_.next = (counters_.next + 1) % options_.history;
  counters_.pairs = std::min(counters_.pairs + 1, options_.history);
}

template <class T>
Array1<T> Lbfgs<T>::slot(const Array1<T>& pairs, int k) const {
  return Kokkos::subview(pairs, std::make_pair(std::size_t(k) * size_, (std::size_t(k) + 1) * size_));
}

template <class T>
std::vector<std::pair<std::string, Array1<T>>> Lbfgs<T>::state() const {
  return {{"lbfgs.steps", steps_}, {"lbfgs.changes", changes_}, {"lbfgs.gradient", gradient_}};
}

template <class T>
void Lbfgs<T>::restore(const LbfgsCounters& counters) {
  if (counters.rho.size() != counters_.rho.size())
    throw std::invalid_argument("the saved state remembers " + std::to_string(counters.rho.size()) + " pairs, history is " +
                                std::to_string(options_.history) + ": set history back to go on");
  counters_ = counters;
}

template <class T>
std::vector<double> Lbfgs<T>::numbers() const {
  const auto& c = counters_;
  std::vector<double> numbers{double(c.iterations), double(c.pairs), double(c.next), c.value, c.first_gradient_norm, c.last_length};
  numbers.insert(numbers.end(), c.rho.begin(), c.rho.end());
  return numbers;
}

template <class T>
void Lbfgs<T>::set_numbers(const std::vector<double>& numbers) {
  constexpr std::ptrdiff_t scalars = 6;
  if (std::ptrdiff_t(numbers.size()) < scalars) throw std::invalid_argument("the saved state of L-BFGS is incomplete");
  restore({std::int64_t(numbers[0]), int(numbers[1]), int(numbers[2]), numbers[3], numbers[4], numbers[5],
           {numbers.begin() + scalars, numbers.end()}});
}

template class Lbfgs<float>;
template class Lbfgs<double>;

}  // namespace plisse::optim
