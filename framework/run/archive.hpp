// SPDX-License-Identifier: Apache-2.0
// Named arrays on the host: what a checkpoint or a result file holds.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace plisse::run {

struct Array {
  std::vector<std::size_t> shape;  // row-major
  std::variant<std::vector<float>, std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint8_t>> data;
  std::map<std::string, std::string> attributes;
};

class Archive {
 public:
  void put(const std::string& name, Array array) { arrays_[name] = std::move(array); }
  // Throws std::runtime_error naming the missing array.
  const Array& get(const std::string& name) const {
    const auto it = arrays_.find(name);
    if (it == arrays_.end()) throw std::runtime_error("archive has no array '" + name + "'");
    return it->second;
  }
  bool has(const std::string& name) const { return arrays_.count(name) > 0; }
  const std::map<std::string, Array>& arrays() const { return arrays_; }
  bool empty() const { return arrays_.empty(); }

 private:
  std::map<std::string, Array> arrays_;  // names may hold '/': groups
};

}  // namespace plisse::run
