// SPDX-License-Identifier: Apache-2.0
// What encoders have in common whose features are trainable and stored on several levels: F = c levels, with c features a level, level by
// level; initial values that are uniform; levels that may switch on from coarse to fine.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "kernels/encoders/encoder.hpp"
#include "kernels/encoders/level_weights.hpp"

namespace plisse::encoders {

struct LevelOptions {
  int levels, features;
  double init, coarse_to_fine;
};

// Keys that every encoder with levels has.
template <class V, class Options>
void describe_levels(V& v, Options& options, const std::string& feature_doc) {
  v.option("features", options.features).range(1, 64).doc(feature_doc);
  v.option("init", options.init).at_least(0).doc("initial values are uniform in +- this");
  v.option("coarse_to_fine", options.coarse_to_fine)
      .range(0, 1)
      .doc("share of the training over which the levels switch on, the coarsest first; 0: all are on from the start");
}

// Shares of each level's values, such that those of all levels keep the threads of the host about equally busy.
int shares_of(int levels);

template <class T>
class Multilevel : public Encoder<T> {
 public:
  int features() const override { return levels_ * features_; }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const override;
  bool follows_progress() const override { return coarse_to_fine_ > 0; }
  void set_progress(double progress) override;

 protected:
  // `name` is for messages.  Throws std::invalid_argument on impossible options and contexts.
  Multilevel(const char* name, const LevelOptions& options, LevelOrder order, const Context& context);

  // Declares the slice of the next level, of that shape and c, and returns its offset.
  std::size_t add_level(const Context& context, std::vector<std::size_t> shape);

  // Calls run with D and with the one of C that `channels` is, as constants.  Throws std::invalid_argument on other calls than the
  // encoder was built for.
  template <int... C, class Run>
  void dispatch(int n, std::size_t channels, const Run& run) const {
    using std::integral_constant;
    check(n, channels);
    const auto with = [&](auto d, auto c) { return channels == std::size_t(c()) && (run(d, c), true); };
    const bool known = dimension_ == 2 ? (with(integral_constant<int, 2>{}, integral_constant<int, C>{}) || ...)
                                       : (with(integral_constant<int, 3>{}, integral_constant<int, C>{}) || ...);
    if (!known) refuse_channels(channels);
  }

  int dimension() const { return dimension_; }
  int level_features() const { return features_; }  // c
  const LevelWeights<T>& weights() const { return weights_; }

 private:
  struct Level {
    std::size_t offset, size;
  };

  void check(int n, std::size_t channels) const;
  [[noreturn]] void refuse_channels(std::size_t channels) const;

  const char* name_;
  int dimension_, capacity_, channels_, levels_, features_;
  double init_, coarse_to_fine_;
  LevelOrder order_;
  LevelWeights<T> weights_;
  std::vector<Level> slices_;
};

}  // namespace plisse::encoders
