// SPDX-License-Identifier: Apache-2.0
#include "framework/config/scalar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "framework/config/error.hpp"

namespace plisse::config {
namespace {

Refusal wrong_type(const Node& node, const std::string& wanted, const std::string& advice = {}) {
  return {fmt::format("is {}, but must be {}", found(node), wanted), advice};
}

bool is_plain_scalar(const Node& node) { return node.kind == Node::Kind::scalar && !node.quoted; }

// Text that reads as a number: digits, signs, a point, an exponent.
bool looks_numeric(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789+-.eE") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

std::string_view without_plus(std::string_view text) { return text.starts_with('+') ? text.substr(1) : text; }

template <class T>
bool convert(std::string_view text, T& value) {
  text = without_plus(text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::string quotes_advice(const Node& node) { return node.quoted && looks_numeric(node.text) ? "leave out the quotes" : ""; }

bool is_not_finite(const Node& node) {
  static constexpr std::array spellings{".nan", "nan", ".inf", "inf", "infinity"};
  std::string text(without_plus(node.text));
  if (text.starts_with('-')) text.erase(0, 1);
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return is_plain_scalar(node) && std::find(spellings.begin(), spellings.end(), text) != spellings.end();
}

template <class T>
std::optional<Refusal> read_integer(const Node& node, T& value) {
  if (is_not_finite(node)) return Refusal{fmt::format("is {}, but must be an integer", node.text), ""};
  if (!is_plain_scalar(node) || !looks_numeric(node.text)) return wrong_type(node, "an integer", quotes_advice(node));
  if (convert(node.text, value)) return {};
  double real = 0;
  if (!convert(node.text, real)) return wrong_type(node, "an integer");
  if (std::isfinite(real) && real != std::trunc(real)) return Refusal{fmt::format("is {}, but must be an integer", node.text), ""};
  // 2^digits is exact in double and the first value too large; digits beyond 2^53 must be written out to be exact
  const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
  const double low = std::is_signed_v<T> ? -limit : 0.0;
  if (real >= limit || real < low)
    return Refusal{
        fmt::format("is {}, but must be an integer from {} to {}", node.text, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()),
        ""};
  value = T(real);
  return {};
}

}  // namespace

std::string found(const Node& node) {
  switch (node.kind) {
    case Node::Kind::null:
      return "without a value";
    case Node::Kind::list:
      return "a list";
    case Node::Kind::map:
      return "a map";
    case Node::Kind::scalar:
      break;
  }
  if (node.quoted) return fmt::format("the text \"{}\"", node.text);
  if (looks_numeric(node.text)) return fmt::format("the number {}", node.text);
  return fmt::format("the text '{}'", node.text);
}

std::optional<Refusal> read(const Node& node, bool& value) {
  if (is_plain_scalar(node)) {
    std::string text = node.text;
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    if (node.text == "true" || node.text == "false") {
      value = node.text == "true";
      return {};
    }
    const auto is_one_of = [&](auto... words) { return ((text == words) || ...); };
    if (is_one_of("yes", "on", "y", "true", "1"))
      return Refusal{fmt::format("is '{}', but must be true or false", node.text), "write true"};
    if (is_one_of("no", "off", "n", "false", "0"))
      return Refusal{fmt::format("is '{}', but must be true or false", node.text), "write false"};
  }
  const bool in_quotes = node.quoted && (node.text == "true" || node.text == "false");
  return wrong_type(node, "true or false", in_quotes ? "leave out the quotes" : "");
}

std::optional<Refusal> read(const Node& node, int& value) { return read_integer(node, value); }
std::optional<Refusal> read(const Node& node, std::int64_t& value) { return read_integer(node, value); }
std::optional<Refusal> read(const Node& node, std::uint64_t& value) { return read_integer(node, value); }

std::optional<Refusal> read(const Node& node, double& value) {
  if (is_not_finite(node)) return Refusal{fmt::format("is {}, but must be a finite number", node.text), ""};
  if (!is_plain_scalar(node) || !looks_numeric(node.text)) return wrong_type(node, "a number", quotes_advice(node));
  double number = 0;
  const std::string_view text = without_plus(node.text);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (end != text.data() + text.size()) return Refusal{fmt::format("is '{}', but must be a number", node.text), ""};
  if (error == std::errc::result_out_of_range) return Refusal{fmt::format("is {}, beyond what a double can hold", node.text), ""};
  value = number;
  return {};
}

std::optional<Refusal> read(const Node& node, std::string& value) {
  if (node.kind != Node::Kind::scalar) return wrong_type(node, "text");
  value = node.text;
  return {};
}

std::optional<Refusal> read(const Node& node, Duration& value) {
  const Refusal wrong = wrong_type(node, "a time span such as 90, 60s, 5m or 2h");
  if (node.kind != Node::Kind::scalar) return wrong;
  try {
    value = parse_duration(node.text);
  } catch (const Error&) {
    return wrong;
  }
  return {};
}

Duration parse_duration(const std::string& text) {
  const auto wrong = [&] {
    return Error(fmt::format("'{}' is no time span: write seconds, or a number with s, m, h or d, such as 90, 60s, 5m or 2h", text));
  };
  if (text.empty()) throw wrong();
  double scale = 1;
  std::string_view number = text;
  switch (text.back()) {
    case 's':
      break;
    case 'm':
      scale = 60;
      break;
    case 'h':
      scale = 3600;
      break;
    case 'd':
      scale = 86400;
      break;
    default:
      scale = 0;
      break;
  }
  if (scale > 0) number.remove_suffix(1);
  double value = 0;
  if (!looks_numeric(number) || !convert(number, value)) throw wrong();
  const double seconds = value * (scale > 0 ? scale : 1);
  if (!std::isfinite(seconds) || std::signbit(seconds)) throw wrong();
  return {seconds};
}

std::string range_text(const Option& option) {
  const auto& low = option.low();
  const auto& high = option.high();
  if (low && high && !option.open_low() && !option.open_high()) return fmt::format("from {} to {}", *low, *high);
  std::string text = low ? fmt::format("{} {}", option.open_low() ? "above" : "at least", *low) : "";
  if (high) text += fmt::format("{}{} {}", text.empty() ? "" : " and ", option.open_high() ? "below" : "at most", *high);
  return text;
}

std::optional<Refusal> check_range(const Option& option, double value) {
  const bool low_ok = !option.low() || (option.open_low() ? value > *option.low() : value >= *option.low());
  const bool high_ok = !option.high() || (option.open_high() ? value < *option.high() : value <= *option.high());
  if (low_ok && high_ok) return {};
  const std::string unit = option.unit().empty() ? "" : " " + option.unit();
  return Refusal{fmt::format("is {}{}, but must be {}{}", value, unit, range_text(option), unit), ""};
}

}  // namespace plisse::config
