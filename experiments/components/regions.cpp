// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/regions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <cmath>
#include <cstdint>
#include <functional>

#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/geometry/topology.hpp"
#include "framework/geometry/weld.hpp"

namespace plisse::experiments {

namespace {

using RegionFactory = std::function<RegionData(const void* options, const std::string& path, const geometry::SurfaceMesh* garment)>;

// Corners of a region for boundary::distance(), which device code calls as well.
struct HostCorners {
  const Vec3<double>* corner;
  KOKKOS_FUNCTION double operator()(int i, int k) const { return corner[k][i]; }
};

Vec3<double> vec(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }
Vec3<double> vec(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

std::vector<Vec3<double>> corners(const std::vector<double>& numbers) {
  std::vector<Vec3<double>> result;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) result.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return result;
}

std::string triples(const std::vector<double>& numbers) {
  return numbers.size() % 3 == 0 ? "" : "has " + std::to_string(numbers.size()) + " numbers, which are not triples x, y, z";
}

struct BoxOptions {
  std::vector<double> lower{0, 0, 0}, upper{0, 0, 0};
  template <class V>
  void describe(V& v) {
    v.option("lower", lower).length(3, 3).required().unit("m").doc("lower corner");
    v.option("upper", upper).length(3, 3).required().unit("m").doc("upper corner");
    v.rule("upper", [this] {
      for (int i = 0; i < 3; ++i)
        if (upper[i] < lower[i]) return std::string("is below 'lower'; swap the two");
      return std::string();
    });
  }
  RegionData region() const { return {{boundary::RegionShape::box, vec(lower), vec(upper)}, {}}; }
};

struct SphereOptions {
  std::vector<double> center{0, 0, 0};
  double radius = 0.01;
  template <class V>
  void describe(V& v) {
    v.option("center", center).length(3, 3).required().unit("m").doc("centre");
    v.option("radius", radius).above(0).unit("m").doc("radius");
  }
  RegionData region() const { return {{boundary::RegionShape::sphere, vec(center), {}, radius}, {}}; }
};

struct PlaneOptions {
  std::vector<double> point{0, 0, 0}, normal{0, 0, 1};
  template <class V>
  void describe(V& v) {
    v.option("point", point).length(3, 3).required().unit("m").doc("a point of the plane");
    v.option("normal", normal).length(3, 3).required().doc("normal of the plane, of any length");
    v.rule("normal", [this] { return norm(vec(normal)) > 0 ? std::string() : std::string("has length zero"); });
  }
  RegionData region() const { return {{boundary::RegionShape::plane, vec(point), (1 / norm(vec(normal))) * vec(normal)}, {}}; }
};

struct PolylineOptions {
  std::vector<double> corners;
  template <class V>
  void describe(V& v) {
    v.option("corners", corners).length(6, SIZE_MAX).required().unit("m").doc("its corners, x, y, z one after another");
    v.rule("corners", [this] {
      const auto places = experiments::corners(corners);
      const bool one_place =
          std::all_of(places.begin(), places.end(), [&](const Vec3<double>& x) { return !(norm(x - places.front()) > 0); });
      return corners.size() % 3 == 0 && one_place ? std::string("are all one place; take type 'points' for a single point")
                                                  : triples(corners);
    });
  }
  RegionData region() const { return {{boundary::RegionShape::polyline}, experiments::corners(corners)}; }
};

struct PointsOptions {
  std::vector<double> positions;
  template <class V>
  void describe(V& v) {
    v.option("positions", positions).length(3, SIZE_MAX).required().unit("m").doc("the points, x, y, z one after another");
    v.rule("positions", [this] { return triples(positions); });
  }
  RegionData region() const { return {{boundary::RegionShape::points}, experiments::corners(positions)}; }
};

const geometry::SurfaceMesh& triangles_of(const geometry::SurfaceMesh* garment, const std::string& path, const char* type) {
  if (!garment || garment->triangles.empty())
    throw config::Error(
        fmt::format("{}: '{}' needs a garment made of triangles; take a box, sphere, plane, polyline or points", path, type));
  return *garment;
}

// Distance of a place to the nearest vertex of a loop.
double distance_to(const std::vector<int>& loop, const geometry::SurfaceMesh& mesh, const Vec3<double>& x) {
  double least = INFINITY;
  for (const int v : loop) least = std::min(least, norm(vec(mesh.positions[std::size_t(v)]) - x));
  return least;
}

constexpr double farthest_rim = 0.5;  // of the garment's diagonal: a place farther off means none of its rims

// "[0, 0, 1.45], [0.3, 0, 1.2]": the middles of loops, of the longest few.
std::string middles_of(const std::vector<std::vector<int>>& loops, const geometry::SurfaceMesh& mesh) {
  constexpr std::size_t shown = 6;
  std::string text;
  for (std::size_t k = 0; k < std::min(shown, loops.size()); ++k) {
    Vec3<double> middle{};
    for (const int v : loops[k]) {
      const auto& p = mesh.positions[std::size_t(v)];
      middle = middle + (1 / double(loops[k].size())) * Vec3<double>{p[0], p[1], p[2]};
    }
    text += (k == 0 ? "" : ", ") + place_text(middle);
  }
  return text + (loops.size() > shown ? ", ..." : "");
}

struct RimOptions {
  std::vector<double> near{0, 0, 0};
  template <class V>
  void describe(V& v) {
    v.option("near", near).length(3, 3).required().unit("m").doc("a place close to the rim that is meant");
  }
  RegionData region(const std::string& path, const geometry::SurfaceMesh* garment) const {
    const auto& mesh = triangles_of(garment, path, "rim");
    const auto loops = geometry::build_topology(mesh).boundary_loops;
    if (loops.empty()) throw config::Error(path + ": the garment has no rim: it is closed");
    const auto place = vec(near);
    const auto nearest = std::min_element(loops.begin(), loops.end(), [&](const auto& a, const auto& b) {
      return distance_to(a, mesh, place) < distance_to(b, mesh, place);
    });
    if (const double distance = distance_to(*nearest, mesh, place), size = geometry::bounding_diagonal(mesh.positions);
        distance > farthest_rim * size)
      throw config::Error(fmt::format(
          "{}.near: lies {:.3g} m from every rim of the garment, which is {:.3g} m across: check its unit, up axis and position, or "
          "give a place near one of its rims, which are around {}",
          path, distance, size, middles_of(loops, mesh)));
    RegionData data{{boundary::RegionShape::polyline}, {}};
    for (const int v : *nearest) data.corners.push_back(vec(mesh.positions[std::size_t(v)]));
    data.corners.push_back(data.corners.front());
    return data;
  }
};

struct VerticesOptions {
  std::vector<int> indices;
  template <class V>
  void describe(V& v) {
    v.option("indices", indices).length(1, SIZE_MAX).required().doc("vertices of the garment, the first is 0");
  }
  RegionData region(const std::string& path, const geometry::SurfaceMesh* garment) const {
    const auto& mesh = triangles_of(garment, path, "vertices");
    RegionData data{{boundary::RegionShape::points}, {}};
    for (const int i : indices) {
      if (i < 0 || std::size_t(i) >= mesh.positions.size())
        throw config::Error(fmt::format("{}.indices: vertex {} is not there; the garment has {}, from 0 to {}", path, i,
                                        mesh.positions.size(), mesh.positions.size() - 1));
      data.corners.push_back(vec(mesh.positions[std::size_t(i)]));
    }
    return data;
  }
};

template <class Options>
bool add(const char* name, const char* doc) {
  return config::register_component<Options>(
      "regions", name, doc, RegionFactory([](const void* o, const std::string& path, const geometry::SurfaceMesh* garment) {
        const auto& options = *static_cast<const Options*>(o);
        if constexpr (requires { options.region(); }) return options.region();
        else return options.region(path, garment);
      }));
}

[[maybe_unused]] const bool registered =
    add<BoxOptions>("box", "axis-aligned box") && add<SphereOptions>("sphere", "ball around a point") &&
    add<PlaneOptions>("plane", "plane: the line of the garment that crosses it") &&
    add<PolylineOptions>("polyline", "segments between corners") && add<PointsOptions>("points", "single points") &&
    add<RimOptions>("rim", "one of the rims of a garment: waist, hem, neck, cuff") &&
    add<VerticesOptions>("vertices", "single vertices of a garment");

}  // namespace

std::string place_text(const Vec3<double>& x) {
  const auto rounded = [](double c) { return std::round(1e4 * c) / 1e4 + 0.0; };  // no -0
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", rounded(x.x), rounded(x.y), rounded(x.z));
}

RegionData region_of(const config::Component& component, const std::string& path, const geometry::SurfaceMesh* garment) {
  const auto& factory = std::any_cast<const RegionFactory&>(config::Registry::global().get("regions", component.type).factory);
  return factory(component.options.get(), path, garment);
}

std::array<bool, 3> fixed_components(const std::vector<std::string>& names, const std::string& path) {
  std::array<bool, 3> fixed{};
  for (const auto& name : names) {
    const auto i = name.size() == 1 ? std::string("xyz").find(name) : std::string::npos;
    if (i == std::string::npos) throw config::Error(path + ": '" + name + "' is not a component; take some of x, y, z");
    if (fixed[i]) throw config::Error(path + ": names '" + name + "' twice; leave one out, or name another component");
    fixed[i] = true;
  }
  return fixed;
}

double RegionData::distance(const std::array<double, 3>& x) const {
  const double point[3] = {x[0], x[1], x[2]};
  auto whole = region;
  whole.count = int(corners.size());
  return boundary::distance(whole, HostCorners{corners.data()}, point);
}

double RegionData::nearness(const Vec3<double>& x) const {
  const bool segments = region.shape == boundary::RegionShape::polyline;
  if (!segments && region.shape != boundary::RegionShape::points) return distance({x.x, x.y, x.z});
  double least = INFINITY;
  for (std::size_t k = 0; k + (segments ? 1 : 0) < corners.size(); ++k) {
    const auto d = x - corners[k], e = segments ? corners[k + 1] - corners[k] : Vec3<double>{};
    const double length = dot(e, e), along = length > 0 ? std::clamp(dot(d, e) / length, 0.0, 1.0) : 0;
    const auto off = d - along * e;
    least = std::min(least, dot(off, off));
  }
  return std::sqrt(least);
}

template <class T>
Array2<T> RegionCorners::to_device() const {
  const Array2<T> device("plisse::boundary::corners", 3, corners_.size());
  const auto host = Kokkos::create_mirror_view(device);
  for (std::size_t k = 0; k < corners_.size(); ++k)
    for (int i = 0; i < 3; ++i) host(i, k) = T(corners_[k][i]);
  Kokkos::deep_copy(device, host);
  return device;
}

template <class T>
boundary::Region<T> RegionCorners::add(const RegionData& data) {
  const auto cast = [](const Vec3<double>& v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  const auto& r = data.region;
  const boundary::Region<T> region{r.shape, cast(r.a), cast(r.b), T(r.radius), int(corners_.size()), int(data.corners.size()), r.one_sided};
  corners_.insert(corners_.end(), data.corners.begin(), data.corners.end());
  return region;
}

template Array2<float> RegionCorners::to_device() const;
template Array2<double> RegionCorners::to_device() const;
template boundary::Region<float> RegionCorners::add(const RegionData&);
template boundary::Region<double> RegionCorners::add(const RegionData&);

}  // namespace plisse::experiments
