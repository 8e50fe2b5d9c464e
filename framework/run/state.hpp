// SPDX-License-Identifier: Apache-2.0
// state.json: what a run is doing, and the process that does it.  A process is named by host, pid and start time, so that a recycled pid is
// not taken for the owner; a run whose owner is dead is interrupted, whatever its file says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace plisse::run {

enum class Status { running, done, failed, diverged, interrupted };
const char* name_of(Status status);
// Throws std::runtime_error on an unknown name.
Status status_named(const std::string& name);

struct State {
  Status status = Status::running;
  std::string run_id, config_sha256;
  std::string host, boot;  // boot: the identifier of the machine's present boot
  std::int64_t pid = 0;
  std::int64_t process_start = 0;  // clock ticks from boot to the start of the process
  double heartbeat = 0;            // [s] since 1970
  std::int64_t step = 0, steps = 0;
  std::string message;  // why it failed or diverged
};

// A state owned by this process, beating now.
State own_state();

// Seconds since 1970, and the same as 2026-01-31T12:00:00Z.
double unix_time();
std::string utc_date();
std::string host_name();

// Replaces the file atomically.  Throws io::FileError.
void write_state(const std::filesystem::path& file, const State& state);

// Empty where there is no readable state.
std::optional<State> read_state(const std::filesystem::path& file);

// Whether the owner lives.  Of another machine's process only the heartbeat is known: it counts as dead after five minutes without one.
bool owner_is_alive(const State& state);

// The status with a dead owner taken into account.
Status effective_status(const State& state);

}  // namespace plisse::run
