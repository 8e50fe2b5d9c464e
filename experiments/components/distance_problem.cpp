// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/distance_problem.hpp"

#include <type_traits>

#include "experiments/components/device.hpp"
#include "kernels/core/random.hpp"

namespace plisse::experiments {

namespace {

// Columns chosen at random of the samples.
template <class T>
void draw(const Exec& exec, const DistanceTargets<T>& from, int count, int n, std::uint64_t seed, std::int64_t step,
          const DistanceTargets<T>& to) {
  const random::Generator generator(seed, random::Stream::adaptive_points, std::uint64_t(step));
  Kokkos::parallel_for(
      "plisse::distance::draw", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        const int s = int((std::uint64_t(generator.block(std::uint64_t(p)).word[0]) * std::uint64_t(count)) >> 32);
        for (int i = 0; i < 3; ++i)
          for (int c = 0; c < 3; ++c) to.input(i, c, p) = from.input(i, c, s);
        for (int k = 0; k < 2; ++k) {
          to.target(k, p) = from.target(k, s);
          to.weight(k, p) = from.weight(k, s);
        }
      });
}

// Derivatives of E by the jets (1, 3, N).
template <class T>
void differentiate(const Exec& exec, const Jets<T>& jets, const DistanceTargets<T>& at, int n, const DistanceLossOptions& loss,
                   const Jets<T>& adjoint) {
  const T value = T(2 * loss.value / n), gradient = T(2 * loss.gradient / n);
  Kokkos::parallel_for(
      "plisse::distance::differentiate", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        adjoint(0, 0, p) = at.weight(0, p) * value * (jets(0, 0, p) - at.target(0, p));
        adjoint(0, 1, p) = at.weight(1, p) * gradient * (jets(0, 1, p) - at.target(1, p));
        adjoint(0, 2, p) = at.weight(1, p) * gradient * 2 * jets(0, 2, p);
      });
}

}  // namespace

template <class T>
DistanceTargets<T>::DistanceTargets(const std::string& label, int n, Workspace& workspace)
    : input(workspace.take<T>("plisse::distance::" + label + "_input", 3, 3, std::size_t(n))),
      target(workspace.take<T>("plisse::distance::" + label + "_target", 2, std::size_t(n))),
      weight(workspace.take<T>("plisse::distance::" + label + "_weight", 2, std::size_t(n))) {}

template <class T>
void DistanceTargets<T>::fill(const std::vector<DistanceSample>& samples, const DistanceScaling& scaling,
                              const DistanceLossOptions& loss) const {
  const auto inputs = Kokkos::create_mirror_view(input);
  const auto targets = Kokkos::create_mirror_view(target);
  const auto weights = Kokkos::create_mirror_view(weight);
  for (std::size_t p = 0; p < samples.size(); ++p) {
    const auto& s = samples[p];
    for (std::size_t i = 0; i < 3; ++i) {
      inputs(i, 0, p) = T(s.position[i]);
      inputs(i, 1, p) = T(s.direction[i]);
      inputs(i, 2, p) = T(s.tangent[i]);
    }
    targets(0, p) = T(scaling.value(s.distance));
    targets(1, p) = T(scaling.slope(s.distance));
    const double root = loss.near / (loss.near + s.distance);
    weights(0, p) = T(root * root);
    weights(1, p) = T(root * root * (s.distance > loss.reach ? 0 : s.beyond ? loss.beyond : 1));
  }
  Kokkos::deep_copy(input, inputs);
  Kokkos::deep_copy(target, targets);
  Kokkos::deep_copy(weight, weights);
}

template <class T>
DistanceProblem<T>::DistanceProblem(const DistanceNetworkOptions& network, const std::vector<DistanceSample>& samples,
                                    const DistanceScaling& scaling, const DistanceLossOptions& loss, int batch, std::uint64_t seed,
                                    bool trained, bool ritz, Workspace& workspace)
    : count_(int(samples.size())),
      batch_(batch > 0 && batch < count_ ? batch : count_),
      seed_(seed),
      loss_(loss),
      network_(network, trained ? batch_ : 1, 3, ritz, workspace),
      all_("samples", count_, workspace),
      sum_(workspace, std::size_t(batch_)) {
  all_.fill(samples, scaling, loss);
  drawn_ = all_;
  if (trained) {
    if (batch_ < count_) drawn_ = DistanceTargets<T>("drawn", batch_, workspace);
    output_ = workspace.take<T>("plisse::distance::output", 1, 3, std::size_t(batch_));
    adjoint_ = workspace.take<T>("plisse::distance::adjoint", 1, 3, std::size_t(batch_));
  }
  if constexpr (std::is_same_v<T, double>)
    if (ritz) ritz_ = std::make_unique<DistanceRitz>(network_, all_, loss, workspace);
}

template <class T>
void DistanceProblem<T>::begin_step(std::int64_t step) {
  if (drawn_.weight.data() != all_.weight.data()) draw(exec_, all_, count_, batch_, seed_, step, drawn_);
  evaluated_ = false;
}

template <class T>
double DistanceProblem<T>::evaluate(const Exec& exec, const Array1<T>& parameters, const Array1<T>& gradient) {
  network_.forward(exec, parameters, drawn_.input, batch_, 3, output_, true);
  const auto jets = output_;
  const auto at = drawn_;
  value_ = sum_(
               exec, batch_,
               KOKKOS_LAMBDA(int p) {
                 const double e = double(jets(0, 0, p)) - double(at.target(0, p));
                 return double(at.weight(0, p)) * e * e;
               }) /
           batch_;
  gradient_ = sum_(
                  exec, batch_,
                  KOKKOS_LAMBDA(int p) {
                    const double e = double(jets(0, 1, p)) - double(at.target(1, p)), t = double(jets(0, 2, p));
                    return double(at.weight(1, p)) * (e * e + 2 * t * t);
                  }) /
              batch_;
  differentiate(exec, jets, at, batch_, loss_, adjoint_);
  Kokkos::deep_copy(exec, gradient, T(0));
  network_.backward(exec, parameters, drawn_.input, batch_, 3, adjoint_, gradient);
  evaluated_ = true;
  return loss_.value * value_ + loss_.gradient * gradient_;
}

template <class T>
std::vector<run::Term> DistanceProblem<T>::terms() const {
  double value = value_, gradient = gradient_;
  if (ritz_ && !evaluated_) {
    value = ritz_->terms()[0];
    gradient = ritz_->terms()[1];
  }
  return {{"value", value, loss_.value * value}, {"gradient", gradient, loss_.gradient * gradient}};
}

template struct DistanceTargets<float>;
template struct DistanceTargets<double>;
template class DistanceProblem<float>;
template class DistanceProblem<double>;

}  // namespace plisse::experiments
