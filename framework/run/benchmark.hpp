// SPDX-License-Identifier: Apache-2.0
// What `plisse bench` asks of a piece of work it times.  Registry kind "benchmarks"; the entries "sgemm" (arithmetic) and "copy" (memory),
// where they exist, are the yardsticks the others are held against.
#pragma once

#include <functional>
#include <memory>

namespace plisse::run {

// Complete after construction: run() does the work once, again and again, and returns when it is done.
class Benchmark {
 public:
  virtual ~Benchmark() = default;

  // Useful floating-point operations of one run, a multiplication with an addition counted as two; 0 where arithmetic is not the point.
  virtual double operations() const = 0;
  // Bytes one run reads and writes at least: arguments, results and state, each once.
  virtual double bytes() const = 0;
  virtual void run() = 0;
};

// The factory type of the kind.  Throws config::Error.
using BenchmarkFactory = std::function<std::unique_ptr<Benchmark>()>;

}  // namespace plisse::run
