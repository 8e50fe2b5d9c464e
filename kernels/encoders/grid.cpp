// SPDX-License-Identifier: Apache-2.0
#include "kernels/encoders/grid.hpp"

#include "kernels/encoders/lattice_kernels.hpp"

namespace plisse::encoders {

namespace {

template <class T, int D, int C>
struct MultilinearStencil : Corners<T, D, C> {
  using Corners<T, D, C>::Corners;

  KOKKOS_FORCEINLINE_FUNCTION int column() const { return this->cell[D - 1]; }

  template <class Out>
  KOKKOS_FORCEINLINE_FUNCTION void interpolate(const LatticeLevel& level, const T* values, int features, const Out& out) const {
    const T* value[Corners<T, D, C>::count];
    for (int v = 0; v < this->count; ++v) {
      std::size_t vertex = 0;
      for (int d = 0; d < D; ++d) vertex = vertex * (level.cells[d] + 1) + this->cell[d] + (v >> d & 1);
      value[v] = values + vertex * features;
    }
    for (int f = 0; f < features; ++f)
      for (int c = 0; c < C; ++c) out(f, c, this->sum(c, [&](int v) { return value[v][f]; }));
  }

  template <class Bar>
  KOKKOS_FORCEINLINE_FUNCTION void add(int side, int features, T* to, const Bar& bar) const {
    for (int f = 0; f < features; ++f) {
      T left = 0, right = 0;
      for (int c = 0; c < C; ++c) {
        const T b = bar(f, c);
        left += this->coefficient[c][side] * b;
        right += this->coefficient[c][side | 1 << (D - 1)] * b;
      }
      to[f] += left;
      to[features + f] += right;
    }
  }
};

struct Multilinear {
  static constexpr int degree = 1;
  template <class T, int D, int C>
  using Stencil = MultilinearStencil<T, D, C>;
};

LatticeOptions lattice_options(const GridOptions& o, const Context& context) {
  if (context.channels == 6)
    throw std::invalid_argument(
        "a multilinear grid has no second derivatives: use encoder 'bspline', 'identity' or 'frequency' with losses that need them");
  return {o.resolution, Multilinear::degree, {o.levels, o.features, o.init, o.coarse_to_fine}};
}

}  // namespace

template <class T>
Grid<T>::Grid(const Options& options, const Context& context) : Lattice<T>(name, lattice_options(options, context), context) {}

template <class T>
void Grid<T>::forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const {
  this->template interpolate<Multilinear, 1, 3>(exec, parameters, points, n, features);
}

template <class T>
void Grid<T>::backward(const Exec& exec, const Array1<T>&, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                       const Array1<T>& gradient) const {
  this->template add_gradient<Multilinear, 1, 3>(exec, points, n, features_adjoint, gradient);
}

template class Grid<float>;
template class Grid<double>;

}  // namespace plisse::encoders
