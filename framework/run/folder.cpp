// SPDX-License-Identifier: Apache-2.0
#include "framework/run/folder.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>

#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/run/state.hpp"

namespace plisse::run {
namespace {

namespace fs = std::filesystem;

fs::path folder_from(const fs::path& any) {
  const auto path = fs::absolute(any).lexically_normal();
  if (!fs::is_directory(path) && path.filename() == "run.h5") return path.parent_path();
  return path.has_filename() ? path : path.parent_path();
}

void flatten(const YAML::Node& node, const std::string& path, std::map<std::string, std::string>& values) {
  if (node.IsMap() && node.size() > 0) {
    for (const auto& entry : node) flatten(entry.second, path.empty() ? entry.first.Scalar() : path + "." + entry.first.Scalar(), values);
  } else if (node.IsSequence() && node.size() > 0) {
    for (std::size_t i = 0; i < node.size(); ++i) flatten(node[i], fmt::format("{}[{}]", path, i), values);
  } else {
    values[path] = YAML::Dump(node);
  }
}

std::map<std::string, std::string> flattened(const std::string& yaml) {
  std::map<std::string, std::string> values;
  flatten(YAML::Load(yaml), "", values);
  return values;
}

std::string in_use(const Layout& layout, const std::string& owner) {
  return fmt::format("{} is in use by a running process{}; wait for it, stop it, or choose another folder with -o", layout.folder.string(),
                     owner);
}

}  // namespace

Layout::Layout(const fs::path& any)
    : folder(folder_from(any)),
      config(folder / "config.yaml"),
      state(folder / "state.json"),
      log(folder / "log.txt"),
      series(folder / "series.jsonl"),
      evaluations(folder / "evaluations.jsonl"),
      checkpoint(folder / "checkpoint.h5"),
      previous_checkpoint(folder / "checkpoint.previous.h5"),
      result(folder / "run.h5"),
      view(folder / "view.vtkhdf"),
      lock(folder / ".lock") {}

Contents contents_of(const Layout& layout) {
  if (!fs::exists(layout.folder)) return Contents::absent;
  for (const auto& file : {layout.state, layout.result, layout.checkpoint, layout.previous_checkpoint})
    if (fs::exists(file)) return Contents::run;
  for (const auto& entry : fs::directory_iterator(layout.folder)) {
    const auto name = entry.path().filename().string();
    if (name != layout.lock.filename() && !io::is_temporary(name)) return Contents::foreign;
  }
  return Contents::empty;
}

FolderLock::FolderLock(const Layout& layout) : layout_(layout), contents_(Contents::absent) {
  std::error_code error;
  if (fs::exists(layout.folder, error) && !fs::is_directory(layout.folder, error))
    throw config::Error(layout.folder.string() + " is not a folder; name one with -o that a run may use");
  try {
    contents_ = contents_of(layout);
    if (contents_ == Contents::absent) create_folder();
  } catch (const fs::filesystem_error& failure) {
    throw config::Error(fmt::format("cannot use the folder {}: {}", layout.folder.string(), failure.code().message()));
  }
  if (contents_ == Contents::foreign)
    throw Refused(layout.folder.string() + " holds other files and no run; choose an empty or a new folder with -o");
  acquire();
}

void FolderLock::create_folder() {
  for (auto folder = layout_.folder; !fs::exists(folder); folder = folder.parent_path()) created_.push_back(folder);
  fs::create_directories(layout_.folder);
}

void FolderLock::acquire() {
  lock_.emplace(layout_.lock);
  const auto state = read_state(layout_.state);
  const bool running = state && state->status == Status::running;
  const std::string owner = running ? fmt::format(" (pid {} on {})", state->pid, state->host) : "";
  // on a file system without locks state.json alone tells
  if (lock_->is_taken() || (running && owner_is_alive(*state))) throw Refused(in_use(layout_, owner));
}

void FolderLock::abandon() {
  std::error_code ignored;
  if (contents_ == Contents::run) return;
  fs::remove(layout_.lock, ignored);
  for (const auto& folder : created_)
    if (!fs::remove(folder, ignored)) return;
}

std::string differences(const std::string& before, const std::string& after) {
  const auto old_values = flattened(before), new_values = flattened(after);
  std::string text;
  const auto value = [](const auto& values, const std::string& key) {
    const auto it = values.find(key);
    return it == values.end() ? std::string("(absent)") : it->second;
  };
  auto keys = old_values;
  keys.insert(new_values.begin(), new_values.end());
  for (const auto& [key, ignored] : keys) {
    const auto was = value(old_values, key), is = value(new_values, key);
    if (was != is) text += fmt::format("  {}: {} -> {}\n", key, was, is);
  }
  return text;
}

}  // namespace plisse::run
