// SPDX-License-Identifier: Apache-2.0
// The energy of a shell as a function of its field's parameters, and of the last linear layer's coefficients alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "experiments/components/shell_setup.hpp"
#include "experiments/components/space_field.hpp"
#include "experiments/components/training.hpp"
#include "kernels/optim/galerkin.hpp"
#include "kernels/optim/ritz.hpp"

namespace plisse::experiments {

// With the hidden layers frozen, displacement jets are linear in the coefficients: Newton's method needs the basis at the quadrature
// points, kept where it fits into memory_limit and evaluated anew otherwise.
class ShellRitz : public optim::RitzProblem {
 public:
  ShellRitz(ShellEnergy<double>& energy, SpaceField<double>& field, Workspace& workspace);

  int unknowns() const override { return galerkin_.unknowns(); }
  bool quadratic() const override { return energy_.quadratic(); }
  double linearise(const std::vector<double>& c, double load, std::vector<double>& gradient, linalg::Matrix hessian) override;
  void prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double load) override;
  optim::LinePoint along(double t) override;
  double longest_step() override;
  void moved(double step) override;
  void leap() override;
  void accept(const std::vector<double>& c, double load) override;
  void attach(const Array1<double>& parameters) override;
  std::vector<double> coefficients(const Array1<double>& parameters) const override { return field_.coefficients(parameters); }
  void set_coefficients(const std::vector<double>& c, const Array1<double>& parameters) const override {
    field_.set_coefficients(c, parameters);
  }

  // Of the basis, which is written when it is first evaluated [byte].
  std::size_t kept_bytes() const { return kept_size_ * sizeof(double); }
  // Raw terms of the state that was last evaluated.
  const std::vector<double>& terms() const { return terms_; }
  std::vector<std::pair<std::string, Array1<double>>> state() const { return {{"ritz.stresses", stresses_}}; }

 private:
  static constexpr double memory_limit = 1.5e9;  // [bytes]
  using HostJets = Jets<double>::host_mirror_type;

  Array2<double> stresses() const;  // (6, N)
  bool extrapolated() const;
  int blocks() const { return (energy_.points() + SpaceField<double>::ritz_block - 1) / SpaceField<double>::ritz_block; }
  optim::BasisBlock block(int b);
  void evaluate_basis(int b, double* phi);
  // Jets of the displacement with coefficients c; with_offsets: under the prescribed motions at `load`.
  void evaluate(const std::vector<double>& c, bool with_offsets, double load, const Jets<double>& jets);

  Exec exec_;
  ShellEnergy<double>& energy_;
  SpaceField<double>& field_;
  optim::Galerkin galerkin_;
  Array1<double> parameters_, phi_;
  std::unique_ptr<double[]> kept_;  // the basis of all blocks where it fits, else of one
  std::size_t kept_size_ = 0;
  bool fits_ = false, known_ = false;
  Jets<double> jets_, direction_, moved_, adjoint_;  // (3, 6, N)
  Array2<double> hessian_;                           // (324, N)
  Array1<double> stresses_;                          // (6 N + 1): extrapolated from the last step; last, whether there are any
  HostJets host_jets_, host_adjoint_;
  Array2<double>::host_mirror_type host_hessian_;
  double load_ = 1;
  std::vector<double> terms_;
};

template <class T>
class ShellProblem : public Problem<T> {
 public:
  struct Options {
    double scale = 1;        // displacement of a network output of 1 [m]
    double load_ramp = 0;    // share of the training over which loads and motions grow to their full size
    bool ritz = false;       // some stage solves for the last layer
    bool from_rest = false;  // that layer starts at 0
  };
  ShellProblem(std::unique_ptr<ShellEnergy<T>> energy, std::unique_ptr<SpaceField<T>> field, const Options& options, Workspace& workspace);

  const nn::ParameterLayout& layout() const override { return field_->layout(); }
  void initialise(const Array1<T>& parameters, std::uint64_t seed) const override;
  bool follows_progress() const override { return field_->follows_progress() || options_.load_ramp > 0; }
  void set_progress(double progress) override;
  void begin_step(std::int64_t step) override;
  double evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) override;
  std::vector<run::Term> terms() const override;
  int coefficients() const override { return 3 * field_->functions(); }
  optim::RitzProblem* ritz() override { return ritz_.get(); }
  std::int64_t bytes_of_steps() const override { return ritz_ ? std::int64_t(ritz_->kept_bytes()) : 0; }
  std::vector<std::pair<std::string, Array1<T>>> state() const override;

  SpaceField<T>& field() const { return *field_; }
  ShellEnergy<T>& energy() const { return *energy_; }
  double unit() const { return unit_; }  // of the weighted terms [J]

 private:
  Exec exec_;
  std::unique_ptr<ShellEnergy<T>> energy_;
  std::unique_ptr<SpaceField<T>> field_;
  std::unique_ptr<ShellRitz> ritz_;
  Options options_;
  double unit_ = 1, load_ = 1;
  Jets<T> jets_, adjoint_;      // (3, 6, N)
  std::vector<double> values_;  // raw terms of the last evaluate() in this step
};

}  // namespace plisse::experiments
