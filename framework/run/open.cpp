// SPDX-License-Identifier: Apache-2.0
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/io/hdf5.hpp"
#include "framework/run/checkpoint.hpp"
#include "framework/run/driver.hpp"

namespace plisse::run {
namespace {

// run.h5 keeps the configuration where nobody edits it; config.yaml serves a run that was killed before its first result.
std::string configuration_of(const Layout& layout) {
  if (std::filesystem::exists(layout.result)) return io::hdf5::File::open(layout.result).root().text("config/resolved_yaml");
  if (std::filesystem::exists(layout.config)) return io::read_file(layout.config);
  throw config::Error("no run at " + layout.folder.string() + ": it has neither run.h5 nor config.yaml");
}

Checkpoint checkpoint_of(const Layout& layout) {
  auto found = find_checkpoint(layout);
  if (found.checkpoint) return std::move(*found.checkpoint);
  const std::string why = found.warnings.empty() ? "it has no checkpoint.h5" : found.warnings.front();
  throw config::Error("the trained state of " + layout.folder.string() + " cannot be read: " + why);
}

}  // namespace

std::unique_ptr<Experiment> build(const config::RunConfig& config) {
  const auto& entry = config::Registry::global().get("experiments", config.experiment.type);
  return std::any_cast<const ExperimentFactory&>(entry.factory)(config.experiment.options.get());
}

Loaded open(const std::filesystem::path& run) {
  const Layout layout(run);
  try {
    Loaded loaded;
    loaded.config = config::load_text(configuration_of(layout), layout.config.string(), layout.folder, {});
    const auto checkpoint = checkpoint_of(layout);
    loaded.experiment = build(loaded.config);
    loaded.experiment->load(checkpoint.state);
    return loaded;
  } catch (const config::Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw config::Error("cannot open the run at " + layout.folder.string() + ": " + error.what());
  }
}

}  // namespace plisse::run
