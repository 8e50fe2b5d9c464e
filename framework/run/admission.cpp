// SPDX-License-Identifier: Apache-2.0
#include "framework/run/admission.hpp"

#include <fmt/format.h>

#include "framework/io/atomic_file.hpp"
#include "framework/run/state.hpp"
#include "framework/run/summary.hpp"

namespace plisse::run {
namespace {

using Existing = RunOptions::Existing;

std::string stored_configuration(const Layout& layout) {
  return std::filesystem::exists(layout.config) ? io::read_file(layout.config) : std::string();
}

bool same_configuration(const Layout& layout, const std::optional<State>& state, const config::RunConfig& config) {
  if (state) return state->config_sha256 == config.sha256;
  return stored_configuration(layout) == config.yaml;
}

std::string another_configuration(const Layout& layout, const config::RunConfig& config) {
  const auto stored = stored_configuration(layout);
  const auto changes = stored.empty() ? std::string() : differences(stored, config.yaml);
  return fmt::format(
      "{} holds a run of another configuration{}{}\n"
      "--resume continues a run with its own configuration only; replace it with --restart, or choose another folder with -o",
      layout.folder.string(), changes.empty() ? "." : "; there -> here:\n", changes.substr(0, changes.find_last_not_of('\n') + 1));
}

std::string there_already(const Layout& layout, const std::optional<State>& state) {
  const auto what =
      state ? fmt::format("a run that is {} at step {} of {}", name_of(effective_status(*state)), state->step, state->steps) : "a run";
  return fmt::format("{} holds {}; continue it with --resume, replace it with --restart, or choose another folder with -o",
                     layout.folder.string(), what);
}

}  // namespace

Start admit(const Layout& layout, Contents contents, const config::RunConfig& config, Existing existing) {
  if (contents != Contents::run) return Start::fresh;
  if (existing == Existing::restart) return Start::replace;
  const auto state = read_state(layout.state);
  if (!same_configuration(layout, state, config)) throw Refused(another_configuration(layout, config));
  if (existing == Existing::refuse) throw Refused(there_already(layout, state));
  const bool finished = state && state->status == Status::done && is_result(layout.result);
  return finished ? Start::nothing_to_do : Start::resume;
}

}  // namespace plisse::run
