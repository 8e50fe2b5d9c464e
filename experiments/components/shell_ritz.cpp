// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/components/shell_problem.hpp"

namespace plisse::experiments {

namespace {

constexpr int block_points = SpaceField<double>::ritz_block;

// The columns first, first + 1, ... of jets (3, 6, N) as a matrix of 18 rows, and of Hessians (324, N).
template <class View>
linalg::Matrix columns(const View& view, int first) {
  return {view.data() + first, view.extent(view.rank - 1)};
}

void step_along(const Exec& exec, const Jets<double>& from, const Jets<double>& direction, double t, const Jets<double>& to) {
  const double* const x = from.data();
  const double* const d = direction.data();
  double* const y = to.data();
  Kokkos::parallel_for(
      "plisse::experiments::step_along", Range(exec, 0, int(from.size())), KOKKOS_LAMBDA(int i) { y[i] = x[i] + t * d[i]; });
}

// The largest first derivative of displacement jets (3, 6, N).
double steepest(const Jets<double>::host_mirror_type& jets) {
  double largest = 0;
  for (std::size_t p = 0; p < jets.extent(2); ++p)
    for (std::size_t c = 1; c <= 2; ++c)
      for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(jets(i, c, p)));
  return largest;
}

double inner(const Jets<double>::host_mirror_type& a, const Jets<double>::host_mirror_type& b) {
  return std::inner_product(a.data(), a.data() + a.size(), b.data(), 0.0);
}

}  // namespace

ShellRitz::ShellRitz(ShellEnergy<double>& energy, SpaceField<double>& field, Workspace& workspace)
    : energy_(energy), field_(field), galerkin_(field.functions(), block_points) {
  const auto n = std::size_t(energy.points()), functions = std::size_t(field.functions()), block = 18 * functions * block_points;
  phi_ = workspace.take<double>("plisse::ritz::basis", block);
  fits_ = double(block) * double(blocks()) * sizeof(double) <= memory_limit;
  kept_size_ = fits_ ? 18 * functions * n : block;
  kept_.reset(new double[kept_size_]);
  jets_ = workspace.take<double>("plisse::ritz::jets", 3, 6, n);
  direction_ = workspace.take<double>("plisse::ritz::direction", 3, 6, n);
  moved_ = workspace.take<double>("plisse::ritz::moved", 3, 6, n);
  adjoint_ = workspace.take<double>("plisse::ritz::adjoint", 3, 6, n);
  hessian_ = workspace.take<double>("plisse::ritz::hessian", 324, n);
  stresses_ = workspace.take<double>("plisse::ritz::stresses", 6 * n + 1);
  host_jets_ = Kokkos::create_mirror(jets_);  // memory of its own: it serves several arrays
  host_adjoint_ = Kokkos::create_mirror_view(adjoint_);
  host_hessian_ = Kokkos::create_mirror_view(hessian_);
}

void ShellRitz::attach(const Array1<double>& parameters) { parameters_ = parameters; }

void ShellRitz::evaluate_basis(int b, double* phi) {
  const int first = b * block_points, n = std::min(block_points, energy_.points() - first);
  field_.basis(exec_, parameters_, energy_.batch(), first, n, phi_);
  exec_.fence();
  const auto count = std::size_t(18) * std::size_t(field_.functions()) * std::size_t(n);
  const auto part = Kokkos::subview(phi_, std::make_pair(std::size_t(0), count));
  Kokkos::deep_copy(Kokkos::View<double*, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(phi, count),
                    part);
}

optim::BasisBlock ShellRitz::block(int b) {
  const int first = b * block_points, n = std::min(block_points, energy_.points() - first);
  const auto component = std::size_t(6) * std::size_t(field_.functions());
  double* const phi = kept_.get() + (fits_ ? 3 * component * std::size_t(first) : 0);
  if (!fits_) evaluate_basis(b, phi);
  const auto stride = component * std::size_t(n);
  return {{phi, phi + stride, phi + 2 * stride}, n};
}

