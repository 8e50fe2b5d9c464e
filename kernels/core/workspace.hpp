// SPDX-License-Identifier: Apache-2.0
// Labelled device memory, taken once while components are built and never during a step.
#pragma once

#include "kernels/core/types.hpp"

#include <unistd.h>

#include <cstddef>
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
  // taken, where all of them together would not fit into the machine's memory.
  template <class T> Array1<T> take(const std::string& label, std::size_t n) { note(label, n * sizeof(T)); return Array1<T>(label, n); }
  template <class T> Array2<T> take(const std::string& label, std::size_t n0, std::size_t n1) {
    note(label, n0 * n1 * sizeof(T));
    return Array2<T>(label, n0, n1);
  }
  template <class T> Array3<T> take(const std::string& label, std::size_t n0, std::size_t n1, std::size_t n2) {
    note(label, n0 * n1 * n2 * sizeof(T));
    return Array3<T>(label, n0, n1, n2);
  }

  void seal() { sealed_ = true; }
  std::size_t bytes() const { return bytes_; }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  void note(const std::string& label, std::size_t bytes) {
    if (sealed_) throw std::logic_error("workspace: '" + label + "' asked for memory after set-up");
    if (double(bytes_) + double(bytes) > memory()) throw std::length_error(too_much(label, double(bytes_) + double(bytes)));
    entries_.push_back({label, bytes});
    bytes_ += bytes;
  }

  static double memory() { return double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE)); }
  static std::string gib(double bytes) { return std::to_string((long long)(bytes / 1073741824.0)) + " GiB"; }
  static std::string too_much(const std::string& label, double bytes) {
    return "needs more than " + gib(bytes) + " of memory (reached at '" + label + "'), and this machine has " + gib(memory()) +
           "; lower the number of samples, the network's size or the resolutions";
  }

  std::vector<Entry> entries_;
  std::size_t bytes_ = 0;
  bool sealed_ = false;
};

}  // namespace plisse
