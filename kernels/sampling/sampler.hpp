// SPDX-License-Identifier: Apache-2.0
// A sampler draws points of the UV domain for one step of training.
#pragma once

#include "kernels/core/component.hpp"
#include "kernels/core/random.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/sampling/rest_surface.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plisse::sampling {

template <class T> struct Samples {
  Array2<T> uv;      // (2, N) in the charts
  Array1<T> weight;  // (N), sums to 1: the share of each sample in a mean over the surface
};

template <class T> struct Context {
  RestSurface<T> surface;
  std::uint64_t seed = 0;
  Workspace* workspace = nullptr;
};

// A component is a class template S<T> derived from Sampler<T> with
//   static constexpr const char *name, *doc;   using Options = ...;  a plain struct with describe(V&), the same type for every T; has `int points`
//   S(const Options&, const Context<T>&)       throws std::invalid_argument on impossible options
template <class T> class Sampler {
 public:
  virtual ~Sampler() = default;

  virtual int points() const = 0;  // N
  // Draws the samples of a step.  The same (seed, step, state) gives the same bits.
  virtual void draw(const Exec&, std::int64_t step, const Samples<T>& samples) = 0;

  // An adaptive sampler wants the loss at these points (2, M) before a draw; others want none (extent 0).
  virtual Array2<T> probes() const { return {}; }
  virtual bool wants_probes(std::int64_t /*step*/) const { return false; }
  // loss (M): weighted sum of all losses at each probe, any sign, possibly not finite.
  virtual void observe(const Exec&, const Array1<T>& /*loss*/) {}

  // Everything that must survive a restart, by name.
  virtual std::vector<std::pair<std::string, Array1<T>>> state() const { return {}; }
  // Probability of each cell, row-major (rows, columns), for the result file; extents 0 where the density is fixed.
  virtual Array2<T> density() const { return {}; }
};

}  // namespace plisse::sampling
