// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "framework/run/progress.hpp"
#include "framework/sweep/progress.hpp"

namespace plisse::sweep {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

constexpr int json_indent = 2;

std::size_t characters(const std::string& text) {
  return std::size_t(std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// Aligned columns; those of numbers to the right.
std::string table(const std::vector<Cells>& rows, const std::vector<bool>& is_number) {
  std::vector<std::size_t> widths(is_number.size());
  for (const Cells& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], characters(row[c]));
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string fill(widths[c] - characters(row[c]), ' ');
      line += (c ? "  " : "") + (is_number[c] ? fill + row[c] : row[c] + fill);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

double deviation(const Solution& budget) { return double(budget.actual) / double(budget.target) - 1; }

std::string sizes_text(const Solution& budget) {
  std::string text;
  for (const auto& [key, value] : budget.sizes) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  return text;
}

Json labels_json(const std::vector<Label>& labels) {
  Json json = Json::object();
  for (const auto& [axis, value] : labels) json[axis] = value;
  return json;
}

std::string text_of(const Json& json) { return json.dump(json_indent, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json counts_json(const std::vector<Standing>& standings) {
  Json counts = Json::object();
  for (const Standing standing :
       {Standing::to_do, Standing::running, Standing::done, Standing::failed, Standing::diverged, Standing::interrupted, Standing::refused})
    counts[name_of(standing)] = std::count(standings.begin(), standings.end(), standing);
  return counts;
}

std::vector<Standing> standings_of(const SweepOutcome& outcome) {
  std::vector<Standing> standings;
  for (const RunOutcome& run : outcome.runs) standings.push_back(run.standing);
  return standings;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

std::string plan_text(const Plan& plan, const std::vector<std::size_t>& chosen, const std::vector<RunView>& views) {
  const bool any_solved = std::any_of(plan.runs.begin(), plan.runs.end(), [](const PlannedRun& run) { return run.budget.has_value(); });
  Cells titles{"id"};
  std::vector<bool> is_number{false};
  const auto column = [&](const std::string& title, bool number) {
    titles.push_back(title);
    is_number.push_back(number);
  };
  for (const std::string& axis : plan.axes) column(axis, false);
  if (any_solved) column("sizes", false);
  for (const char* title : {"parameters", "inference [B]", "training [B]"}) column(title, true);
  if (any_solved) column("deviation", true);
  column("state", false);
  std::vector<Cells> rows{titles};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const PlannedRun& run = plan.runs[chosen[i]];
    Cells cells{run.id};
    for (const Label& label : run.labels) cells.push_back(label.value);
    if (any_solved) cells.push_back(run.budget ? sizes_text(*run.budget) : "");
    for (const std::int64_t count : {run.parameters, run.bytes_inference, run.bytes_training}) cells.push_back(fmt::format("{}", count));
    if (any_solved) cells.push_back(run.budget ? fmt::format("{:+.2f} %", 100 * deviation(*run.budget)) : "");
    cells.emplace_back(name_of(views[i].standing));
    rows.push_back(std::move(cells));
  }
  return table(rows, is_number);
}

std::string plan_json(const Plan& plan, const std::vector<std::size_t>& chosen, const std::vector<RunView>& views) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const PlannedRun& run = plan.runs[chosen[i]];
    Json json{{"id", run.id},
              {"sha256", run.sha256},
              {"labels", labels_json(run.labels)},
              {"parameters", run.parameters},
              {"bytes_inference", run.bytes_inference},
              {"bytes_training", run.bytes_training},
              {"status", name_of(views[i].standing)}};
    if (run.budget) {
      Json sizes = Json::object();
      for (const auto& [key, value] : run.budget->sizes) sizes[key] = value;
      json["budget"] = {{"counted", run.budget->counted},
                        {"target", run.budget->target},
                        {"actual", run.budget->actual},
                        {"deviation", deviation(*run.budget)},
                        {"sizes", sizes}};
    }
    runs.push_back(std::move(json));
  }
  return text_of({{"sweep", plan.name}, {"axes", plan.axes}, {"runs", runs}});
}

std::string outcome_text(const Plan& plan, const std::vector<std::size_t>& chosen, const SweepOutcome& outcome,
                         const std::filesystem::path& folder) {
  std::vector<RunView> views(outcome.runs.size());
  for (std::size_t i = 0; i < views.size(); ++i) views[i].standing = outcome.runs[i].standing;
  auto text = fmt::format("sweep {}: {}, in {}\n", plan.name, counts_text(views, 0), folder.string());
  std::vector<Cells> rows;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (const RunOutcome& run = outcome.runs[i]; run.standing != Standing::done)
      rows.push_back({"  " + plan.runs[chosen[i]].id, name_of(run.standing), first_line(run.message)});
  return text + table(rows, {false, false, false});
}

std::string outcome_json(const Plan& plan, const std::vector<std::size_t>& chosen, const SweepOutcome& outcome,
                         const std::filesystem::path& folder) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const PlannedRun& run = plan.runs[chosen[i]];
    runs.push_back({{"id", run.id},
                    {"labels", labels_json(run.labels)},
                    {"status", name_of(outcome.runs[i].standing)},
                    {"new", outcome.runs[i].is_new},
                    {"message", outcome.runs[i].message}});
  }
  return text_of({{"sweep", plan.name},
                  {"folder", folder.string()},
                  {"interrupted", outcome.interrupted},
                  {"counts", counts_json(standings_of(outcome))},
                  {"runs", runs}});
}

std::string status_text(const std::string& name, const std::vector<std::string>& ids, const std::vector<RunView>& views,
                        const std::vector<double>& wall_s, int workers) {
  std::vector<Cells> rows{{"  id", "state", "step", "wall", "total", ""}};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const RunView& view = views[i];
    const bool has_begun = view.standing != Standing::to_do;
    rows.push_back({"  " + ids[i], name_of(view.standing), has_begun ? fmt::format("{}/{}", view.step, view.steps) : "",
                    has_begun ? run::clock_text(wall_s[i]) : "", std::isfinite(view.total) ? fmt::format("{:.4g}", view.total) : "",
                    first_line(view.message)});
  }
  return fmt::format("{}: {}\n", name, counts_text(views, workers)) + table(rows, {false, false, true, true, true, false});
}

std::string status_json(const std::string& name, const std::vector<std::string>& ids, const std::vector<RunView>& views,
                        const std::vector<double>& wall_s, int workers) {
  Json runs = Json::array();
  std::vector<Standing> standings;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const RunView& view = views[i];
    standings.push_back(view.standing);
    runs.push_back({{"id", ids[i]},
                    {"status", name_of(view.standing)},
                    {"step", view.step},
                    {"steps", view.steps},
                    {"wall_s", wall_s[i]},
                    {"rate", view.rate},
                    {"total", std::isfinite(view.total) ? Json(view.total) : Json()},
                    {"message", view.message}});
  }
  const double rest = estimated_s(views, workers);
  return text_of({{"sweep", name}, {"counts", counts_json(standings)}, {"eta_s", rest >= 0 ? Json(rest) : Json()}, {"runs", runs}});
}

}  // namespace plisse::sweep
