// SPDX-License-Identifier: Apache-2.0
// Options of the experiment `shell`: static equilibrium of a thin shell in space by its energy alone.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "experiments/components/holds.hpp"
#include "experiments/components/shell_setup.hpp"
#include "experiments/components/space_field.hpp"
#include "experiments/components/training.hpp"

namespace plisse::experiments {

// A displacement that the result reports: the component of u along `direction` at the surface point `at`.
struct ProbeOptions {
  std::string name = "displacement";
  std::vector<double> at{0, 0, 0}, direction{0, 0, 1};

  template <class V>
  void describe(V& v) {
    v.option("name", name).doc("name of the metric");
    v.option("at", at).length(3, 3).required().unit("m").doc("point of the surface at rest");
    v.option("direction", direction).length(3, 3).required().doc("the component that is reported, as a vector of any length");
    v.rule("direction", [this] {
      return direction[0] == 0 && direction[1] == 0 && direction[2] == 0 ? std::string("has length zero; give a direction") : std::string();
    });
  }
};

struct ShellEvaluation {
  int resolution = 128;
  int points = 48;
  int test_functions = 64;
  std::int64_t every = 0;
  std::vector<ProbeOptions> probes;
  config::Component output;

  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).range(2, 4096).doc("cells along the longer side of the meshes in the result");
    v.option("points", points)
        .range(1, 1000)
        .doc(
            "energies and residual are taken at the square of this many points: of Gauss's rule on a chart, of a "
            "low-discrepancy rule on a garment; at those of the training where they are fixed");
    v.option("test_functions", test_functions)
        .range(1, 4096)
        .doc("random smooth virtual displacements per component for the equilibrium residual");
    v.component("template", output, "garments")
        .doc("a garment of triangles that shows the result of one made of points; squares around the points where absent");
    v.option("every", every).at_least(0).doc("steps between measurements of the energies while training; 0: at the end only");
    v.list("probes", probes).doc("displacements to report");
    v.rule("probes", [this] {
      std::set<std::string> names{"energy",       "membrane_energy",      "bending_energy",    "load_work",
                                  "residual",     "largest_displacement", "penetration_max",   "penetration_mean",
                                  "area_change",  "length_change_mean",   "length_change_p95", "length_change_max",
                                  "seam_gap_max", "seam_gap_mean"};
      const auto others = names;
      for (const auto& probe : probes)
        if (!names.insert(probe.name).second)
          return others.count(probe.name) ? "has an entry named '" + probe.name + "', which is another metric's name; give it its own"
                                          : "has two entries named '" + probe.name + "'; give each its own name";
      return std::string();
    });
  }
};

struct ShellOptions {
  std::uint64_t seed = 0;
  Precision precision = Precision::single;
  ShellSetup shell;
  double load_ramp = 0;
  std::vector<HoldOptions> boundary;
  std::vector<SymmetryOptions> symmetry;
  SpaceFieldOptions field;
  config::Component optimizer = preset("optimizers", "adam");
  config::Component finish;
  int finish_steps = 200;
  TrainOptions train;
  ShellEvaluation evaluate;

  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("drives every random number of the run");
    describe_precision(v, precision);
    shell.describe(v);
    v.option("load_ramp", load_ramp).range(0, 1).doc("share of first-order training over which loads and motions grow to their full size");
    v.list("boundary", boundary).doc("sets that are held or moved");
    v.list("symmetry", symmetry).doc("mirror planes of shape, load and solution, at most one an axis");
    v.group("field", field).doc("what holds the displacement");
    v.component("optimizer", optimizer, "optimizers").doc("how parameters are updated");
    v.component("finish", finish, "optimizers").doc("a second optimizer that goes on where the first one ends, such as ritz after adam");
    v.option("finish_steps", finish_steps).at_least(1).doc("steps of the second optimizer, at most");
    v.group("train", train).doc("length of the run");
    v.group("evaluate", evaluate).doc("what is measured at the end");
  }
};

}  // namespace plisse::experiments
