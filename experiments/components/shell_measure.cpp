// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/shell_measure.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/components/device.hpp"

namespace plisse::experiments {

namespace {

constexpr double test_frequency = 8;  // of virtual displacements, in the normalised box: a few waves across the surface

SpaceFieldOptions test_field(int functions) {
  SpaceFieldOptions options;
  options.network.widths = {functions};
  options.network.omega = {test_frequency};
  return options;
}

template <class T>
std::vector<double> rows(const Array2<T>& array, int n) {
  const auto host = to_host(array);
  const auto stride = array.extent(1);
  std::vector<double> values;
  for (std::size_t row = 0; row < array.extent(0); ++row)
    for (std::size_t p = 0; p < std::size_t(n); ++p) values.push_back(double(host[row * stride + p]));
  return values;
}

void store(geometry::SurfaceMesh::Field& field, std::size_t point, std::size_t component, double value) {
  field.values[point * std::size_t(field.components) + component] = value;
}

geometry::SurfaceMesh::Field& add_field(geometry::SurfaceMesh& mesh, const char* name, int components, const char* unit) {
  auto& field = mesh.fields[name];
  field = {components, unit, std::vector<double>(mesh.positions.size() * std::size_t(components))};
  return field;
}

}  // namespace

template <class T>
ShellSampler<T>::ShellSampler(const SpaceField<T>& field, Workspace& workspace)
    : field_(field),
      points_("plisse::sampler::points", std::size_t(field.capacity()), workspace),
      jets_(workspace.take<T>("plisse::sampler::jets", 3, 6, std::size_t(field.capacity()))) {}

template <class T>
int ShellSampler<T>::load_batch(const std::vector<surfaces::Frame<double>>& frames, std::size_t first) const {
  const auto n = std::min(frames.size() - first, std::size_t(field_.capacity()));
  const auto host = Kokkos::create_mirror_view(points_.frame);
  for (std::size_t p = 0; p < n; ++p) {
    const auto& f = frames[first + p];
    const double rows[15] = {f.x.x, f.x.y, f.x.z, f.t1.x, f.t1.y, f.t1.z, f.t2.x, f.t2.y, f.t2.z, f.n.x, f.n.y, f.n.z, f.h11, f.h12, f.h22};
    for (std::size_t r = 0; r < 15; ++r) host(r, p) = T(rows[r]);
  }
  Kokkos::deep_copy(points_.frame, host);
  return int(n);
}

template <class T>
template <class Visit>
void ShellSampler<T>::visit(const Array1<T>& parameters, const std::vector<surfaces::Frame<double>>& frames, const Visit& visit) const {
  for (std::size_t first = 0; first < frames.size(); first += std::size_t(field_.capacity())) {
    const int n = load_batch(frames, first);
    field_.forward(exec_, parameters, points_, 0, n, jets_, false);
    visit(first, points_, jets_, n);
  }
}

template <class T>
Vec3<double> ShellSampler<T>::displacement(const Array1<T>& parameters, const surfaces::Frame<double>& frame) const {
  Vec3<double> result;
  visit(parameters, {frame}, [&](std::size_t, const surfaces::SurfacePoints<T>&, const Jets<T>& jets, int) {
    const auto host = Kokkos::create_mirror_view(jets);
    Kokkos::deep_copy(host, jets);
    result = {double(host(0, 0, 0)), double(host(1, 0, 0)), double(host(2, 0, 0))};
  });
  return result;
}

template <class T>
geometry::SurfaceMesh shell_mesh(const ShellSampler<T>& sampler, const shell::Elasticity<T>& elasticity, const Array1<T>& parameters,
                                 RestMesh rest, Workspace& workspace) {
  auto mesh = std::move(rest.mesh);
  auto& displacement = add_field(mesh, "displacement", 3, "m");
  auto& norm = add_field(mesh, "strain", 1, "");
  auto& membrane = add_field(mesh, "membrane_strain", 3, "");
  auto& bending = add_field(mesh, "bending_strain", 3, "1/m");
  auto& force = add_field(mesh, "membrane_force", 3, "N/m");
  auto& moment = add_field(mesh, "bending_moment", 3, "N");
  Array2<T> six;
  sampler.visit(parameters, rest.frames, [&](std::size_t first, const surfaces::SurfacePoints<T>& points, const Jets<T>& jets, int n) {
    if (six.extent(1) == 0) six = workspace.take<T>("plisse::shell::mesh_fields", 6, jets.extent(2));
    const auto host = Kokkos::create_mirror_view(jets);
    Kokkos::deep_copy(host, jets);
    elasticity.strains(Exec(), points, {0, n}, jets, six);
    const auto strains = rows(six, n);
    elasticity.resultants(Exec(), points, {0, n}, jets, six);
    const auto resultants = rows(six, n);
    for (std::size_t p = 0; p < std::size_t(n); ++p) {
      const auto at = first + p;
      const auto strain = [&](std::size_t row) { return strains[row * std::size_t(n) + p]; };
      const auto resultant = [&](std::size_t row) { return resultants[row * std::size_t(n) + p]; };
      for (std::size_t i = 0; i < 3; ++i) {
        store(displacement, at, i, double(host(i, 0, p)));
        mesh.positions[at][i] += double(host(i, 0, p));
        store(membrane, at, i, strain(i));
        store(bending, at, i, strain(3 + i));
        store(force, at, i, resultant(i));
        store(moment, at, i, resultant(3 + i));
      }
      store(norm, at, 0, std::sqrt(strain(0) * strain(0) + 2 * strain(1) * strain(1) + strain(2) * strain(2)));
    }
  });
  return mesh;
}

geometry::SurfaceMesh with_images(geometry::SurfaceMesh whole, const std::vector<boundary::MirrorPlane>& planes) {
  for (const auto& plane : planes) {
    const auto axis = std::size_t(plane.axis);
    const int count = int(whole.positions.size());
    const auto triangles = whole.triangles;
    for (int v = 0; v < count; ++v) {
      auto x = whole.positions[std::size_t(v)];
      x[axis] = 2 * plane.at - x[axis];
      whole.positions.push_back(x);
    }
    for (const auto& [a, b, c] : triangles) whole.triangles.push_back({a + count, c + count, b + count});
    for (auto& [name, field] : whole.fields) {
      const auto values = field.values;
      field.values.insert(field.values.end(), values.begin(), values.end());
      if (name == "displacement")
        for (std::size_t v = std::size_t(count); v < 2 * std::size_t(count); ++v) field.values[3 * v + axis] *= -1;
    }
    const int uvs = int(whole.uv.size());
    const auto uv = whole.uv;
    const auto uv_triangles = whole.uv_triangles;
    whole.uv.insert(whole.uv.end(), uv.begin(), uv.end());
    for (const auto& [a, b, c] : uv_triangles) whole.uv_triangles.push_back({a + uvs, c + uvs, b + uvs});
  }
  return whole;
}

template <class T>
Residual<T>::Residual(const SpaceDomain<T>& domain, int functions, int capacity, std::uint64_t seed, Workspace& workspace)
    : field_(test_field(functions), domain, std::min(capacity, SpaceField<T>::ritz_block), workspace),
      parameters_(workspace.take<T>("plisse::residual::parameters", field_.layout().size())),
      phi_(workspace.take<T>("plisse::residual::basis", std::size_t(18 * SpaceField<T>::ritz_block) * std::size_t(field_.functions()))) {
  constexpr std::uint64_t salt = 0x7265736964ull;  // other functions than those of any field with the run's seed
  field_.initialise(parameters_, seed ^ salt);
}

// sqrt(sum over virtual displacements phi of (sum_p phi . adjoint)^2)
template <class T>
double Residual<T>::work(const ShellEnergy<T>& energy, const Jets<T>& adjoint, Sum sum) {
  const auto host = Kokkos::create_mirror_view(adjoint);
  Kokkos::deep_copy(host, adjoint);
  const auto functions = std::size_t(field_.functions());
  std::vector<double> works(3 * functions);
  for (int first = 0; first < energy.points(); first += SpaceField<T>::ritz_block) {
    const int n = std::min(SpaceField<T>::ritz_block, energy.points() - first);
    field_.basis(exec_, parameters_, energy.batch(), first, n, phi_);
    exec_.fence();
    const auto phi = to_host(phi_);
    for (std::size_t row = 0; row < works.size(); ++row)
      for (std::size_t p = 0; p < std::size_t(n); ++p) {
        double part = 0;
        for (std::size_t c = 0; c < 6; ++c)
          part += double(phi[(row * 6 + c) * std::size_t(n) + p]) * double(host(row / functions, c, std::size_t(first) + p));
        works[row] += sum == Sum::signed_parts ? part : std::abs(part);
      }
  }
  double squares = 0;
  for (const double w : works) squares += w * w;
  return std::sqrt(squares);
}

template <class T>
double Residual<T>::operator()(const ShellEnergy<T>& energy, const Jets<T>& jets, const Jets<T>& adjoint) {
  energy.evaluate(exec_, jets, 0, 1, adjoint);
  const double internal = work(energy, adjoint, Sum::absolute_parts);
  energy.evaluate(exec_, jets, 1, 1, adjoint);
  const double all = work(energy, adjoint, Sum::signed_parts);
  return internal > 0 ? all / internal : all > 0 ? INFINITY : 0;
}

template class ShellSampler<float>;
template class ShellSampler<double>;
template class Residual<float>;
template class Residual<double>;
template geometry::SurfaceMesh shell_mesh(const ShellSampler<float>&, const shell::Elasticity<float>&, const Array1<float>&, RestMesh,
                                          Workspace&);
template geometry::SurfaceMesh shell_mesh(const ShellSampler<double>&, const shell::Elasticity<double>&, const Array1<double>&, RestMesh,
                                          Workspace&);

}  // namespace plisse::experiments
