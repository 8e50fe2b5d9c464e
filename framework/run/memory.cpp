// SPDX-License-Identifier: Apache-2.0
#include "framework/run/memory.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace plisse::run {
namespace {

// A line of /proc/self/status, such as "VmHWM:     5012 kB".  Unlike the peak of getrusage(), these begin anew with the program: that one
// takes over the peak of the process which started it.
std::int64_t status_bytes(const std::string& name) {
  std::ifstream table("/proc/self/status");
  for (std::string word; table >> word; table.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    if (std::int64_t kibibytes = 0; word == name && table >> kibibytes) return 1024 * kibibytes;
  return 0;
}

// Code and tables of HDF5 and zlib, which a run needs from its first checkpoint on; measured.
constexpr std::int64_t library_bytes = 4 << 20;
// Buffers of a file that is written: chunks, their compressed form, and the file's own.
constexpr std::int64_t buffer_bytes = 3 << 20;
// Bytes of a file over those of its arrays in memory; measured.  Of meshes, indices compress well; numbers of networks hardly do.
constexpr double file_of_meshes = 0.4, file_of_numbers = 0.92;

// Arrays and, beside them, the file in memory.
std::int64_t writing(std::int64_t arrays, double share) { return arrays > 0 ? arrays + std::int64_t(share * double(arrays)) + buffer_bytes : 0; }

}  // namespace

std::int64_t resident_bytes() { return status_bytes("VmRSS:"); }

std::int64_t peak_resident_bytes() {
  if (const auto known = status_bytes("VmHWM:")) return known;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024 * std::int64_t(usage.ru_maxrss);
}

void release_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#ifdef __GLIBC__
MappedBlocks::MappedBlocks() {
  release_free_memory();
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
}

// What glibc arrives at by itself once large blocks were freed.
MappedBlocks::~MappedBlocks() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
}
#else
MappedBlocks::MappedBlocks() {}
MappedBlocks::~MappedBlocks() {}
#endif

std::int64_t PeakMemory::peak() const { return program + std::max(setup, experiment + steps + std::max(evaluation, files)); }

MemoryWatch::MemoryWatch() {
  release_free_memory();
  program_ = resident_bytes();
}

PeakMemory MemoryWatch::state(const Experiment& experiment) const {
  PeakMemory memory;
  memory.program = program_ + library_bytes;
  memory.setup = std::max<std::int64_t>(0, peak_resident_bytes() - program_);
  release_free_memory();
  memory.experiment = std::max<std::int64_t>(0, resident_bytes() - program_);
  const auto needs = experiment.host_memory();
  memory.steps = needs.steps;
  memory.evaluation = needs.evaluation;
  memory.files = std::max(writing(needs.outcome, file_of_meshes), writing(needs.state, file_of_numbers));
  return memory;
}

}  // namespace plisse::run
