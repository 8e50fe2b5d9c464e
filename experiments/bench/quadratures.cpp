// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'quadrature_*'
//
// Drawing 16 384 points of the unit square with their weights.  Operations are not counted.  Bytes: what is drawn.
#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/quadrature/low_discrepancy.hpp"
#include "kernels/quadrature/monte_carlo.hpp"
#include "kernels/quadrature/stratified.hpp"

namespace plisse::experiments {

namespace {

template <template <class> class Component>
class DrawQuadrature : public KernelBenchmark {
 public:
  DrawQuadrature()
      : quadrature_({batch}, {0, random::Stream::quadrature, 1, &workspace_}), chart_(columns<float>(2, batch)), weight_(numbers<float>(batch)) {
    count(0, bytes_of(chart_, weight_));
  }
  std::uint64_t digest() const override { return digest_of(chart_, weight_); }

 protected:
  void launch() override { quadrature_.draw(exec_, step_++, chart_, weight_); }

 private:
  Component<float> quadrature_;
  Array2<float> chart_;   // (2, N)
  Array1<float> weight_;  // (N)
  std::uint64_t step_ = 0;
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<DrawQuadrature<quadrature::MonteCarlo>>("quadrature_monte_carlo", "16 384 independent points"),
    register_kernel<DrawQuadrature<quadrature::Stratified>>("quadrature_stratified", "a point in each of 16 384 cells"),
    register_kernel<DrawQuadrature<quadrature::LowDiscrepancy>>("quadrature_low_discrepancy", "16 384 points of Sobol's sequence, scrambled")};

}  // namespace

}  // namespace plisse::experiments
