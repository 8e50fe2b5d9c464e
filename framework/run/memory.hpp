// SPDX-License-Identifier: Apache-2.0
// Memory of this process as the system counts it, and the peak of a run, stated before its first step.
#pragma once

#include <cstdint>

#include "framework/run/experiment.hpp"

namespace plisse::run {

// Pages in memory, now and at most since the program began [byte]; 0 on systems that do not tell.
std::int64_t resident_bytes();
std::int64_t peak_resident_bytes();

// Hands memory that was freed back to the system, where the allocator can.
void release_free_memory();

// While one lives, blocks from 128 KiB on are mapped one by one: they grow in place, and go back to the system when they are freed, where
// glibc's heap would keep the holes.  Between measurements they come from the heap, which is faster.
class MappedBlocks {
 public:
  MappedBlocks();
  ~MappedBlocks();
  MappedBlocks(const MappedBlocks&) = delete;
  MappedBlocks& operator=(const MappedBlocks&) = delete;
};

// Host memory of a run [byte].  What is there once the experiment is built is measured, the rest computed from its sizes.
struct PeakMemory {
  std::int64_t program = 0;     // without an experiment
  std::int64_t setup = 0;       // at most while it is built
  std::int64_t experiment = 0;  // what it holds from then on: parameters, optimizer, workspace, garment
  std::int64_t steps = 0;       // what steps add to that
  std::int64_t evaluation = 0;  // at most while the result is measured
  std::int64_t files = 0;       // at most while a checkpoint or the result is written
  std::int64_t peak() const;
};

// Made before the experiment is built.
class MemoryWatch {
 public:
  MemoryWatch();
  // Once it is built, and before anything else is.
  PeakMemory state(const Experiment& experiment) const;

 private:
  std::int64_t program_ = 0;
};

}  // namespace plisse::run
