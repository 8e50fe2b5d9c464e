// SPDX-License-Identifier: Apache-2.0
// Every registered material under every measure of strain, and every registered load: adjoint against central differences of the
// energy, Hessian against central differences of the adjoint.  A component is tested because it exists.
#include <doctest/doctest.h>

#include "experiments/components/loads.hpp"
#include "experiments/components/materials.hpp"
#include "kernels/shell/elasticity.hpp"
#include "tests/support/shell_batches.hpp"

using namespace plisse;
using namespace plisse::experiments;
using plisse::test::RandomBatch;

namespace {

constexpr double tolerance = 1e-6;

void check_derivatives(const shell::Potential<double>& potential, const RandomBatch& batch) {
  CHECK(potential.evaluate(Exec(), batch.points, batch.sites, batch.jets, 1, {}) != 0);
  CHECK(test::gradient_error(potential, batch) <= tolerance);
  const auto hessian = test::hessian_errors(potential, batch);
  CHECK(hessian.difference <= tolerance);
  CHECK(hessian.asymmetry == 0);
}

// Numbers a configuration must give, and every switch, set to something that matters.
config::Component load_with_values(const std::string& name, bool switches) {
  auto component = preset("loads", name);
  auto schema = config::schema_of("loads", component);
  double number = 0.7;
  for (auto& option : schema.options()) {
    if (const auto* flag = std::get_if<bool*>(&option.target())) **flag = switches;
    if (!option.is_required()) continue;
    if (const auto* value = std::get_if<double*>(&option.target())) **value = number += 0.4;
    if (const auto* values = std::get_if<std::vector<double>*>(&option.target()))
      for (auto& v : **values) v = number += 0.4;
  }
  return component;
}

template <class T>
std::unique_ptr<shell::Load<T>> load_of(const config::Component& component, Workspace& workspace) {
  return make_load<T>(component, {.capacity = 8, .density = 0.2, .workspace = &workspace});
}

}  // namespace

TEST_CASE("derivatives of every material under every measure of strain agree with central differences") {
  int combinations = 0;
  for (const auto& name : config::Registry::global().names("materials"))
    for (const auto measure : {shell::StrainMeasure::exact, shell::StrainMeasure::linear, shell::StrainMeasure::printed})
      for (const double size : {0.05, 0.3, 1.0}) {
        CAPTURE(name);
        CAPTURE(int(measure));
        CAPTURE(size);
        Workspace workspace;
        const auto material = make_material<double>(preset("materials", name));
        const shell::Elasticity<double> elasticity(measure, *material, 8, workspace);
        check_derivatives(elasticity, RandomBatch(unsigned(5 + combinations), size));
        ++combinations;
      }
  CHECK(combinations >= 2 * 3 * 3);
}

TEST_CASE("derivatives of every load agree with central differences") {
  int combinations = 0;
  for (const auto& name : config::Registry::global().names("loads"))
    for (const bool switches : {false, true})
      for (const double size : {0.3, 1.0}) {
        CAPTURE(name);
        CAPTURE(switches);
        CAPTURE(size);
        Workspace workspace;
        const auto load = load_of<double>(load_with_values(name, switches), workspace);
        const RandomBatch batch(unsigned(31 + combinations), size);
        load->accept(Exec(), batch.points, batch.sites, batch.jets);
        check_derivatives(*load, batch);
        ++combinations;
      }
  CHECK(combinations >= 6 * 2 * 2);
}

TEST_CASE("a load that calls itself quadratic has the same Hessian everywhere, and none that does not") {
  for (const auto& name : config::Registry::global().names("loads"))
    for (const bool switches : {false, true}) {
      CAPTURE(name);
      CAPTURE(switches);
      Workspace workspace;
      const auto load = load_of<double>(load_with_values(name, switches), workspace);
      const auto hessian = [&](double size) {
        const RandomBatch batch(3, size);
        Array2<double> result("plisse::test::hessian", shell::jet_size * shell::jet_size, RandomBatch::points_in_all);
        load->add_hessian(Exec(), batch.points, batch.sites, batch.jets, 1, result);
        return test::on_host(result);
      };
      const auto small = hessian(0.1), large = hessian(0.4);
      double change = 0;
      for (std::size_t i = 0; i < small.size(); ++i) change = std::max(change, std::abs(small.data()[i] - large.data()[i]));
      CHECK((change == 0) == load->quadratic());
    }
}

TEST_CASE("a load says where it acts") {
  for (const auto& name : config::Registry::global().names("loads")) {
    CAPTURE(name);
    Workspace workspace;
    const auto load = load_of<float>(load_with_values(name, false), workspace);
    CHECK(load->edge().empty() == (load->site() != shell::LoadSite::edge));
    if (load->site() == shell::LoadSite::point) CHECK(norm(load->position()) > 0);
  }
}
