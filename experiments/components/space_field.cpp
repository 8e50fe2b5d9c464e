// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/space_field.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "experiments/components/device.hpp"

namespace plisse::experiments {

namespace {

template <class T>
boundary::Normalisation<T> normalisation(const Vec3<double>& lower, const Vec3<double>& upper) {
  const auto size = upper - lower;
  const double extent = std::max({size.x, size.y, size.z});
  const auto origin = 0.5 * (lower + upper) - 0.5 * Vec3<double>{extent, extent, extent};
  return {{T(origin.x), T(origin.y), T(origin.z)}, T(1 / extent)};
}

struct EncoderTraits {
  int smoothness, features;
  bool trainable;
};

EncoderTraits traits(const config::Component& encoder, int dimension) {
  nn::ParameterLayout layout;
  Workspace scratch;
  const auto made = make_encoder<double>(encoder, {dimension, 1, 1, &layout, &scratch});
  return {made->smoothness(), made->features(), layout.size() > 0};
}

void refuse_kinks(const SpaceFieldOptions& options, const EncoderTraits& encoder) {
  if (const int found = encoder.smoothness; found < 2) {
    std::vector<std::string> smooth = config::Registry::global().names("encoders");
    smooth.erase(
        std::remove_if(smooth.begin(), smooth.end(), [](const auto& name) { return traits(preset("encoders", name), 3).smoothness < 2; }),
        smooth.end());
    throw config::Error(
        fmt::format("field.encoder: '{}' {} {}", options.encoder.type,
                    found == 1 ? "has with these options second derivatives that jump from cell to cell, and the bending energy needs "
                                 "them continuous; raise its degree or take one of"
                               : "has no second derivatives inside its cells, so a shell would bend at no cost; take one of",
                    fmt::join(smooth, ", ")));
  }
  if (options.output == FieldOutput::encoder) {
    if (!encoder.trainable)
      throw config::Error("field.output: is 'encoder', but encoder '" + options.encoder.type +
                          "' has nothing to train; take bspline, or output: network");
    if (encoder.features % 3 != 0)
      throw config::Error("field.encoder.features: the features are the displacement (field.output is 'encoder'), so give each level 3");
  } else if (!nn::is_smooth(options.network.activation))
    throw config::Error(
        "field.network.activation: 'relu' has no second derivatives, so a shell would bend at no cost; take sine, tanh, gelu or softplus");
}

// Jets of the activation, in place.
template <nn::Activation activation, class T>
void activate_as(const Exec& exec, T omega, int n, const Jets<T>& jets) {
  Kokkos::parallel_for(
      "plisse::experiments::activate", Range(exec, 0, int(jets.extent(0))), KOKKOS_LAMBDA(int j) {
        for (int p = 0; p < n; ++p) {
          T z[6], s[6];
          for (int c = 0; c < 6; ++c) z[c] = jets(j, c, p);
          nn::chain<6, T>(z, nn::evaluate<activation, T>(z[0], omega), s);
          for (int c = 0; c < 6; ++c) jets(j, c, p) = s[c];
        }
      });
}

template <class T>
void activate(const Exec& exec, nn::Activation activation, T omega, int n, const Jets<T>& jets) {
  nn::dispatch(activation, [&](auto which) { activate_as<decltype(which)::value>(exec, omega, n, jets); });
}

template <class T>
inline constexpr T rounding = 500 * std::numeric_limits<T>::epsilon();

// Jets f, a sum of terms of size `terms` each, that are no more than the rounding errors of terms that cancel; `size` of the box.
template <class T>
KOKKOS_INLINE_FUNCTION bool cancelled(const T (&f)[6], const T (&terms)[6], T size) {
  T sum = 0, largest = 0;
  for (int c = 0; c < 6; ++c) {
    const T unit = c == 0 ? T(1) : c < 3 ? size : size * size;
    sum = math::fmax(sum, unit * math::fabs(f[c]));
    largest = math::fmax(largest, unit * terms[c]);
  }
  return sum <= rounding<T> * largest;
}

// phi (3, F, 6, n) from hidden features (F - 1, 6, images n) and boundary factors (3, 6, n), in a box of that size [m].  A function that
// symmetry cancels is zero: its rounding errors would be unknowns that nothing else resists.
template <class T>
void fill_basis(const Exec& exec, const boundary::Mirrors<T>& mirrors, const Jets<T>& hidden, const Jets<T>& factors, T scale, T size,
                int n, const Array1<T>& phi) {
  const int functions = int(hidden.extent(0)) + 1;
  Kokkos::parallel_for(
      "plisse::experiments::fill_basis", Range(exec, 0, 3 * functions), KOKKOS_LAMBDA(int row) {
        const int i = row / functions, j = row % functions;
        const bool constant = j == functions - 1;
        for (int p = 0; p < n; ++p) {
          T f[6], terms[6] = {};
          for (int c = 0; c < 6; ++c) {
            f[c] = scale * mirrors.signed_mean(i, [&](int m) { return constant ? T(c == 0) : hidden(j, c, m * n + p); });
            for (int m = 0; m < mirrors.images() && !constant; ++m) terms[c] += scale * math::fabs(hidden(j, c, m * n + p));
          }
          if (cancelled(f, terms, size))
            for (auto& x : f) x = 0;
          const auto u = boundary::component(factors, i, p) * boundary::SurfaceJet<T>{f[0], f[1], f[2], f[3], f[4], f[5]};
          for (int c = 0; c < 6; ++c) phi((row * 6 + c) * n + p) = u[c];
        }
      });
}

// raw (3, 6, N): the levels of features (3 L, 6, N) added up; and its adjoint.
template <class T>
void add_levels(const Exec& exec, const Jets<T>& features, int n, const Jets<T>& raw) {
  const int count = int(features.extent(0));
  Kokkos::parallel_for(
      "plisse::experiments::add_levels", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i)
          for (int c = 0; c < 6; ++c) {
            T sum = 0;
            for (int f = i; f < count; f += 3) sum += features(f, c, p);
            raw(i, c, p) = sum;
          }
      });
}

