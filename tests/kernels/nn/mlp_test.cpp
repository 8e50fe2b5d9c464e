// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/kernels/nn/plain_network.hpp"

using namespace plisse;
using nn::Activation;
using nn::NetworkOptions;

namespace {

constexpr Activation activations[] = {Activation::relu, Activation::gelu, Activation::tanh, Activation::softplus, Activation::sine};

NetworkOptions options(Activation activation, std::vector<int> widths) {
  NetworkOptions o;
  o.activation = activation;
  o.hidden_layers = 0;
  o.widths = std::move(widths);
  o.omega = {3};
  return o;
}

template <class View>
auto to_host(const View& view) {
  const auto host = Kokkos::create_mirror(view);
  Kokkos::deep_copy(host, view);
  return host;
}

// Fills a view with uniform numbers in +-range, the same whatever its scalar type.
template <class View>
void fill(const View& view, double range, int seed) {
  const auto host = Kokkos::create_mirror_view(view);
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> draw(-range, range);
  for (std::size_t i = 0; i < host.size(); ++i) host.data()[i] = typename View::value_type(draw(engine));
  Kokkos::deep_copy(view, host);
}

// A network with inputs, parameters and everything one step needs.
template <class T>
struct Case {
  NetworkOptions options;
  nn::ParameterLayout layout;
  Workspace workspace;
  int n, channels;
  nn::Mlp<T> net;
  Array1<T> parameters, gradient;
  Jets<T> input, output, output_adjoint, input_adjoint;

  Case(NetworkOptions o, int inputs, int outputs, int n, int channels, int capacity = 0)
      : options(std::move(o)),
        n(n),
        channels(channels),
        net(options, inputs, outputs, std::max(n, capacity), channels, layout, workspace),
        parameters("parameters", layout.size()),
        gradient("gradient", layout.size()),
        input("input", inputs, channels, n),
        output("output", outputs, channels, n),
        output_adjoint("output_adjoint", outputs, channels, n),
        input_adjoint("input_adjoint", inputs, channels, n) {
    workspace.seal();
    fill(parameters, 0.8, 1);
    fill(input, 1, 2);
    fill(output_adjoint, 1, 3);
  }

  void forward(bool keep = false) { net.forward(Exec(), parameters, input, n, channels, output, keep); }
  void backward() { net.backward(Exec(), parameters, input, n, channels, output_adjoint, gradient, input_adjoint); }
  // sum of output times output_adjoint: its gradient is what backward() computes
  double objective() {
    forward();
    const auto y = to_host(output), bar = to_host(output_adjoint);
    double sum = 0;
    for (std::size_t i = 0; i < y.size(); ++i) sum += double(y.data()[i]) * double(bar.data()[i]);
    return sum;
  }
};

// d objective / d view(i) by central differences of fourth order.
template <class View>
double difference(Case<double>& c, const View& view, std::size_t i) {
  const double h = c.net.activation() == Activation::relu ? 1e-6 : 2e-4;
  const auto host = to_host(view);
  const double middle = host.data()[i];
  const auto at = [&](double x) {
    host.data()[i] = x;
    Kokkos::deep_copy(view, host);
    return c.objective();
  };
  const double slope = c.net.activation() == Activation::relu
                           ? (at(middle + h) - at(middle - h)) / (2 * h)
                           : (8 * (at(middle + h) - at(middle - h)) - (at(middle + 2 * h) - at(middle - 2 * h))) / (12 * h);
  at(middle);
  return slope;
}

// Largest error of an analytic gradient, as a share of its largest entry; every `stride`-th entry is looked at.
template <class View, class Gradient>
double gradient_error(Case<double>& c, const View& view, const Gradient& gradient, std::size_t stride = 1) {
  double error = 0, size = 0;
  for (std::size_t i = 0; i < view.size(); i += stride) {
    error = std::max(error, std::fabs(difference(c, view, i) - gradient.data()[i]));
    size = std::max(size, std::fabs(gradient.data()[i]));
  }
  return error / std::max(size, 1e-30);
}

void check_gradient(Case<double>& c, std::size_t stride = 1) {
  c.forward(true);
  c.backward();
  const auto gradient = to_host(c.gradient);
  const auto input_adjoint = to_host(c.input_adjoint);
  CHECK(gradient_error(c, c.parameters, gradient, stride) <= 1e-6);
  CHECK(gradient_error(c, c.input, input_adjoint, stride) <= 1e-6);
}

std::vector<double> plain_inputs(const Jets<double>& input, int p, int channel = 0) {
  std::vector<double> x;
  const auto host = to_host(input);
  for (std::size_t k = 0; k < host.extent(0); ++k) x.push_back(host(k, channel, p));
  return x;
}

std::vector<double> plain_parameters(const Array1<double>& parameters) {
  const auto host = to_host(parameters);
  return {host.data(), host.data() + host.size()};
}

}  // namespace

