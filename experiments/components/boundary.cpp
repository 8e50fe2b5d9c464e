// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/boundary.hpp"

#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace plisse::experiments {

namespace {

using Shape = boundary::Pin<double>;
using RegionFactory = std::function<Shape(const void*)>;

Vec3<double> vec(const std::vector<double>& v) { return {v[0], v[1], v[2]}; }

struct BoxOptions {
  std::vector<double> lower{0, 0, 0}, upper{0, 0, 0};
  template <class V> void describe(V& v) {
    v.option("lower", lower).length(3, 3).required().unit("m").doc("lower corner");
    v.option("upper", upper).length(3, 3).required().unit("m").doc("upper corner");
    v.rule("upper", [this] {
      for (int i = 0; i < 3; ++i)
        if (upper[i] < lower[i]) return std::string("is below 'lower'; swap the two");
      return std::string();
    });
  }
  Shape shape() const {
    Shape pin;
    pin.region = boundary::Region::box;
    pin.a = vec(lower);
    pin.b = vec(upper);
    return pin;
  }
};

struct SphereOptions {
  std::vector<double> center{0, 0, 0};
  double radius = 0.01;
  template <class V> void describe(V& v) {
    v.option("center", center).length(3, 3).required().unit("m").doc("centre");
    v.option("radius", radius).above(0).unit("m").doc("radius");
  }
  Shape shape() const {
    Shape pin;
    pin.region = boundary::Region::sphere;
    pin.a = vec(center);
    pin.radius = radius;
    return pin;
  }
};

struct PlaneOptions {
  std::vector<double> point{0, 0, 0}, normal{0, 0, 1};
  template <class V> void describe(V& v) {
    v.option("point", point).length(3, 3).required().unit("m").doc("a point of the plane");
    v.option("normal", normal).length(3, 3).required().doc("normal of the plane, of any length");
    v.rule("normal", [this] { return norm(vec(normal)) > 0 ? std::string() : std::string("has length zero"); });
  }
  Shape shape() const {
    Shape pin;
    pin.region = boundary::Region::plane;
    pin.a = vec(point);
    pin.b = (1 / norm(vec(normal))) * vec(normal);
    return pin;
  }
};

template <class Options> bool add(const char* name, const char* doc) {
  return config::register_component<Options>("regions", name, doc,
                                             RegionFactory([](const void* o) { return static_cast<const Options*>(o)->shape(); }));
}

[[maybe_unused]] const bool registered = add<BoxOptions>("box", "axis-aligned box") && add<SphereOptions>("sphere", "ball around a point") &&
                                         add<PlaneOptions>("plane", "plane: the line of the garment that crosses it");

Shape shape_of(const PinOptions& options, std::size_t index) {
  Shape pin = std::any_cast<const RegionFactory&>(config::Registry::global().get("regions", options.where.type).factory)(options.where.options.get());
  std::fill(pin.fix, pin.fix + 3, false);
  for (const auto& component : options.fix) {
    const auto i = component.size() == 1 ? std::string("xyz").find(component) : std::string::npos;
    if (i == std::string::npos)
      throw config::Error("scene.boundary[" + std::to_string(index) + "].fix: '" + component + "' is not a component; take some of x, y, z");
    pin.fix[i] = true;
  }
  pin.move = vec(options.move);
  pin.falloff = options.falloff;
  pin.clamped = options.clamped;
  return pin;
}

double nearest_vertex(const Shape& pin, const geometry::SurfaceMesh& rest) {
  double nearest = INFINITY;
  for (const auto& x : rest.positions) nearest = std::min(nearest, distance(pin, Vec3<double>{x[0], x[1], x[2]}));
  return nearest;
}

template <class T> Vec3<T> cast(const Vec3<double>& v) { return {T(v.x), T(v.y), T(v.z)}; }

}  // namespace

template <class T> std::vector<boundary::Pin<T>> make_pins(const std::vector<PinOptions>& options, const geometry::SurfaceMesh& rest) {
  std::vector<boundary::Pin<T>> pins;
  for (std::size_t k = 0; k < options.size(); ++k) {
    const auto pin = shape_of(options[k], k);
    const double gap = nearest_vertex(pin, rest);
    if (gap > options[k].falloff)
      throw config::Error("scene.boundary[" + std::to_string(k) + "].where: holds nothing, the garment at rest stays " + std::to_string(gap) +
                          " m away from it; move the region or check the garment's unit and up axis");
    pins.push_back({pin.region, cast<T>(pin.a), cast<T>(pin.b), T(pin.radius), {pin.fix[0], pin.fix[1], pin.fix[2]}, cast<T>(pin.move),
                    T(pin.falloff), pin.clamped});
  }
  return pins;
}

template std::vector<boundary::Pin<float>> make_pins(const std::vector<PinOptions>&, const geometry::SurfaceMesh&);
template std::vector<boundary::Pin<double>> make_pins(const std::vector<PinOptions>&, const geometry::SurfaceMesh&);

}  // namespace plisse::experiments