template <class T>
void spread_levels(const Exec& exec, const Jets<T>& raw_adjoint, int n, const Jets<T>& features_adjoint) {
  const int count = int(features_adjoint.extent(0));
  Kokkos::parallel_for(
      "plisse::experiments::spread_levels", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int f = 0; f < count; ++f)
          for (int c = 0; c < 6; ++c) features_adjoint(f, c, p) = raw_adjoint(f % 3, c, p);
      });
}

template <class T>
void copy_columns(const Exec& exec, const Jets<T>& from, int first, int n, const Jets<T>& to) {
  Kokkos::parallel_for(
      "plisse::experiments::copy_columns", Range(exec, 0, n), KOKKOS_LAMBDA(int p) {
        for (int i = 0; i < 3; ++i)
          for (int c = 0; c < 6; ++c) to(i, c, first + p) = from(i, c, p);
      });
}

}  // namespace

template <class T>
SpaceField<T>::SpaceField(const SpaceFieldOptions& options, const SpaceDomain<T>& domain, int capacity, Workspace& workspace)
    : capacity_(capacity),
      functions_(0),
      scale_(T(options.scale)),
      encoding_(options.encoder.type),
      mirrors_(domain.mirrors),
      boundary_(domain.holds, domain.motions, domain.corners, std::max(capacity, ritz_block), workspace),
      normalisation_(normalisation<T>(domain.lower, domain.upper)),
      network_options_(options.network) {
  const auto columns = std::size_t(capacity) * std::size_t(mirrors_.images());
  const auto block = std::size_t(ritz_block) * std::size_t(mirrors_.images());
  const int widest = int(std::max(columns, block));
  const auto room = std::size_t(columns_for<T>(widest));
  const auto cube = normalisation<double>(domain.lower, domain.upper);
  const GridBox<T> box(cube.scale * (domain.lower - cube.origin), cube.scale * (domain.upper - cube.origin));
  const auto encoder = traits(options.encoder, box.dimension());
  refuse_kinks(options, encoder);
  encoders::Context context{3, widest, channels, &layout_, &workspace};
  if (encoder.trainable) {
    grid_box_ = box;
    context.dimension = box.dimension();
    for (int d = 0; d < box.dimension(); ++d) context.sides[d] = box.side(d);
    grid_input_ = workspace.take<T>("plisse::field::grid_input", std::size_t(box.dimension()), channels, room);
  }
  encoder_ = make_encoder<T>(options.encoder, context);
  if (options.output == FieldOutput::network) make_network(options.network, columns, block, workspace);
  const auto rows = std::size_t(encoder_->features());
  input_ = workspace.take<T>("plisse::field::input", 3, channels, room);
  features_ = workspace.take<T>("plisse::field::features", rows, channels, room);
  if (encoder.trainable) features_adjoint_ = workspace.take<T>("plisse::field::features_adjoint", rows, channels, room);
  raw_ = workspace.take<T>("plisse::field::raw", 3, channels, columns);
  if (hidden_) hidden_features_ = workspace.take<T>("plisse::field::hidden_features", std::size_t(functions_ - 1), channels, block);
}

template <class T>
void SpaceField<T>::make_network(const nn::NetworkOptions& options, std::size_t columns, std::size_t block, Workspace& workspace) {
  const auto inputs = encoder_->features();
  const auto hidden = options.hidden();
  functions_ = (hidden.empty() ? inputs : hidden.back()) + 1;
  try {
    if (layout_.size() > 0) hidden_layout_.add("encoder", {layout_.size()});
    network_.emplace(options, inputs, 3, int(columns), channels, layout_, workspace);
    if (hidden.empty()) return;
    auto lower = options;
    lower.widths.assign(hidden.begin(), hidden.end() - 1);
    if (lower.widths.empty()) lower.hidden_layers = 0;
    if (lower.omega.size() > 1) lower.omega.pop_back();
    if (lower.omega.empty()) lower.omega = {1};
    hidden_.emplace(lower, inputs, hidden.back(), int(block), channels, hidden_layout_, workspace, "hidden");
  } catch (const std::invalid_argument& error) {
    throw config::Error(std::string("field.network: ") + error.what());
  }
}

