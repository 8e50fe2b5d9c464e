// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "kernels/quadrature/low_discrepancy.hpp"
#include "kernels/quadrature/monte_carlo.hpp"
#include "kernels/quadrature/stratified.hpp"

namespace plisse::quadrature {

namespace {

KOKKOS_INLINE_FUNCTION std::uint32_t reversed(std::uint32_t x) {
  x = (x << 16) | (x >> 16);
  x = ((x & 0x00FF00FFu) << 8) | ((x & 0xFF00FF00u) >> 8);
  x = ((x & 0x0F0F0F0Fu) << 4) | ((x & 0xF0F0F0F0u) >> 4);
  x = ((x & 0x33333333u) << 2) | ((x & 0xCCCCCCCCu) >> 2);
  return ((x & 0x55555555u) << 1) | ((x & 0xAAAAAAAAu) >> 1);
}

// Sobol's second coordinate, bits reversed: the i-th direction number is the (i - 1)-th times (1 + x) over GF(2).
KOKKOS_INLINE_FUNCTION std::uint32_t sobol_reversed(std::uint32_t index) {
  std::uint32_t result = 0;
  for (std::uint32_t direction = 1; index; index >>= 1, direction ^= direction << 1)
    if (index & 1) result ^= direction;
  return result;
}

// Owen's scrambling of reversed bits: flips every bit by a hash of the bits below it (Laine and Karras's form).
KOKKOS_INLINE_FUNCTION std::uint32_t scrambled(std::uint32_t x, std::uint32_t seed) {
  x ^= x * 0x3D20ADEAu;
  x += seed;
  x *= (seed >> 16) | 1;
  x ^= x * 0x05526C56u;
  x ^= x * 0x53A22864u;
  return x;
}

// How many rows make N cells about square on a surface `aspect` times as long along u as along v.
int rows_for(int points, double aspect) {
  if (!(aspect > 0 && std::isfinite(aspect))) throw std::invalid_argument("aspect is " + std::to_string(aspect) + ", but must be above 0");
  return int(std::clamp(std::round(std::sqrt(points / aspect)), 1.0, double(points)));
}

}  // namespace

template <class T>
MonteCarlo<T>::MonteCarlo(const Options& options, const Context& context)
    : Quadrature<T>(options.points, context), seed_(context.seed), stream_(context.stream) {}

template <class T>
void MonteCarlo<T>::draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const {
  const random::Generator generator(seed_, stream_, step);
  const int n = this->points();
  Kokkos::parallel_for(
      "plisse::quadrature::monte_carlo", Range(exec, 0, n), KOKKOS_LAMBDA(int i) {
        const auto block = generator.block(i);
        chart(0, i) = random::unit<T>(block.word[0]);
        chart(1, i) = random::unit<T>(block.word[1]);
        weight(i) = T(1.0 / n);
      });
}

template <class T>
Stratified<T>::Stratified(const Options& options, const Context& context)
    : Quadrature<T>(options.points, context),
      seed_(context.seed),
      stream_(context.stream),
      rows_(rows_for(options.points, context.aspect)) {}

template <class T>
void Stratified<T>::draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const {
  const random::Generator generator(seed_, stream_, step);
  const int n = this->points(), rows = rows_;
  Kokkos::parallel_for(
      "plisse::quadrature::stratified", Range(exec, 0, n), KOKKOS_LAMBDA(int i) {
        const auto block = generator.block(i);
        const StratifiedCell cell(i, n, rows);
        chart(0, i) = T((double(cell.column) + random::unit<double>(block.word[0])) / double(cell.columns));
        chart(1, i) = T((double(cell.before) + double(cell.columns) * random::unit<double>(block.word[1])) / n);
        weight(i) = T(1.0 / n);
      });
}

template <class T>
LowDiscrepancy<T>::LowDiscrepancy(const Options& options, const Context& context)
    : Quadrature<T>(options.points, context), seed_(context.seed), stream_(context.stream) {}

template <class T>
void LowDiscrepancy<T>::draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const {
  const auto seeds = random::Generator(seed_, stream_, step).block(0);
  const int n = this->points();
  Kokkos::parallel_for(
      "plisse::quadrature::low_discrepancy", Range(exec, 0, n), KOKKOS_LAMBDA(int i) {
        chart(0, i) = random::unit<T>(reversed(scrambled(std::uint32_t(i), seeds.word[0])));
        chart(1, i) = random::unit<T>(reversed(scrambled(sobol_reversed(std::uint32_t(i)), seeds.word[1])));
        weight(i) = T(1.0 / n);
      });
}

template class MonteCarlo<float>;
template class MonteCarlo<double>;
template class Stratified<float>;
template class Stratified<double>;
template class LowDiscrepancy<float>;
template class LowDiscrepancy<double>;

}  // namespace plisse::quadrature
