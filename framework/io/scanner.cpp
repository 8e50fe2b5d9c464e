// SPDX-License-Identifier: Apache-2.0
#include "framework/io/scanner.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "framework/config/error.hpp"

namespace plisse::io {
namespace {

constexpr std::string_view blank = " \t\r\v\f";

template <class T>
bool parse_whole(std::string_view word, T& value) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size();
}

}  // namespace

std::string read_mesh_text(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) throw config::Error(fmt::format("{} is a folder, not a mesh file", file.string()));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw config::Error(fmt::format("cannot open {}: {}", file.string(), std::strerror(errno)));
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) throw config::Error(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
  if (text.empty()) throw config::Error(fmt::format("{} is empty", file.string()));
  return text;
}

bool parse(std::string_view word, double& value) {
  if (parse_whole(word, value)) return true;
  // Beyond the range of a double: infinite, or nearly zero.
  if (word.empty() || word.find_first_not_of("0123456789+-.eE") != word.npos) return false;
  const std::string copy(word);
  char* end = nullptr;
  errno = 0;
  value = std::strtod(copy.c_str(), &end);
  return errno == ERANGE && end == copy.c_str() + copy.size();
}
bool parse(std::string_view word, long long& value) { return parse_whole(word, value); }

bool Scanner::load() {
  if (offset_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', offset_), text_.size());
  rest_ = text_.substr(offset_, end - offset_);
  offset_ = std::min(end + 1, text_.size());
  ++line_;
  if (comment_) rest_ = rest_.substr(0, rest_.find(comment_));
  while (!rest_.empty() && blank.find(rest_.back()) != blank.npos) rest_.remove_suffix(1);
  joins_next_ = continued_ && !rest_.empty() && rest_.back() == '\\';
  if (joins_next_) rest_.remove_suffix(1);
  return true;
}

bool Scanner::next_line() {
  while (joins_next_)
    if (!load()) break;
  return load();
}

bool Scanner::next_word(std::string_view& word) {
  for (;;) {
    const std::size_t begin = rest_.find_first_not_of(blank);
    if (begin != rest_.npos) {
      const std::size_t end = std::min(rest_.find_first_of(blank, begin), rest_.size());
      word = rest_.substr(begin, end - begin);
      rest_.remove_prefix(end);
      return true;
    }
    rest_ = {};
    if (!joins_next_) return false;
    joins_next_ = false;
    if (!load()) return false;
  }
}

double Scanner::number(const char* what) {
  std::string_view word;
  if (!next_word(word)) fail(fmt::format("{} is missing", what));
  double value = 0;
  if (!parse(word, value)) fail(fmt::format("'{}' is not a number ({})", word.substr(0, 40), what));
  if (!std::isfinite(value)) fail(fmt::format("{} is {}; every coordinate must be finite", what, word));
  return value;
}

void Scanner::fail(const std::string& problem) const { throw config::Error(fmt::format("{}:{}: {}", file_, line_, problem)); }

}  // namespace plisse::io
