// SPDX-License-Identifier: Apache-2.0
#include "framework/sweep/folder.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/run/state.hpp"

namespace plisse::sweep {
namespace {

namespace fs = std::filesystem;

const std::string lock_name = ".lock";

std::set<std::string> ids_of(const Plan& plan) {
  std::set<std::string> ids;
  for (const PlannedRun& run : plan.runs) ids.insert(run.id);
  return ids;
}

const PlannedRun* with_labels(const Plan& plan, const std::vector<Label>& labels) {
  const auto same = [&](const PlannedRun& run) {
    return std::equal(labels.begin(), labels.end(), run.labels.begin(), run.labels.end(),
                      [](const Label& a, const Label& b) { return a.axis == b.axis && a.value == b.value; });
  };
  const auto it = std::find_if(plan.runs.begin(), plan.runs.end(), same);
  return it == plan.runs.end() ? nullptr : &*it;
}

[[noreturn]] void refuse_loss(const fs::path& folder, const std::vector<const PlannedRun*>& lost, const Plan& plan) {
  constexpr std::size_t most_shown = 5;
  std::string text = fmt::format("{} holds a sweep with {} run{} that this plan does not have:", folder.string(), lost.size(),
                                 lost.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(lost.size(), most_shown); ++i) text += "\n  " + lost[i]->id;
  if (lost.size() > most_shown) text += fmt::format("\n  and {} more", lost.size() - most_shown);
  const PlannedRun* successor = with_labels(plan, lost.front()->labels);
  if (successor && !lost.front()->yaml.empty()) {
    std::string changes = run::differences(lost.front()->yaml, successor->yaml);
    if (!changes.empty()) text += fmt::format("\nfor {} there -> here:\n{}", lost.front()->id, changes.substr(0, changes.size() - 1));
  }
  throw run::Refused(text + "\nchoose another folder with -o, or some of the runs with --only");
}

std::vector<std::string> compare(const fs::path& folder, const Plan& plan, Purpose purpose) {
  const Plan before = read_plan(folder);
  const auto ids = ids_of(plan), old_ids = ids_of(before);
  std::vector<const PlannedRun*> lost;
  for (const PlannedRun& run : before.runs)
    if (!ids.contains(run.id)) lost.push_back(&run);
  if (!lost.empty()) refuse_loss(folder, lost, plan);
  const std::size_t added = ids.size() - old_ids.size();
  if (added == 0) return {};
  const char* const grows = purpose == Purpose::use ? "grows" : "would grow";
  return {fmt::format("the plan {} by {} run{} to {}", grows, added, added == 1 ? "" : "s", ids.size())};
}

// Without a lock file everything in the folder must be this plan's.
std::vector<std::string> recover(const fs::path& folder, const Plan& plan, Purpose purpose) {
  const auto ids = ids_of(plan);
  bool is_used = false;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name == lock_name || io::is_temporary(name)) continue;
    if (name != "plan" && name != "logs" && !ids.contains(name))
      throw run::Refused(
          fmt::format("{} holds other files and no sweep, such as '{}'; choose an empty or a new folder with -o", folder.string(), name));
    is_used = true;
  }
  if (!is_used) return {};
  const char* const restored = purpose == Purpose::use ? "was missing and is restored" : "is missing and would be restored";
  return {fmt::format("{} {}", lock_file(folder).string(), restored)};
}

void note_missing(const fs::path& folder, const Plan& plan, Purpose purpose, std::vector<std::string>& notes) {
  const auto is_missing = [&](const PlannedRun& run) {
    return fs::exists(folder / "logs" / (run.id + ".log")) && !fs::exists(folder / run.id);
  };
  const auto missing = std::count_if(plan.runs.begin(), plan.runs.end(), is_missing);
  if (missing == 0) return;
  const char* const made = purpose == Purpose::use ? "made again" : "to be made again";
  notes.push_back(fmt::format("{} run folder{} went missing: {}", missing, missing == 1 ? "" : "s", made));
}

struct Owner {
  std::int64_t pid = 0;
  std::string host;
};

Owner owner_of(const fs::path& folder) {
  Owner owner;
  if (!fs::exists(folder / lock_name)) return owner;
  std::istringstream words(io::read_file(folder / lock_name));
  words >> owner.pid >> owner.host;
  return owner;
}

}  // namespace

std::vector<std::string> examine(const fs::path& folder, const Plan& plan, Purpose purpose) {
  if (!fs::exists(folder)) return {};
  if (!fs::is_directory(folder)) throw config::Error(folder.string() + " is not a folder; name one with -o that a sweep may use");
  auto notes = fs::exists(lock_file(folder)) ? compare(folder, plan, purpose) : recover(folder, plan, purpose);
  note_missing(folder, plan, purpose, notes);
  return notes;
}

SweepFolder::SweepFolder(const fs::path& folder, const Plan& plan) {
  examine(folder, plan, Purpose::use);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw config::Error(fmt::format("cannot use the folder {}: {}", folder.string(), error.message()));
  const Owner owner = owner_of(folder);
  lock_.emplace(folder / lock_name);
  if (lock_->is_taken())
    throw run::Refused(fmt::format("{} is in use by another sweep (pid {} on {}); wait for it, stop it, or choose another folder with -o",
                                   folder.string(), owner.pid, owner.host));
  lock_->sign(fmt::format("{} {}", getpid(), run::host_name()));
  notes_ = examine(folder, plan, Purpose::use);
  fs::create_directories(folder / "logs");
  write_plan(folder, plan);
}

bool is_active(const fs::path& folder) {
  const Owner owner = owner_of(folder);
  return owner.pid > 0 && owner.host == run::host_name() && kill(pid_t(owner.pid), 0) == 0 && run::is_locked(folder / lock_name);
}

}  // namespace plisse::sweep
