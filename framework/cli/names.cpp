// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"

namespace plisse::cli {
namespace {

std::pair<std::string, std::string> anywhere(const std::string& name) {
  const auto& registry = config::Registry::global();
  std::vector<std::string> found;
  std::set<std::string> all;
  for (const auto& kind : registry.kinds()) {
    if (registry.find(kind, name)) found.push_back(kind);
    for (const auto& other : registry.names(kind)) all.insert(other);
  }
  if (found.empty())
    config::fail(fmt::format("nothing is named '{}'", name), {}, config::suggestion(name, {all.begin(), all.end()}, "names"));
  if (found.size() == 1) return {found.front(), name};
  for (auto& kind : found) kind += "/" + name;
  throw config::Error(fmt::format("'{}' is the name of several things: write one of {}", name, fmt::join(found, ", ")));
}

}  // namespace

std::string kind_named(const std::string& text) {
  const auto kinds = config::Registry::global().kinds();
  for (const auto& kind : kinds)
    if (text == kind || text == config::singular(kind)) return kind;
  config::fail(fmt::format("unknown kind '{}'", text), {}, config::suggestion(text, kinds, "kinds"));
}

std::pair<std::string, std::string> entry_named(const std::vector<std::string>& words) {
  const std::size_t slash = words[0].find('/');
  if (words.size() == 1 && slash == std::string::npos) return anywhere(words[0]);
  if (words.size() == 1) return entry_named({words[0].substr(0, slash), words[0].substr(slash + 1)});
  const std::string kind = kind_named(words[0]);
  return {kind, config::Registry::global().get(kind, words[1]).name};
}

std::string run_label(const std::filesystem::path& run) {
  const auto folder = run.filename() == "run.h5" ? std::filesystem::absolute(run).parent_path() : run;
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

}  // namespace plisse::cli
