// SPDX-License-Identifier: Apache-2.0
// What `plisse bench` prints: a JSON document for machines, or tables of it for people.
//
// The document has no dates and these fields:
//   machine                    software_version, git_sha, git_dirty, compiler, flags, kokkos_version, backend, device, threads,
//                              wait_policy, cpu: texts; cpus: of the machine
//   benchmarks                 a list in the tables' order; of each
//     name, doc, section       section: machine, kernel or step
//     operations, bytes        useful ones of one run; 0: not counted
//     threads                  CPU threads
//     digest                   16 hex digits: the bits of what a fresh start and three runs lead to
//     samples, runs_per_sample
//     seconds                  of one run: a spread {median, lower_quartile, upper_quartile} over the samples
//     operations_per_second, bytes_per_second      at the median
//     of_sgemm, of_copy        these rates over those of the yardsticks in the same rounds: a spread, or null
//     cpus_used_by_others      share of all CPUs that other processes took meanwhile, or null
// Where several numbers of threads were asked for, `threads` lists them beside `machine`, which has none, and a benchmark has, from
// `threads` on, instead
//     same_bits                whether all digests agree
//     at                       a list, one for each number of threads:
//       threads, digest, rounds, operations_per_second, bytes_per_second, seconds (over the rounds' medians)
//       speedup, efficiency    over the first number of threads, round by round: a spread; efficiency is 1 where n times as many threads
//                              are n times as fast
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "framework/cli/timing.hpp"

namespace plisse::cli {

using Json = nlohmann::ordered_json;

Json to_json(const Spread& spread);

enum class BenchStyle { text, markdown, json };

// Prints tables row by row while they are measured, or the document at the end.
class BenchPrinter {
 public:
  // `about`: the document without its benchmarks; `names`: of all rows to come.
  BenchPrinter(BenchStyle style, Json about, const std::vector<std::string>& names);

  void add(const Json& entry);
  void finish();

 private:
  bool is_scaling() const { return document_.contains("threads"); }
  void print_title() const;
  void print_head(const std::string& section);
  std::vector<std::string> heads() const;
  std::vector<std::string> cells(const Json& entry) const;
  std::string line(const std::vector<std::string>& cells) const;

  BenchStyle style_;
  Json document_;
  std::vector<std::size_t> widths_;  // of columns
  std::string section_;              // of the last row
};

// Prints a document again.  Throws config::Error, with `source` as its place, where it is none.
void print_document(const std::string& text, const std::string& source, BenchStyle style);

}  // namespace plisse::cli
