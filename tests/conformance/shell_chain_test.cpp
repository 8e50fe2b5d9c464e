// SPDX-License-Identifier: Apache-2.0
// The whole chain of a shell (encoder, network, mirror plane, held and moved sets, strains, material, every registered load): gradient
// with respect to all parameters against central differences of the energy, for every smooth encoder x smooth activation x measure of
// strain x material; and the view of the last layer that Ritz solves for, gradient and Hessian.
#include <doctest/doctest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "experiments/components/device.hpp"
#include "experiments/components/shell_problem.hpp"
#include "experiments/shell.hpp"
#include "framework/config/config.hpp"
#include "tests/support/component_options.hpp"

using namespace plisse;
using namespace plisse::experiments;

namespace {

constexpr double tolerance = 1e-6;

// A saddle, mirrored at one side, held along the next and turned along another, on which all numbers of the Weingarten map matter.
const std::string saddle = R"(
experiment: shell
surface: {type: hyperbolic_paraboloid, size: [1, 0.8], rise: 0.2}
material: {type: isotropic, young: 1, poisson: 0.3, thickness: 1}
boundary:
  - {where: {type: plane, point: [0, -0.4, 0], normal: [0, 1, 0]}, fix: [x, z]}
  - {where: {type: plane, point: [0.5, 0, 0], normal: [1, 0, 0]}, fix: [y], clamped: true, falloff: 0.3, move: [0.05, 0.1, 0],
     rotate: {axis: [1, 1, 0], angle: 20}}
symmetry: [{axis: x, at: -0.5}]
field:
  network: {width: 6, hidden_layers: 2, omega: 2}
  scale: 0.3
edge_points: 3
)";

struct Choice {
  std::string encoder = "identity";
  nn::Activation activation = nn::Activation::sine;
  shell::StrainMeasure strain = shell::StrainMeasure::exact;
  std::string material = "isotropic";
  int points = 4;         // of the quadrature, along u and along v
  bool switches = false;  // of the loads: whether they follow
};

// A material soft enough that its energy compares with the work of the loads, and bending with stretching.
config::Component soft(const std::string& name) {
  auto material = preset("materials", name);
  for (const auto& [option, value] :
       {std::pair("young", 10.0), std::pair("thickness", 0.3), std::pair("density", 0.2), std::pair("warp_angle", 30.0)})
    tests::set_option("materials", material, option, value);
  return material;
}

// Every registered load, with numbers that differ.
std::vector<config::Component> all_loads(bool switches) {
  std::vector<config::Component> loads;
  double number = 0.3;
  for (const auto& name : config::Registry::global().names("loads")) {
    auto load = preset("loads", name);
    auto schema = config::schema_of("loads", load);
    for (auto& option : schema.options()) {
      if (auto* const* flag = std::get_if<bool*>(&option.target())) **flag = switches;
      if (const auto* choice = std::get_if<config::Option::Choice>(&option.target())) choice->set(int(choice->names.size()) - 1);
      if (!option.is_required()) continue;
      if (auto* const* value = std::get_if<double*>(&option.target())) **value = number += 0.1;
      if (auto* const* values = std::get_if<std::vector<double>*>(&option.target()))
        for (auto& v : **values) v = number += 0.1;
    }
    tests::set_option("loads", load, "at", std::vector<double>{0, 0, 0});
    loads.push_back(load);
  }
  return loads;
}

ShellOptions options_of(const Choice& choice) {
  auto options = config::load_text(saddle, "saddle.yaml", ".", {}).experiment.as<ShellOptions>();
  options.field.encoder = preset("encoders", choice.encoder);
  options.field.network.activation = choice.activation;
  options.shell.strain = choice.strain;
  options.shell.material = soft(choice.material);
  options.shell.loads = all_loads(choice.switches);
  options.shell.quadrature = preset("quadratures", "gauss");
  tests::set_option("quadratures", options.shell.quadrature, "points", std::vector<int>{choice.points, choice.points});
  return options;
}

struct Chain {
  Workspace workspace;
  std::unique_ptr<ShellProblem<double>> problem;
  Array1<double> parameters, gradient;

