// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/newton.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "kernels/linalg/symmetric_solver.hpp"
#include "kernels/optim/text.hpp"

namespace plisse::optim {
namespace {

constexpr double largest_shift = 1e6, shift_growth = 100;  // of shifts, from one that fails or that is no longer needed
constexpr double sufficient_decrease = 1e-4;               // c1 of Armijo's rule
constexpr double noise = 1e-8;  // of the energy: predicted decreases that rounding in gradient and solve may leave
constexpr double shortest_backtrack = 0.1, longest_backtrack = 0.5;
constexpr int max_backtracks = 40;
constexpr int patience = 8;  // iterations away from the anchor

const NewtonOptions& checked(const NewtonOptions& o) {
  if (o.load_steps < 1) throw std::invalid_argument("load_steps must be at least 1");
  if (o.max_iterations < 1) throw std::invalid_argument("max_iterations must be at least 1");
  if (!(o.tolerance > 0 && o.tolerance < 1)) throw std::invalid_argument("tolerance must lie in (0, 1)");
  if (!(o.regularisation >= 0 && o.regularisation <= 1)) throw std::invalid_argument("regularisation must lie in [0, 1]");
  if (o.refinements < 0) throw std::invalid_argument("refinements must be at least 0");
  if (!(o.smallest_load_step > 0 && o.smallest_load_step <= 1)) throw std::invalid_argument("smallest_load_step must lie in (0, 1]");
  return o;
}

double inner(const std::vector<double>& a, const std::vector<double>& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.); }

bool finite(const std::vector<double>& v) {
  return std::all_of(v.begin(), v.end(), [](double x) { return std::isfinite(x); });
}

struct LineSearch {
  LinePoint point;  // step 0: no decrease
  int evaluations;
};

LineSearch full_step(NewtonProblem& problem, double step) {
  LinePoint here = problem.along(step);
  here.step = step;
  return {here, 1};
}

// Armijo's rule by backtracking.
LineSearch backtrack(NewtonProblem& problem, LinePoint start, double step) {
  for (int evaluations = 1; start.slope < 0 && evaluations <= max_backtracks; ++evaluations) {
    LinePoint here = problem.along(step);
    here.step = step;
    const bool lower = is_finite(here) && here.value < start.value;  // not only by rounding
    if (lower && here.value <= start.value + sufficient_decrease * step * start.slope) return {here, evaluations};
    step = std::clamp(cubic_minimum(start, here, 0), shortest_backtrack * step, longest_backtrack * step);
  }
  return {{0, start.value, start.slope}, max_backtracks};
}

// The next shift to try: small ones grow slowly, because soft modes lie only a little above the noise of the factorisation.
double grown(double shift) { return shift < 1e-10 ? std::max(1e-15, 10 * shift) : shift_growth * shift; }

}  // namespace

Newton::Newton(const NewtonOptions& options, int unknowns) : options_(checked(options)), n_(unknowns) {
  if (unknowns < 1) throw std::invalid_argument("nothing to solve: the basis has no functions");
  gradient_.resize(std::size_t(n_));
  hessian_.resize(std::size_t(n_) * std::size_t(n_));
}

NewtonState Newton::begin(const NewtonProblem& problem, std::vector<double> c) const {
  if (c.size() != std::size_t(n_) || problem.unknowns() != n_)
    throw std::invalid_argument("Newton's method was made for another number of unknowns");
  NewtonState state;
  state.increment = problem.quadratic() ? 1 : 1. / options_.load_steps;
  state.load = state.increment;
  state.settled = c;
  state.c = std::move(c);
  return state;
}

NewtonReport Newton::iterate(NewtonProblem& problem, NewtonState& state) {
  NewtonReport report{};
  linearise(problem, state, report);
  if (!std::isfinite(report.energy) || !finite(gradient_)) {
    fail(problem, state, report, "energy or gradient is not finite");
  } else if (report.gradient_norm == 0) {
    settle(state, report, "converged: the gradient is zero");
  } else if (const auto direction = find_direction(state, report); direction.empty()) {
    fail(problem, state, report, "no descent: no shift up to " + text(largest_shift) + " makes the Hessian positive definite");
  } else {
    move(problem, state, report, direction);
  }
  return report;
}

void Newton::linearise(NewtonProblem& problem, NewtonState& state, NewtonReport& report) {
  std::fill(gradient_.begin(), gradient_.end(), 0.);
  linalg::for_tasks("plisse::optim::newton_clear", n_,
                    [h = hessian_.data(), n = std::size_t(n_)](int i) { std::fill_n(h + i * n, i + 1, 0.); });
  report.load = state.load;
  report.energy = problem.linearise(state.c, state.load, gradient_, {hessian_.data(), std::size_t(n_)});
  report.gradient_norm = std::sqrt(inner(gradient_, gradient_));
  if (state.iteration == 0) state.start_energy = report.energy;
  ++state.iteration;
  ++state.iterations;
}

// The shift starts a little below the last one, never below the regularisation, and grows until the factorisation succeeds.  Empty where
// none does.
std::vector<double> Newton::find_direction(NewtonState& state, NewtonReport& report) {
  linalg::SymmetricSolver solver({hessian_.data(), std::size_t(n_)}, n_);
  const double least = options_.regularisation;
  for (double shift = std::max(least, state.shift / shift_growth); shift <= largest_shift; shift = grown(shift)) {
    ++report.factorisations;
    if (!solver.factorise(shift)) continue;
    state.shift = report.shift = shift;
    auto direction = solver.solve(gradient_, shift > least ? 0 : options_.refinements);
    for (auto& x : direction) x = -x;
    return finite(direction) ? direction : std::vector<double>{};
  }
  return {};
}

