// SPDX-License-Identifier: Apache-2.0
// Every registered surface x every registered quadrature, with default options.  A component is tested because it exists.
#include <doctest/doctest.h>

#include "experiments/components/quadratures.hpp"
#include "experiments/components/surfaces.hpp"
#include "framework/config/reader.hpp"
#include "tests/support/surface_checks.hpp"

using namespace plisse;
using namespace plisse::experiments;
using namespace plisse::test;

namespace {

const auto& registry() { return config::Registry::global(); }

// Default options break no rule of their own.
void check_rules(const std::string& kind, const config::Component& component) {
  const auto schema = config::schema_of(kind, component);
  for (const auto& rule : schema.rules()) CHECK(rule.check() == "");
  for (const auto& option : schema.options()) CHECK(!option.doc().empty());
}

}  // namespace

TEST_CASE("frames of every surface are finite and orthonormal; tangents and H are the derivatives of x and n") {
  CHECK(registry().names("surfaces").size() >= 5);
  for (const auto& name : registry().names("surfaces")) {
    CAPTURE(name);
    const auto component = preset("surfaces", name);
    check_rules("surfaces", component);
    const auto surface = make_surface<double>(component);
    CHECK(surface->area() > 0);
    CHECK(size_of(*surface) > 0);
    for (const auto& [u, v] : chart_places(0)) {
      CHECK(finite(surface->at(u, v)));
      CHECK(frame_error(surface->at(u, v)) < 1e-14);
    }
    for (const auto& [u, v] : chart_places(0.01)) {
      CHECK(tangent_error(*surface, u, v) < 1e-9);
      CHECK(weingarten_error(*surface, u, v) < 1e-8);
    }
    CHECK(divergence_error(*surface) < 1e-12);
  }
}

TEST_CASE("every surface finds its nearest point and touches its bounds") {
  for (const auto& name : registry().names("surfaces")) {
    CAPTURE(name);
    const auto surface = make_surface<double>(preset("surfaces", name));
    const auto box = surface->bounds();
    for (const auto& [u, v] : chart_places(0)) {
      const auto x = surface->at(u, v).x;
      CHECK(surface->locate(x).distance < 1e-12 * size_of(*surface));
      for (int i = 0; i < 3; ++i) CHECK((x[i] <= box.upper[i] + 1e-12 && x[i] >= box.lower[i] - 1e-12));
    }
    for (const auto& x : places_around(*surface, 40)) CHECK(locate_error(*surface, x) < 1e-12);
  }
}

TEST_CASE_TEMPLATE("area weights sum to the area for every surface and quadrature", T, float, double) {
  const double rounding = sizeof(T) == 4 ? 2e-6 : 1e-10;
  CHECK(registry().names("quadratures").size() >= 4);
  for (const auto& rule_name : registry().names("quadratures")) {
    CAPTURE(rule_name);
    const auto component = preset("quadratures", rule_name);
    check_rules("quadratures", component);
    for (const auto& name : registry().names("surfaces")) {
      CAPTURE(name);
      const auto surface = make_surface<T>(preset("surfaces", name));
      Workspace workspace;
      const auto rule =
          make_quadrature<T>(component, {5, random::Stream::quadrature, surface->length_u() / surface->length_v(), &workspace});
      CHECK(std::abs(area_ratio(*surface, *rule, true) - 1) < rounding);
      // Without scaling, a fixed rule is as exact as the surface is smooth, and the others are right in the mean.
      double mean = 0;
      const int steps = rule->fixed() ? 1 : 40;
      for (int step = 0; step < steps; ++step) mean += area_ratio(*surface, *rule, false, step) / steps;
      CHECK(std::abs(mean - 1) < (rule->fixed() ? rounding : 0.02));
    }
  }
}

TEST_CASE_TEMPLATE("rules give the same bits for the same step, and other points for another unless they are fixed", T, float, double) {
  for (const auto& name : registry().names("quadratures")) {
    CAPTURE(name);
    Workspace workspace;
    const auto rule = make_quadrature<T>(preset("quadratures", name), {5, random::Stream::quadrature, 1, &workspace});
    const int n = rule->points();
    const auto drawn = [&](std::uint64_t step) {
      const Array2<T> chart("chart", 2, n);
      const Array1<T> weight("weight", n);
      rule->draw(Exec(), step, chart, weight);
      const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), chart);
      return std::vector<T>(host.data(), host.data() + host.size());
    };
    CHECK(drawn(3) == drawn(3));
    CHECK((drawn(3) == drawn(4)) == rule->fixed());
  }
}

TEST_CASE("options that fit no surface are refused when they are read, with the key, what is wrong and what to do") {
  const auto message = [](const std::string& text) -> std::string {
    config::Component surface;
    config::Schema schema;
    schema.component("surface", surface, "surfaces");
    config::Diagnostics diagnostics;
    config::Reader(diagnostics).map(schema, *config::parse(config::make_source("test.yaml", {}, text)), "", "test");
    try {
      diagnostics.raise_if_any();
    } catch (const config::Error& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto says = [&](const std::string& surface, const std::string& part) {
    const auto text = message("surface: {type: " + surface + "}");
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  says("cylinder, radius: 25, length: 50, angle: [-40, 40]", "accepted");
  says("cylinder, angle: [40, -40]", "'surface.angle' is [40, -40] degrees, but must increase: give the smaller angle first");
  says("cylinder, angle: [-200, 200]", "'surface.angle' is [-200, 200] degrees, but must span at most 360 degrees");
  says("cylinder, zero: [0, 2, 0]", "'surface.zero' is parallel to axis: turn zero away from it");
  says("cylinder, radius: 0", "'surface.radius' is 0");
  says("cone, radii: [0, 0]", "'surface.radii' are both 0, which leaves a line: give one above 0");
  says("sphere, latitude: [0, 100]", "'surface.latitude");
  says("plane, normal: [0, 0, 0]", "'surface.normal' has length zero: give it a direction");
  says("hyperbolic_paraboloid, rise: 0", "'surface.rise' must be a height other than 0; for a flat rectangle take the surface 'plane'");
}
