// SPDX-License-Identifier: Apache-2.0
// Options of the experiment `cloth`: quasi-static draping of a garment over a body by its energies alone.
#pragma once

#include <string>
#include <vector>

#include "experiments/components/scene.hpp"
#include "experiments/components/trainer.hpp"

namespace plisse::experiments {

enum class ElementType { local_structure, mesh };

struct ElementOptions {
  ElementType type = ElementType::local_structure;
  double size = 0.01;
  double spacing = 0;
  int resolution = 128;

  template <class V>
  void describe(V& v) {
    v.choice("type", type, {{"local_structure", ElementType::local_structure}, {"mesh", ElementType::mesh}})
        .doc("where energies are summed: random local structures, or edges and face pairs of a regular mesh over UV");
    v.option("size", size).above(0).unit("m").doc("edge length of a local structure");
    v.option("spacing", spacing).at_least(0).doc("where above 0: edge length as a fraction of the mean sample spacing, instead of size");
    v.option("resolution", resolution).range(2, 2048).doc("vertices per axis of type mesh");
  }
};

struct ClothEvaluation {
  int resolution = 400;
  int every = 0;
  int structures = 65536;
  double size = 0;
  std::vector<config::Component> losses;
  std::vector<std::string> metrics{"energy", "strain", "penetration", "curvature"};

  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).range(2, 4096).doc("vertices per axis of the meshes in the result");
    v.option("every", every).at_least(0).doc("epochs between measurements of energy and strain while training; 0: at the end only");
    v.option("structures", structures).at_least(1).doc("local structures of the energy measure");
    v.option("size", size).at_least(0).unit("m").doc("their edge length; 0: that of training.  Runs compare where it is the same");
    v.components("losses", losses, "losses")
        .shorthand("weight")
        .doc("the terms of the energy measure and their weights; none: those of training");
    v.option("metrics", metrics).doc("what is measured (plisse list metrics)");
  }
};

struct ClothOptions {
  std::uint64_t seed = 0;
  Precision precision = Precision::single;
  SceneOptions scene;
  FieldOptions field;
  ElementOptions elements;
  config::Component sampler = preset("samplers", "uniform");
  std::vector<config::Component> losses;
  config::Component optimizer = preset("optimizers", "adam");
  TrainOptions train;
  ClothEvaluation evaluate;

  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("drives every random number of the run");
    describe_precision(v, precision);
    v.group("scene", scene).doc("garment, body and pins");
    v.group("field", field).doc("what holds the deformation");
    v.group("elements", elements).doc("where energies are summed");
    v.component("sampler", sampler, "samplers").doc("where local structures are placed");
    v.components("losses", losses, "losses").shorthand("weight").required().doc("energy terms and their weights");
    v.component("optimizer", optimizer, "optimizers").doc("how parameters are updated");
    v.group("train", train).doc("length of the run");
    v.group("evaluate", evaluate).doc("what is measured at the end");
    const auto energies_only = [](const std::vector<config::Component>& terms) {
      for (const auto& term : terms)
        if (term.type == "regression")
          return std::string("'regression' needs target positions, which a cloth does not have; see experiment surface_fit");
      return std::string();
    };
    v.rule("losses", [this, energies_only] { return energies_only(losses); });
    v.rule("evaluate", [this, energies_only] { return energies_only(evaluate.losses); });
    v.rule("evaluate", [this] {
      const auto& registry = config::Registry::global();
      for (const auto& name : evaluate.metrics)
        if (!registry.find("metrics", name)) return "has an unknown metric '" + name + "'; 'plisse list metrics' names those there are";
      return std::string();
    });
  }
};

}  // namespace plisse::experiments
