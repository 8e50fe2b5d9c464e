// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace plisse::cli {
namespace {

bool closed_pipe = false;

bool in_colour() {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) && !(no_colour && *no_colour) && !(terminal && std::string_view(terminal) == "dumb");
}

void write(std::FILE* file, std::string_view text) { std::fwrite(text.data(), 1, text.size(), file); }

// Every further message of the same text starts on a line of its own with the same word.
void print_message(std::string_view word, std::string_view escape, std::string_view message) {
  const std::string start = in_colour() ? fmt::format("\x1b[{}m{}\x1b[0m", escape, word) : std::string(word);
  std::string text = fmt::format("{}: {}\n", start, message);
  const std::string again = fmt::format("\n{}: ", word);
  for (std::size_t at = text.find(again); in_colour() && at != std::string::npos; at = text.find(again, at + start.size()))
    text.replace(at + 1, word.size(), start);
  std::fflush(stdout);
  write(stderr, text);
}

}  // namespace

void print(std::string_view data) {
  if (std::fwrite(data.data(), 1, data.size(), stdout) != data.size() && errno == EPIPE) closed_pipe = true;
}

bool flush_output() {
  if (std::fflush(stdout) != 0 && errno == EPIPE) closed_pipe = true;
  return closed_pipe || !std::ferror(stdout);
}

void print_error(std::string_view message) { print_message("error", "1;31", message); }
void print_refused(std::string_view message) { print_message("refused", "1;31", message); }
void print_note(std::string_view message) { print_message("note", "1;36", message); }

std::string shell_quoted(const std::string& argument) {
  static constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) return argument;
  std::string quoted = "'";
  for (const char c : argument) {
    if (c == '\'') quoted += "'\\''";
    else quoted += c;
  }
  return quoted + "'";
}

}  // namespace plisse::cli
