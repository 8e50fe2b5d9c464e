// SPDX-License-Identifier: Apache-2.0
#include "kernels/optim/adam.hpp"

#include "kernels/core/simd.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace plisse::optim {
namespace {

int checked_size(std::size_t parameters) {
  if (parameters > std::size_t(std::numeric_limits<int>::max()))
    throw std::invalid_argument("more than 2^31 - 1 parameters: make the field smaller");
  return int(parameters);
}

void check(const AdamOptions& o) {
  if (!(o.learning_rate > 0)) throw std::invalid_argument("learning_rate must be above 0");
  if (!(o.beta1 >= 0 && o.beta1 < 1 && o.beta2 >= 0 && o.beta2 < 1)) throw std::invalid_argument("beta1 and beta2 must lie in [0, 1)");
  if (!(o.epsilon > 0)) throw std::invalid_argument("epsilon must be above 0");
  if (!(o.final_fraction > 0 && o.final_fraction <= 1)) throw std::invalid_argument("final_fraction must lie in (0, 1]");
  if (!(o.clip >= 0)) throw std::invalid_argument("clip must be at least 0 (0: no limit)");
}

}  // namespace

template <class T>
Adam<T>::Adam(const Options& options, const Context& context)
    : options_(options),
      steps_(context.steps),
      size_(checked_size(context.parameters)),
      mean_(context.workspace->take<T>("plisse::optim::mean", context.parameters)),
      square_(context.workspace->take<T>("plisse::optim::square", context.parameters)),
      sum_(*context.workspace, context.parameters) {
  check(options);
}

template <class T>
Step Adam<T>::step(const Exec& exec, std::int64_t step, Function<T>& function, const Array1<T>& parameters, const Array1<T>& gradient) {
  if (!std::isfinite(function.evaluate(exec, parameters, gradient))) return {0, 0};
  return update(exec, step, parameters, gradient);
}

template <class T>
Step Adam<T>::update(const Exec& exec, std::int64_t step, const Array1<T>& parameters, const Array1<T>& gradient) {
  const double gradient_norm = std::sqrt(sum_(
      exec, size_, KOKKOS_LAMBDA(int i) { return double(gradient(i)) * double(gradient(i)); }));
  const double rate = scheduled(options_.schedule, options_.learning_rate, options_.final_fraction, step, steps_);
  if (!std::isfinite(gradient_norm)) return {gradient_norm, rate};

  const double t = double(step) + 1;
  const bool too_long = options_.clip > 0 && gradient_norm > options_.clip;
  const T shorten = T(too_long ? options_.clip / gradient_norm : 1);
  const T beta1 = T(options_.beta1), beta2 = T(options_.beta2), rest1 = T(1 - options_.beta1), rest2 = T(1 - options_.beta2);
  const T size = T(rate / (1 - std::pow(options_.beta1, t))), unbias = T(1 / std::sqrt(1 - std::pow(options_.beta2, t)));
  const T epsilon = T(options_.epsilon);
  const auto mean = mean_, square = square_;
  const int n = size_;
  Kokkos::parallel_for(
      "plisse::optim::adam", Range(exec, 0, simd::packs<T>(n)), KOKKOS_LAMBDA(int pack) {
        using V = simd::Pack<T>;
        const int first = pack * simd::lanes<T>, count = simd::count_from<T>(first, n);
        const V g = shorten * simd::load<V>(&gradient(first), count);
        const V m = beta1 * simd::load<V>(&mean(first), count) + rest1 * g;
        const V v = beta2 * simd::load<V>(&square(first), count) + rest2 * g * g;
        const V p = simd::load<V>(&parameters(first), count) - size * m / (simd::sqrt(v) * unbias + epsilon);
        simd::store(&mean(first), m, count);
        simd::store(&square(first), v, count);
        simd::store(&parameters(first), p, count);
      });
  return {gradient_norm, rate};
}

template class Adam<float>;
template class Adam<double>;

}  // namespace plisse::optim
