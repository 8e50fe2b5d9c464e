// SPDX-License-Identifier: Apache-2.0
// A material of a thin shell: its stiffness, already integrated through the thickness, and its mass.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>

#include "kernels/core/component.hpp"
#include "kernels/materials/stiffness.hpp"

namespace plisse::materials {

// A material needs nothing but its options.
struct Context {};

// A component is a class template M<T> derived from Material<T> with
//   static constexpr const char *name, *doc;
//   using Options = ...;  a plain struct with describe(V&), the same type for every T
//   M(const Options&, const Context&)   throws std::invalid_argument on impossible options
template <class T>
class Material {
 public:
  virtual ~Material() = default;

  virtual Stiffness<T> stiffness() const = 0;
  virtual double thickness() const = 0;  // [m]
  virtual double density() const = 0;    // mass per area [kg/m^2]; 0: not given
};

// As a person would write it: 0.000253, 4.32e+08.
inline std::string written(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

// Throws std::invalid_argument("NAME is VALUE, but RULE") unless `holds`.
inline void require(bool holds, const char* name, double value, const char* rule) {
  if (!holds) throw std::invalid_argument(std::string(name) + " is " + written(value) + ", but " + rule);
}

// Throws std::invalid_argument on an impossible thickness [m] or mass per area [kg/m^2].
inline void check_sheet(double thickness, double density) {
  require(thickness > 0, "thickness", thickness, "must be above 0 m: a sheet without thickness resists no bending");
  require(density >= 0, "density", density, "must be at least 0 kg/m^2");
}

}  // namespace plisse::materials
