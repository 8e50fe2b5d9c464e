// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'optimizer_*,ordered_sum'
//
// Updates of a million parameters.  Operations of a parameter: Adam 16, the norm of the gradient included; L-BFGS 4 for each of its 4 m
// products and combinations with m pairs remembered, halved as each is a multiplication and an addition, so 8 m, and 20 for the search.
// Bytes: Adam reads the gradient and reads and writes parameters and moments; L-BFGS reads each pair twice, which no cache holds, and
// reads and writes direction, parameters and gradient.  An ordered sum adds its terms once.
#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/core/reduce.hpp"
#include "kernels/optim/adam.hpp"
#include "kernels/optim/lbfgs.hpp"

namespace plisse::experiments {

namespace {

constexpr int parameters_in_all = 1 << 20;

class AdamUpdate : public KernelBenchmark {
 public:
  AdamUpdate()
      : adam_({1e-9}, {parameters_in_all, 0, &workspace_}),
        parameters_(numbers<float>(parameters_in_all)),
        gradient_(numbers<float>(parameters_in_all)) {
    fill(gradient_, 1);
    count(16.0 * parameters_in_all, 7 * bytes_of(gradient_));
  }
  std::uint64_t digest() const override { return digest_of(parameters_); }

 protected:
  void launch() override { adam_.update(exec_, step_++, parameters_, gradient_); }

 private:
  optim::Adam<float> adam_;
  Array1<float> parameters_, gradient_;  // (P)
  std::int64_t step_ = 0;
};

// f = 1/2 sum_i d_i x_i^2 with d_i in [1, 1e4]
class Bowl : public optim::Function<float> {
 public:
  explicit Bowl(Workspace& workspace)
      : stiffness_(workspace.take<float>("plisse::bench::stiffness", parameters_in_all)), sum_(workspace, parameters_in_all) {
    fill(stiffness_, 2, 1, 1e4);
  }

  double evaluate(const Exec& exec, const Array1<float>& x, const Array1<float>& gradient) override {
    const auto d = stiffness_;
    Kokkos::parallel_for(
        "plisse::bench::bowl", Range(exec, 0, parameters_in_all), KOKKOS_LAMBDA(int i) { gradient(i) = d(i) * x(i); });
    return 0.5 * sum_(
                     exec, parameters_in_all, KOKKOS_LAMBDA(int i) { return double(x(i)) * double(gradient(i)); });
  }

 private:
  Array1<float> stiffness_;  // (P)
  OrderedSum sum_;
};

// The same iteration again and again: with one slot more than pairs, none that it needs is overwritten.
class LbfgsIteration : public KernelBenchmark {
 public:
  LbfgsIteration()
      : lbfgs_(options(), parameters_in_all, workspace_),
        bowl_(workspace_),
        parameters_(numbers<float>(parameters_in_all)),
        start_(numbers<float>(parameters_in_all)),
        start_gradient_(numbers<float>(parameters_in_all)) {
    fill(parameters_, 1);
    for (int i = 0; i < pairs; ++i) lbfgs_.iterate(exec_, bowl_, parameters_);
    counters_ = lbfgs_.counters();
    Kokkos::deep_copy(start_, parameters_);
    Kokkos::deep_copy(start_gradient_, gradient());
    count((8.0 * pairs + 20) * parameters_in_all, (4.0 * pairs + 6) * bytes_of(parameters_));
  }
  std::uint64_t digest() const override { return digest_of(parameters_, gradient()); }

 protected:
  void launch() override {
    lbfgs_.restore(counters_);
    Kokkos::deep_copy(exec_, parameters_, start_);
    Kokkos::deep_copy(exec_, gradient(), start_gradient_);
    lbfgs_.iterate(exec_, bowl_, parameters_);
  }

 private:
  static constexpr int pairs = 10;
  static optim::LbfgsOptions options() {
    optim::LbfgsOptions all;
    all.history = pairs + 1;
    all.gradient_tolerance = all.function_tolerance = 0;
    return all;
  }
  Array1<float> gradient() const { return lbfgs_.state().back().second; }

  optim::Lbfgs<float> lbfgs_;
  Bowl bowl_;
  Array1<float> parameters_, start_, start_gradient_;  // (P)
  optim::LbfgsCounters counters_;
};

struct Value {
  Array1<float> values;
  KOKKOS_FUNCTION float operator()(int i) const { return values(i); }
};

class Sum : public KernelBenchmark {
 public:
  Sum() : values_(numbers<float>(parameters_in_all)), sum_(workspace_, parameters_in_all) {
    fill(values_, 1);
    count(parameters_in_all, bytes_of(values_));
  }
  std::uint64_t digest() const override { return digest_of(total_); }

 protected:
  void launch() override { total_ = sum_(exec_, parameters_in_all, Value{values_}); }

 private:
  Array1<float> values_;
  OrderedSum sum_;
  double total_ = 0;
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<AdamUpdate>("optimizer_adam", "Adam on a million parameters"),
    register_kernel<LbfgsIteration>("optimizer_lbfgs", "L-BFGS with 10 pairs on a million parameters, one iteration on a quadratic function"),
    register_kernel<Sum>("ordered_sum", "sum of a million numbers in a fixed order")};

}  // namespace

}  // namespace plisse::experiments