void Newton::move(NewtonProblem& problem, NewtonState& state, NewtonReport& report, const std::vector<double>& direction) const {
  const double slope = inner(gradient_, direction), size = std::max(std::abs(report.energy), std::abs(report.energy - state.start_energy));
  report.predicted = -slope / 2;
  if (state.astray == 0) {
    state.anchor = state.c;
    state.anchor_energy = report.energy;
    state.anchor_predicted = report.predicted;
  }
  problem.prepare_line(state.c, direction, state.load);
  const bool descend = !problem.quadratic() && (state.backtrack || report.shift > options_.regularisation);
  const double longest = problem.quadratic() ? 1 : std::min(1., problem.longest_step());
  const LineSearch line = descend ? backtrack(problem, {0, report.energy, slope}, longest) : full_step(problem, longest);
  report.evaluations = line.evaluations;
  report.step = line.point.step;
  report.energy = line.point.value;
  if (report.step > 0) {
    for (int i = 0; i < n_; ++i) state.c[i] += report.step * direction[i];
    problem.moved(report.step);
  }
  conclude(problem, state, report, size);
  state.last_predicted = report.predicted;
}

// What the step is worth: an anchor, the end of the load step, or nothing.
void Newton::conclude(NewtonProblem& problem, NewtonState& state, NewtonReport& report, double size) const {
  const bool moved = report.step > 0 && std::isfinite(report.energy);
  const bool below = report.energy <= state.anchor_energy - 2 * sufficient_decrease * report.step * state.anchor_predicted;
  const bool indefinite = report.shift > options_.regularisation, least_shift = !indefinite || report.factorisations > 1;
  const bool little = least_shift && report.predicted <= noise * size;
  const bool stalled = little && (!moved || (state.iteration > 1 && report.predicted > 0.5 * state.last_predicted));
  const bool converged = least_shift && report.predicted <= options_.tolerance * size;
  const std::string decrease = "the predicted decrease " + text(report.predicted) + " of the energy " + text(report.energy);
  if (!least_shift && report.predicted <= noise * size) state.shift = 0;  // the least one decides

  if (moved && (below || converged || stalled)) {
    state.astray = 0;
    state.backtrack = false;
    problem.accept(state.c, state.load);
  } else if (!moved || ++state.astray > patience) {
    report.returned = state.astray > 0 || report.step > 0;
    state.c = state.anchor;
    problem.leap();
    state.astray = 0;
    state.backtrack = true;
    report.energy = state.anchor_energy;
  }
  if (problem.quadratic() && !indefinite && moved) settle(state, report, "one solve of a quadratic energy");
  else if (converged) settle(state, report, "converged: " + decrease + " is below the tolerance of " + text(options_.tolerance));
  else if (stalled) settle(state, report, "converged as far as rounding lets it: " + decrease + " does not come true");
  else if (!moved && !report.returned) fail(problem, state, report, "no descent: " + decrease + " does not come true");
  else if (state.iteration >= options_.max_iterations)
    fail(problem, state, report,
         "iteration limit " + std::to_string(options_.max_iterations) + ": " + decrease + " is above the tolerance");
}

void Newton::settle(NewtonState& state, NewtonReport& report, const std::string& why) const {
  report.load_step = why + remark(report.shift);
  const bool easy = state.iteration <= std::max(1, options_.max_iterations / 4);
  state.settled = state.c;
  state.settled_load = state.load;
  ++state.load_step;
  if (state.load >= 1) {
    report.stop = report.load_step;
    return;
  }
  if (easy) state.increment = std::min(2 * state.increment, 1. / options_.load_steps);
  state.load = state.settled_load + state.increment;
  if (state.load > 1 - 1e-6 * state.increment) state.load = 1;
  state.iteration = 0;
  state.astray = 0;
}

void Newton::fail(NewtonProblem& problem, NewtonState& state, NewtonReport& report, const std::string& why) const {
  const double half = (state.load - state.settled_load) / 2;
  report.load_step = why + " (load " + text(state.load) + ")" + remark(report.shift);
  if (problem.quadratic() || half < options_.smallest_load_step) {
    report.failed = true;
    if (state.astray > 0) state.c = state.anchor;
    state.astray = 0;
    report.stop = report.load_step;
    if (!problem.quadratic()) report.stop += "; increments of the load below " + text(options_.smallest_load_step) + " are not tried";
    return;
  }
  state.increment = half;
  state.load = state.settled_load + half;
  state.c = state.settled;
  state.iteration = 0;
  state.astray = 0;
  state.backtrack = false;
  state.shift = 0;
  problem.leap();
  problem.go_back(state.c, state.settled_load);
  report.load_step += "; tried again with load " + text(state.load);
}

std::string Newton::remark(double shift) const {
  if (shift <= options_.regularisation) return {};
  return "; the Hessian is not positive definite there (shift " + text(shift) + "): a saddle, or motions that nothing holds";
}

}  // namespace plisse::optim
