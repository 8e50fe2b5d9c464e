// SPDX-License-Identifier: Apache-2.0
// Options of the experiment `distance_fit`: the unsigned distance of a garment as a network.
#pragma once

#include <string>

#include "experiments/components/distance_problem.hpp"
#include "experiments/components/distance_samples.hpp"
#include "experiments/components/training.hpp"

namespace plisse::experiments {

// The array of a result's model that tells the box of its field: origin (3) and size [m].
inline const std::string distance_box_name = "distance_box";

struct DistanceScalingOptions {
  DistanceScaling scaling;

  template <class V>
  void describe(V& v) {
    using Form = DistanceScaling::Form;
    v.choice("form", scaling.form, {{"squared", Form::squared}, {"tanh", Form::tanh}})
        .doc("what the network holds: d^2, or d tanh(alpha d)");
    v.option("alpha", scaling.alpha)
        .above(0)
        .doc("of the form tanh: one over the distance within which it is quadratic; 1: size of the box");
  }
};

struct DistanceEvaluation {
  int sites = 5000;
  double offset = 0.01, rim = 0.05, off_level = 0.01;
  int every = 0;

  template <class V>
  void describe(V& v) {
    v.option("sites", sites).range(10, 10000000).doc("places of the garment and points of the box at which errors are measured");
    v.option("offset", offset)
        .above(0)
        .below(0.5)
        .doc("distance on either side of the level at which normals and curvature are taken; 1: size of the box");
    v.option("rim", rim).range(0, 1).doc("distance from rims up to which normals and curvature are not compared; 1: size of the box");
    v.option("off_level", off_level)
        .above(0)
        .below(0.5)
        .doc("distance of the field's value up to which its valley is the zero level, in garments sampled from it too; 1: size of the box");
    v.option("every", every).at_least(0).doc("steps between measurements of the errors while training; 0: at the end only");
  }
};

struct DistanceFitOptions {
  std::uint64_t seed = 0;
  Precision precision = Precision::twice;
  config::Component garment;
  double margin = 0.15;
  DistanceScalingOptions scaling;
  DistanceNetworkOptions field;
  DistanceSamplesOptions samples;
  DistanceLossOptions loss;
  config::Component optimizer = preset("optimizers", "ritz");
  config::Component finish;
  int finish_steps = 1;
  TrainOptions train;
  DistanceEvaluation evaluate;

  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("drives every random number of the run");
    describe_precision(v, precision);
    v.component("garment", garment, "garments").required().doc("the surface whose distance is fitted");
    v.option("margin", margin)
        .range(0.01, 10)
        .doc("how much wider than the garment the box is on each side; 1: largest extent of the garment");
    v.group("scaling", scaling).doc("the smooth function of the distance that is fitted");
    v.group("field", field).doc("the network");
    v.group("samples", samples).doc("where the distance is sampled");
    v.group("loss", loss).doc("weights of the errors");
    v.component("optimizer", optimizer, "optimizers").doc("how parameters are updated; ritz solves for the last layer on random features");
    v.component("finish", finish, "optimizers").doc("a second optimizer that goes on where the first one ends, such as ritz after adam");
    v.option("finish_steps", finish_steps).at_least(1).doc("steps of the second optimizer, at most");
    v.group("train", train).doc("length of the run");
    v.group("evaluate", evaluate).doc("what is measured at the end");
  }
};

}  // namespace plisse::experiments
