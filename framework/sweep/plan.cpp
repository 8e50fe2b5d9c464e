// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/plan.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>

#include "framework/config/config.hpp"
#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;

const std::string schema = "plisse/sweep/1";

// JSON's strings are YAML's, in double quotes.
std::string quoted(const std::string& text) { return nlohmann::json(text).dump(); }

std::string quoted(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + quoted(text);
  return "[" + list + "]";
}

std::string map_of(const std::vector<Label>& labels) {
  std::string map;
  for (const auto& [axis, value] : labels) map += fmt::format("{}{}: {}", map.empty() ? "" : ", ", quoted(axis), quoted(value));
  return "{" + map + "}";
}

std::string text_of(const Solution& budget) {
  std::string sizes;
  for (const auto& [key, value] : budget.sizes) sizes += fmt::format("{}{}: {}", sizes.empty() ? "" : ", ", quoted(key), value);
  return fmt::format("    budget: {{counted: {}, target: {}, actual: {}, sizes: {{{}}}}}\n", budget.counted, budget.target, budget.actual,
                     sizes);
}

std::string text_of(const PlannedRun& run) {
  auto text = fmt::format("  - id: {}\n    sha256: {}\n    labels: {}\n", quoted(run.id), quoted(run.sha256), map_of(run.labels));
  text += fmt::format("    parameters: {}\n    bytes_inference: {}\n    bytes_training: {}\n", run.parameters, run.bytes_inference,
                      run.bytes_training);
  return run.budget ? text + text_of(*run.budget) : text;
}

// `published`: as the lock names it.
std::string text_of(const Plan& plan, const std::string& published) {
  const TableOptions& table = plan.table;
  auto text = fmt::format("schema: {}\nsweep: {}\naxes: {}\npaired: {}\n", schema, quoted(plan.name), quoted(plan.axes), plan.paired);
  text +=
      fmt::format("table:\n  rows: {}\n  cols: {}\n  metrics: {}\n  stat: {}\n  bold: {}\n  baseline: {}\n  caption: {}\n  published: {}\n",
                  quoted(table.rows), quoted(table.cols), quoted(table.metrics), quoted(table.stat), quoted(table.bold),
                  quoted(table.baseline), quoted(table.caption), quoted(published));
  text += plan.runs.empty() ? "runs: []\n" : "runs:\n";
  for (const PlannedRun& run : plan.runs) text += text_of(run);
  return text;
}

std::vector<Label> labels_from(const YAML::Node& node) {
  std::vector<Label> labels;
  for (const auto& entry : node) labels.push_back({entry.first.as<std::string>(), entry.second.as<std::string>()});
  return labels;
}

Solution solution_from(const YAML::Node& node) {
  Solution budget{node["counted"].as<std::string>(), node["target"].as<std::int64_t>(), node["actual"].as<std::int64_t>(), {}};
  for (const auto& entry : node["sizes"]) budget.sizes.emplace_back(entry.first.as<std::string>(), entry.second.as<std::int64_t>());
  return budget;
}

PlannedRun run_from(const YAML::Node& node) {
  PlannedRun run;
  run.id = node["id"].as<std::string>();
  run.sha256 = node["sha256"].as<std::string>();
  run.labels = labels_from(node["labels"]);
  run.parameters = node["parameters"].as<std::int64_t>();
  run.bytes_inference = node["bytes_inference"].as<std::int64_t>();
  run.bytes_training = node["bytes_training"].as<std::int64_t>();
  if (node["budget"]) run.budget = solution_from(node["budget"]);
  return run;
}

TableOptions table_from(const YAML::Node& node) {
  const auto texts = [&](const char* key) { return node[key].as<std::vector<std::string>>(); };
  const auto text = [&](const char* key) { return node[key].as<std::string>(); };
  return {texts("rows"), texts("cols"), texts("metrics"), text("stat"), text("bold"), text("baseline"), text("caption"), text("published")};
}

Plan plan_from(const YAML::Node& node) {
  if (node["schema"].as<std::string>() != schema) throw std::runtime_error("it is not of the schema " + schema);
  Plan plan{node["sweep"].as<std::string>(),
            node["axes"].as<std::vector<std::string>>(),
            node["paired"].as<bool>(),
            {},
            table_from(node["table"])};
  for (const auto& run : node["runs"]) plan.runs.push_back(run_from(run));
  return plan;
}

std::string stored_configuration(const fs::path& folder, const PlannedRun& run) {
  const fs::path file = configuration_file(folder, run.id);
  if (!fs::exists(file)) return {};
  std::string yaml = io::read_file(file);
  return config::sha256(yaml) == run.sha256 ? yaml : std::string();
}

void write_if_new(const fs::path& file, const std::string& text) {
  if (!fs::exists(file) || io::read_file(file) != text) io::write_file(file, text);
}

// Copies the published values, and says by which path the lock names them: one within the folder, unless there is no file to copy.
std::string keep_published(const fs::path& folder, const std::string& published) {
  if (published.empty() || !fs::is_regular_file(published)) return published;
  write_if_new(published_file(folder), io::read_file(published));
  return published_file("").string();
}

const char* const how_to_restore = "the command 'plisse sweep FILE -o FOLDER' that made the folder restores it and keeps the runs";

}  // namespace

fs::path lock_file(const fs::path& folder) { return folder / "sweep.lock.yaml"; }

fs::path configuration_file(const fs::path& folder, const std::string& id) { return folder / "plan" / (id + ".yaml"); }

fs::path published_file(const fs::path& folder) { return folder / "plan" / "published.yaml"; }

Plan read_plan(const fs::path& folder) {
  const fs::path file = lock_file(folder);
  if (!fs::exists(file)) throw config::Error(fmt::format("no sweep at {}: it has no sweep.lock.yaml; {}", folder.string(), how_to_restore));
  try {
    Plan plan = plan_from(YAML::Load(io::read_file(file)));
    for (PlannedRun& run : plan.runs) run.yaml = stored_configuration(folder, run);
    if (!plan.table.published.empty()) plan.table.published = fs::absolute(folder / plan.table.published).string();
    return plan;
  } catch (const std::exception& error) {
    throw config::Error(fmt::format("cannot read {}: {}; remove it: {}", file.string(), error.what(), how_to_restore));
  }
}

void write_plan(const fs::path& folder, const Plan& plan) {
  std::error_code error;
  fs::create_directories(folder / "plan", error);
  if (error) throw io::FileError(error.value(), "cannot create " + (folder / "plan").string());
  for (const PlannedRun& run : plan.runs)
    if (stored_configuration(folder, run) != run.yaml) io::write_file(configuration_file(folder, run.id), run.yaml);
  write_if_new(lock_file(folder), text_of(plan, keep_published(folder, plan.table.published)));
}

}  // namespace plisse::sweep
