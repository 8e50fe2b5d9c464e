// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'collider_*'
//
// Distances and normals at 98 304 points, as many as 16 384 local structures have vertices, around the surface of a ball: in closed form,
// and as a mesh of 10 242 vertices by its nearest vertex and by its closest point.  Operations: 14 a point in closed form, not counted on
// meshes.  Bytes: a position, a distance and a normal each; a mesh and what is searched in it count nothing.
#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/collision/closest_point.hpp"
#include "kernels/collision/nearest_vertex.hpp"
#include "kernels/collision/sphere.hpp"
#include "kernels/collision/triangulate.hpp"

namespace plisse::experiments {

namespace {

constexpr int points = 6 * batch;
constexpr double radius = 0.25, deepest = 0.02, farthest = 0.1;  // [m]

// Points of a cube, moved along the ball's radii to its surface, and from there between `deepest` and `farthest`.
void bring_to_surface(const Jets<float>& positions) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), positions);
  for (int p = 0; p < points; ++p) {
    const Vec3<double> x{host(0, 0, p), host(1, 0, p), host(2, 0, p)};
    const double share = double(p) / points, length = radius - deepest + share * (deepest + farthest);
    const Vec3<double> moved = (length / norm(x)) * x;
    for (int i = 0; i < 3; ++i) host(i, 0, p) = float(moved[i]);
  }
  Kokkos::deep_copy(positions, host);
}

// `Search` has query() as a collider has.
template <class Search>
class Query : public KernelBenchmark {
 public:
  template <class... Arguments>
  explicit Query(double operations, const Arguments&... arguments)
      : search_(arguments...),
        positions_(random_jets<float>(3, 1, points)),
        distance_(numbers<float>(points)),
        normal_(columns<float>(3, points)) {
    bring_to_surface(positions_);
    count(operations * points, bytes_of(positions_, distance_, normal_));
  }
  std::uint64_t digest() const override { return digest_of(distance_, normal_); }

 protected:
  void launch() override { search_.query(exec_, positions_, points, distance_, normal_); }

 private:
  Search search_;
  Jets<float> positions_;   // (3, 1, N) [m]
  Array1<float> distance_;  // (N) [m]
  Array2<float> normal_;    // (3, N)
};

template <template <class> class Search>
class MeshQuery : public Query<Search<float>> {
 public:
  MeshQuery() : Query<Search<float>>(0, collision::sound(collision::icosphere({0, 0, 0}, radius, 5))) {}
};

class BallQuery : public Query<collision::Sphere<float>> {
 public:
  BallQuery() : Query(14, collision::SphereOptions{{0, 0, 0}, radius}, collision::Context()) {}
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<BallQuery>("collider_sphere", "signed distance of 98 304 points to a ball"),
    register_kernel<MeshQuery<collision::NearestVertex>>("collider_nearest_vertex", "nearest of 10 242 vertices to 98 304 points"),
    register_kernel<MeshQuery<collision::ClosestPoint>>("collider_closest_point", "closest point of 20 480 triangles to 98 304 points")};

}  // namespace

}  // namespace plisse::experiments
