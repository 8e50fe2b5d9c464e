// SPDX-License-Identifier: Apache-2.0
// A sample to start from: copy it to kernels/losses/, rename it, and it is a key of `losses:` (plisse list losses).
//
// Inside kernels use math:: (kernels/core/compat.hpp), not std:: or Kokkos::, for roots, exponentials and the like.
// Change of area of a local structure's central triangle: ((A' - A) / A)^2, with A at rest and A' deformed.
// dA'/da = 1/2 n x (c - b) for the corner a of a triangle abc with unit normal n.
#pragma once

#include "kernels/losses/assembly.hpp"

namespace plisse::losses {

// What the YAML may say about it: area: {weight: 0.5}, or area: 0.5 for short.
struct AreaOptions {
  double weight = 1;
  template <class V>
  void describe(V& v) {
    v.option("weight", weight).at_least(0).doc("factor of this term in the total");
  }
};

template <class T>
class Area : public Loss<T> {
 public:
  static constexpr const char *name = "area", *doc = "change of area of the central triangle", *unit = "";
  using Options = AreaOptions;

  Area(const Options&, const Context<T>& context) : assembly_(context, name, 0) {}

  bool supports_structures() const override { return true; }

  double evaluate(const Exec& exec, const Structures<T>& structures, const Jets<T>& positions, double factor, const Jets<T>& adjoint,
                  const Array1<T>& density) const override {
    const auto energy = assembly_.energy();
    const T scale = T(factor);
    const bool with_adjoint = adjoint.size() > 0, with_density = density.size() > 0;
    Kokkos::parallel_for(
        "plisse::losses::area", Range(exec, 0, structures.count), KOKKOS_LAMBDA(int s) {
          const int column[3] = {s, structures.stride + s, 2 * structures.stride + s};
          bool inside = true;
          for (const int c : column) inside = inside && structures.valid(c);
          energy(s) = 0;
          if (!inside) return;
          Vec3<T> rest[3], now[3];
          for (int k = 0; k < 3; ++k) {
            rest[k] = load(structures.rest, column[k]);
            now[k] = load(positions, column[k]);
          }
          const T before = norm(cross(rest[1] - rest[0], rest[2] - rest[0]));
          const auto normal = cross(now[1] - now[0], now[2] - now[0]);
          const T after = norm(normal), change = (after - before) / before;
          energy(s) = change * change;
          if (with_density) density(s) += scale * energy(s);
          if (!with_adjoint || after == 0) return;
          const auto unit = (1 / after) * normal;
          const T slope = scale * structures.weight(s) * 2 * change / before;
          for (int k = 0; k < 3; ++k) add(adjoint, column[k], slope * cross(unit, now[(k + 2) % 3] - now[(k + 1) % 3]));
        });
    return assembly_.weighted(exec, structures.count, structures.weight);
  }

 private:
  Assembly<T> assembly_;
};

}  // namespace plisse::losses

PLISSE_COMPONENT(losses::Area)
