// SPDX-License-Identifier: Apache-2.0
#include "framework/run/state.hpp"

#include <fmt/chrono.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "framework/io/atomic_file.hpp"

namespace plisse::run {
namespace {

constexpr double remote_patience = 300;  // [s]
constexpr std::array names{"running", "done", "failed", "diverged", "interrupted"};

std::string boot_id() {
  try {
    std::string id = io::read_file("/proc/sys/kernel/random/boot_id");
    while (!id.empty() && id.back() == '\n') id.pop_back();
    return id;
  } catch (const io::FileError&) {
    return {};
  }
}

// Field 22 of /proc/PID/stat, counted behind the command name, which may hold anything.  Empty where there is no such process or it is a
// zombie.
std::optional<std::int64_t> start_of(std::int64_t pid) {
  std::string stat;
  try {
    stat = io::read_file("/proc/" + std::to_string(pid) + "/stat");
  } catch (const io::FileError&) {
    return {};
  }
  std::istringstream words(stat.substr(stat.rfind(')') + 1));
  std::string state, word;
  words >> state;
  if (state == "Z" || state == "X") return {};
  for (int field = 4; field <= 22; ++field) words >> word;
  return words ? std::optional(std::stoll(word)) : std::nullopt;
}

}  // namespace

const char* name_of(Status status) { return names.at(std::size_t(status)); }

Status status_named(const std::string& name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (name == names[i]) return Status(i);
  throw std::runtime_error("unknown run status '" + name + "'");
}

double unix_time() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }

std::string utc_date() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

State own_state() {
  State state;
  state.host = host_name();
  state.boot = boot_id();
  state.pid = getpid();
  state.process_start = start_of(getpid()).value_or(0);
  state.heartbeat = unix_time();
  return state;
}

void write_state(const std::filesystem::path& file, const State& state) {
  const nlohmann::ordered_json json{{"status", name_of(state.status)},
                                    {"run_id", state.run_id},
                                    {"step", state.step},
                                    {"steps", state.steps},
                                    {"message", state.message},
                                    {"host", state.host},
                                    {"boot", state.boot},
                                    {"pid", state.pid},
                                    {"process_start", state.process_start},
                                    {"heartbeat", state.heartbeat},
                                    {"config_sha256", state.config_sha256}};
  io::write_file(file, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::optional<State> read_state(const std::filesystem::path& file) {
  try {
    const auto json = nlohmann::json::parse(io::read_file(file));
    State state;
    state.status = status_named(json.at("status").get<std::string>());
    json.at("run_id").get_to(state.run_id);
    json.at("step").get_to(state.step);
    json.at("steps").get_to(state.steps);
    json.at("message").get_to(state.message);
    json.at("host").get_to(state.host);
    json.at("boot").get_to(state.boot);
    json.at("pid").get_to(state.pid);
    json.at("process_start").get_to(state.process_start);
    json.at("heartbeat").get_to(state.heartbeat);
    json.at("config_sha256").get_to(state.config_sha256);
    return state;
  } catch (const std::exception&) {
    return {};
  }
}

bool owner_is_alive(const State& state) {
  if (state.host != host_name()) return unix_time() - state.heartbeat < remote_patience;
  return state.boot == boot_id() && start_of(state.pid) == state.process_start;
}

Status effective_status(const State& state) {
  return state.status == Status::running && !owner_is_alive(state) ? Status::interrupted : state.status;
}

}  // namespace plisse::run
