// SPDX-License-Identifier: Apache-2.0
// plisse bench [--json] [--threads N] [--only NAME,…] [--time T]
// Every benchmark against the machine's own arithmetic and memory, measured in the same rounds.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/machine.hpp"
#include "framework/cli/timing.hpp"
#include "framework/config/registry.hpp"

namespace plisse::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char *kind = "benchmarks", *arithmetic = "sgemm", *memory = "copy";

struct Options {
  std::vector<std::string> only;
  std::string time = "2s";
  bool json = false;
  int threads = 0;
};

std::unique_ptr<run::Benchmark> build(const std::string& name) {
  return std::any_cast<const run::BenchmarkFactory&>(config::Registry::global().get(kind, name).factory)();
}

std::unique_ptr<run::Benchmark> build_if_any(const std::string& name) {
  return config::Registry::global().find(kind, name) ? build(name) : nullptr;
}

// The yardsticks first.  Throws config::Error on an unknown name.
std::vector<std::string> chosen(const std::vector<std::string>& only) {
  const auto& registry = config::Registry::global();
  for (const auto& name : only) registry.get(kind, name);
  auto names = registry.names(kind);
  std::erase_if(names, [&](const std::string& name) {
    return !only.empty() && name != arithmetic && std::find(only.begin(), only.end(), name) == only.end();
  });
  std::stable_partition(names.begin(), names.end(), [](const std::string& name) { return name == arithmetic || name == memory; });
  return names;
}

Json machine(const Host& host) {
  Json all{{"software_version", host.version}};
  for (const auto& [name, value] : host.environment()) all[name] = value;
  all["cpu"] = cpu_model();
  all["cpus"] = std::thread::hardware_concurrency();
  return all;
}

Json to_json(const Spread& s) { return {{"median", s.median}, {"lower_quartile", s.lower}, {"upper_quartile", s.upper}}; }
Json to_json(const std::optional<Spread>& s) { return s ? to_json(*s) : Json(nullptr); }

struct Result {
  std::string name;
  Timing timing;
  std::optional<double> others;  // share of all CPUs that other processes took meanwhile
};

Json to_json(const Result& result) {
  const Timing& t = result.timing;
  return {{"name", result.name},
          {"doc", config::Registry::global().get(kind, result.name).doc},
          {"operations", t.operations},
          {"bytes", t.bytes},
          {"samples", t.samples},
          {"runs_per_sample", t.runs},
          {"seconds", to_json(t.seconds)},
          {"operations_per_second", t.operation_rate()},
          {"bytes_per_second", t.byte_rate()},
          {fmt::format("of_{}", arithmetic), to_json(t.arithmetic)},
          {fmt::format("of_{}", memory), to_json(t.memory)},
          {"cpus_used_by_others", result.others ? Json(*result.others) : Json(nullptr)}};
}

constexpr const char* columns = "{:<12} {:>9} {:>18} {:>8} {:>8} {:>12} {:>6} {:>8} {:>8} {:>7}\n";

std::string title(const Json& about) {
  const auto text = [&](const char* key) { return about.contains(key) ? about[key].get<std::string>() : "unknown"; };
  return fmt::format("{}, threads: {}, on {}\n", text("backend"), text("threads"), text("cpu")) +
         fmt::format(columns, "", "time [ms]", "quartiles", "GFLOP/s", "of sgemm", "quartiles", "GB/s", "of copy", "samples", "others");
}

std::string row(const Result& result) {
  const Timing& t = result.timing;
  const auto rate = [](double amount, double per_second) { return amount > 0 ? fmt::format("{:.1f}", 1e-9 * per_second) : "–"; };
  const auto median = [](const std::optional<Spread>& s) { return s ? fmt::format("{:.2f}", s->median) : "–"; };
  const auto quartiles = [](const std::optional<Spread>& s) { return s ? fmt::format("{:.2f} to {:.2f}", s->lower, s->upper) : "–"; };
  return fmt::format(columns, result.name, fmt::format("{:.2f}", 1e3 * t.seconds.median),
                     fmt::format("{:.2f} to {:.2f}", 1e3 * t.seconds.lower, 1e3 * t.seconds.upper), rate(t.operations, t.operation_rate()),
                     median(t.arithmetic), quartiles(t.arithmetic), rate(t.bytes, t.byte_rate()), median(t.memory), t.samples,
                     result.others ? fmt::format("{:.0f} %", 100 * *result.others) : "–");
}

Result measure(const std::string& name, const Yardsticks& yardsticks, double seconds) {
  const auto benchmark = build(name);
  const OtherProcesses others;
  const Timing timing = time_in_rounds(*benchmark, yardsticks, seconds);
  return {name, timing, others.share()};
}

int bench(const Host& host, const Options& options) {
  const auto names = chosen(options.only);
  const double seconds = config::parse_duration(options.time).seconds;
  const Device device(host, options.threads);
  Json all{{"machine", machine(host)}, {"benchmarks", Json::array()}};
  const Yardsticks yardsticks{build_if_any(arithmetic), build_if_any(memory)};
  if (!options.json) print(title(all["machine"]));
  for (const auto& name : names) {
    const Result result = measure(name, yardsticks, seconds);
    if (options.json) {
      all["benchmarks"].push_back(to_json(result));
    } else {
      print(row(result));
      flush_output();
    }
  }
  if (options.json) print(all.dump(2) + "\n");
  return 0;
}

}  // namespace

void add_bench(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("bench", "Kernels and training steps against the machine's own sgemm and copy");
  command->add_option("--only", options->only, "Only these, separated by commas (plisse list benchmarks); sgemm is always measured")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--time", options->time, "Time for each, such as 2s (the default); five samples are taken in any case");
  command->add_option("--threads", options->threads, "CPU threads (default: all)")->check(CLI::Range(1, 4096));
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([&program, options] { program.action = [&program, options] { return bench(program.host, *options); }; });
}

}  // namespace plisse::cli
