// SPDX-License-Identifier: Apache-2.0
// Collects the mistakes of one configuration, so that the user sees them together.
#pragma once

#include <string>
#include <vector>

#include "framework/config/source.hpp"

namespace plisse::config {

class Diagnostics {
 public:
  void add(const std::string& problem, const Place& place, const std::string& note = {});
  std::size_t count() const { return found_.size(); }
  // Throws Error with every message, ordered by place, the first ten in full; returns when there is none.
  void raise_if_any();

 private:
  struct Found {
    Place place;
    std::string message;
  };
  std::vector<Found> found_;
};

// Throws Error with this one message.
[[noreturn]] void fail(const std::string& problem, const Place& place, const std::string& note = {});

// "did you mean 'levels'?   keys of encoder 'grid': features, levels, resolution"
std::string suggestion(const std::string& name, std::vector<std::string> candidates, const std::string& heading);

}  // namespace plisse::config
