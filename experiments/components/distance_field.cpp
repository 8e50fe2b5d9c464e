// SPDX-License-Identifier: Apache-2.0
// A garment of points on the zero level of a fitted distance field, {type: distance_field, run: runs/skirt/run.h5, points: 20000}.
#include <fmt/format.h>

#include <filesystem>

#include "experiments/components/level_points.hpp"
#include "experiments/distance_fit.hpp"
#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/io/hdf5.hpp"
#include "framework/run/result.hpp"

namespace plisse::experiments {

namespace {

struct DistanceFieldOptions {
  std::string run;
  LevelPointsOptions level;

  template <class V>
  void describe(V& v) {
    v.option("run", run).required().file().doc("run.h5 of a finished distance_fit run");
    level.describe(v);
  }
};

struct StoredField {
  DistanceFitOptions options;
  std::vector<double> parameters;  // flat, in the layout's order
  DistanceBox box;
};

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw config::Error("garment 'distance_field': " + file + " " + why + "; give the run.h5 of a finished distance_fit run");
}

void require_finished(const io::hdf5::Group& root, const std::string& file) {
  if (!root.has_attribute("schema") || root.text_attribute("schema") != run::schema::name) refuse(file, "is no result of a run");
  if (const auto status = root.text_attribute("status"); status != run::name_of(run::Status::done))
    refuse(file, "is of a run that is not done (" + status + ")");
}

StoredField read_field(const std::string& file) {
  const auto root = io::hdf5::File::open(file).root();
  require_finished(root, file);
  const auto config = config::load_text(root.text("config/resolved_yaml"), file, std::filesystem::path(file).parent_path(), {});
  if (config.experiment.type != "distance_fit") refuse(file, "is of the experiment " + config.experiment.type);
  StoredField field{config.experiment.as<DistanceFitOptions>(), {}, {}};
  Workspace scratch;
  const DistanceNetwork<double> network(field.options.field, 1, 1, false, scratch);
  for (const auto& slice : network.layout().slices()) {
    const auto values = root.read<double>("model/parameters/" + slice.name);
    if (values.size() != slice.size())
      refuse(file, fmt::format("holds {} numbers of '{}' where its network has {}", values.size(), slice.name, slice.size()));
    field.parameters.insert(field.parameters.end(), values.begin(), values.end());
  }
  const auto box = root.read<double>("model/parameters/" + distance_box_name);
  if (box.size() != 4) refuse(file, "does not tell the box of its field");
  field.box.origin = {box[0], box[1], box[2]};
  field.box.size = box[3];
  return field;
}

geometry::Garment sample_level(const DistanceFieldOptions& o) {
  try {
    const auto field = read_field(o.run);
    const DistanceLevel level(field.options.field, field.parameters, field.options.scaling.scaling, field.box,
                              field.options.evaluate.off_level);
    auto sampled = level_points(level, o.level);
    geometry::Garment garment;
    garment.points = std::move(sampled.points);
    garment.notes = std::move(sampled.notes);
    return garment;
  } catch (const io::hdf5::Hdf5Error& error) {
    refuse(o.run, std::string("cannot be read (") + error.what() + ")");
  }
}

[[maybe_unused]] const bool registered = config::register_component<DistanceFieldOptions>(
    "garments", "distance_field", "points on the zero level of a fitted unsigned distance field",
    geometry::GarmentFactory([](const void* options) { return sample_level(*static_cast<const DistanceFieldOptions*>(options)); }));

}  // namespace

}  // namespace plisse::experiments
