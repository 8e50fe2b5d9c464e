// SPDX-License-Identifier: Apache-2.0
// A load is the potential of external forces: minus the work they do.  It acts at the points of the surface, of one of its edges, or
// at a single point, and says at which; weights are then shares of area, of length, or 1.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "kernels/core/component.hpp"
#include "kernels/shell/potential.hpp"
#include "kernels/surfaces/edge.hpp"

namespace plisse::shell {

enum class LoadSite { surface, edge, point };

template <class T>
struct LoadContext {
  int capacity = 0;    // the largest number of points of a call
  double density = 0;  // the material's mass per area [kg/m^2]; 0: not given
  Workspace* workspace = nullptr;
};

// A component is a class template L<T> derived from Load<T> with
//   static constexpr const char *name, *doc;
//   using Options = ...;  a plain struct with describe(V&), the same type for every T
//   L(const Options&, const LoadContext<T>&)   throws std::invalid_argument on impossible options
template <class T>
class Load : public Potential<T> {
 public:
  virtual LoadSite site() const = 0;
  virtual std::string edge() const { return {}; }       // name of the edge of a load on one, as in kernels/surfaces/edge.hpp
  virtual Vec3<double> position() const { return {}; }  // of a load at a point [m]
};

template <class V>
void describe_edge(V& v, surfaces::Edge& edge) {
  v.choice("edge", edge, surfaces::edge_choices()).required().doc("edge of the surface it acts on");
}

// Throws std::invalid_argument unless the option has three numbers.
inline Vec3<double> vector_of(const char* name, const std::vector<double>& numbers) {
  if (numbers.size() != 3)
    throw std::invalid_argument(std::string(name) + " has " + std::to_string(numbers.size()) + " numbers, but must have 3");
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace plisse::shell