  explicit Chain(const Choice& choice) {
    const auto options = options_of(choice);
    const std::shared_ptr<const RestShape<double>> rest = make_rest_shape<double>({options.shell.surface, {}, {}});
    auto energy = std::make_unique<ShellEnergy<double>>(options.shell, rest, Obstacle({}, "collider"), options.shell.quadrature, 7, workspace);
    const auto support = make_support<double>(options.boundary, options.symmetry, rest->shape());
    const SpaceDomain<double> domain{{-1.5, -0.4, -0.3}, {0.5, 0.4, 0.3}, support.mirrors, support.holds, support.motions, support.corners};
    auto field = std::make_unique<SpaceField<double>>(options.field, domain, energy->points(), workspace);
    problem = std::make_unique<ShellProblem<double>>(std::move(energy), std::move(field),
                                                     ShellProblem<double>::Options{options.field.scale, 0, true, false}, workspace);
    parameters = workspace.take<double>("parameters", problem->layout().size());
    gradient = workspace.take<double>("gradient", problem->layout().size());
    shake();
    problem->begin_step(0);
  }

  // Parameters away from any symmetric start: the initial ones plus noise.
  void shake() {
    problem->initialise(parameters, 3);
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> noise(-0.2, 0.2);
    auto host = to_host(parameters);
    for (auto& p : host) p += noise(random);
    to_device(host, parameters);
  }

  double energy() { return problem->evaluate(Exec(), parameters, gradient); }
};

double inner(const std::vector<double>& a, const std::vector<double>& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }
double length(const std::vector<double>& a) { return std::sqrt(inner(a, a)); }

std::vector<double> moved(const std::vector<double>& x, double t, const std::vector<double>& d) {
  auto y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += t * d[i];
  return y;
}

// A random direction of length 1 within [first, last).
std::vector<double> direction(std::size_t size, std::size_t first, std::size_t last, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> d(size, 0.0);
  for (auto i = first; i < last; ++i) d[i] = normal(random);
  const double norm = length(d);
  for (auto& x : d) x /= norm;
  return d;
}

// f'(0) by the central difference of order four.
template <class Function>
double central(const Function& f, double h) {
  return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
}

// Largest relative error of the gradient over random directions, one within each slice of the parameters and one over all.
double gradient_error(Chain& chain) {
  const auto start = to_host(chain.parameters);
  chain.energy();
  const auto gradient = to_host(chain.gradient);
  std::vector<std::pair<std::size_t, std::size_t>> ranges{{0, start.size()}};
  for (const auto& slice : chain.problem->layout().slices()) ranges.emplace_back(slice.offset, slice.offset + slice.size());
  std::mt19937_64 random(23);
  double worst = 0;
  for (const auto& [first, last] : ranges) {
    const auto d = direction(start.size(), first, last, random);
    const double expected = inner(gradient, d);
    const std::vector<double> part(gradient.begin() + std::ptrdiff_t(first), gradient.begin() + std::ptrdiff_t(last));
    const double measured = central(
        [&](double t) {
          to_device(moved(start, t, d), chain.parameters);
          return chain.energy();
        },
        1e-4);
    worst = std::max(worst, std::abs(measured - expected) / std::max(std::abs(expected), length(part) / std::sqrt(double(last - first))));
  }
  to_device(start, chain.parameters);
  return worst;
}

template <class Test>
int for_all_strains_and_materials(const Test& test) {
  int count = 0;
  for (const auto strain : {shell::StrainMeasure::exact, shell::StrainMeasure::linear, shell::StrainMeasure::printed})
    for (const auto& material : config::Registry::global().names("materials")) {
      Choice choice;
      choice.strain = strain;
      choice.material = material;
      CAPTURE(int(strain));
      CAPTURE(material);
      test(choice);
      ++count;
    }
  return count;
}

bool is_smooth(const std::string& encoder) {
  Workspace scratch;
  nn::ParameterLayout layout;
  return make_encoder<double>(preset("encoders", encoder), {3, 1, 1, &layout, &scratch})->smoothness() >= 2;
}

// Energy, gradient and Hessian of the Ritz view at coefficients c.
struct Linearised {
  double energy;
  std::vector<double> gradient, hessian;  // (n), (n, n) lower triangle
};
Linearised linearise(optim::RitzProblem& ritz, const std::vector<double>& c, double load) {
  const auto n = c.size();
  Linearised result{0, std::vector<double>(n), std::vector<double>(n * n)};
  result.energy = ritz.linearise(c, load, result.gradient, {result.hessian.data(), n});
  return result;
}
std::vector<double> times(const Linearised& at, const std::vector<double>& d) {
  const auto n = d.size();
  std::vector<double> product(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) product[i] += at.hessian[std::max(i, j) * n + std::min(i, j)] * d[j];
  return product;
}

}  // namespace