TEST_CASE("the networks of the paper have the published numbers of parameters") {
  const auto count = [](int features, int width) {
    NetworkOptions o;
    o.width = width;
    nn::ParameterLayout layout;
    Workspace workspace;
    nn::Mlp<float>(o, features, 3, 1, 1, layout, workspace);
    return layout.size();
  };
  CHECK(count(2, 152) == 47427);
  CHECK(count(18, 148) == 47363);
  CHECK(count(6, 64) + 101 * 101 * 3 + 51 * 51 * 3 == 47369);
}

TEST_CASE("values agree with plain loops on the host") {
  for (const auto activation : activations)
    for (const auto& widths : {std::vector<int>{}, {1}, {7}, {16, 9}, {33, 1, 20}, {12, 70, 31}})
      for (const int n : {1, 5, 97, 400}) {
        Case<double> c(options(activation, widths), 3, 2, n, 1);
        c.forward(n % 2 == 0);
        const auto y = to_host(c.output);
        const auto parameters = plain_parameters(c.parameters);
        for (const int p : {0, n / 2, n - 1}) {
          const auto expected = tests::plain_network(c.options, c.layout, parameters, plain_inputs(c.input, p));
          for (int o = 0; o < 2; ++o) CHECK(y(o, 0, p) == doctest::Approx(expected[o]).epsilon(1e-12));
        }
      }
}

TEST_CASE("jets are the derivatives of the values along curved patches") {
  for (const auto activation : {Activation::gelu, Activation::tanh, Activation::softplus, Activation::sine}) {
    Case<double> c(options(activation, {11, 5}), 3, 2, 4, 6);
    c.forward();
    const auto y = to_host(c.output), x = to_host(c.input);
    const auto parameters = plain_parameters(c.parameters);
    const int p = 2;
    const auto value = [&](double a, double b, int o) {
      std::vector<double> at(3);
      for (int k = 0; k < 3; ++k)
        at[k] = x(k, 0, p) + a * x(k, 1, p) + b * x(k, 2, p) + a * a / 2 * x(k, 3, p) + a * b * x(k, 4, p) + b * b / 2 * x(k, 5, p);
      return tests::plain_network(c.options, c.layout, parameters, at)[o];
    };
    const double h = 2e-4;
    for (int o = 0; o < 2; ++o) {
      const double f = value(0, 0, o);
      CHECK(y(o, 0, p) == doctest::Approx(f).epsilon(1e-12));
      CHECK(y(o, 1, p) == doctest::Approx((value(h, 0, o) - value(-h, 0, o)) / (2 * h)).epsilon(1e-5));
      CHECK(y(o, 2, p) == doctest::Approx((value(0, h, o) - value(0, -h, o)) / (2 * h)).epsilon(1e-5));
      CHECK(y(o, 3, p) == doctest::Approx((value(h, 0, o) - 2 * f + value(-h, 0, o)) / (h * h)).epsilon(1e-4));
      CHECK(y(o, 4, p) ==
            doctest::Approx((value(h, h, o) - value(h, -h, o) - value(-h, h, o) + value(-h, -h, o)) / (4 * h * h)).epsilon(1e-4));
      CHECK(y(o, 5, p) == doctest::Approx((value(0, h, o) - 2 * f + value(0, -h, o)) / (h * h)).epsilon(1e-4));
    }
  }
}

TEST_CASE("gradients agree with central differences: activations, depths, odd widths, channels") {
  for (const auto activation : activations)
    for (const auto& widths : {std::vector<int>{}, {1}, {5}, {3, 7}, {9, 1, 4}})
      for (const int channels : {1, 3, 6}) {
        CAPTURE(int(activation));
        CAPTURE(widths.size());
        CAPTURE(channels);
        Case<double> c(options(activation, widths), 2, 3, 3, channels);
        check_gradient(c);
      }
}

TEST_CASE("gradients agree with central differences: wide layers, several tiles and partitions") {
  for (const auto activation : {Activation::relu, Activation::sine}) {
    Case<double> wide(options(activation, {37, 65}), 5, 3, 7, 1);
    check_gradient(wide, 41);
    Case<double> many(options(activation, {6, 5}), 2, 3, 1000, 3);
    check_gradient(many, 53);
  }
}

TEST_CASE("every omega serves its own layer") {
  auto o = options(Activation::sine, {4, 3});
  o.omega = {5, 0.5};
  Case<double> c(o, 2, 1, 2, 1);
  check_gradient(c);
  const auto expected = tests::plain_network(c.options, c.layout, plain_parameters(c.parameters), plain_inputs(c.input, 1));
  c.forward();
  CHECK(to_host(c.output)(0, 0, 1) == doctest::Approx(expected[0]).epsilon(1e-12));
}

