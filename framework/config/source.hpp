// SPDX-License-Identifier: Apache-2.0
// Where configuration text comes from, places in it, and messages that show them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plisse::config {

// A file, or one override of the command line.
struct Source {
  std::string name;              // as shown in messages
  std::filesystem::path folder;  // what relative file names refer to
  std::vector<std::string> lines;
  bool is_file = true;
};

// Throws Error unless `text` is UTF-8 text without control characters.
std::shared_ptr<const Source> make_source(std::string name, std::filesystem::path folder, std::string_view text, bool is_file = true);

// Text of a file.  Throws Error when it is missing, a folder, unreadable, empty or too large to be a configuration.
std::string read_text(const std::filesystem::path& file);

struct Place {
  std::shared_ptr<const Source> source;
  int line = -1;   // from 0; -1: the source as a whole
  int column = 0;  // bytes from 0
  int length = 1;  // bytes
};

// "problem (file:line:column)" and, below, the line, a caret under the place and the note.
std::string format_message(const std::string& problem, const Place& place, const std::string& note);

}  // namespace plisse::config
