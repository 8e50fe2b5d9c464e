// SPDX-License-Identifier: Apache-2.0
// Kinds and names of the registry as a user types them.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "framework/config/registry.hpp"

namespace plisse::cli {

// "encoders" of "encoders" or "encoder".  Throws config::Error naming the nearest kind.
std::string kind_named(const std::string& text);

// Kind and name of {NAME}, {KIND/NAME} or {KIND, NAME}.  Throws config::Error where nothing or more than one thing fits.
std::pair<std::string, std::string> entry_named(const std::vector<std::string>& words);

// What to call a run in a table or under a picture: its folder's name.
std::string run_label(const std::filesystem::path& run);

}  // namespace plisse::cli
