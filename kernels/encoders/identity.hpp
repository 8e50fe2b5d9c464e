// SPDX-License-Identifier: Apache-2.0
// The points themselves: F = D.  Centred by default, f = 2x - 1 in [-1, 1]^D, which sine networks need and others train better with.
#pragma once

#include <limits>
#include <stdexcept>

#include "kernels/encoders/encoder.hpp"

namespace plisse::encoders {

struct IdentityOptions {
  bool centred = true;
  template <class V>
  void describe(V& v) {
    v.option("centred", centred).doc("map [0, 1] to [-1, 1] first");
  }
};

template <class T>
class Identity final : public Encoder<T> {
 public:
  static constexpr const char* name = "identity";
  static constexpr const char* doc = "the points themselves, centred: 2x - 1";
  using Options = IdentityOptions;

  Identity(const Options& options, const Context& context)
      : dimension_(context.dimension), scale_(options.centred ? 2 : 1), shift_(options.centred ? -1 : 0) {
    if (dimension_ < 1) throw std::invalid_argument("points have " + std::to_string(dimension_) + " dimensions, but need at least 1");
  }

  int features() const override { return dimension_; }
  int smoothness() const override { return std::numeric_limits<int>::max(); }
  void initialise(const Array1<T>&, std::uint64_t) const override {}

  void forward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features) const override {
    const int channels = int(features.extent(1)), dimension = dimension_;
    const T scale = scale_, shift = shift_;
    Kokkos::parallel_for(
        "plisse::encoders::identity", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
          for (int d = 0; d < dimension; ++d)
            for (int c = 0; c < channels; ++c) features(d, c, p) = scale * points(d, c, p) + (c == 0 ? shift : T(0));
        });
  }

  void backward(const Exec&, const Array1<T>&, const Jets<T>&, int, const Jets<T>&, const Array1<T>&) const override {}

 private:
  int dimension_;
  T scale_, shift_;
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Identity)
