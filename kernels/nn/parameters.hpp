// SPDX-License-Identifier: Apache-2.0
// All parameters of a field are one flat device array; this says which part is what.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace plisse::nn {

struct Slice {
  std::string name;                 // such as "network.0.weight"
  std::vector<std::size_t> shape;   // row-major
  std::size_t offset = 0;           // first number in the flat array
  std::size_t size() const {
    std::size_t n = 1;
    for (const auto extent : shape) n *= extent;
    return n;
  }
};

class ParameterLayout {
 public:
  // Appends a slice and returns its offset.  Throws std::logic_error when the name is taken.
  std::size_t add(const std::string& name, std::vector<std::size_t> shape) {
    for (const auto& slice : slices_)
      if (slice.name == name) throw std::logic_error("parameter layout: slice '" + name + "' exists already");
    slices_.push_back({name, std::move(shape), size_});
    const auto offset = size_;
    size_ += slices_.back().size();
    return offset;
  }
  std::size_t size() const { return size_; }  // P
  const std::vector<Slice>& slices() const { return slices_; }

 private:
  std::vector<Slice> slices_;
  std::size_t size_ = 0;
};

}  // namespace plisse::nn
