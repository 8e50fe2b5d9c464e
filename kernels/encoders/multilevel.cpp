// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/multilevel.hpp"

namespace plisse::encoders {

namespace {

std::string text(auto x) { return std::to_string(x); }

void validate(const LevelOptions& options, const Context& context) {
  const auto refuse = [](const std::string& what, const std::string& rule) { throw std::invalid_argument(what + ", but must be " + rule); };
  if (context.dimension != 2 && context.dimension != 3)
    throw std::invalid_argument("points have " + text(context.dimension) + " dimensions, but must have 2 or 3");
  if (context.channels != 1 && context.channels != 3 && context.channels != 6)
    throw std::invalid_argument("jets have 1, 3 or 6 channels, not " + text(context.channels));
  if (context.capacity < 1) refuse("capacity is " + text(context.capacity), "at least 1");
  if (options.features < 1) refuse("features is " + text(options.features), "at least 1");
  if (options.levels < 1) refuse("levels is " + text(options.levels), "at least 1");
  if (options.levels > most_levels) refuse("levels is " + text(options.levels), "at most " + text(most_levels));
  if (!(options.init >= 0)) refuse("init is " + text(options.init), "at least 0");
  if (!(options.coarse_to_fine >= 0 && options.coarse_to_fine <= 1))
    refuse("coarse_to_fine is " + text(options.coarse_to_fine), "from 0 to 1");
}

}  // namespace

int shares_of(int levels) {
  const int threads = concurrency();
  int shares = 1;
  while (levels * shares % threads != 0 && levels * shares < 4 * threads) ++shares;
  return shares;
}

template <class T>
Multilevel<T>::Multilevel(const char* name, const LevelOptions& options, LevelOrder order, const Context& context)
    : name_(name),
      dimension_(context.dimension),
      capacity_(context.capacity),
      channels_(context.channels),
      levels_(options.levels),
      features_(options.features),
      init_(options.init),
      coarse_to_fine_(options.coarse_to_fine),
      order_(order) {
  validate(options, context);
  weights_ = level_weights<T>(levels_, order_, coarse_to_fine_, 0);
}

template <class T>
std::size_t Multilevel<T>::add_level(const Context& context, std::vector<std::size_t> shape) {
  double numbers = features_;
  for (const auto extent : shape) numbers *= double(extent);
  if (numbers > 2e9)
    throw std::invalid_argument("level " + text(slices_.size()) + " would hold more than 2e9 numbers: lower its resolution or features");
  shape.push_back(std::size_t(features_));
  const auto offset = context.layout->add("encoder.level" + text(slices_.size()), std::move(shape));
  slices_.push_back({offset, std::size_t(numbers)});
  return offset;
}

template <class T>
void Multilevel<T>::set_progress(double progress) {
  weights_ = level_weights<T>(levels_, order_, coarse_to_fine_, progress);
}

template <class T>
void Multilevel<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  constexpr std::uint64_t first_stream = 1 << 16;  // the network's layers come before
  for (std::size_t l = 0; l < slices_.size(); ++l) {
    const random::Generator generator(seed, random::Stream::weights, first_stream + l);
    const auto offset = slices_[l].offset;
    const T range = T(init_);
    Kokkos::parallel_for(
        "plisse::encoders::initialise", Range(Exec(), 0, int(slices_[l].size)), KOKKOS_LAMBDA(int i) {
          T u[4];
          generator.uniform4(i, u);
          parameters(offset + i) = range * (2 * u[0] - 1);
        });
  }
  Kokkos::fence();
}

template <class T>
void Multilevel<T>::check(int n, std::size_t channels) const {
  if (n < 0 || n > capacity_)
    throw std::invalid_argument(std::string(name_) + ": " + text(n) + " points, but there is room for " + text(capacity_));
  if (int(channels) > channels_) refuse_channels(channels);
}

template <class T>
void Multilevel<T>::refuse_channels(std::size_t channels) const {
  throw std::invalid_argument(std::string(name_) + ": jets of " + text(channels) + " channels, but it was built for " + text(channels_));
}

template class Multilevel<float>;
template class Multilevel<double>;

}  // namespace plisse::encoders
