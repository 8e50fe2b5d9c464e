// SPDX-License-Identifier: Apache-2.0
// A loss is one energy term, evaluated over a batch of local structures, over the elements of a mesh, or over single points.
#pragma once

#include <stdexcept>
#include <string>

#include "kernels/collision/collider.hpp"
#include "kernels/core/component.hpp"
#include "kernels/core/reduce.hpp"
#include "kernels/core/types.hpp"
#include "kernels/core/workspace.hpp"

namespace plisse::losses {

// S local structures of six vertices (A, B, C, A', B', C'); vertex k of structure s is column k * S + s of every array.
template <class T>
struct Structures {
  int count = 0;                // S in use; column stride is `stride`
  int stride = 0;               // S the arrays were sized for
  Array2<T> uv;                 // (2, 6 stride)
  Array1<unsigned char> valid;  // (6 stride): inside the charts; an invalid vertex carries the sample's own UV and rest position
  Array3<T> rest;               // (3, 1, 6 stride) [m]
  Array1<T> weight;             // (stride): share of the sample, sums to 1
  double area = 0;              // of the whole rest surface [m^2]
  double edge = 0;              // edge length in UV units
};

// The same for a triangle mesh: edges, face pairs and vertices.
template <class T>
struct MeshElements {
  int vertices = 0, edges = 0, pairs = 0;
  Array2<int> edge;                   // (2, E)
  Array2<int> pair;                   // (4, Q): triangles (a, b, c) and (d, c, b) share the edge b-c
  Array3<T> rest;                     // (3, 1, V) [m]
  Array2<T> uv;                       // (2, V)
  Array1<T> vertex_weight;            // (V): area share, sums to 1
  Array1<int> edge_start, edge_slot;  // per vertex, the incident edges: slot = 2 * edge + end;   (V + 1), (2 E)
  Array1<int> pair_start, pair_slot;  // per vertex, the incident pairs: slot = 4 * pair + corner; (V + 1), (4 Q)
  double area = 0;                    // [m^2]
};

// Single points with positions to reach.
template <class T>
struct Points {
  int count = 0;     // N in use
  Jets<T> target;    // (3, 1, N) [m]
  Array1<T> weight;  // (N): share of the sample, sums to 1
};

template <class T>
struct Context {
  const collision::Collider<T>* collider = nullptr;  // null: nothing to collide with
  int capacity = 0;                                  // the largest number of samples (structures or mesh vertices) of a call
  int points = 0;                                    // the largest number of positions of a call
  int elements = 0;                                  // the largest number of edges or face pairs of a mesh; 0 without a mesh
  Workspace* workspace = nullptr;
};

// A component is a class template L<T> derived from Loss<T> with
//   static constexpr const char *name, *doc, *unit;
//   using Options = ...;  a plain struct with describe(V&), the same type for every T; has `double weight`
//   L(const Options&, const Context<T>&)   throws std::invalid_argument on impossible options
//
// evaluate() returns the raw term: sum_s weight_s energy_s.  Where `adjoint` (3, 1, N) is not empty it also adds
// factor * d(term)/d(position) to it.  Where `density` is not empty it adds factor * energy_s to density(s).
// Mesh terms are scaled to be comparable with those of structures: every loss says how.
// A loss is defined on some of the three kinds of batch and says on which; the others throw std::logic_error.
template <class T>
class Loss {
 public:
  virtual ~Loss() = default;

  virtual bool supports_structures() const { return false; }
  virtual bool supports_mesh() const { return false; }
  virtual bool supports_points() const { return false; }

  virtual double evaluate(const Exec&, const Structures<T>&, const Jets<T>& /*positions*/, double /*factor*/, const Jets<T>& /*adjoint*/,
                          const Array1<T>& /*density*/) const {
    throw std::logic_error("this loss is not defined on local structures: ask supports_structures() first");
  }
  virtual double evaluate(const Exec&, const MeshElements<T>&, const Jets<T>& /*positions*/, double /*factor*/,
                          const Jets<T>& /*adjoint*/) const {
    throw std::logic_error("this loss is not defined on meshes: ask supports_mesh() first");
  }
  virtual double evaluate(const Exec&, const Points<T>&, const Jets<T>& /*positions*/, double /*factor*/, const Jets<T>& /*adjoint*/,
                          const Array1<T>& /*density*/) const {
    throw std::logic_error("this loss is not defined on single points: ask supports_points() first");
  }
};

}  // namespace plisse::losses
