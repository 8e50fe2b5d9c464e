// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <any>
#include <fstream>
#include <numbers>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/geometry/garment.hpp"
#include "framework/geometry/inspection.hpp"
#include "framework/io/mesh_writers.hpp"
#include "tests/framework/geometry/analytic_samples.hpp"
#include "tests/framework/geometry/gaussian_files.hpp"
#include "tests/framework/geometry/meshes.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::geometry;
using std::numbers::pi;

namespace {

// An experiment with a garment and nothing else, so that garments can be written as users write them.
struct Wardrobe {
  config::Component garment;

  template <class V>
  void describe(V& v) {
    v.component("garment", garment, "garments").required().doc("under test");
  }
};
const bool registered = config::register_component<Wardrobe>("experiments", "wardrobe", "a garment", std::any());

Garment make(const std::string& garment, const std::filesystem::path& folder = ".") {
  const auto run = config::load_text("experiment: wardrobe\ngarment: " + garment + "\n", "test.yaml", folder, {});
  const config::Component& component = run.experiment.as<Wardrobe>().garment;
  const auto& entry = config::Registry::global().get("garments", component.type);
  return std::any_cast<const GarmentFactory&>(entry.factory)(component.options.get());
}

double area(const Garment& garment) {
  double sum = 0;
  for (const ReferencePoint& p : garment.points) sum += p.area;
  return sum;
}

bool has_note(const Garment& garment, const std::string& text) {
  return std::any_of(garment.notes.begin(), garment.notes.end(), [&](const std::string& note) { return note.find(text) != note.npos; });
}

}  // namespace

TEST_CASE("cloud garments: samples of another garment have its place, area, side and curvature") {
  for (const std::string type : {"point_cloud", "gaussians"}) {
    CAPTURE(type);
    const Garment sleeve = make(
        "{type: " + type + ", of: {type: sleeve, radius: 0.1, length: 0.4, axis: z}, points: 6000, neighbours: 40, position: [1, 0, 0]}");
    CHECK(sleeve.mesh.triangles.empty());
    CHECK_FALSE(sleeve.has_uv);
    REQUIRE(sleeve.points.size() == 6000);
    CHECK(area(sleeve) == doctest::Approx(2 * pi * 0.1 * 0.4).epsilon(0.01));
    double around = 0;
    for (const ReferencePoint& p : sleeve.points) {
      const Point3 out = p.position - Point3{1, 0, 0};
      CHECK(std::hypot(out[0], out[1]) == doctest::Approx(0.1).epsilon(0.01));
      CHECK(dot(p.normal, out) > 0.09);
      CHECK(norm(p.weingarten * p.normal) < 1e-9 * (1 + norm(p.weingarten)));
      around += p.area * (p.weingarten[0] + p.weingarten[3] + p.weingarten[5]) / area(sleeve);
    }
    CHECK(around == doctest::Approx(10).epsilon(0.05));
    CHECK(has_note(sleeve, "6000 points, 1 component, area"));
    CHECK_FALSE(has_note(sleeve, "curvature shows at their edges only"));
    CHECK(has_note(make("{type: " + type + ", of: {type: sleeve, resolution: 16}, points: 2000}"), "a neighbourhood of 16 sees"));
    const Garment flat = make("{type: " + type + ", of: {type: square}, points: 500, curvature: none}");
    CHECK(flat.points[0].weingarten == Symmetric3{});
  }
}

TEST_CASE("cloud garments: samples depend on their seed and nothing else; noise lifts them off") {
  const auto place = [](const std::string& more) {
    return make("{type: point_cloud, of: {type: square}, points: 500" + more + "}").points[77].position;
  };
  CHECK(place("") == place(", seed: 0"));
  CHECK(place("") != place(", seed: 1"));
  CHECK(place("")[2] == 0);
  CHECK(std::abs(place(", noise: 0.001")[2]) > 0);
}

TEST_CASE("cloud garments: either a file or a garment with a mesh") {
  CHECK_THROWS_WITH_AS(make("{type: point_cloud}"), doctest::Contains("neither 'file' nor 'of' is given"), config::Error);
  CHECK_THROWS_WITH_AS(make("{type: gaussians}"), doctest::Contains("neither 'file' nor 'of' is given"), config::Error);
  CHECK_THROWS_WITH_AS(make("{type: point_cloud, of: {type: point_cloud, of: {type: square}, points: 100}}"),
                       doctest::Contains("'of' needs a garment with a mesh, and 'point_cloud' is given by points"), config::Error);
  CHECK_THROWS_WITH_AS(make("{type: point_cloud, of: {type: square}, points: 10}"),
                       doctest::Contains("the cloud of 'square' has 10 usable points, too few for neighbourhoods of 16"), config::Error);
}

TEST_CASE("cloud garments: files of points, in their unit, axis and place, with what else they hold noted") {
  const tests::ScratchFolder folder;
  std::ofstream text(folder / "scan.xyz");
  for (int i = 0; i < 900; ++i) text << 100 * (i % 30) / 29. << ' ' << 100 * (i / 30) / 29. << " 0\n";
  text.close();
  const Garment scan = make("{type: point_cloud, file: scan.xyz, unit: cm, up: y, position: [0, 0, 2]}", folder.path());
  CHECK(area(scan) == doctest::Approx(1).epsilon(1e-6));
  for (const ReferencePoint& p : scan.points) {
    CHECK(std::abs(p.normal[1]) == doctest::Approx(1));
    CHECK(p.position[2] > 1.99);
  }
  CHECK(has_note(make("{type: point_cloud, file: scan.xyz}", folder.path()),
                 "the garment is 100 m across: is the file in centimetres? set 'unit'"));
  CHECK(has_note(make("{type: point_cloud, file: scan.xyz, scale: 1e-5}", folder.path()), "is it in another unit"));
  io::write_ply(folder / "cloth.ply", tests::patch(20));
  CHECK(has_note(make("{type: point_cloud, file: cloth.ply}", folder.path()), "800 faces of the file are not used"));
}

TEST_CASE("cloud garments: a file of Gaussians, by both types") {
  const tests::ScratchFolder folder;
  std::vector<tests::Splat> splats;
  for (const Point3& p : tests::random_points(tests::torus(), 3000, 1))
    splats.push_back({p, {-4, -4.2, -8}, tests::turn_z_to(tests::torus().normal(p))});
  tests::write_splats(folder / "splats.ply", splats);
  const Garment garment = make("{type: gaussians, file: splats.ply, min_opacity: 0.5}", folder.path());
  CHECK(garment.points.size() == 3000);
  CHECK(area(garment) == doctest::Approx(tests::torus().area).epsilon(0.01));
  CHECK(has_note(make("{type: point_cloud, file: splats.ply}", folder.path()), "holds 3-D Gaussians, of which only the centres are used"));
}

TEST_CASE("cloud garments: every generated garment can be given by its points") {
  for (const std::string& name : config::Registry::global().names("garments")) {
    const config::Component component = config::make_component("garments", name);
    if (config::schema_of("garments", component).find("file")) continue;
    CAPTURE(name);
    const double exact = inspect(make("{type: " + name + "}").mesh).area;
    const Garment cloud = make("{type: point_cloud, of: {type: " + name + "}, points: 8000}");
    CHECK(area(cloud) == doctest::Approx(exact).epsilon(0.02));
  }
}
