// SPDX-License-Identifier: Apache-2.0
// Labelled device memory, taken once while components are built and never during a step.
#pragma once

#include "kernels/core/types.hpp"

#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace plisse {

class Workspace {
 public:
  struct Entry {
    std::string label;
    std::size_t bytes;
  };

  // Zero-filled arrays.  Throws std::logic_error after seal(): a step must not allocate; and std::length_error, before any of it is
  // taken, where all of them together would not fit into the machine's memory, or a large one not into what is free of it.
  template <class T> Array1<T> take(const std::string& label, std::size_t n) { note(label, n * sizeof(T)); return Array1<T>(label, n); }
  template <class T> Array2<T> take(const std::string& label, std::size_t n0, std::size_t n1) {
    note(label, n0 * n1 * sizeof(T));
    return Array2<T>(label, n0, n1);
  }
  template <class T> Array3<T> take(const std::string& label, std::size_t n0, std::size_t n1, std::size_t n2) {
    note(label, n0 * n1 * n2 * sizeof(T));
    return Array3<T>(label, n0, n1, n2);
  }

  // Counts memory that is taken elsewhere.  Throws as take() does.
  void claim(const std::string& label, std::size_t bytes) { note(label, bytes); }

  void seal() { sealed_ = true; }
  std::size_t bytes() const { return bytes_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void note(const std::string& label, std::size_t bytes) {
    if (sealed_) throw std::logic_error("workspace: '" + label + "' asked for memory after set-up");
    const double all = double(bytes_) + double(bytes);
    if (all > memory()) throw std::length_error(too_much(label, all, "this machine has " + gib(memory())));
    if (bytes > large && double(bytes) > available())
      throw std::length_error(too_much(label, all, "of the " + gib(memory()) + " of this machine too little is free"));
    entries_.push_back({label, bytes});
    bytes_ += bytes;
  }

  static constexpr std::size_t large = std::size_t(1) << 26;  // [bytes]: below, nobody asks the system

  static double memory() { return double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE)); }
  // What programs can still take; on systems that do not tell, no bound [bytes].
  static double available() {
    std::ifstream table("/proc/meminfo");
    std::string unit;
    double kibibytes = 0;
    for (std::string name; table >> name >> kibibytes && std::getline(table, unit);)
      if (name == "MemAvailable:") return 1024 * kibibytes;
    return std::numeric_limits<double>::infinity();
  }
  static std::string gib(double bytes) { return std::to_string((long long)(bytes / 1073741824.0)) + " GiB"; }
  static std::string too_much(const std::string& label, double bytes, const std::string& why) {
    return "needs more than " + gib(bytes) + " of memory (reached at '" + label + "'), and " + why +
           "; lower the number of samples, the network's size or the resolutions";
  }

  std::vector<Entry> entries_;
  std::size_t bytes_ = 0;
  bool sealed_ = false;
};

}  // namespace plisse
