// SPDX-License-Identifier: Apache-2.0
// From a YAML file and overrides to a checked, resolved experiment configuration.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "framework/config/error.hpp"
#include "framework/config/options.hpp"

namespace plisse::config {

struct Node;

// A resolved configuration of one run.
struct RunConfig {
  Component experiment;  // registered experiment and its options, read and checked
  std::string yaml;      // resolved dump: every key with its value, the same text for the same settings
  std::vector<std::string> overrides;
  std::string sha256;  // hex digest of the resolved configuration
  std::string slug;    // file stem, for default folder names
};

// Reads `file`: follows `extends` (maps merge, lists replace), applies overrides ("a.b=value", value in YAML), picks the
// experiment named by the key `experiment` and reads its options strictly.  Throws Error with file, line, column, an excerpt
// with a caret and the nearest known key.
RunConfig load(const std::filesystem::path& file, const std::vector<std::string>& overrides);

// The same from text (a stored resolved configuration); `origin` stands for the file name in messages and `folder` for its place.
RunConfig load_text(const std::string& yaml, const std::string& origin, const std::filesystem::path& folder,
                    const std::vector<std::string>& overrides);

// The same from a tree at hand and further trees merged over it, in their order; messages point to where each node was written.
RunConfig load_tree_with(const std::shared_ptr<const Node>& tree, const std::string& name, const std::vector<std::shared_ptr<const Node>>& changes);

// Lower-case letters, digits and single dashes of a text, cut to a length; "run" where nothing remains.
std::string slug(const std::string& text, std::size_t longest = 40);

// Value of the option `seed` of an experiment that has one.
std::optional<std::uint64_t> seed(const RunConfig& run);

// Default folder name of a run: SLUG-sSEED-HEX, with the first ten hex digits of its sha256; -sSEED only where there is a seed.
std::string run_name(const RunConfig& run);

// Lines of help for every key below a schema: key, type, unit, default, range, doc.
std::string describe(const std::string& kind, const std::string& name, bool json);

// Resolved dump of a described struct: YAML that reads back to the same values, numbers in their shortest exact form.
std::string dump(const Schema& schema);

// Hex SHA-256 of a text.
std::string sha256(const std::string& text);

// The candidate nearest to `name` in edit distance, or an empty string where none is near.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

}  // namespace plisse::config