TEST_CASE("float follows double") {
  for (const auto activation : activations)
    for (const int channels : {1, 6}) {
      Case<float> single(options(activation, {31, 18}), 3, 2, 211, channels);
      Case<double> twice(options(activation, {31, 18}), 3, 2, 211, channels);
      single.forward(true);
      single.backward();
      twice.forward(true);
      twice.backward();
      const auto compare = [](const auto& a, const auto& b) {
        const auto x = to_host(a);
        const auto y = to_host(b);
        double error = 0, size = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
          error = std::max(error, std::fabs(double(x.data()[i]) - y.data()[i]));
          size = std::max(size, std::fabs(y.data()[i]));
        }
        return error / size;
      };
      CHECK(compare(single.output, twice.output) < 2e-5);
      if (activation == Activation::relu) continue;  // a point next to a kink may fall on either side of it
      CHECK(compare(single.gradient, twice.gradient) < 2e-5);
      CHECK(compare(single.input_adjoint, twice.input_adjoint) < 2e-5);
    }
}

TEST_CASE("fewer points and channels than there is room for, twice the same bits, gradients add up") {
  Case<float> roomy(options(Activation::tanh, {21, 8}), 2, 3, 150, 3, 5000), tight(options(Activation::tanh, {21, 8}), 2, 3, 150, 3);
  for (auto* c : {&roomy, &tight}) {
    c->forward(true);
    c->backward();
  }
  const auto first = to_host(roomy.gradient), other = to_host(tight.gradient);
  for (std::size_t i = 0; i < first.size(); ++i) REQUIRE(first.data()[i] == other.data()[i]);
  roomy.forward(true);
  roomy.backward();
  const auto twice = to_host(roomy.gradient);
  Array1<float> once("once", roomy.layout.size());
  roomy.gradient = once;
  roomy.backward();
  for (std::size_t i = 0; i < once.size(); ++i) {
    REQUIRE(to_host(once).data()[i] == other.data()[i]);
    REQUIRE(twice.data()[i] == 2 * other.data()[i]);
  }
}

TEST_CASE("initial weights: spread by activation, the same for a seed, others for another") {
  for (const auto activation : activations) {
    NetworkOptions o = options(activation, {200, 200});
    o.omega = {30};
    nn::ParameterLayout layout;
    Workspace workspace;
    const nn::Mlp<float> net(o, 2, 3, 1, 1, layout, workspace);
    const auto draw = [&](std::uint64_t seed) {
      Array1<float> parameters("parameters", layout.size());
      net.initialise(parameters, seed);
      return to_host(parameters);
    };
    const auto a = draw(1), b = draw(1), c = draw(2);
    std::size_t differing = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      REQUIRE(a(i) == b(i));
      differing += a(i) != c(i);
    }
    CHECK(differing > 40000);
    const double range = activation == Activation::sine   ? std::sqrt(6. / 200) / 30
                         : activation == Activation::tanh ? std::sqrt(6. / 400)
                                                          : std::sqrt(6. / 200);
    const auto& hidden = layout.slices()[2];
    double sum = 0, squares = 0, largest = 0;
    for (std::size_t i = hidden.offset; i < hidden.offset + hidden.size(); ++i) {
      sum += a(i);
      squares += double(a(i)) * a(i);
      largest = std::max(largest, std::fabs(double(a(i))));
    }
    CHECK(largest <= range * (1 + 1e-6));
    CHECK(squares / hidden.size() == doctest::Approx(range * range / 3).epsilon(0.02));
    CHECK(std::fabs(sum / hidden.size()) < 0.02 * range);
  }
}

TEST_CASE("impossible networks are refused with a reason") {
  const auto build = [](const NetworkOptions& o, int channels = 1) {
    nn::ParameterLayout layout;
    Workspace workspace;
    nn::Mlp<float>(o, 2, 3, 8, channels, layout, workspace);
  };
  CHECK_THROWS_WITH_AS(build(options(Activation::relu, {4, 0})), "network: a hidden layer has width 0, but must have at least 1",
                       std::invalid_argument);
  auto o = options(Activation::sine, {4, 4, 4});
  o.omega = {30, 1};
  CHECK_THROWS_WITH_AS(build(o), "network: omega has 2 numbers for 3 hidden layers: give one number for all or one for each",
                       std::invalid_argument);
  o.omega = {-1};
  CHECK_THROWS_AS(build(o), std::invalid_argument);
  CHECK_THROWS_WITH_AS(build(options(Activation::relu, {4}), 2), "network: jets have 1, 3 or 6 channels, not 2", std::invalid_argument);
  Case<float> c(options(Activation::relu, {4}), 2, 3, 8, 1);
  CHECK_THROWS_AS(c.net.forward(Exec(), c.parameters, c.input, 9, 1, c.output, false), std::invalid_argument);
  CHECK_THROWS_AS(c.net.forward(Exec(), c.parameters, c.input, 8, 3, c.output, false), std::invalid_argument);
  CHECK_NOTHROW(c.net.forward(Exec(), c.parameters, c.input, 0, 1, c.output, false));
}
