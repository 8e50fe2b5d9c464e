// SPDX-License-Identifier: Apache-2.0
// An experiment of every kind of option, and files to read it from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"

namespace plisse::test {

enum class Form { relative, absolute };

struct GridOptions {
  std::vector<int> resolution{100};
  int levels = 2;
  int features = 3;
  template <class V>
  void describe(V& v) {
    v.option("resolution", resolution).at_least(1).length(1, 2).doc("cells per axis of the finest level");
    v.option("levels", levels).range(1, 16).doc("number of levels");
    v.option("features", features).at_least(1).doc("features of a level");
  }
};

struct IdentityOptions {
  template <class V>
  void describe(V&) {}
};

struct StrainOptions {
  double weight = 1;
  Form form = Form::relative;
  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of the term");
    v.choice("form", form, {{"relative", Form::relative}, {"absolute", Form::absolute}}).doc("how lengths are compared");
  }
};

struct BendOptions {
  double weight = 1;
  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of the term");
  }
};

struct AdamOptions {
  double learning_rate = 1e-3;
  template <class V>
  void describe(V& v) {
    v.option("learning_rate", learning_rate).above(0).below(1).doc("step size");
  }
};

struct TrainOptions {
  int epochs = 1000;
  config::Duration checkpoint_every{60};
  bool shuffle = true;
  template <class V>
  void describe(V& v) {
    v.option("epochs", epochs).at_least(1).doc("optimizer steps");
    v.option("checkpoint_every", checkpoint_every).above(0).unit("s").doc("time between checkpoints");
    v.option("shuffle", shuffle).doc("a switch");
  }
};

struct PinOptions {
  std::vector<std::string> fix;
  double falloff = 0.05;
  template <class V>
  void describe(V& v) {
    v.option("fix", fix).length(1, 3).required().doc("components held");
    v.option("falloff", falloff).at_least(0).unit("m").doc("width of the transition");
  }
};

struct FieldOptions {
  config::Component encoder;
  double scale = 0.2;
  template <class V>
  void describe(V& v) {
    v.component("encoder", encoder, "encoders").required().doc("features of a point");
    v.option("scale", scale).above(0).unit("m").doc("displacement of output 1");
  }
};

struct FakeOptions {
  std::uint64_t seed = 0;
  std::string title, body;
  std::int64_t offset = 0;
  FieldOptions field;
  std::vector<config::Component> losses;
  config::Component optimizer{"adam", std::make_shared<AdamOptions>(AdamOptions{5e-3})}, collider;
  TrainOptions train;
  std::vector<PinOptions> pins;
  std::vector<config::Component> stack;
  std::vector<double> center{0, 0, 0};
  int low = 0, high = 10;
  template <class V>
  void describe(V& v) {
    v.option("seed", seed).doc("of every random stream");
    v.option("title", title).doc("free text");
    v.option("body", body).file().doc("mesh of the body");
    v.option("offset", offset).doc("any integer");
    v.group("field", field);
    v.components("losses", losses, "losses").shorthand("weight").doc("energy terms");
    v.component("optimizer", optimizer, "optimizers").doc("update rule");
    v.component("collider", collider, "encoders").doc("optional component");
    v.group("train", train);
    v.list("pins", pins).doc("held sets");
    v.component_list("stack", stack, "encoders").doc("components, one after another");
    v.option("center", center).length(3, 3).unit("m").doc("a point");
    v.option("low", low).doc("lower end");
    v.option("high", high).doc("upper end");
    v.rule("high", [this] { return high >= low ? std::string() : std::string("is below 'low': swap the two"); });
  }
};

// A folder of its own with files in it; removed at the end.
class Files {
 public:
  Files();
  ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  // Writes a file and returns its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_, before_;
};

inline const std::string minimal = "experiment: fake\nfield: {encoder: grid}\n";

config::RunConfig load(const std::string& yaml, const std::vector<std::string>& overrides = {});
inline const FakeOptions& options(const config::RunConfig& run) { return run.experiment.as<FakeOptions>(); }
// The message of the error that reading raises; "no error" where there is none.
std::string message(const std::string& yaml, const std::vector<std::string>& overrides = {});
std::string file_message(const std::filesystem::path& file, const std::vector<std::string>& overrides = {});

}  // namespace plisse::test
