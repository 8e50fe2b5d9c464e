// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'sampler_*'
//
// Drawing 16 384 samples on a square, and the parts of the adaptive sampler with its grid of 64 x 64 probabilities: the grid follows
// losses, points are drawn from it by inverse transform, Lloyd's method relaxes them in two sweeps over 8 quadrature points a sample.
// Operations are not counted.  Bytes: the points and weights drawn; what the grid reads and writes; the points before and after.
#include "experiments/bench/kernel_benchmark.hpp"
#include "experiments/components/scene.hpp"
#include "kernels/sampling/adaptive.hpp"
#include "kernels/sampling/stratified.hpp"
#include "kernels/sampling/uniform.hpp"

namespace plisse::experiments {

namespace {

template <template <class> class Component>
class Draw : public KernelBenchmark {
 public:
  Draw()
      : sampler_({batch}, {Scene(SceneOptions()).rest_surface<float>(), 0, &workspace_}),
        samples_{columns<float>(2, batch), numbers<float>(batch)} {
    count(0, bytes_of(samples_.uv, samples_.weight));
  }
  std::uint64_t digest() const override { return digest_of(samples_.uv, samples_.weight); }

 protected:
  void launch() override { sampler_.draw(exec_, step_++, samples_); }

 private:
  Component<float> sampler_;
  sampling::Samples<float> samples_;
  std::int64_t step_ = 0;
};

enum class Part { probability, draw, relax };

class AdaptivePart : public KernelBenchmark {
 public:
  explicit AdaptivePart(Part part)
      : part_(part),
        sampler_({batch}, {Scene(SceneOptions()).rest_surface<float>(), 0, &workspace_}),
        loss_(numbers<float>(sampler_.probes().extent(1))),
        samples_{columns<float>(2, batch), numbers<float>(batch)},
        drawn_(columns<float>(2, batch)) {
    fill(loss_, 0, 0, 1);
    for (int i = 0; i < 10; ++i) sampler_.observe(exec_, loss_);
    sampler_.draw(exec_, 0, samples_);  // brings the sums of the probabilities up to date
    sampler_.draw_points(exec_, 0, drawn_);
    count(0, part == Part::probability ? 3 * bytes_of(loss_) : part == Part::draw ? bytes_of(drawn_) : 2 * bytes_of(drawn_));
  }
  std::uint64_t digest() const override { return digest_of(samples_.uv, sampler_.state().front().second); }

 protected:
  void launch() override {
    switch (part_) {
      case Part::probability:
        return sampler_.observe(exec_, loss_);
      case Part::draw:
        return sampler_.draw_points(exec_, step_++, samples_.uv);
      case Part::relax:
        Kokkos::deep_copy(exec_, samples_.uv, drawn_);
        return sampler_.relax(exec_, step_++, samples_.uv);
    }
  }

 private:
  Part part_;
  sampling::Adaptive<float> sampler_;
  Array1<float> loss_;  // (K)
  sampling::Samples<float> samples_;
  Array2<float> drawn_;  // (2, N)
  std::int64_t step_ = 0;
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<Draw<sampling::Uniform>>("sampler_uniform", "16 384 independent points"),
    register_kernel<Draw<sampling::Stratified>>("sampler_stratified", "a point in each of 16 384 strata"),
    register_kernel<AdaptivePart>("sampler_probability", "a grid of 64 x 64 probabilities follows the loss", Part::probability),
    register_kernel<AdaptivePart>("sampler_inverse", "16 384 points by inverse transform of the grid, half of them uniform", Part::draw),
    register_kernel<AdaptivePart>("sampler_lloyd", "Lloyd's relaxation of 16 384 points, two sweeps", Part::relax)};

}  // namespace

}  // namespace plisse::experiments
