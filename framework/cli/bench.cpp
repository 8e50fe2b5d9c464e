// SPDX-License-Identifier: Apache-2.0
// plisse bench [--only NAME,…] [--time T] [--threads N[,N…]] [--json|--markdown] [--from FILE]
// Every benchmark against the machine's own arithmetic and memory, measured in the same rounds; or how it scales with threads.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include "framework/cli/bench_report.hpp"
#include "framework/cli/bench_scaling.hpp"
#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/cli/machine.hpp"
#include "framework/config/error.hpp"
#include "framework/config/registry.hpp"
#include "framework/run/driver.hpp"

namespace plisse::cli {
namespace {

constexpr const char *kind = "benchmarks", *arithmetic = "sgemm", *memory = "copy";
constexpr int digested_runs = 3;

struct Options {
  std::vector<std::string> only;
  std::vector<int> threads;
  std::string time, from;
  bool json = false, markdown = false, alone = false;

  BenchStyle style() const { return json ? BenchStyle::json : markdown ? BenchStyle::markdown : BenchStyle::text; }
};

const run::BenchmarkFactory& factory(const std::string& name) {
  return std::any_cast<const run::BenchmarkFactory&>(config::Registry::global().get(kind, name).factory);
}

std::unique_ptr<run::Benchmark> build_if_any(const std::string& name) {
  return config::Registry::global().find(kind, name) ? factory(name).make() : nullptr;
}

std::string name_of(run::Section section) {
  return section == run::Section::machine ? "machine" : section == run::Section::kernel ? "kernel" : "step";
}

// The names a pattern stands for.  Throws config::Error where there are none.
std::vector<std::string> matching(const std::string& pattern, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  std::copy_if(names.begin(), names.end(), std::back_inserter(found),
               [&](const std::string& name) { return fnmatch(pattern.c_str(), name.c_str(), FNM_NOESCAPE) == 0; });
  if (found.empty()) config::Registry::global().get(kind, pattern);
  return found;
}

// By section, the yardsticks first: sgemm is always among them unless the others are wanted alone.
std::vector<std::string> chosen(const Options& options) {
  auto names = config::Registry::global().names(kind);
  if (!options.only.empty()) {
    std::set<std::string> wanted;
    for (const auto& pattern : options.only)
      for (const auto& name : matching(pattern, names)) wanted.insert(name);
    if (!options.alone) wanted.insert(arithmetic);
    std::erase_if(names, [&](const std::string& name) { return !wanted.contains(name); });
  }
  std::stable_sort(names.begin(), names.end(),
                   [](const std::string& a, const std::string& b) { return factory(a).section < factory(b).section; });
  return names;
}

// [s]; kernels are short, and many.
double time_for(const std::string& name, const Options& options) {
  if (!options.time.empty()) return config::parse_duration(options.time).seconds;
  return factory(name).section == run::Section::kernel ? 1 : 2;
}

void check(const Options& options) {
  if (!options.time.empty()) config::parse_duration(options.time);
  if (const std::set<int> different(options.threads.begin(), options.threads.end()); different.size() < options.threads.size())
    throw config::Error(fmt::format("--threads {}: each number of threads once", fmt::join(options.threads, ",")));
  if (options.json && options.markdown) throw config::Error("--json and --markdown: one of them");
}

Json machine(const Host& host) {
  Json all{{"software_version", host.version}};
  for (const auto& [name, value] : host.environment()) all[name] = value;
  all["cpu"] = cpu_model();
  all["cpus"] = std::thread::hardware_concurrency();
  return all;
}

Json measure(const std::string& name, const Yardsticks& yardsticks, double seconds, const Json& threads) {
  const auto benchmark = factory(name).make();
  for (int i = 0; i < digested_runs; ++i) benchmark->run();
  const std::string digest = fmt::format("{:016x}", benchmark->digest());
  const OtherProcesses others;
  const Timing t = time_in_rounds(*benchmark, yardsticks, seconds);
  const auto others_share = others.share();
  const auto optional = [](const std::optional<Spread>& s) { return s ? to_json(*s) : Json(); };
  return {{"name", name},
          {"doc", config::Registry::global().get(kind, name).doc},
          {"section", name_of(factory(name).section)},
          {"operations", t.operations},
          {"bytes", t.bytes},
          {"threads", threads},
          {"digest", digest},
          {"samples", t.samples},
          {"runs_per_sample", t.runs},
          {"seconds", to_json(t.seconds)},
          {"operations_per_second", t.operation_rate()},
          {"bytes_per_second", t.byte_rate()},
          {fmt::format("of_{}", arithmetic), optional(t.arithmetic)},
          {fmt::format("of_{}", memory), optional(t.memory)},
          {"cpus_used_by_others", others_share ? Json(*others_share) : Json()}};
}

int bench(const Host& host, const Options& options) {
  const auto names = chosen(options);
  const Device device(host, options.threads.empty() ? 0 : options.threads.front());
  const Json about = machine(host), threads = std::stoi(about.value("threads", "1"));
  const Yardsticks yardsticks{options.alone ? nullptr : build_if_any(arithmetic), options.alone ? nullptr : build_if_any(memory)};
  BenchPrinter printer(options.style(), {{"machine", about}}, names);
  for (const auto& name : names) printer.add(measure(name, yardsticks, time_for(name, options), threads));
  printer.finish();
  return 0;
}

int bench_scaling(const Options& options) {
  const auto names = chosen(options);
  std::optional<BenchPrinter> printer;  // once the first process has told about the machine
  std::vector<std::string> different;
  for (const auto& name : names) {
    const Scaling scaling = scale(name, options.threads, time_for(name, options), measure_in_process);
    if (!printer) printer.emplace(options.style(), Json{{"machine", scaling.machine}, {"threads", options.threads}}, names);
    printer->add(scaling.entry);
    if (!scaling.entry["same_bits"].get<bool>()) different.push_back(name);
  }
  printer->finish();
  if (different.empty()) return 0;
  print_error(fmt::format("the same work gave different bits: {}", fmt::join(different, ", ")));
  return run::exit_code::failed;
}

int print_again(const Options& options) {
  std::ifstream file(options.from);
  if (!file) throw config::Error(fmt::format("--from {}: cannot be read", options.from));
  print_document({std::istreambuf_iterator<char>(file), {}}, options.from, options.style());
  return 0;
}

int start(const Host& host, const Options& options) {
  check(options);
  if (!options.from.empty()) return print_again(options);
  return options.threads.size() > 1 ? bench_scaling(options) : bench(host, options);
}

}  // namespace

void add_bench(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("bench", "Kernels and training steps against the machine's own sgemm and copy");
  command
      ->add_option("--only", options->only,
                   "Only these, separated by commas, with globs (plisse list benchmarks); sgemm is always measured")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--time", options->time,
                      "Time for each, such as 2s (default: 1s for kernels, 2s for others); five samples are taken in any case");
  command
      ->add_option("--threads", options->threads,
                   "CPU threads (default: all); several, such as 1,2, are measured in turn by a process each: speed-ups, and whether the "
                   "bits agree (exit code 1 where they do not)")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 4096));
  command->add_flag("--json", options->json, "Print JSON");
  command->add_flag("--markdown", options->markdown, "Print Markdown");
  command->add_option("--from", options->from, "Measure nothing: print what an earlier plisse bench --json wrote to this file");
  command->add_flag("--alone", options->alone, "Without yardsticks")->group("");
  command->callback([&program, options] { program.action = [&program, options] { return start(program.host, *options); }; });
}

}  // namespace plisse::cli
