// SPDX-License-Identifier: Apache-2.0
// A quadrature draws points of the unit square with weights that sum to 1, for one step: the integral of f is about sum_p w_p f(u_p, v_p).
#pragma once

#include <cstdint>

#include "kernels/core/component.hpp"
#include "kernels/core/random.hpp"
#include "kernels/core/reduce.hpp"
#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"

namespace plisse::quadrature {

// What every quadrature is built with.
struct Context {
  std::uint64_t seed = 0;
  random::Stream stream = random::Stream::quadrature;
  double aspect = 1;  // length of the surface along u over that along v: strata are about square on the surface
  Workspace* workspace = nullptr;
};

// A component is a class template Q<T> derived from Quadrature<T> with
//   static constexpr const char *name, *doc;   using Options = ...;  a plain struct with describe(V&), the same type for every T
//   Q(const Options&, const Context&)          throws std::invalid_argument on impossible options
template <class T>
class Quadrature {
 public:
  virtual ~Quadrature() = default;

  int points() const { return points_; }  // N
  // True where every step has the same points.
  virtual bool fixed() const = 0;
  // Writes chart (2, N) and weight (N).  The same (seed, stream, step) gives the same bits.
  virtual void draw(const Exec&, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const = 0;

  // Scales the first n weights so that they sum to `area` [m^2].  A random rule needs it: once multiplied by the area element its
  // weights sum to the area only in the mean.  Throws std::invalid_argument where n is above points() or the weights sum to 0.
  void normalise(const Exec& exec, const Array1<T>& weight, int n, double area) const;

 protected:
  // Throws std::invalid_argument unless points are 1 to 2^30.
  Quadrature(std::int64_t points, const Context& context);

 private:
  int points_;
  OrderedSum sum_;
};

}  // namespace plisse::quadrature
