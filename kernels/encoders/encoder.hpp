// SPDX-License-Identifier: Apache-2.0
// An encoder turns points into features: (D, C, N) -> (F, C, N).  Points are normalised: the unit square or cube.
#pragma once

#include "kernels/core/component.hpp"
#include "kernels/core/random.hpp"
#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"
#include "kernels/nn/parameters.hpp"

#include <cstdint>

namespace plisse::encoders {

// What every encoder is built with.
struct Context {
  int dimension = 2;    // D
  int capacity = 0;     // the largest N of a call
  int channels = 1;     // the largest C of a call
  nn::ParameterLayout* layout = nullptr;  // where trainable slices are declared
  Workspace* workspace = nullptr;
  double sides[3] = {1, 1, 1};  // of the box that the unit square or cube stands for, over the longest one
};

// A component is a class template E<T> derived from Encoder<T> with
//   static constexpr const char *name, *doc;   using Options = ...;  a plain struct with describe(V&), the same type for every T
//   E(const Options&, const Context&)          throws std::invalid_argument on impossible options
template <class T> class Encoder {
 public:
  virtual ~Encoder() = default;

  virtual int features() const = 0;  // F
  // How often the features can be differentiated inside their smooth pieces and across them: 0 for multilinear grids, a large
  // number for analytic encoders.  Losses with second derivatives need 2.
  virtual int smoothness() const = 0;
  // Sets the encoder's own slices of `parameters` (P).
  virtual void initialise(const Array1<T>& parameters, std::uint64_t seed) const = 0;
  // features (F, C, N) of points (D, C, N); writes the first n points.
  virtual void forward(const Exec&, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const = 0;
  // Adds to gradient (P) what the adjoint of the features (F, C, N) asks for; in a fixed order, without contention.
  virtual void backward(const Exec&, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                        const Array1<T>& gradient) const = 0;
  // Whether the features depend on the progress of the training, and where that stands: 0 at its start, 1 from its end on.
  virtual bool follows_progress() const { return false; }
  virtual void set_progress(double) {}
};

}  // namespace plisse::encoders
