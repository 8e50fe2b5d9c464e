// SPDX-License-Identifier: Apache-2.0
// Newton's method for the minimum of an energy Pi(c, load), with load stepping: the load grows from 0 to 1 in steps, each solved from the
// last one's solution; a step that fails is tried again with half the increment.  With gradient g and Hessian K the direction is
// d = -(K + shift)^-1 g, with a shift just large enough for a Cholesky factorisation.  The predicted decrease -g . d / 2 (half the squared
// Newton decrement) over the size of the energy measures convergence, whatever the basis and its scaling.
// Thin structures bend by moving along curves: a full step along a tangent stretches them, the energy jumps, and the next step takes the
// stretch back.  A line search that insists on descent would creep along the curve.  So full steps are taken as they come (the watchdog
// technique): only where some of them in a row did not bring the energy below that of the best iterate, the anchor, the method goes back
// there and takes one step with a backtracking line search.
// References: J. Nocedal, S. Wright, "Numerical optimization", 2nd edition, chapters 3 and 15.6; R. Chamberlain, M. Powell, C. Lemarechal,
// H. Pedersen, "The watchdog technique for forcing convergence in algorithms for constrained optimization", 1982.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/linalg/tiles.hpp"
#include "kernels/optim/line_search.hpp"

namespace plisse::optim {

class NewtonProblem {
 public:
  virtual ~NewtonProblem() = default;

  virtual int unknowns() const = 0;
  // True where the energy is at most quadratic in c: one solve at full load minimises it, if the Hessian is positive definite.
  virtual bool quadratic() const = 0;
  // The energy at c (n) under `load` times the loads; adds its derivatives to gradient (n) and to the lower triangle of hessian (n, n),
  // both zero on entry.
  virtual double linearise(const std::vector<double>& c, double load, std::vector<double>& gradient, linalg::Matrix hessian) = 0;
  // From here on along(t) is asked for energy and slope at c + t direction: a displacement that is linear in c needs its basis only here.
  virtual void prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double load) = 0;
  virtual LinePoint along(double t) = 0;
  // The largest multiple of that direction for which the linearisation means anything: a turn of about a radian.
  virtual double longest_step() { return 1; }
  // The iterate is now c + step direction; or, after leap(), one that no step leads to.
  virtual void moved(double /*step*/) {}
  virtual void leap() {}
  // c is an iterate with less energy than those before it, or the solution of a load step.
  virtual void accept(const std::vector<double>& /*c*/, double /*load*/) {}
  // A load step failed: c is the solution of the last one, and whatever accept() counted since then is void.
  virtual void go_back(const std::vector<double>& c, double load) { accept(c, load); }
};

struct NewtonOptions {
  int load_steps = 1;
  int max_iterations = 50;
  double tolerance = 1e-10;
  double regularisation = 1e-13;
  int refinements = 1;
  double smallest_load_step = 1e-3;

  template <class V>
  void describe(V& v) {
    v.option("load_steps", load_steps).range(1, 100000).doc("equal increments of the load, halved where one fails");
    v.option("max_iterations", max_iterations).range(1, 100000).doc("Newton iterations in a load step before it counts as failed");
    v.option("tolerance", tolerance).above(0).below(1).doc("predicted decrease of the energy, over the energy, that ends a load step");
    v.option("regularisation", regularisation).range(0, 1).doc("added to the Hessian's diagonal, relative to it; soft bending needs 1e-13");
    v.option("refinements", refinements).range(0, 100).doc("steps of iterative refinement in each solve");
    v.option("smallest_load_step", smallest_load_step).range(1e-12, 1).doc("increment of the load that is not halved any more");
  }
};

// All that survives an iteration: save it, and a run goes on to the same bits.
struct NewtonState {
  std::vector<double> c, settled;  // the iterate; the solution of the last load step
  double load = 0, settled_load = 0, increment = 0;
  std::int64_t load_step = 0;   // solved so far
  std::int64_t iteration = 0;   // in this load step
  std::int64_t iterations = 0;  // altogether
  double shift = 0;             // of the last factorisation, relative to the diagonal
  double start_energy = 0;      // at the first iterate of this load step
  double last_predicted = 0;    // predicted decrease in the last iteration
  // The iterate of least energy in this load step, where the iterates are not there themselves.
  std::vector<double> anchor;
  double anchor_energy = 0, anchor_predicted = 0;
  int astray = 0;          // iterations since the anchor; 0: the iterate is the anchor
  bool backtrack = false;  // the next step must descend from the anchor
};

struct NewtonReport {
  double energy;         // at the iterate that the step led to
  double gradient_norm;  // at the iterate before
  double predicted;      // decrease of the energy predicted from there: half the squared Newton decrement
  double step;           // multiple of the direction that was taken; 0: none
  double shift;          // of the Hessian, relative to its diagonal
  double load;           // that this iteration was for
  int evaluations;       // of energy and slope along the direction
  int factorisations;
  bool returned;          // the step was in vain: the iterate is the anchor again
  bool failed;            // the run stopped without a solution at full load
  std::string load_step;  // what became of the load step, where it ended: why it converged, or why it is halved
  std::string stop;       // empty, or why the run ended
};

class Newton {
 public:
  static constexpr const char *name = "ritz", *doc = "the last linear layer by Newton's method; one solve for quadratic energies";
  using Options = NewtonOptions;

  // Takes n^2 numbers of memory.  Throws std::invalid_argument where options are impossible.
  Newton(const NewtonOptions& options, int unknowns);

  // The state of a run that begins at c.
  NewtonState begin(const NewtonProblem& problem, std::vector<double> c) const;
  // One linearisation, one solve, one line search.
  NewtonReport iterate(NewtonProblem& problem, NewtonState& state);

 private:
  void linearise(NewtonProblem& problem, NewtonState& state, NewtonReport& report);
  std::vector<double> find_direction(NewtonState& state, NewtonReport& report);
  void move(NewtonProblem& problem, NewtonState& state, NewtonReport& report, const std::vector<double>& direction) const;
  void conclude(NewtonProblem& problem, NewtonState& state, NewtonReport& report, double size) const;
  void settle(NewtonState& state, NewtonReport& report, const std::string& why) const;
  void fail(NewtonProblem& problem, NewtonState& state, NewtonReport& report, const std::string& why) const;
  std::string remark(double shift) const;

  NewtonOptions options_;
  int n_;
  std::vector<double> gradient_, hessian_;  // (n), (n, n)
};

}  // namespace plisse::optim
