// SPDX-License-Identifier: Apache-2.0
// The collider made from measures: what a configuration gives, its distances and its refusals.
#include "framework/geometry/mannequin.hpp"

#include <doctest/doctest.h>

#include "experiments/components/colliders.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"

using namespace plisse;

TEST_CASE("a mannequin is a collider with signed distances to its surface") {
  auto component = experiments::preset("colliders", "mannequin");
  REQUIRE(component.options);
  auto& options = *std::static_pointer_cast<geometry::MannequinOptions>(component.options);
  options.resolution = 0.02;
  options.position = {0.5, 0, 0.1};
  const auto& entry = experiments::collider_factory(component);
  Workspace workspace;
  const collision::Context context{entry.body(&options), 4, &workspace};
  CHECK(context.body.positions.size() > 3000);
  const auto collider = entry.factory.make<double>(&options, context);

  const double chest = geometry::mannequin_levels(options).chest + 0.1;
  const double points[4][3] = {
      {0.5, 0, chest}, {0.5, -1, chest}, {0.5, 0, options.height + 0.4}, {0.5, 0, 0.2}};  // the last between the legs
  Jets<double> positions("positions", 3, 1, 4);
  const auto host = Kokkos::create_mirror_view(positions);
  for (int p = 0; p < 4; ++p)
    for (int k = 0; k < 3; ++k) host(k, 0, p) = points[p][k];
  Kokkos::deep_copy(positions, host);
  Array1<double> distance("distance", 4);
  Array2<double> normal("normal", 3, 4);
  collider->query(Exec(), positions, 4, distance, normal);
  const auto d = Kokkos::create_mirror_view(distance);
  Kokkos::deep_copy(d, distance);
  const auto n = Kokkos::create_mirror_view(normal);
  Kokkos::deep_copy(n, normal);
  CHECK(d(0) < -0.08);
  CHECK(d(1) == doctest::Approx(0.88).epsilon(0.03));
  CHECK(n(1, 1) < -0.99);
  CHECK(d(2) == doctest::Approx(0.3).epsilon(0.02));
  CHECK(n(2, 2) > 0.99);
  CHECK(d(3) > 0.02);
}
