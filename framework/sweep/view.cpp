// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "framework/io/atomic_file.hpp"
#include "framework/run/folder.hpp"
#include "framework/run/state.hpp"
#include "framework/run/summary.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;

constexpr std::streamoff tail_bytes = 16384;
constexpr std::array names{"to do", "running", "done", "failed", "diverged", "interrupted", "refused"};

struct Row {
  std::int64_t step;
  double time_s, total;
};

std::optional<Row> row_of(const std::string& line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains("step") || !json.contains("time_s") || !json["time_s"].is_number()) return {};
  const double total = json.contains("total") && json["total"].is_number() ? json["total"].get<double>() : std::nan("");
  return Row{json["step"].get<std::int64_t>(), json["time_s"].get<double>(), total};
}

// The first and the last whole line near the end of a series.
std::optional<std::pair<Row, Row>> tail(const fs::path& series) {
  std::ifstream file(series, std::ios::binary | std::ios::ate);
  if (!file) return {};
  const std::streamoff size = file.tellg(), start = std::max<std::streamoff>(0, size - tail_bytes);
  std::string text(std::size_t(size - start), '\0');
  file.seekg(start);
  file.read(text.data(), std::streamsize(text.size()));
  const std::size_t first = start == 0 ? 0 : text.find('\n') + 1, end = text.rfind('\n');
  if (end == std::string::npos || end <= first) return {};
  const std::size_t last = text.rfind('\n', end - 1), last_start = last == std::string::npos ? 0 : last + 1;
  const auto earlier = row_of(text.substr(first, text.find('\n', first) - first)),
             latest = row_of(text.substr(last_start, end - last_start));
  if (!earlier || !latest) return {};
  return std::pair(*earlier, *latest);
}

Standing standing_of(run::Status status) {
  switch (status) {
    case run::Status::running:
      return Standing::running;
    case run::Status::done:
      return Standing::done;
    case run::Status::failed:
      return Standing::failed;
    case run::Status::diverged:
      return Standing::diverged;
    case run::Status::interrupted:
      break;
  }
  return Standing::interrupted;
}

}  // namespace

const char* name_of(Standing standing) { return names.at(std::size_t(standing)); }

bool is_failure(Standing standing) {
  return standing == Standing::failed || standing == Standing::diverged || standing == Standing::refused;
}

RunView look(const fs::path& folder, const std::string& sha256) {
  RunView view;
  const run::Layout layout(folder);
  const auto state = run::read_state(layout.state);
  if (!state) return view;
  view.standing = standing_of(run::effective_status(*state));
  view.step = state->step;
  view.steps = state->steps;
  view.message = state->message;
  view.pid = state->pid;
  if (const auto rows = tail(layout.series)) {
    const auto& [earlier, latest] = *rows;
    view.time_s = latest.time_s;
    view.total = latest.total;
    if (latest.time_s > earlier.time_s) view.rate = double(latest.step - earlier.step) / (latest.time_s - earlier.time_s);
    if (view.standing == Standing::running) view.step = std::max(view.step, latest.step + 1);
  }
  if (!sha256.empty() && state->config_sha256 != sha256) view.standing = Standing::refused;
  if (view.standing == Standing::done && !run::is_result(layout.result)) view.standing = Standing::interrupted;
  return view;
}

std::string another_configuration(const fs::path& folder, const PlannedRun& run) {
  const run::Layout layout(folder / run.id);
  const std::string stored = fs::exists(layout.config) ? io::read_file(layout.config) : std::string();
  std::string changes = stored.empty() ? std::string() : run::differences(stored, run.yaml);
  if (!changes.empty()) changes.pop_back();
  return fmt::format("{} holds a run of another configuration{}{}\nmove it away to have this run made", layout.folder.string(),
                     changes.empty() ? "" : "; there -> here:\n", changes);
}

double estimated_s(const std::vector<RunView>& views, int workers) {
  double remaining = 0, longest = 0, whole = 0;
  std::size_t known = 0, waiting = 0;
  for (const RunView& view : views) {
    const bool is_running = view.standing == Standing::running && view.rate > 0;
    if (is_running) {
      remaining += view.remaining_s();
      longest = std::max(longest, view.remaining_s());
    }
    if (is_running || view.standing == Standing::done) {
      whole += view.time_s + (is_running ? view.remaining_s() : 0);
      ++known;
    } else if (!is_failure(view.standing)) {
      ++waiting;
    }
  }
  if (known == 0 || workers == 0) return -1;
  return std::max(longest, (remaining + double(waiting) * whole / double(known)) / workers);
}

}  // namespace plisse::sweep
