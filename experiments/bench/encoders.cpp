// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'encoder_*'
//
// Encoders on values at 16 384 points, forward and backward.  Operations: a multiplication and an addition for every trainable number that
// acts on a feature of a point, 2^D of them or (p + 1)^D with splines of degree p; none of sines, whose polynomials are our own business.
// Bytes: points, features or their adjoint, parameters once forward; the gradient is read and written backward.
#include <cmath>

#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/encoders/bspline.hpp"
#include "kernels/encoders/frequency.hpp"
#include "kernels/encoders/grid.hpp"
#include "kernels/encoders/hash.hpp"

namespace plisse::experiments {

namespace {

enum class Pass { forward, backward };

template <template <class> class Component>
class Encoder : public KernelBenchmark {
 public:
  // support: along each axis, the trainable numbers that act on a feature of a point.
  Encoder(int dimension, int support, Pass pass)
      : pass_(pass),
        encoder_({}, context(dimension)),
        parameters_(numbers<float>(layout_.size())),
        gradient_(numbers<float>(layout_.size())),
        points_(random_jets<float>(dimension, 1, batch, 0, 1)),
        features_(random_jets<float>(encoder_.features(), 1, columns_for<float>(batch))) {
    encoder_.initialise(parameters_, 0);
    const double operations = support > 0 ? 2.0 * std::pow(support, dimension) * encoder_.features() * batch : 0;
    count(operations, bytes_of(points_, features_, parameters_) + (pass == Pass::backward ? bytes_of(gradient_) : 0));
  }

  std::uint64_t digest() const override { return pass_ == Pass::forward ? digest_of(features_) : digest_of(gradient_); }

 protected:
  void launch() override {
    if (pass_ == Pass::forward) encoder_.forward(exec_, parameters_, points_, batch, features_);
    else encoder_.backward(exec_, parameters_, points_, batch, features_, gradient_);
  }

 private:
  encoders::Context context(int dimension) { return {dimension, batch, 1, &layout_, &workspace_}; }

  Pass pass_;
  nn::ParameterLayout layout_;
  Component<float> encoder_;
  Array1<float> parameters_, gradient_;  // (P)
  Jets<float> points_, features_;        // (D or F, 1, N)
};

template <template <class> class Component>
bool register_both(const char* forward, const char* backward, const char* doc, int dimension, int support) {
  return register_kernel<Encoder<Component>>(forward, doc, dimension, support, Pass::forward) &&
         register_kernel<Encoder<Component>>(backward, "its gradient", dimension, support, Pass::backward);
}

[[maybe_unused]] const bool registered[] = {
    register_kernel<Encoder<encoders::Frequency>>("encoder_frequency", "positional encoding with 4 octaves in the plane", 2, 0, Pass::forward),
    register_both<encoders::Grid>("encoder_grid", "encoder_grid_backward", "grid of 2 levels with 3 features in the plane", 2, 2),
    register_both<encoders::Bspline>("encoder_bspline", "encoder_bspline_backward", "cubic splines, 2 levels with 3 features in the plane", 2,
                                     4),
    register_both<encoders::Hash>("encoder_hash", "encoder_hash_backward", "hash grid of 8 levels with 2 features in the plane", 2, 2),
    register_both<encoders::Hash>("encoder_hash_3d", "encoder_hash_3d_backward", "hash grid of 8 levels with 2 features in space", 3, 2)};

}  // namespace

}  // namespace plisse::experiments
