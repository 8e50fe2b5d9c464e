// SPDX-License-Identifier: Apache-2.0
#include "framework/run/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "framework/config/error.hpp"
#include "framework/io/hdf5.hpp"
#include "framework/io/mesh_writers.hpp"
#include "framework/run/progress.hpp"
#include "framework/run/result.hpp"

namespace plisse::run {
namespace {

using io::hdf5::File;
using io::hdf5::Group;

std::vector<Metric> read_metrics(const Group& root) {
  const auto table = root.table(schema::metrics);
  const auto find = [&](const std::string& name) -> const auto& {
    const auto it = std::find_if(table.begin(), table.end(), [&](const auto& column) { return column.name == name; });
    if (it == table.end()) throw io::hdf5::Hdf5Error("the table of metrics has no column '" + name + "'");
    return it->values;
  };
  const auto texts = [&](const std::string& name) -> const auto& { return std::get<std::vector<std::string>>(find(name)); };
  const auto &names = texts("name"), &units = texts("unit"), &better = texts("better"), &definitions = texts("definition");
  const auto& values = std::get<std::vector<double>>(find("value"));
  const auto& samples = std::get<std::vector<std::int64_t>>(find("samples"));
  std::vector<Metric> metrics;
  for (std::size_t i = 0; i < names.size(); ++i) metrics.push_back({names[i], values[i], units[i], better[i], samples[i], definitions[i]});
  return metrics;
}

// What `read` makes of the root of a run's result.
template <class Read>
auto read_result(const std::filesystem::path& run, const Read& read) {
  const Layout layout(run);
  if (!std::filesystem::exists(layout.result)) throw config::Error("no run at " + layout.folder.string() + ": it has no run.h5");
  try {
    const auto file = File::open(layout.result);
    const auto root = file.root();
    if (!root.has_attribute("schema") || root.text_attribute("schema") != schema::name)
      throw config::Error(layout.result.string() + " is not a result of kind " + schema::name);
    return read(root);
  } catch (const io::hdf5::Hdf5Error& error) {
    throw config::Error(error.what());
  }
}

}  // namespace

Summary summary(const std::filesystem::path& run) {
  return read_result(run, [](const Group& root) {
    Summary summary;
    summary.run_id = root.text_attribute("run_id");
    summary.status = root.text_attribute("status");
    summary.parameters = root.group("budget").integer_attribute("parameters");
    summary.epochs = root.group("timing").integer_attribute("steps");
    summary.wall_s = root.group("timing").real_attribute("wall_s");
    summary.metrics = read_metrics(root);
    return summary;
  });
}

std::optional<geometry::SurfaceMesh> final_surface(const std::filesystem::path& run) {
  return read_result(run, [](const Group& root) -> std::optional<geometry::SurfaceMesh> {
    if (!root.has(schema::final_mesh)) return {};
    return io::read_vtkhdf(root.group(schema::final_mesh));
  });
}

bool is_result(const std::filesystem::path& run) {
  try {
    summary(run);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

std::string summary_json(const Layout& layout, const Summary& summary, const std::string& message) {
  nlohmann::ordered_json metrics = nlohmann::ordered_json::array();
  for (const auto& metric : summary.metrics)
    metrics.push_back({{"name", metric.name},
                       {"value", metric.value},
                       {"unit", metric.unit},
                       {"better", metric.better},
                       {"samples", metric.samples},
                       {"definition", metric.definition}});
  const nlohmann::ordered_json json{{"run_id", summary.run_id},
                                    {"status", summary.status},
                                    {"message", message},
                                    {"folder", layout.folder.string()},
                                    {"result", layout.result.string()},
                                    {"view", layout.view.string()},
                                    {"parameters", summary.parameters},
                                    {"steps", summary.epochs},
                                    {"wall_s", summary.wall_s},
                                    {"metrics", metrics}};
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string summary_text(const Layout& layout, const Summary& summary) {
  auto text = fmt::format("{}: {}, {} steps, {} parameters, {}\n", summary.run_id, summary.status, summary.epochs, summary.parameters,
                          clock_text(summary.wall_s));
  std::size_t width = 6;
  for (const auto& metric : summary.metrics) width = std::max(width, metric.name.size());
  for (const auto& metric : summary.metrics)
    text += fmt::format("  {:<{}}  {:>12.6g}  {:<8}  {} samples\n", metric.name, width, metric.value, metric.unit, metric.samples);
  text += fmt::format("  {:<{}}  {}\n", "result", width, layout.result.string());
  text += fmt::format("  {:<{}}  {}\n", "view", width, layout.view.string());
  return text + fmt::format("  {:<{}}  {}\n", "log", width, layout.log.string());
}

}  // namespace plisse::run
