// SPDX-License-Identifier: Apache-2.0
// The fit of a field phi to a smooth function g of the distance (experiments/components/distance_scaling.hpp), in the unit cube:
//   E = mean_s w_s ( value (phi - g)^2 + u_s gradient ((phi_n - g')^2 + 2 phi_t^2) ),     w = (near / (near + d))^2
// with the derivatives along the gradient n of the distance and along one random direction t across it, which stands for both: on average
// over t, the last two terms are |grad phi - grad g|^2.  E is quadratic in the last linear layer.
//
// No smooth field holds g everywhere: its second derivatives jump on the surface's normals at rims, between the points whose closest one
// lies inside the surface and those whose closest one lies on the rim, and its gradient jumps halfway between layers.  Errors made there
// spread, and decide the curvature of the level.  So the gradient may count less beyond rims (u = beyond; below 1 the valley goes on beyond
// them, and the value has to tell where the level ends), and not at all farther than `reach` away (u = 0), where the value only has to keep
// other levels out. Elsewhere u = 1.  Folded garments, whose layers only the gradient keeps apart, do better with both off.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/components/distance_network.hpp"
#include "experiments/components/distance_samples.hpp"
#include "experiments/components/training.hpp"
#include "kernels/core/reduce.hpp"
#include "kernels/optim/ritz.hpp"

namespace plisse::experiments {

struct DistanceLossOptions {
  double value = 1, gradient = 1, near = 0.01, beyond = 1, reach = 2;

  template <class V>
  void describe(V& v) {
    v.option("value", value).at_least(0).doc("weight of the squared error of the value");
    v.option("gradient", gradient).at_least(0).doc("weight of the squared error of the gradient");
    v.option("near", near).above(0).doc("distance at which both count a quarter of what they do on the surface; 1: size of the box");
    v.option("beyond", beyond)
        .range(0, 1)
        .doc("weight of the gradient, over that elsewhere, at points whose closest one of the garment lies on a rim");
    v.option("reach", reach).above(0).doc("distance up to which the gradient is fitted; 1: size of the box, so that 2 is all of it");
    v.rule("value", [this] {
      return value == 0 && gradient == 0 ? std::string("and 'gradient' are both 0; nothing would be fitted") : std::string();
    });
  }
};

// The samples on the device.
template <class T>
struct DistanceTargets {
  Jets<T> input;     // (3, 3, N): position, n, t
  Array2<T> target;  // (2, N): g, g'
  Array2<T> weight;  // (2, N): of value and gradient, w and w u

  DistanceTargets() = default;
  DistanceTargets(const std::string& label, int n, Workspace& workspace);
  void fill(const std::vector<DistanceSample>& samples, const DistanceScaling& scaling, const DistanceLossOptions& loss) const;
};

// The fit as a function of the last layer alone.
class DistanceRitz : public optim::RitzProblem {
 public:
  DistanceRitz(DistanceNetwork<double>& network, const DistanceTargets<double>& targets, const DistanceLossOptions& loss,
               Workspace& workspace);

  int unknowns() const override { return network_.functions(); }
  bool quadratic() const override { return true; }
  double linearise(const std::vector<double>& c, double load, std::vector<double>& gradient, linalg::Matrix hessian) override;
  void prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double load) override;
  optim::LinePoint along(double t) override;
  void attach(const Array1<double>& parameters) override { parameters_ = parameters; }
  std::vector<double> coefficients(const Array1<double>& parameters) const override { return network_.coefficients(parameters); }
  void set_coefficients(const std::vector<double>& c, const Array1<double>& parameters) const override {
    network_.set_coefficients(c, parameters);
  }

  // Raw terms of the state that was last evaluated: value and gradient.
  const std::vector<double>& terms() const { return terms_; }

 private:
  // Calls visit(first, n, rows, b) for each block: rows (F, 3 n), the basis times the roots of the weights, and b (3 n), the target so
  // scaled.
  template <class Visit>
  void each_block(const Visit& visit);
  // Residuals (3 N) of c, scaled, less the target where `against`.
  std::vector<double> residuals(const std::vector<double>& c, bool against);
  double energy(const std::vector<double>& residuals);

  Exec exec_;
  DistanceNetwork<double>& network_;
  DistanceTargets<double> targets_;
  DistanceLossOptions loss_;
  int points_;
  Jets<double> input_;
  Array1<double> parameters_, phi_;
  std::vector<double> rows_, at_, along_;
  std::vector<double> terms_{0, 0};
};

template <class T>
class DistanceProblem : public Problem<T> {
 public:
  // trained: some stage calls evaluate().  ritz: some stage solves for the last layer.
  DistanceProblem(const DistanceNetworkOptions& network, const std::vector<DistanceSample>& samples, const DistanceScaling& scaling,
                  const DistanceLossOptions& loss, int batch, std::uint64_t seed, bool trained, bool ritz, Workspace& workspace);

  const nn::ParameterLayout& layout() const override { return network_.layout(); }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const override { network_.initialise(parameters, seed); }
  bool follows_progress() const override { return network_.follows_progress(); }
  void set_progress(double progress) override { network_.set_progress(progress); }
  void begin_step(std::int64_t step) override;
  double evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) override;
  std::vector<run::Term> terms() const override;
  int coefficients() const override { return network_.functions(); }
  optim::RitzProblem* ritz() override { return ritz_.get(); }

 private:
  Exec exec_;
  int count_, batch_;
  std::uint64_t seed_;
  DistanceLossOptions loss_;
  DistanceNetwork<T> network_;
  DistanceTargets<T> all_, drawn_;
  OrderedSum sum_;
  Jets<T> output_, adjoint_;  // (1, 3, N)
  std::unique_ptr<DistanceRitz> ritz_;
  bool evaluated_ = false;  // in this step
  double value_ = 0, gradient_ = 0;
};

}  // namespace plisse::experiments
