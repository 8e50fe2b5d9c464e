// SPDX-License-Identifier: Apache-2.0
// Levels that switch on one after another.
#include "kernels/encoders/bspline.hpp"
#include "kernels/encoders/grid.hpp"
#include "kernels/encoders/hash.hpp"
#include "tests/kernels/encoders/support.hpp"

using namespace plisse;
using encoders::level_weights;
using encoders::LevelOrder;
using tests::EncoderCase;
using tests::to_host;

namespace {

std::vector<double> weights(int levels, double share, double progress, LevelOrder order = LevelOrder::coarsest_first) {
  const auto w = level_weights<double>(levels, order, share, progress);
  return {w.of, w.of + levels};
}

template <template <class> class E>
void check_levels(typename E<double>::Options options, int dimension, int channels, LevelOrder order) {
  options.coarse_to_fine = 0;
  EncoderCase<E, double> all(options, dimension, 60, channels), unmoved(options, dimension, 60, channels);
  CHECK(!all.encoder.follows_progress());
  options.coarse_to_fine = 0.8;
  EncoderCase<E, double> c(options, dimension, 60, channels);
  CHECK(c.encoder.follows_progress());
  all.forward();
  all.backward();
  unmoved.encoder.set_progress(0.1);
  unmoved.forward();
  unmoved.backward();
  CHECK(tests::distance(all.features, unmoved.features) == 0);
  CHECK(tests::distance(all.gradient, unmoved.gradient) == 0);

  const auto whole = to_host(all.features);
  const auto gradient = to_host(all.gradient);
  for (const double progress : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    c.encoder.set_progress(progress);
    tests::check_transpose(c);
    const auto w = weights(options.levels, 0.8, progress, order);
    const auto features = to_host(c.features);
    const auto found = to_host(c.gradient);
    for (int l = 0; l < options.levels; ++l) {
      const double weight = w[std::size_t(l)];
      const auto same = [&](double x, double full) {
        if (weight == 0 || weight == 1) CHECK(x == weight * full);
        else CHECK(x == doctest::Approx(weight * full).epsilon(1e-12));
      };
      for (int f = 0; f < options.features; ++f)
        for (int k = 0; k < channels; ++k) same(features(l * options.features + f, k, 7), whole(l * options.features + f, k, 7));
      const auto& slice = c.layout.slices()[std::size_t(l)];
      for (auto i = slice.offset; i < slice.offset + slice.size(); ++i) same(found(i), gradient(i));
    }
  }
}

}  // namespace

TEST_CASE("levels switch on smoothly, one after another, the coarsest first") {
  CHECK(weights(3, 0, 0) == std::vector<double>{1, 1, 1});
  CHECK(weights(3, 0.5, 0) == std::vector<double>{1, 0, 0});
  CHECK(weights(3, 0.5, 0.25) == std::vector<double>{1, 1, 0});
  CHECK(weights(3, 0.5, 0.5) == std::vector<double>{1, 1, 1});
  CHECK(weights(3, 1, 1) == std::vector<double>{1, 1, 1});
  CHECK(weights(1, 1, 0) == std::vector<double>{1});
  CHECK(weights(3, 0.5, 0, LevelOrder::finest_first) == std::vector<double>{0, 0, 1});
  CHECK(weights(3, 1, 0.25)[1] == doctest::Approx(0.5));
  CHECK(weights(3, 1, 0.125)[1] == doctest::Approx((1 - std::sqrt(0.5)) / 2));
  for (int levels = 1; levels <= encoders::most_levels; ++levels)
    for (int i = 0; i < 200; ++i) {
      const auto before = weights(levels, 0.7, i / 200.0), after = weights(levels, 0.7, (i + 1) / 200.0);
      for (std::size_t k = 0; k < before.size(); ++k) {
        CHECK((before[k] >= 0 && before[k] <= after[k] && after[k] <= 1));
        CHECK((k == 0 || after[k] <= after[k - 1]));
      }
    }
}

TEST_CASE("features and gradients carry the weights of their levels; what is off is zero; without the option nothing changes") {
  for (const int dimension : {2, 3}) {
    check_levels<encoders::Grid>({{12}, 3, 2}, dimension, 3, LevelOrder::finest_first);
    check_levels<encoders::Bspline>({{12}, 3, 3, 2}, dimension, 6, LevelOrder::finest_first);
    check_levels<encoders::Bspline>({{9}, 2, 2, 1}, dimension, 1, LevelOrder::finest_first);
    check_levels<encoders::Hash>({4, 2, 3, 24, 6}, dimension, 3, LevelOrder::coarsest_first);
  }
}
