// SPDX-License-Identifier: Apache-2.0
// Positional encoding: x itself, then sin(2^k pi x) and cos(2^k pi x) for k = 0 .. K-1, so F = D (1 + 2K).
// Order of the features: x_1 .. x_D, then for each k: sin of x_1 .. x_D, cos of x_1 .. x_D.  x stays in [0, 1] unless centred, which
// maps it to [-1, 1] first and so doubles every frequency.
// Reference: B. Mildenhall et al., "NeRF: representing scenes as neural radiance fields for view synthesis", ECCV 2020, eq. 4.
#pragma once

#include <limits>
#include <stdexcept>

#include "kernels/encoders/encoder.hpp"
#include "kernels/nn/activation.hpp"

namespace plisse::encoders {

struct FrequencyOptions {
  int frequencies = 4;
  bool centred = false;
  template <class V>
  void describe(V& v) {
    v.option("frequencies", frequencies).range(0, 16).doc("number K of octaves: D (1 + 2K) features");
    v.option("centred", centred).doc("map [0, 1] to [-1, 1] first, which doubles every frequency");
  }
};

// All features of one pack of points.
template <class T, int C>
struct FrequencyForward {
  using V = simd::Pack<T>;
  int n, dimension, frequencies;
  T scale, shift;
  Jets<T> points, features;

  KOKKOS_FUNCTION void operator()(int pack) const {
    const int first = pack * simd::lanes<T>, count = simd::count_from<T>(first, n);
    for (int d = 0; d < dimension; ++d) {
      V x[C];
      for (int c = 0; c < C; ++c) x[c] = scale * simd::load<V>(&points(d, c, first), count);
      x[0] = x[0] + shift;
      for (int c = 0; c < C; ++c) simd::store(&features(d, c, first), x[c], count);
      T w = T(std::numbers::pi);
      for (int k = 0; k < frequencies; ++k, w *= 2) {
        V s, c, jet[C];
        nn::sincos<V>(w * x[0], s, c);
        const int row = dimension * (1 + 2 * k) + d;
        nn::chain<C, V>(x, {s, w * c, -w * w * s, -w * w * w * c}, jet);
        for (int i = 0; i < C; ++i) simd::store(&features(row, i, first), jet[i], count);
        nn::chain<C, V>(x, {c, -w * s, -w * w * c, w * w * w * s}, jet);
        for (int i = 0; i < C; ++i) simd::store(&features(row + dimension, i, first), jet[i], count);
      }
    }
  }
};

template <class T>
class Frequency final : public Encoder<T> {
 public:
  static constexpr const char* name = "frequency";
  static constexpr const char* doc = "positional encoding: the points, their sines and cosines in octaves";
  using Options = FrequencyOptions;

  Frequency(const Options& options, const Context& context)
      : dimension_(context.dimension),
        frequencies_(options.frequencies),
        scale_(options.centred ? 2 : 1),
        shift_(options.centred ? -1 : 0) {
    if (dimension_ < 1) throw std::invalid_argument("points have " + std::to_string(dimension_) + " dimensions, but need at least 1");
    if (frequencies_ < 0 || frequencies_ > 16)
      throw std::invalid_argument("frequencies is " + std::to_string(frequencies_) + ", but must be from 0 to 16");
  }

  int features() const override { return dimension_ * (1 + 2 * frequencies_); }
  int smoothness() const override { return std::numeric_limits<int>::max(); }
  void initialise(const Array1<T>&, std::uint64_t) const override {}

  void forward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features) const override {
    switch (features.extent(1)) {
      case 1:
        return run<1>(exec, points, n, features);
      case 3:
        return run<3>(exec, points, n, features);
      case 6:
        return run<6>(exec, points, n, features);
      default:
        throw std::invalid_argument("jets have 1, 3 or 6 channels, not " + std::to_string(features.extent(1)));
    }
  }

  void backward(const Exec&, const Array1<T>&, const Jets<T>&, int, const Jets<T>&, const Array1<T>&) const override {}

 private:
  template <int C>
  void run(const Exec& exec, const Jets<T>& points, int n, const Jets<T>& features) const {
    Kokkos::parallel_for("plisse::encoders::frequency", Range(exec, 0, simd::packs<T>(n)),
                         FrequencyForward<T, C>{n, dimension_, frequencies_, scale_, shift_, points, features});
  }

  int dimension_, frequencies_;
  T scale_, shift_;
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Frequency)
