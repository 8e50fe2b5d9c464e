// SPDX-License-Identifier: Apache-2.0
#include "kernels/losses/local_structure.hpp"

#include <numbers>

namespace plisse::losses {
namespace {

template <class T>
struct StructureBuilder {
  sampling::RestSurface<T> surface;
  Array2<T> sample_uv;
  Array1<T> sample_weight;
  int n, stride;
  T edge;
  random::Generator generator;
  Array2<T> uv;
  Array1<unsigned char> valid;
  Array3<T> rest;
  Array1<T> weight;

  KOKKOS_FUNCTION void operator()(int s) const {
    const bool used = s < n;
    const int sample = used ? s : n - 1;
    const T p[2] = {sample_uv(0, sample), sample_uv(1, sample)};
    weight(s) = used ? sample_weight(s) : T(0);

    Vec3<T> origin;
    surface.position(p[0], p[1], origin);
    T random[4];
    generator.uniform4(std::uint64_t(sample), random);
    const T theta = random[0] * T(2 * std::numbers::pi / 3), radius = edge / T(std::numbers::sqrt3);
    const T x = radius * math::cos(theta), y = radius * math::sin(theta), half = T(0.5), height = T(std::numbers::sqrt3 / 2);
    const T corners[3][2] = {{x, y}, {-half * x - height * y, height * x - half * y}, {height * y - half * x, -height * x - half * y}};
    for (int corner = 0; corner < 3; ++corner) {
      const auto& offset = corners[corner];
      place(s, corner, p, offset, T(1), origin, used);
      place(s, corner + 3, p, offset, T(-2), origin, used);  // the reflection of a corner lies opposite, twice as far
    }
  }

  KOKKOS_FUNCTION void place(int s, int vertex, const T p[2], const T offset[2], T scale, const Vec3<T>& origin, bool used) const {
    const int column = vertex * stride + s;
    const T u = p[0] + scale * offset[0], v = p[1] + scale * offset[1];
    Vec3<T> X = origin;
    const bool inside = used && surface.position(u, v, X);
    uv(0, column) = inside ? u : p[0];
    uv(1, column) = inside ? v : p[1];
    valid(column) = inside;
    rest(0, 0, column) = X.x;
    rest(1, 0, column) = X.y;
    rest(2, 0, column) = X.z;
  }
};

}  // namespace

template <class T>
Structures<T> make_structures(int capacity, Workspace& workspace) {
  if (capacity < 1) throw std::invalid_argument("local structures: the capacity must be at least 1");
  Structures<T> structures;
  structures.stride = columns_for<T>(capacity);
  const std::size_t columns = std::size_t(structure_vertices) * std::size_t(structures.stride);
  structures.uv = workspace.take<T>("plisse::losses::structure_uv", 2, columns);
  structures.valid = workspace.take<unsigned char>("plisse::losses::structure_valid", columns);
  structures.rest = workspace.take<T>("plisse::losses::structure_rest", 3, 1, columns);
  structures.weight = workspace.take<T>("plisse::losses::structure_weight", std::size_t(structures.stride));
  return structures;
}

template <class T>
void build_structures(const Exec& exec, const sampling::RestSurface<T>& surface, const Array2<T>& uv, const Array1<T>& weight, int n,
                      double edge, std::uint64_t seed, std::int64_t step, Structures<T>& structures) {
  if (n < 1 || n > structures.stride)
    throw std::invalid_argument("local structures: " + std::to_string(n) + " samples do not fit between 1 and " +
                                std::to_string(structures.stride));
  if (!(edge > 0)) throw std::invalid_argument("local structures: the edge length must be above 0 (UV units)");
  structures.count = n;
  structures.area = surface.area();
  structures.edge = edge;
  const StructureBuilder<T> builder{surface,
                                    uv,
                                    weight,
                                    n,
                                    structures.stride,
                                    T(edge),
                                    random::Generator(seed, random::Stream::rotation, std::uint64_t(step)),
                                    structures.uv,
                                    structures.valid,
                                    structures.rest,
                                    structures.weight};
  Kokkos::parallel_for("plisse::losses::build_structures", Range(exec, 0, structures.stride), builder);
}

template Structures<float> make_structures<float>(int, Workspace&);
template Structures<double> make_structures<double>(int, Workspace&);
template void build_structures<float>(const Exec&, const sampling::RestSurface<float>&, const Array2<float>&, const Array1<float>&, int,
                                      double, std::uint64_t, std::int64_t, Structures<float>&);
template void build_structures<double>(const Exec&, const sampling::RestSurface<double>&, const Array2<double>&, const Array1<double>&, int,
                                       double, std::uint64_t, std::int64_t, Structures<double>&);

}  // namespace plisse::losses
