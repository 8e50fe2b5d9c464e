// SPDX-License-Identifier: Apache-2.0
// Collapsed cloth: values and adjoints stay finite (and no floating-point trap goes off).
#include <doctest/doctest.h>

#include "batches.hpp"
#include "kernels/losses/bend.hpp"
#include "kernels/losses/gravity.hpp"
#include "kernels/losses/hinge.hpp"
#include "kernels/losses/strain.hpp"

using namespace plisse;
using namespace plisse::losses;
using namespace plisse::losses::testing;

namespace {

template <class T>
bool finite(const Jets<T>& array) {
  const auto host = to_host(array);
  for (int i = 0; i < 3; ++i)
    for (std::size_t p = 0; p < array.extent(2); ++p)
      if (!std::isfinite(host(i, 0, p))) return false;
  return true;
}

template <class T, class L>
void check_finite(const L& loss, const Structures<T>& structures, const Map<T>& map) {
  Jets<T> adjoint("adjoint", 3, 1, structures.uv.extent(1));
  CHECK(std::isfinite(loss.evaluate(Exec(), structures, mapped(structures.uv, map), 1, adjoint, {})));
  CHECK(finite(adjoint));
}

}  // namespace

TEST_CASE_TEMPLATE("collapsed positions, collapsed rest shapes", T, float, double) {
  Workspace workspace;
  const auto context = context_for<T>(workspace, 10, 60, 0);
  const auto whole = random_structures<T>(workspace, 10, 10, 0.1, 0);
  const std::vector<Map<T>> maps{
      [](T, T) {
        return Vec3<T>{T(0.3), T(0.1), T(-2)};
      },  // a point
      [](T u, T v) {
        return Vec3<T>{u + v, u + v, T(0.2)};
      },  // a line
      [](T u, T v) {
        return Vec3<T>{std::abs(u - T(0.5)), v, 0};
      },  // folded onto itself
      [](T u, T v) {
        return T(1e-20) * Vec3<T>{u, v, u * v};
      },  // as small as nothing
      [](T u, T v) {
        return Vec3<T>{T(1e6) * u, T(1e6) * v, u * v};
      }  // torn apart
  };
  for (const auto& rest : maps)
    for (const auto& map : maps) {
      auto structures = whole;
      structures.rest = mapped(structures.uv, rest);
      for (const auto form : {StrainOptions::Form::relative, StrainOptions::Form::absolute})
        check_finite<T>(Strain<T>({.form = form, .edges = StrainOptions::Edges::all}, context), structures, map);
      for (const auto form : {BendOptions::Form::normals, BendOptions::Form::area})
        for (const bool from_rest : {false, true}) check_finite<T>(Bend<T>({.form = form, .rest = from_rest}, context), structures, map);
      check_finite<T>(Gravity<T>({}, context), structures, map);
    }
}

TEST_CASE("structures with no valid vertex have no energy") {
  Workspace workspace;
  const auto context = context_for<double>(workspace, 4, 24, 0);
  auto structures = random_structures<double>(workspace, 4, 4, 0.1, 0.2);
  Kokkos::deep_copy(structures.valid, 0);
  const auto positions = mapped(structures.uv, wavy(0.2));
  Jets<double> adjoint("adjoint", 3, 1, 24);
  CHECK(Strain<double>({}, context).evaluate(Exec(), structures, positions, 1, adjoint, {}) == 0);
  CHECK(Bend<double>({}, context).evaluate(Exec(), structures, positions, 1, adjoint, {}) == 0);
  CHECK(Gravity<double>({}, context).evaluate(Exec(), structures, positions, 1, adjoint, {}) == 0);
  const auto host = to_host(adjoint);
  for (int i = 0; i < 3; ++i)
    for (int p = 0; p < 24; ++p) CHECK(host(i, 0, p) == 0);
}

TEST_CASE("a fold by 180 degrees has the largest bend, 4, and a pair without area none") {
  const Hinge<double> fold({0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  CHECK_FALSE(fold.degenerate);
  CHECK(fold.bend * fold.bend == doctest::Approx(4));
  CHECK(fold.slope == doctest::Approx(0));
  CHECK(Hinge<double>({0.5, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}).degenerate);
  CHECK(Hinge<float>({0, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 1, 0}).degenerate);
  const Hinge<double> right({0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1});
  CHECK(right.bend * right.bend == doctest::Approx(2));
}

TEST_CASE("an empty mesh has no energy") {
  Workspace workspace;
  const auto context = context_for<double>(workspace, 1, 6, 1);
  const MeshElements<double> nothing;
  CHECK(Strain<double>({}, context).evaluate(Exec(), nothing, {}, 1, {}) == 0);
  CHECK(Bend<double>({}, context).evaluate(Exec(), nothing, {}, 1, {}) == 0);
}