void ShellRitz::evaluate(const std::vector<double>& c, bool with_offsets, double load, const Jets<double>& jets) {
  if (fits_ && !known_) {
    for (int b = 0; b < blocks(); ++b)
      evaluate_basis(b, kept_.get() + std::size_t(18) * std::size_t(field_.functions()) * std::size_t(b) * block_points);
    known_ = true;
  }
  for (int b = 0; b < blocks(); ++b) galerkin_.evaluate(block(b), c.data(), columns(host_jets_, b * block_points));
  Kokkos::deep_copy(exec_, jets, host_jets_);
  if (with_offsets) {
    field_.set_load(exec_, load);
    for (int first = 0; first < energy_.points(); first += field_.capacity()) {
      const int n = std::min(field_.capacity(), energy_.points() - first);
      field_.offsets(exec_, energy_.batch(), first, n, moved_);
    }
    step_along(exec_, jets, moved_, 1, jets);
    field_.set_load(exec_, 1);
  }
  exec_.fence();
}

double ShellRitz::linearise(const std::vector<double>& c, double load, std::vector<double>& gradient, linalg::Matrix hessian) {
  load_ = load;
  evaluate(c, true, load, jets_);
  terms_ = energy_.evaluate(exec_, jets_, load, 1, adjoint_);
  energy_.hessian(exec_, jets_, load, hessian_, extrapolated() ? stresses() : Array2<double>());
  Kokkos::deep_copy(exec_, host_adjoint_, adjoint_);
  Kokkos::deep_copy(exec_, host_hessian_, hessian_);
  exec_.fence();
  for (int b = 0; b < blocks(); ++b) {
    const auto basis = block(b);
    const int first = b * block_points;
    galerkin_.add_gradient(basis, columns(host_adjoint_, first), gradient.data());
    galerkin_.add_hessian(basis, columns(host_hessian_, first), hessian);
  }
  return std::accumulate(terms_.begin(), terms_.end(), 0.0);
}

void ShellRitz::prepare_line(const std::vector<double>& c, const std::vector<double>& direction, double load) {
  load_ = load;
  evaluate(c, true, load, jets_);
  evaluate(direction, false, load, direction_);
}

optim::LinePoint ShellRitz::along(double t) {
  step_along(exec_, jets_, direction_, t, moved_);
  terms_ = energy_.evaluate(exec_, moved_, load_, 1, adjoint_);
  Kokkos::deep_copy(exec_, host_adjoint_, adjoint_);
  Kokkos::deep_copy(exec_, host_jets_, direction_);
  exec_.fence();
  return {t, std::accumulate(terms_.begin(), terms_.end(), 0.0), inner(host_adjoint_, host_jets_)};
}

Array2<double> ShellRitz::stresses() const { return Array2<double>(stresses_.data(), 6, std::size_t(energy_.points())); }

bool ShellRitz::extrapolated() const {
  double known = 0;
  Kokkos::deep_copy(known, Kokkos::subview(stresses_, stresses_.extent(0) - 1));
  return known != 0;
}

double ShellRitz::longest_step() {
  Kokkos::deep_copy(exec_, host_jets_, direction_);
  exec_.fence();
  const double turn = steepest(host_jets_);
  return turn > 1 ? 1 / turn : 1;
}

void ShellRitz::moved(double step) {
  energy_.elasticity().extrapolate(exec_, energy_.batch(), {0, energy_.surface_points()}, jets_, direction_, step, stresses());
  exec_.fence();
  Kokkos::deep_copy(Kokkos::subview(stresses_, stresses_.extent(0) - 1), 1.0);
}

void ShellRitz::leap() { Kokkos::deep_copy(Kokkos::subview(stresses_, stresses_.extent(0) - 1), 0.0); }

void ShellRitz::accept(const std::vector<double>& c, double load) {
  evaluate(c, true, load, jets_);
  energy_.accept(exec_, jets_);
}

}  // namespace plisse::experiments
