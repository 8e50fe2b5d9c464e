// SPDX-License-Identifier: Apache-2.0
// Rows of numbers by step, one line a row, one write() a line, so that a killed run loses at most the lines of its last moments and tears
// at most one.  A non-finite number is null in the file and NaN in memory.
//   series.jsonl        every step:  step, time_s, total, TERM..., TERM_weighted..., grad_norm, lr
//   evaluations.jsonl   where an experiment measures while it trains:  step (done by then), time_s, METRIC...
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "framework/io/hdf5.hpp"
#include "framework/run/experiment.hpp"

namespace plisse::run {

struct SeriesData {
  std::vector<std::string> columns;  // without step
  std::vector<std::int64_t> steps;
  std::vector<double> values;  // (steps, columns) row-major

  double at(std::size_t row, std::size_t column) const { return values[row * columns.size() + column]; }
  io::hdf5::Table table() const;  // /series/train or /series/evaluate
};

// Reads a series; stops at the first torn or foreign line.  `end_of_rows`: where given, the file's length in bytes up to there.
SeriesData read_series(const std::filesystem::path& file, std::int64_t before_step = INT64_MAX, std::int64_t* end_of_rows = nullptr);

class Series {
 public:
  // Opens or creates the file and drops its lines at or after `first_step`, and a torn one.  Throws io::FileError.
  Series(const std::filesystem::path& file, std::int64_t first_step);
  ~Series();
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;

  // Notes a step in memory.  time_s: training time since the very first step [s].
  void add(std::int64_t step, double time_s, const StepReport& report);
  // Notes what was measured when `step` steps were done; the metrics are the same ones every time.
  void add(std::int64_t step, double time_s, const std::vector<Metric>& metrics);
  // Puts the noted steps into the file.  Throws io::FileError; the file then ends with a whole line, and the steps are kept for the next
  // time.
  void write();
  // The same, and down to the disk.
  void sync();

  const SeriesData& data() const { return data_; }
  // Quantile of the duration of a step [ms]; 0 without steps.
  double step_ms(double quantile) const;

 private:
  void name_columns(std::vector<std::string> columns);
  void format_row(std::size_t row);

  std::filesystem::path file_;
  SeriesData data_;
  std::vector<std::string> keys_;  // "," and the quoted name and ":", by column
  fmt::memory_buffer line_;
  std::size_t written_ = 0;  // rows in the file
  std::int64_t bytes_ = 0;   // of whole lines in the file
  int descriptor_ = -1;
};

}  // namespace plisse::run
