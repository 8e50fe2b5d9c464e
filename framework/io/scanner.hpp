// SPDX-License-Identifier: Apache-2.0
// Lines, words and numbers of a text file, with the line number in every complaint.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace plisse::io {

// The whole file.  Throws config::Error when it is missing, a folder, unreadable or empty.
std::string read_mesh_text(const std::filesystem::path& file);

// Goes through a text line by line (LF or CRLF) and word by word.  Everything from `comment` to the end of a line is skipped; where
// `continued` is set, a backslash at the end of a line joins the next one.
class Scanner {
 public:
  Scanner(std::string file, std::string_view text, char comment = '\0', bool continued = false)
      : file_(std::move(file)), text_(text), comment_(comment), continued_(continued) {}

  bool next_line();                                // false at the end of the text
  bool next_word(std::string_view& word);          // false at the end of the line
  std::string_view rest() const { return rest_; }  // of the line

  // The next word as a finite number.  Throws config::Error naming `what`.
  double number(const char* what);

  int line() const { return line_; }
  std::size_t offset() const { return offset_; }  // of the next line, in bytes

  // Throws config::Error "file:line: problem".
  [[noreturn]] void fail(const std::string& problem) const;

 private:
  bool load();

  std::string file_;
  std::string_view text_, rest_;
  char comment_;
  bool continued_, joins_next_ = false;
  std::size_t offset_ = 0;
  int line_ = 0;
};

// The whole word as a number; false when it is none or out of range.  A leading plus sign is allowed.
bool parse(std::string_view word, double& value);
bool parse(std::string_view word, long long& value);

}  // namespace plisse::io
