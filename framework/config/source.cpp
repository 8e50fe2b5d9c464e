// SPDX-License-Identifier: Apache-2.0
#include "framework/config/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "framework/config/error.hpp"

namespace plisse::config {
namespace {

constexpr std::uintmax_t largest_file = 16 << 20;  // [bytes]
constexpr int widest_excerpt = 140;                // [characters]

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Bytes of the UTF-8 character that starts the text; 0 where there is none.  Overlong forms and surrogates are none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80                    ? 1
                             : first >= 0xC2 && first < 0xE0 ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if (!is_continuation(text[i])) return 0;
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool beyond = (first == 0xED && byte(1) > 0x9F) || (first == 0xF4 && byte(1) > 0x8F);
  return overlong || beyond ? 0 : length;
}

void require_text(const std::string& name, std::string_view text) {
  int line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = utf8_length(text.substr(i));
    if (length == 0) throw Error(fmt::format("{} is not UTF-8 text: byte 0x{:02x} in line {}; save it as UTF-8", name, byte, line));
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F)
      throw Error(fmt::format("{} is not a text file: control character 0x{:02x} in line {}", name, byte, line));
    line += byte == '\n';
    i += length;
  }
}

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
    start = end + 1;
  }
  return lines;
}

int characters(std::string_view text) {
  return int(std::count_if(text.begin(), text.end(), [](char c) { return !is_continuation(c); }));
}

// Byte offset of the nth character.
std::size_t offset_of(std::string_view text, int n) {
  std::size_t i = 0;
  for (; i < text.size() && n > 0; --n) do
      ++i;
    while (i < text.size() && is_continuation(text[i]));
  return i;
}

// The part of a line that is shown, with the caret's place in it, in characters.
struct Excerpt {
  std::string text;
  int caret, length;
};

Excerpt excerpt(const std::string& line, int column, int length) {
  const auto at = std::min(std::size_t(std::max(column, 0)), line.size());
  const auto end = std::min(at + std::size_t(std::max(length, 1)), line.size());
  Excerpt shown{line, characters({line.data(), at}), std::max(1, characters({line.data() + at, end - at}))};
  std::replace(shown.text.begin(), shown.text.end(), '\t', ' ');
  if (characters(shown.text) <= widest_excerpt) return shown;
  const int first = std::max(0, shown.caret - widest_excerpt / 2);
  const std::size_t from = offset_of(shown.text, first), to = offset_of(shown.text, first + widest_excerpt);
  const bool cut_left = from > 0, cut_right = to < shown.text.size();
  shown.text = fmt::format("{}{}{}", cut_left ? "…" : "", shown.text.substr(from, to - from), cut_right ? "…" : "");
  shown.caret -= first - (cut_left ? 1 : 0);
  shown.length = std::min(shown.length, widest_excerpt);
  return shown;
}

}  // namespace

std::shared_ptr<const Source> make_source(std::string name, std::filesystem::path folder, std::string_view text, bool is_file) {
  require_text(name, text);
  return std::make_shared<Source>(Source{std::move(name), std::move(folder), split_lines(text), is_file});
}

std::string read_text(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) throw Error(fmt::format("no file '{}'", file.string()));
  if (std::filesystem::is_directory(status)) throw Error(fmt::format("'{}' is a folder, not a file", file.string()));
  if (std::filesystem::is_regular_file(status)) {
    const auto size = std::filesystem::file_size(file, error);
    if (!error && size > largest_file)
      throw Error(fmt::format("'{}' has {} MB: too large to be a configuration", file.string(), size >> 20));
  }
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw Error(fmt::format("cannot read '{}': {}", file.string(), std::strerror(errno)));
  std::string text(largest_file + 1, '\0');
  stream.read(text.data(), std::streamsize(text.size()));
  if (stream.bad()) throw Error(fmt::format("cannot read '{}'", file.string()));
  if (!stream.eof()) throw Error(fmt::format("'{}' does not end within {} MB: too large to be a configuration", file.string(), largest_file >> 20));
  text.resize(std::size_t(stream.gcount()));
  return text;
}

std::string format_message(const std::string& problem, const Place& place, const std::string& note) {
  if (!place.source) return note.empty() ? problem : fmt::format("{}\n{}", problem, note);
  const Source& source = *place.source;
  const bool shows_line = place.line >= 0 && std::size_t(place.line) < source.lines.size();
  if (!shows_line) return fmt::format("{} ({}){}{}", problem, source.name, note.empty() ? "" : "\n     | ", note);
  const Excerpt shown = excerpt(source.lines[std::size_t(place.line)], place.column, place.length);
  const int column = characters(std::string_view(source.lines[std::size_t(place.line)]).substr(0, std::size_t(place.column))) + 1;
  const std::string where = source.is_file ? fmt::format("{}:{}:{}", source.name, place.line + 1, column) : source.name;
  const std::string gutter = source.is_file ? fmt::format("{:>4}", place.line + 1) : "    ";
  return fmt::format("{} ({})\n{} | {}\n{:{}} | {:{}}{:^>{}}{}{}", problem, where, gutter, shown.text, "", gutter.size(), "", shown.caret,
                     "", shown.length, note.empty() ? "" : " ", note);
}

}  // namespace plisse::config
