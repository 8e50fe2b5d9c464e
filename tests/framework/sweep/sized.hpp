// SPDX-License-Identifier: Apache-2.0
// An experiment that is nothing but its sizes, and sweep files over it.
#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/sweep/expand.hpp"
#include "tests/support/scratch_folder.hpp"

namespace plisse::tests {

struct SizedOptions {
  struct Model {
    int width = 10, log2_size = 5, even = 2;
    std::vector<int> resolution{8, 4};
    double scale = 1;
    template <class V>
    void describe(V& v) {
      v.option("width", width).range(1, 5000).doc("square of it counts");
      v.option("log2_size", log2_size).range(0, 20).doc("power of two that counts");
      v.option("even", even).at_least(2).doc("counts ten times itself, and must be even");
      v.option("resolution", resolution).at_least(1).length(1, 2).doc("product of it counts, or the square of one");
      v.option("scale", scale).doc("counts nothing");
    }
  };
  std::uint64_t seed = 3;
  Model model;
  template <class V>
  void describe(V& v) {
    v.option("seed", seed);
    v.group("model", model);
    v.rule("model", [this] { return model.even % 2 ? "even must be even" : ""; });
  }
};

// width^2 + 2^log2_size + 10 even + resolution
inline run::Budget sized_budget(const config::RunConfig& config) {
  const auto& model = config.experiment.as<SizedOptions>().model;
  const std::int64_t cells = std::int64_t(model.resolution[0]) * (model.resolution.size() > 1 ? model.resolution[1] : model.resolution[0]);
  const std::int64_t n = std::int64_t(model.width) * model.width + (std::int64_t(1) << model.log2_size) + 10 * model.even + cells;
  return {n, 4 * n, 16 * n, 64 * n};
}

inline void register_sized() {
  static const bool once = config::register_component<SizedOptions>("experiments", "sized", "sizes alone", std::any());
  (void)once;
}

// Files base.yaml and sweep.yaml in a folder of their own.
class SweepFiles {
 public:
  explicit SweepFiles(const std::string& body, const std::string& base = "") {
    register_sized();
    io::write_file(folder_ / "base.yaml", "experiment: sized\n" + base);
    io::write_file(folder_ / "sweep.yaml", "sweep: sizes\nbase: base.yaml\n" + body);
  }
  sweep::Plan plan(const std::vector<std::string>& overrides = {}, const sweep::Plan* frozen = nullptr,
                   const sweep::Counter& counter = sized_budget) const {
    return sweep::expand(file(overrides), counter, frozen);
  }
  sweep::SweepFile file(const std::vector<std::string>& overrides = {}) const {
    return sweep::read_sweep_file(folder_ / "sweep.yaml", overrides);
  }
  // What is wrong with it; empty where nothing is.
  std::string message(const std::vector<std::string>& overrides = {}) const {
    try {
      plan(overrides);
    } catch (const config::Error& error) {
      return error.what();
    }
    return {};
  }

 private:
  ScratchFolder folder_;
};

inline std::vector<std::string> labels(const sweep::Plan& plan) {
  std::vector<std::string> texts;
  for (const auto& run : plan.runs) {
    std::string text;
    for (const auto& label : run.labels) text += (text.empty() ? "" : " ") + label.value;
    texts.push_back(text);
  }
  return texts;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace plisse::tests