TEST_CASE("gradients of a shell's energy agree with central differences: every smooth encoder, activation, strain and material") {
  int combinations = 0;
  for (const auto& encoder : config::Registry::global().names("encoders")) {
    if (!is_smooth(encoder)) continue;
    for (const auto activation : {nn::Activation::gelu, nn::Activation::tanh, nn::Activation::softplus, nn::Activation::sine}) {
      CAPTURE(encoder);
      CAPTURE(int(activation));
      combinations += for_all_strains_and_materials([&](Choice choice) {
        choice.encoder = encoder;
        choice.activation = activation;
        choice.switches = combinations % 2 == 1;
        Chain chain(choice);
        CHECK(gradient_error(chain) <= tolerance);
      });
    }
  }
  CHECK(combinations >= 2 * 4 * 3 * 2);
}

TEST_CASE("every part of the energy counts in these tests") {
  for (const auto& encoder : {"identity", "frequency"}) {
    Choice choice;
    choice.encoder = encoder;
    Chain chain(choice);
    const double total = chain.energy();
    const auto terms = chain.problem->terms();
    CHECK(terms.size() == 2 + config::Registry::global().names("loads").size());
    for (const auto& term : terms) {
      CAPTURE(term.name);
      CHECK(std::abs(term.weighted) > 1e-3 * std::abs(total));
    }
  }
}

TEST_CASE("the Ritz view has the derivatives of its energy, under part of the load too") {
  for_all_strains_and_materials([](Choice choice) {
    for (const bool switches : {false, true})
      for (const double load : {1.0, 0.6}) {
        CAPTURE(switches);
        CAPTURE(load);
        choice.switches = switches;
        choice.points = 9;  // several blocks
        Chain chain(choice);
        auto& ritz = *chain.problem->ritz();
        ritz.attach(chain.parameters);
        const auto c = ritz.coefficients(chain.parameters);
        std::mt19937_64 random(41);
        const auto d = direction(c.size(), 0, c.size(), random);
        const auto here = linearise(ritz, c, load);
        const double slope = inner(here.gradient, d);

        ritz.prepare_line(c, d, load);
        CHECK(ritz.along(0).value == doctest::Approx(here.energy).epsilon(1e-12));
        CHECK(ritz.along(0).slope == doctest::Approx(slope).epsilon(1e-9));
        CHECK(std::abs(central([&](double t) { return ritz.along(t).value; }, 1e-3) - slope) <= tolerance * std::abs(slope));
        const auto there = linearise(ritz, moved(c, 0.3, d), load);
        ritz.prepare_line(c, d, load);
        CHECK(ritz.along(0.3).value == doctest::Approx(there.energy).epsilon(1e-12));
        CHECK(ritz.along(0.3).slope == doctest::Approx(inner(there.gradient, d)).epsilon(1e-9));

        constexpr double h = 1e-3;
        std::vector<Linearised> around;
        for (const double t : {-2 * h, -h, h, 2 * h}) around.push_back(linearise(ritz, moved(c, t, d), load));
        std::vector<double> difference = times(here, d);
        const double size = length(difference);
        for (std::size_t i = 0; i < c.size(); ++i)
          difference[i] -=
              (8 * (around[2].gradient[i] - around[1].gradient[i]) - (around[3].gradient[i] - around[0].gradient[i])) / (12 * h);
        CHECK(length(difference) <= tolerance * size);
      }
  });
}

TEST_CASE("the Ritz view is the energy of the whole field as a function of its last layer") {
  for (const auto& encoder : config::Registry::global().names("encoders")) {
    if (!is_smooth(encoder)) continue;
    CAPTURE(encoder);
    Choice choice;
    choice.encoder = encoder;
    choice.points = 9;
    Chain chain(choice);
    auto& problem = *chain.problem;
    auto& ritz = *problem.ritz();
    ritz.attach(chain.parameters);
    const auto c = ritz.coefficients(chain.parameters);
    CHECK(int(c.size()) == problem.coefficients());
    const auto view = linearise(ritz, c, 1);
    CHECK(problem.unit() * chain.energy() == doctest::Approx(view.energy).epsilon(1e-12));
    const auto gradient = problem.field().coefficients(chain.gradient);
    std::vector<double> difference(c.size());
    for (std::size_t i = 0; i < c.size(); ++i) difference[i] = problem.unit() * gradient[i] - view.gradient[i];
    CHECK(length(difference) <= 1e-11 * length(view.gradient));

    const auto other = moved(c, 0.5, view.gradient);
    ritz.set_coefficients(other, chain.parameters);
    CHECK(ritz.coefficients(chain.parameters) == other);
    CHECK(problem.unit() * chain.energy() == doctest::Approx(linearise(ritz, other, 1).energy).epsilon(1e-12));
  }
}