template <class T>
void SpaceField<T>::initialise(const Array1<T>& parameters, std::uint64_t seed) const {
  encoder_->initialise(parameters, seed);
  if (network_) network_->initialise(parameters, seed);
}

template <class T>
void SpaceField<T>::features(const Exec& exec, const Array1<T>& parameters, const surfaces::SurfacePoints<T>& points, int first,
                             int n) const {
  mirrors_.expand(exec, points, first, n, normalisation_, input_);
  if (grid_box_) grid_box_->fit(exec, input_, mirrors_.images() * n, grid_input_);
  encoder_->forward(exec, parameters, encoder_input(), mirrors_.images() * n, features_);
}

template <class T>
void SpaceField<T>::forward(const Exec& exec, const Array1<T>& parameters, const surfaces::SurfacePoints<T>& points, int first, int n,
                            const Jets<T>& jets, bool keep) const {
  features(exec, parameters, points, first, n);
  if (network_) network_->forward(exec, parameters, features_, mirrors_.images() * n, channels, raw_, keep);
  else add_levels(exec, features_, mirrors_.images() * n, raw_);
  boundary_.prepare(exec, points, first, n);
  if (first == 0) {
    mirrors_.fold(exec, raw_, n, scale_, jets);
    boundary_.apply(exec, n, jets);
    return;
  }
  mirrors_.fold(exec, raw_, n, scale_, input_);
  boundary_.apply(exec, n, input_);
  copy_columns(exec, input_, first, n, jets);
}

template <class T>
void SpaceField<T>::backward(const Exec& exec, const Array1<T>& parameters, int n, const Jets<T>& adjoint,
                             const Array1<T>& gradient) const {
  boundary_.adjoint(exec, n, adjoint);
  mirrors_.unfold(exec, adjoint, n, scale_, raw_);
  const int columns = mirrors_.images() * n;
  if (network_) network_->backward(exec, parameters, features_, columns, channels, raw_, gradient, features_adjoint_);
  else spread_levels(exec, raw_, columns, features_adjoint_);
  if (features_adjoint_.size() > 0) encoder_->backward(exec, parameters, encoder_input(), columns, features_adjoint_, gradient);
}

template <class T>
void SpaceField<T>::basis(const Exec& exec, const Array1<T>& parameters, const surfaces::SurfacePoints<T>& points, int first, int n,
                          const Array1<T>& phi) {
  features(exec, parameters, points, first, n);
  const int columns = mirrors_.images() * n;
  const auto& omega = network_options_.omega;
  Jets<T> last = features_;
  if (hidden_) {
    hidden_->forward(exec, parameters, features_, columns, channels, hidden_features_, false);
    activate(exec, network_options_.activation, T(omega.empty() ? 1.0 : omega.back()), columns, hidden_features_);
    last = hidden_features_;
  }
  boundary_.prepare(exec, points, first, n);
  fill_basis(exec, mirrors_, last, boundary_.factors(), scale_, 1 / normalisation_.scale, n, phi);
}

template <class T>
void SpaceField<T>::offsets(const Exec& exec, const surfaces::SurfacePoints<T>& points, int first, int n, const Jets<T>& jets) const {
  boundary_.prepare(exec, points, first, n);
  copy_columns(exec, boundary_.offsets(), first, n, jets);
}

// The last two slices are the output layer's: weight (3, F - 1) and bias (3).
template <class T>
std::vector<double> SpaceField<T>::coefficients(const Array1<T>& parameters) const {
  const auto host = to_host(parameters);
  const auto count = layout_.slices().size(), inner = std::size_t(functions_ - 1);
  const auto weight = layout_.slices()[count - 2].offset, bias = layout_.slices()[count - 1].offset;
  std::vector<double> c;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < inner; ++j) c.push_back(double(host[weight + i * inner + j]));
    c.push_back(double(host[bias + i]));
  }
  return c;
}

template <class T>
void SpaceField<T>::set_coefficients(const std::vector<double>& c, const Array1<T>& parameters) const {
  auto host = to_host(parameters);
  const auto count = layout_.slices().size(), inner = std::size_t(functions_ - 1);
  const auto weight = layout_.slices()[count - 2].offset, bias = layout_.slices()[count - 1].offset;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < inner; ++j) host[weight + i * inner + j] = T(c[i * (inner + 1) + j]);
    host[bias + i] = T(c[i * (inner + 1) + inner]);
  }
  to_device(host, parameters);
}

template class SpaceField<float>;
template class SpaceField<double>;

}  // namespace plisse::experiments
