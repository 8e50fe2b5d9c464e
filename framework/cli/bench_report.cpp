// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "framework/cli/console.hpp"
#include "framework/config/error.hpp"

namespace plisse::cli {
namespace {

const std::string none = "–";
constexpr std::size_t narrow = 8, wide = 14;  // columns of numbers, and of quartiles

// Three significant digits, all of an integer above.
std::string rounded(double x) { return fmt::format("{:.{}f}", x, x < 9.995 ? 2 : x < 99.95 ? 1 : 0); }

struct Unit {
  double size;
  const char* name;
};
Unit unit_of(double seconds) {
  if (seconds < 1e-3) return {1e-6, "µs"};
  return seconds < 1 ? Unit{1e-3, "ms"} : Unit{1, "s"};
}

double median(const Json& spread) { return spread.at("median").get<double>(); }

std::string time_text(const Json& seconds) {
  const Unit unit = unit_of(median(seconds));
  return fmt::format("{} {}", rounded(median(seconds) / unit.size), unit.name);
}
// In the unit of the median.
std::string time_quartiles(const Json& seconds) {
  const Unit unit = unit_of(median(seconds));
  const auto text = [&](const char* key) { return rounded(seconds.at(key).get<double>() / unit.size); };
  return fmt::format("{} to {}", text("lower_quartile"), text("upper_quartile"));
}

std::string share(const Json& spread) { return spread.is_null() ? none : fmt::format("{:.2f}", median(spread)); }
std::string share_quartiles(const Json& spread) {
  if (spread.is_null()) return none;
  return fmt::format("{:.2f} to {:.2f}", spread.at("lower_quartile").get<double>(), spread.at("upper_quartile").get<double>());
}
std::string giga(const Json& rate) { return rate.get<double>() > 0 ? rounded(1e-9 * rate.get<double>()) : none; }

std::string text(const Json& about, const char* key) { return about.contains(key) ? about[key].get<std::string>() : "unknown"; }

std::string section_title(const std::string& section) {
  return section == "machine" ? "The machine" : section == "kernel" ? "Kernels" : "Training steps";
}

}  // namespace

Json to_json(const Spread& s) { return {{"median", s.median}, {"lower_quartile", s.lower}, {"upper_quartile", s.upper}}; }

BenchPrinter::BenchPrinter(BenchStyle style, Json about, const std::vector<std::string>& names) : style_(style), document_(std::move(about)) {
  document_["benchmarks"] = Json::array();
  if (style_ == BenchStyle::json) return;
  std::size_t first = 0;
  for (const auto& name : names) first = std::max(first, name.size());
  const auto all = heads();
  for (std::size_t i = 0; i < all.size(); ++i)
    widths_.push_back(i == 0 ? first : std::max(all[i].size(), all[i].ends_with("quartiles") ? wide : narrow));
  print_title();
}

void BenchPrinter::add(const Json& entry) {
  document_["benchmarks"].push_back(entry);
  if (style_ == BenchStyle::json) return;
  const std::string section = entry.at("section").get<std::string>();
  if (section != section_) print_head(section);
  section_ = section;
  print(line(cells(entry)));
  flush_output();
}

void BenchPrinter::finish() {
  if (style_ == BenchStyle::json) print(document_.dump(2) + "\n");
}

void BenchPrinter::print_title() const {
  const Json& machine = document_.at("machine");
  std::string threads;
  if (is_scaling()) {
    for (const auto& count : document_["threads"]) threads += (threads.empty() ? "" : ", ") + std::to_string(count.get<int>());
  } else {
    threads = text(machine, "threads");
  }
  print(fmt::format("{}, threads: {}, on {}\n", text(machine, "backend"), threads, text(machine, "cpu")));
  if (style_ == BenchStyle::text) print(fmt::format("\n{}", line(heads())));
}

void BenchPrinter::print_head(const std::string& section) {
  if (style_ == BenchStyle::text) return print(fmt::format("{}{}\n", section_.empty() ? "" : "\n", section_title(section)));
  const auto columns = heads();
  std::string rule = "|---|";
  for (std::size_t i = 1; i < columns.size(); ++i) rule += "---:|";
  print(fmt::format("\n**{}**\n\n{}{}\n", section_title(section), line(columns), rule));
}

std::vector<std::string> BenchPrinter::heads() const {
  if (!is_scaling()) return {"", "time", "quartiles", "GFLOP/s", "of sgemm", "quartiles", "GB/s", "of copy", "samples", "others"};
  std::vector<std::string> all{""}, later;
  const Json& counts = document_["threads"];
  for (const auto& count : counts) {
    const int n = count.get<int>();
    const std::string threads = std::to_string(n) + (n == 1 ? " thread" : " threads"), at = counts.size() > 2 ? std::to_string(n) + ": " : "";
    all.push_back(threads);
    if (all.size() > 2) later.insert(later.end(), {at + "speed-up", at + "quartiles", at + "efficiency"});
  }
  all.insert(all.end(), later.begin(), later.end());
  all.push_back("bits");
  return all;
}

std::vector<std::string> BenchPrinter::cells(const Json& entry) const {
  const std::string name = entry.at("name").get<std::string>();
  if (!is_scaling()) {
    const Json &seconds = entry.at("seconds"), &others = entry.at("cpus_used_by_others"), &of_sgemm = entry.at("of_sgemm");
    return {name,
            time_text(seconds),
            time_quartiles(seconds),
            giga(entry.at("operations_per_second")),
            share(of_sgemm),
            share_quartiles(of_sgemm),
            giga(entry.at("bytes_per_second")),
            share(entry.at("of_copy")),
            std::to_string(entry.at("samples").get<int>()),
            others.is_null() ? none : fmt::format("{:.0f} %", 100 * others.get<double>())};
  }
  std::vector<std::string> all{name}, later;
  for (const Json& at : entry.at("at")) {
    all.push_back(time_text(at.at("seconds")));
    if (all.size() == 2) continue;
    const Json& speedup = at.at("speedup");
    later.insert(later.end(), {share(speedup), share_quartiles(speedup), fmt::format("{:.0f} %", 100 * median(at.at("efficiency")))});
  }
  all.insert(all.end(), later.begin(), later.end());
  all.push_back(entry.at("same_bits").get<bool>() ? "same" : "DIFFER");
  return all;
}

std::string BenchPrinter::line(const std::vector<std::string>& cells) const {
  std::string all;
  if (style_ == BenchStyle::markdown) {
    for (const auto& cell : cells) all += fmt::format("| {}{}", cell, cell.empty() ? "" : " ");
    return all + "|\n";
  }
  for (std::size_t i = 0; i < cells.size(); ++i)
    all += i == 0 ? fmt::format("{:<{}}", cells[i], widths_[i]) : fmt::format("  {:>{}}", cells[i], widths_[i]);
  return all + "\n";
}

void print_document(const std::string& content, const std::string& source, BenchStyle style) {
  try {
    Json document = Json::parse(content);
    const Json entries = document.at("benchmarks");
    document.erase("benchmarks");
    std::vector<std::string> names;
    for (const Json& entry : entries) names.push_back(entry.at("name").get<std::string>());
    BenchPrinter printer(style, document, names);
    for (const Json& entry : entries) printer.add(entry);
    printer.finish();
  } catch (const Json::exception&) {
    throw config::Error(source + " is not what plisse bench --json prints");
  }
}

}  // namespace plisse::cli
