// SPDX-License-Identifier: Apache-2.0
#include "framework/run/series.hpp"

#include <fcntl.h>
#include <fmt/compile.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "framework/io/atomic_file.hpp"

namespace plisse::run {
namespace {

constexpr std::size_t time_column = 0;
const std::string step_key = "step";

// Appends one line's row.  False on anything but a row of the same columns.
bool append_row(const std::string& line, std::int64_t before_step, SeriesData& data) {
  const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
  if (!json.is_object() || !json.contains(step_key) || !json[step_key].is_number_integer()) return false;
  const auto step = json[step_key].get<std::int64_t>();
  if (step >= before_step) return false;
  const bool first = data.steps.empty();
  if (!first && json.size() != data.columns.size() + 1) return false;
  std::vector<double> row;
  for (const auto& [key, value] : json.items()) {
    if (key == step_key) continue;
    if (!value.is_number() && !value.is_null()) return false;
    if (first) data.columns.push_back(key);
    else if (data.columns[row.size()] != key) return false;
    row.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>());
  }
  data.steps.push_back(step);
  data.values.insert(data.values.end(), row.begin(), row.end());
  return true;
}

std::vector<std::string> columns_of(const StepReport& report) {
  std::vector<std::string> columns{"time_s", "total"};
  for (const auto& term : report.terms) columns.push_back(term.name);
  for (const auto& term : report.terms) columns.push_back(term.name + "_weighted");
  columns.insert(columns.end(), {"grad_norm", "lr"});
  return columns;
}

std::vector<std::string> columns_of(const std::vector<Metric>& metrics) {
  std::vector<std::string> columns{"time_s"};
  for (const auto& metric : metrics) columns.push_back(metric.name);
  return columns;
}

}  // namespace

SeriesData read_series(const std::filesystem::path& file, std::int64_t before_step, std::int64_t* end_of_rows) {
  SeriesData data;
  const std::string text = std::filesystem::exists(file) ? io::read_file(file) : std::string();
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    if (!append_row(text.substr(begin, end - begin), before_step, data)) break;
    begin = end + 1;
  }
  if (data.steps.empty()) data.columns.clear();
  if (end_of_rows) *end_of_rows = std::int64_t(begin);
  return data;
}

io::hdf5::Table SeriesData::table() const {
  io::hdf5::Table table{{step_key, steps}};
  for (std::size_t column = 0; column < columns.size(); ++column) {
    std::vector<double> numbers(steps.size());
    for (std::size_t row = 0; row < steps.size(); ++row) numbers[row] = at(row, column);
    table.push_back({columns[column], std::move(numbers)});
  }
  return table;
}

Series::Series(const std::filesystem::path& file, std::int64_t first_step) : file_(file) {
  data_ = read_series(file, first_step, &bytes_);
  written_ = data_.steps.size();
  descriptor_ = open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw io::FileError(errno, "cannot open " + file.string());
  if (ftruncate(descriptor_, bytes_) != 0) {
    const int error = errno;
    close(descriptor_);
    throw io::FileError(error, "cannot shorten " + file.string());
  }
}

Series::~Series() { close(descriptor_); }

void Series::name_columns(std::vector<std::string> columns) {
  if (!data_.columns.empty() && columns != data_.columns)
    throw std::runtime_error(file_.string() + " has other columns than this run has numbers; restart the run with --restart");
  data_.columns = std::move(columns);
  for (const auto& column : data_.columns) keys_.push_back(fmt::format(",{}:", nlohmann::json(column).dump()));
}

void Series::add(std::int64_t step, double time_s, const StepReport& report) {
  if (keys_.empty()) name_columns(columns_of(report));
  if (2 * report.terms.size() + 4 != data_.columns.size()) throw std::logic_error("the number of terms changed during the run");
  data_.steps.push_back(step);
  auto& values = data_.values;
  values.push_back(time_s);
  values.push_back(report.total);
  for (const auto& term : report.terms) values.push_back(term.raw);
  for (const auto& term : report.terms) values.push_back(term.weighted);
  values.push_back(report.gradient_norm);
  values.push_back(report.learning_rate);
}

void Series::add(std::int64_t step, double time_s, const std::vector<Metric>& metrics) {
  if (keys_.empty()) name_columns(columns_of(metrics));
  if (metrics.size() + 1 != data_.columns.size()) throw std::logic_error("the number of metrics changed during the run");
  data_.steps.push_back(step);
  data_.values.push_back(time_s);
  for (const auto& metric : metrics) data_.values.push_back(metric.value);
}

void Series::format_row(std::size_t row) {
  line_.clear();
  auto out = std::back_inserter(line_);
  fmt::format_to(out, FMT_COMPILE("{{\"step\":{}"), data_.steps[row]);
  for (std::size_t column = 0; column < keys_.size(); ++column) {
    line_.append(keys_[column]);
    const double value = data_.at(row, column);
    if (std::isfinite(value)) fmt::format_to(out, FMT_COMPILE("{}"), value);
    else line_.append(std::string_view("null"));
  }
  line_.append(std::string_view("}\n"));
}

void Series::write() {
  for (; written_ < data_.steps.size(); ++written_) {
    format_row(written_);
    ssize_t done = 0;
    do done = ::write(descriptor_, line_.data(), line_.size());
    while (done < 0 && errno == EINTR);
    if (done != ssize_t(line_.size())) {
      const int error = done < 0 ? errno : ENOSPC;
      if (done > 0 && ftruncate(descriptor_, bytes_) != 0) throw io::FileError(errno, "cannot mend " + file_.string());
      throw io::FileError(error, "cannot write " + file_.string());
    }
    bytes_ += done;
  }
}

void Series::sync() {
  write();
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) throw io::FileError(errno, "cannot write " + file_.string());
}

double Series::step_ms(double quantile) const {
  std::vector<double> durations(data_.steps.size());
  for (std::size_t row = 0; row < durations.size(); ++row)
    durations[row] = data_.at(row, time_column) - (row > 0 ? data_.at(row - 1, time_column) : 0);
  if (durations.empty()) return 0;
  const auto rank = durations.begin() + std::ptrdiff_t(quantile * double(durations.size() - 1) + 0.5);
  std::nth_element(durations.begin(), rank, durations.end());
  return 1e3 * *rank;
}

}  // namespace plisse::run
