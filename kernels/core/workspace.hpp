// SPDX-License-Identifier: Apache-2.0
// Labelled device memory, taken once while components are built and never during a step.
#pragma once

#include "kernels/core/types.hpp"

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

  // Zero-filled arrays.  Throws std::logic_error after seal(): a step must not allocate.
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
    entries_.push_back({label, bytes});
    bytes_ += bytes;
  }

  std::vector<Entry> entries_;
  std::size_t bytes_ = 0;
  bool sealed_ = false;
};

}  // namespace plisse
