// SPDX-License-Identifier: Apache-2.0
// Resolved values as YAML: one key a line, lists of numbers in brackets.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "framework/config/config.hpp"
#include "framework/config/registry.hpp"

namespace plisse::config {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

bool is_plain_text(const std::string& text) {
  static constexpr std::array reserved{"null", "Null", "NULL", "true", "false", "yes", "no", "on", "off"};
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '/'; };
  if (text.empty() || !is_letter(text[0]) || std::find(reserved.begin(), reserved.end(), text) != reserved.end()) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-'; });
}

std::string text_of(const std::string& text) {
  if (is_plain_text(text)) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += std::string("\\") + c;
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else quoted += c;
  }
  return quoted + '"';
}
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(double value) {
  if (!std::isfinite(value)) throw std::logic_error("an option holds a number that is not finite and cannot be written down");
  return fmt::format("{}", value);
}
std::string text_of(const Duration& value) { return text_of(value.seconds) + "s"; }
template <class T>
std::string text_of(const T& value) {
  return fmt::format("{}", value);
}
template <class T>
std::string text_of(const std::vector<T>& values) {
  std::vector<std::string> texts;
  for (const T& value : values) texts.push_back(text_of(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

void write(std::string& out, const Schema& schema, int indent);

std::string spaces(int n) { return std::string(std::size_t(n), ' '); }

std::string map_text(const Schema& schema, int indent) {
  if (schema.options().empty()) return " {}\n";
  std::string out = "\n";
  write(out, schema, indent);
  return out;
}

std::string list_text(const Option::List& list, int indent) {
  if (list.size() == 0) return " []\n";
  std::string out = "\n";
  for (std::size_t i = 0; i < list.size(); ++i) {
    std::string item;
    write(item, *list.item(i), indent + 2);
    out += spaces(indent) + "- " + (item.empty() ? "{}\n" : item.substr(std::size_t(indent) + 2));
  }
  return out;
}

std::string component_text(const Option::Single& single, int indent) {
  if (!*single.component) return " null\n";
  std::string out = fmt::format("\n{}type: {}\n", spaces(indent), text_of(single.component->type));
  write(out, schema_of(single.kind, *single.component), indent);
  return out;
}

std::string components_text(const Option::Named& named, int indent) {
  if (named.components->empty()) return " {}\n";
  std::string out = "\n";
  for (const Component& component : *named.components)
    out += fmt::format("{}{}:{}", spaces(indent), component.type, map_text(schema_of(named.kind, component), indent + 2));
  return out;
}

std::string component_list_text(const Option::Listed& listed, int indent) {
  if (listed.components->empty()) return " []\n";
  std::string out = "\n";
  for (const Component& component : *listed.components) {
    out += fmt::format("{}- type: {}\n", spaces(indent), text_of(component.type));
    write(out, schema_of(listed.kind, component), indent + 2);
  }
  return out;
}

std::string choice_text(const Option& option, const Option::Choice& choice) {
  const int index = choice.get();
  if (index < 0) throw std::logic_error("the value of '" + option.name() + "' has no name");
  return fmt::format(" {}\n", text_of(choice.names[std::size_t(index)]));
}

void write(std::string& out, const Schema& schema, int indent) {
  for (const Option& option : schema.options()) {
    out += spaces(indent) + option.name() + ":";
    out += std::visit(Overloaded{[&](const Option::Choice& c) { return choice_text(option, c); },
                                 [&](const Option::Group& g) { return map_text(*g.schema, indent + 2); },
                                 [&](const Option::List& l) { return list_text(l, indent + 2); },
                                 [&](const Option::Single& s) { return component_text(s, indent + 2); },
                                 [&](const Option::Named& n) { return components_text(n, indent + 2); },
                                 [&](const Option::Listed& l) { return component_list_text(l, indent + 2); },
                                 [&](const auto* value) { return fmt::format(" {}\n", text_of(*value)); }},
                      option.target());
  }
}

}  // namespace

std::string dump(const Schema& schema) {
  std::string out;
  write(out, schema, 0);
  return out;
}

}  // namespace plisse::config
