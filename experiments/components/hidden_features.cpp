// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/hidden_features.hpp"

namespace plisse::experiments {

namespace {

template <int C, nn::Activation activation, class T>
void activate_as(const Exec& exec, T omega, int n, const Jets<T>& jets) {
  Kokkos::parallel_for(
      "plisse::experiments::activate_features", Range(exec, 0, int(jets.extent(0))), KOKKOS_LAMBDA(int j) {
        for (int p = 0; p < n; ++p) {
          T z[C], s[C];
          for (int c = 0; c < C; ++c) z[c] = jets(j, c, p);
          nn::chain<C, T>(z, nn::evaluate<activation, T>(z[0], omega), s);
          for (int c = 0; c < C; ++c) jets(j, c, p) = s[c];
        }
      });
}

template <class T>
void activate(const Exec& exec, nn::Activation activation, T omega, int n, int channels, const Jets<T>& jets) {
  nn::dispatch(activation, [&](auto which) {
    constexpr auto known = decltype(which)::value;
    if (channels == 1) activate_as<1, known>(exec, omega, n, jets);
    else if (channels == 3) activate_as<3, known>(exec, omega, n, jets);
    else activate_as<6, known>(exec, omega, n, jets);
  });
}

}  // namespace

template <class T>
HiddenFeatures<T>::HiddenFeatures(const nn::NetworkOptions& options, int inputs, std::size_t before, int capacity, int channels,
                                  Workspace& workspace)
    : count_(inputs), activation_(options.activation), omega_(T(options.omega.empty() ? 1.0 : options.omega.back())) {
  const auto hidden = options.hidden();
  if (hidden.empty()) return;
  count_ = hidden.back();
  auto lower = options;
  lower.widths.assign(hidden.begin(), hidden.end() - 1);
  if (lower.widths.empty()) lower.hidden_layers = 0;
  if (lower.omega.size() > 1) lower.omega.pop_back();
  if (lower.omega.empty()) lower.omega = {1};
  if (before > 0) layout_.add("before", {before});
  network_.emplace(lower, inputs, count_, capacity, channels, layout_, workspace, "hidden");
}

template <class T>
void HiddenFeatures<T>::operator()(const Exec& exec, const Array1<T>& parameters, const Jets<T>& input, int n, int channels,
                                   const Jets<T>& features) const {
  if (network_) {
    network_->forward(exec, parameters, input, n, channels, features, false);
    activate(exec, activation_, omega_, n, channels, features);
    return;
  }
  const int rows = count_;
  Kokkos::parallel_for(
      "plisse::experiments::copy_features", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int j = 0; j < rows; ++j)
          for (int c = 0; c < channels; ++c) features(j, c, p) = input(j, c, p);
      });
}

template class HiddenFeatures<float>;
template class HiddenFeatures<double>;

}  // namespace plisse::experiments
