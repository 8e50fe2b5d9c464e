// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/bench_scaling.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "framework/sweep/process.hpp"
#include "framework/sweep/workers.hpp"

namespace plisse::cli {
namespace {

constexpr int fewest_rounds = 5;
constexpr std::chrono::milliseconds pause(2);

// A file that is in memory alone and gone with the object.
class MemoryFile {
 public:
  MemoryFile() : number_(memfd_create("plisse-bench", MFD_CLOEXEC)) {
    if (number_ < 0) throw std::system_error(errno, std::generic_category(), "cannot make a file in memory");
  }
  ~MemoryFile() { close(number_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return fmt::format("/proc/self/fd/{}", number_); }
  std::string content() const {
    std::ifstream stream(path());
    return {std::istreambuf_iterator<char>(stream), {}};
  }

 private:
  int number_;
};

// The JSON object among lines that may be messages.
Json object_in(const std::string& output) {
  const std::size_t begin = output.starts_with("{\n") ? 0 : output.find("\n{\n"), end = output.rfind("\n}\n");
  if (begin == std::string::npos || end == std::string::npos) return Json();
  return Json::parse(output.begin() + std::ptrdiff_t(begin), output.begin() + std::ptrdiff_t(end + 2), nullptr, false);
}

// What the rounds found at one number of threads.
struct Found {
  int threads;
  std::vector<double> seconds{};    // by round
  std::set<std::string> digests{};  // of all rounds
};

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b, double factor) {
  std::vector<double> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(factor * a[i] / b[i]);
  return all;
}

Json to_json(const Found& found, const Found& first, double operations, double bytes) {
  const Spread seconds = spread_of(found.seconds);
  return {{"threads", found.threads},
          {"digest", fmt::format("{}", fmt::join(found.digests, " "))},
          {"rounds", found.seconds.size()},
          {"seconds", cli::to_json(seconds)},
          {"operations_per_second", operations / seconds.median},
          {"bytes_per_second", bytes / seconds.median},
          {"speedup", cli::to_json(spread_of(ratios(first.seconds, found.seconds, 1)))},
          {"efficiency", cli::to_json(spread_of(ratios(first.seconds, found.seconds, double(first.threads) / found.threads)))}};
}

}  // namespace

Json measure_in_process(const std::string& name, int threads, double seconds) {
  const MemoryFile output;
  const std::string count = std::to_string(threads), time = fmt::format("{:.3f}s", seconds);
  sweep::Process process({"plisse", "bench", "--json", "--alone", "--only", name, "--threads", count, "--time", time}, output.path());
  std::optional<int> code;
  while (!(code = process.poll())) std::this_thread::sleep_for(pause);
  const Json document = *code == 0 ? object_in(output.content()) : Json();
  if (!document.is_object())
    throw std::runtime_error(
        fmt::format("'{}' with {} threads ended with code {}:\n{}", name, threads, *code, sweep::last_lines(output.path(), 6)));
  return document;
}

Scaling scale(const std::string& name, const std::vector<int>& threads, double seconds, const Measurement& measure, const Clock& clock) {
  std::vector<Found> found;
  for (const int count : threads) found.push_back({count});
  Json first;
  const auto visit = [&](Found& at) {
    const Json document = measure(name, at.threads, seconds / double(fewest_rounds * threads.size()));
    const Json& entry = document.at("benchmarks").at(0);
    at.seconds.push_back(entry.at("seconds").at("median").get<double>());
    at.digests.insert(entry.at("digest").get<std::string>());
    if (first.is_null()) first = document;
  };
  const double begin = clock();
  for (int round = 0; round < fewest_rounds || clock() - begin < seconds; ++round) {
    if (round % 2 == 0) std::for_each(found.begin(), found.end(), visit);
    else std::for_each(found.rbegin(), found.rend(), visit);
  }

  Json entry;
  for (const char* key : {"name", "doc", "section", "operations", "bytes"}) entry[key] = first["benchmarks"][0].at(key);
  std::set<std::string> digests;
  for (const Found& at : found) digests.insert(at.digests.begin(), at.digests.end());
  entry["same_bits"] = digests.size() == 1;
  for (const Found& at : found) entry["at"].push_back(to_json(at, found.front(), entry["operations"], entry["bytes"]));
  Json machine = first.at("machine");
  machine.erase("threads");
  return {machine, entry};
}

}  // namespace plisse::cli
