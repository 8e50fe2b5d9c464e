// SPDX-License-Identifier: Apache-2.0
// What `plisse bench` asks of a piece of work it times.  Registry kind "benchmarks"; the entries "sgemm" (arithmetic) and "copy" (memory),
// where they exist, are the yardsticks the others are held against.
#pragma once

#include <cstdint>
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
  // A hash of the bits that the runs so far have led to: results, or the state they went on from.  Two fresh benchmarks after equally many
  // runs tell by it whether they computed the same.
  virtual std::uint64_t digest() const = 0;
};

// Where `plisse bench` shows an entry: the machine's own rates, single kernels, whole training steps.
enum class Section { machine, kernel, step };

// The factory type of the kind.  `make` throws config::Error.
struct BenchmarkFactory {
  Section section;
  std::function<std::unique_ptr<Benchmark>()> make;
};

}  // namespace plisse::run
