// SPDX-License-Identifier: Apache-2.0
// A sample to start from: copy it to kernels/encoders/, rename it, and it is there (plisse list encoders).
//
// Inside kernels, math::exp, math::sin and so on (kernels/core/compat.hpp) work for every Kokkos and device; std's and Kokkos' own do not.
// Monomials of degree one and two: x_i, then x_i x_j for i <= j, so F = D + D (D + 1) / 2.
#pragma once

#include <limits>

#include "kernels/encoders/encoder.hpp"

namespace plisse::encoders {

// What the YAML may say about it: {type: monomials, scale: 2}.
struct MonomialsOptions {
  double scale = 1;
  template <class V>
  void describe(V& v) {
    v.option("scale", scale).above(0).doc("factor of the points, before they are multiplied");
  }
};

template <class T>
class Monomials final : public Encoder<T> {
 public:
  static constexpr const char* name = "monomials";
  static constexpr const char* doc = "the points and their products of degree two";
  using Options = MonomialsOptions;

  // Trainable numbers would be declared here: offset_ = context.layout->add("encoder.NAME", {rows, columns}); initialise() would set
  // parameters(offset_ + i), and backward() add to gradient(offset_ + i): one thread a number, over the points in their order.
  Monomials(const Options& options, const Context& context) : dimension_(context.dimension), scale_(T(options.scale)) {}

  int features() const override { return dimension_ + dimension_ * (dimension_ + 1) / 2; }
  int smoothness() const override { return std::numeric_limits<int>::max(); }
  void initialise(const Array1<T>&, std::uint64_t) const override {}

  // Channels of a jet: value, then two first derivatives, then the second ones 11, 12, 22.
  void forward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features) const override {
    const int dimension = dimension_, channels = int(features.extent(1));
    const T scale = scale_;
    Kokkos::parallel_for(
        "plisse::encoders::monomials", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
          const auto x = [&](int d, int c) { return scale * points(d, c, p); };
          for (int d = 0; d < dimension; ++d)
            for (int c = 0; c < channels; ++c) features(d, c, p) = x(d, c);
          int row = dimension;
          for (int i = 0; i < dimension; ++i)
            for (int j = i; j < dimension; ++j, ++row) {
              features(row, 0, p) = x(i, 0) * x(j, 0);
              for (int c = 1; c < channels; ++c) features(row, c, p) = x(i, c) * x(j, 0) + x(i, 0) * x(j, c);
              for (int c = 3; c < channels; ++c) {
                const int a = c == 5 ? 2 : 1, b = c == 3 ? 1 : 2;
                features(row, c, p) += x(i, a) * x(j, b) + x(i, b) * x(j, a);
              }
            }
        });
  }

  // Adds to the gradient of the encoder's own parameters; this one has none.
  void backward(const Exec&, const Array1<T>&, const Jets<T>&, int, const Jets<T>&, const Array1<T>&) const override {}

 private:
  int dimension_;
  T scale_;
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Monomials)
