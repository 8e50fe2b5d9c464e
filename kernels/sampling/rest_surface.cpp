// SPDX-License-Identifier: Apache-2.0
#include "kernels/sampling/rest_surface.hpp"

#include <stdexcept>
#include <string>

namespace plisse::sampling {

namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument("rest surface: " + message);
}

template <class To, class From>
Array1<To> to_device(const std::string& label, const std::vector<From>& values) {
  Array1<To> out(label, values.size());
  const auto host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = To(values[i]);
  Kokkos::deep_copy(out, host);
  return out;
}

// Rectangles of the runs of inside texels, row by row.
std::vector<double> texel_runs(const RestSurfaceData& data) {
  std::vector<double> boxes;  // (n, 4): u0, u1, v0, v1
  const int n = data.map_size;
  const auto edge = [n](int i) { return i == 0 ? 0.0 : i == n ? 1.0 : (i - 0.5) / (n - 1); };
  for (int row = 0; row < n; ++row)
    for (int column = 0; column < n; ++column) {
      const auto inside = [&](int i) { return i < n && data.map_mask[std::size_t(row) * n + i] != 0; };
      if (!inside(column)) continue;
      const int first = column;
      while (inside(column)) ++column;
      boxes.insert(boxes.end(), {edge(first), edge(column), edge(row), edge(row + 1)});
    }
  return boxes;
}

}  // namespace

template <class T>
RestSurface<T>::RestSurface(const RestSurfaceData& data)
    : lookup_(data.lookup), area_(data.area), uv_area_(data.uv_area), metres_per_uv_(data.metres_per_uv) {
  if (lookup_ == Lookup::exact) set_triangles(data);
  else set_map(data);
}

template <class T>
void RestSurface<T>::set_triangles(const RestSurfaceData& data) {
  const std::size_t n = data.corner_uv.size() / 6;
  require(n > 0 && data.corner_uv.size() == 6 * n && data.corner_position.size() == 9 * n,
          "UV and positions of the triangles differ in number, or there are none");
  require(data.bins > 0 && data.bin_start.size() == std::size_t(data.bins) * data.bins + 1 &&
              std::size_t(data.bin_start.back()) == data.bin_triangle.size(),
          "the bins do not fit their triangle lists");
  bins_ = data.bins;
  bin_start_ = to_device<int>("plisse::sampling::bin_start", data.bin_start);
  bin_triangle_ = to_device<int>("plisse::sampling::bin_triangle", data.bin_triangle);
  charts_ = ChartPolygons("plisse::sampling::charts", n);
  triangle_ = Array1<RestTriangle<T>>("plisse::sampling::triangles", n);
  const auto host = Kokkos::create_mirror_view(triangle_);
  for (std::size_t i = 0; i < n; ++i) {
    const double* uv = &data.corner_uv[6 * i];
    const double* x = &data.corner_position[9 * i];
    for (int k = 0; k < 4; ++k)
      for (int c = 0; c < 2; ++c) charts_(i, k, c) = uv[2 * (k < 3 ? k : 2) + c];
    const double u1 = uv[2] - uv[0], v1 = uv[3] - uv[1], u2 = uv[4] - uv[0], v2 = uv[5] - uv[1];
    const double det = u1 * v2 - u2 * v1;
    require(det != 0, "triangle " + std::to_string(i) + " has no area in UV: remove it, or give it UV coordinates");
    const double l1u = v2 / det, l1v = -u2 / det, l2u = -v1 / det, l2v = u1 / det, l0u = (v1 - v2) / det, l0v = (u2 - u1) / det;
    const auto slope = [&](int c, double l1, double l2) { return T(l1 * (x[3 + c] - x[c]) + l2 * (x[6 + c] - x[c])); };
    host(i) = {T(uv[0]),
               T(uv[1]),
               T(l0u),
               T(l0v),
               T(l1u),
               T(l1v),
               T(l2u),
               T(l2v),
               {T(x[0]), T(x[1]), T(x[2])},
               {slope(0, l1u, l2u), slope(1, l1u, l2u), slope(2, l1u, l2u)},
               {slope(0, l1v, l2v), slope(1, l1v, l2v), slope(2, l1v, l2v)}};
  }
  Kokkos::deep_copy(triangle_, host);
}

template <class T>
void RestSurface<T>::set_map(const RestSurfaceData& data) {
  const std::size_t texels = std::size_t(data.map_size) * data.map_size;
  require(data.map_size >= 2 && data.map_position.size() == 3 * texels && data.map_mask.size() == texels,
          "positions and mask of the map do not fit its size, or it is smaller than 2 texels");
  map_size_ = data.map_size;
  map_position_ = to_device<float>("plisse::sampling::map_position", data.map_position);
  map_mask_ = to_device<unsigned char>("plisse::sampling::map_mask", data.map_mask);
  const auto boxes = texel_runs(data);
  require(!boxes.empty(), "the mask of the map has no texel inside: raise map_resolution, or look up exactly");
  charts_ = ChartPolygons("plisse::sampling::charts", boxes.size() / 4);
  for (std::size_t i = 0; i < charts_.extent(0); ++i)
    for (int k = 0; k < 4; ++k) {
      charts_(i, k, 0) = boxes[4 * i + (k == 1 || k == 2 ? 1 : 0)];
      charts_(i, k, 1) = boxes[4 * i + (k >= 2 ? 3 : 2)];
    }
}

template class RestSurface<float>;
template class RestSurface<double>;

}  // namespace plisse::sampling
