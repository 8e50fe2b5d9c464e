// SPDX-License-Identifier: Apache-2.0
#include "framework/report/latex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace plisse::report {
namespace {

struct Character {
  std::uint32_t code;
  std::string_view bytes;
};

Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return std::uint32_t(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (length == 1 || length > text.size()) return {lead, text.substr(0, 1)};
  std::uint32_t code = lead & (0xFFu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (byte(i) & 0x3F);
  return {code, text.substr(0, length)};
}

using Names = std::pair<std::string_view, std::string_view>;

constexpr std::array escapes{Names{"\\", "\\textbackslash{}"},
                             Names{"{", "\\{"},
                             Names{"}", "\\}"},
                             Names{"$", "\\$"},
                             Names{"&", "\\&"},
                             Names{"#", "\\#"},
                             Names{"_", "\\_"},
                             Names{"%", "\\%"},
                             Names{"~", "\\textasciitilde{}"},
                             Names{"^", "\\textasciicircum{}"},
                             Names{"<", "$<$"},
                             Names{">", "$>$"},
                             Names{"|", "$|$"},
                             Names{"–", "--"},
                             Names{"—", "---"},
                             Names{"…", "\\ldots{}"},
                             Names{"“", "``"},
                             Names{"”", "''"},
                             Names{"’", "'"}};

constexpr std::array mathematics{Names{"−", "-"},        Names{"±", "\\pm"},         Names{"×", "\\times"},      Names{"·", "\\cdot"},
                                 Names{"≤", "\\le"},     Names{"≥", "\\ge"},         Names{"≠", "\\ne"},         Names{"≈", "\\approx"},
                                 Names{"→", "\\to"},     Names{"←", "\\gets"},       Names{"↓", "\\downarrow"},  Names{"↑", "\\uparrow"},
                                 Names{"∞", "\\infty"},  Names{"√", "\\surd"},       Names{"∂", "\\partial"},    Names{"∇", "\\nabla"},
                                 Names{"∑", "\\sum"},    Names{"∫", "\\int"},        Names{"°", "^{\\circ}"},    Names{"ℓ", "\\ell"},
                                 Names{"∈", "\\in"},     Names{"½", "\\frac{1}{2}"}, Names{"¼", "\\frac{1}{4}"}, Names{"¾", "\\frac{3}{4}"},
                                 Names{"µ", "\\mu"},     Names{"α", "\\alpha"},      Names{"β", "\\beta"},       Names{"γ", "\\gamma"},
                                 Names{"δ", "\\delta"},  Names{"ε", "\\varepsilon"}, Names{"ζ", "\\zeta"},       Names{"η", "\\eta"},
                                 Names{"θ", "\\theta"},  Names{"ι", "\\iota"},       Names{"κ", "\\kappa"},      Names{"λ", "\\lambda"},
                                 Names{"μ", "\\mu"},     Names{"ν", "\\nu"},         Names{"ξ", "\\xi"},         Names{"π", "\\pi"},
                                 Names{"ρ", "\\rho"},    Names{"σ", "\\sigma"},      Names{"τ", "\\tau"},        Names{"υ", "\\upsilon"},
                                 Names{"φ", "\\varphi"}, Names{"χ", "\\chi"},        Names{"ψ", "\\psi"},        Names{"ω", "\\omega"},
                                 Names{"Γ", "\\Gamma"},  Names{"Δ", "\\Delta"},      Names{"Θ", "\\Theta"},      Names{"Λ", "\\Lambda"},
                                 Names{"Ξ", "\\Xi"},     Names{"Π", "\\Pi"},         Names{"Σ", "\\Sigma"},      Names{"Φ", "\\Phi"},
                                 Names{"Ψ", "\\Psi"},    Names{"Ω", "\\Omega"}};

constexpr std::array raised{Names{"⁰", "0"}, Names{"¹", "1"}, Names{"²", "2"}, Names{"³", "3"}, Names{"⁴", "4"}, Names{"⁵", "5"},
                            Names{"⁶", "6"}, Names{"⁷", "7"}, Names{"⁸", "8"}, Names{"⁹", "9"}, Names{"⁻", "-"}};

template <std::size_t N>
std::string_view look_up(const std::array<Names, N>& names, std::string_view character) {
  const auto it = std::find_if(names.begin(), names.end(), [&](const Names& n) { return n.first == character; });
  return it == names.end() ? std::string_view() : it->second;
}

std::string one(const Character& c) {
  if (c.code < 0x20 || c.code == 0x7F) return " ";
  if (const auto escaped = look_up(escapes, c.bytes); !escaped.empty()) return std::string(escaped);
  if (const auto name = look_up(mathematics, c.bytes); !name.empty()) return fmt::format("${}$", name);
  if (c.code == 0xA0) return "~";
  const bool is_icelandic = c.code == 0xD0 || c.code == 0xDE || c.code == 0xF0 || c.code == 0xFE;
  const bool in_fonts = c.code < 0x80 || (c.code >= 0xC0 && c.code <= 0xFF && !is_icelandic);
  return in_fonts ? std::string(c.bytes) : fmt::format("[U+{:04X}]", c.code);
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string source, power;
  const auto close = [&] {
    if (!power.empty()) source += "$^{" + power + "}$";
    power.clear();
  };
  while (!text.empty()) {
    const Character c = first_character(text);
    text.remove_prefix(c.bytes.size());
    if (const auto digit = look_up(raised, c.bytes); !digit.empty()) {
      power += digit;
      continue;
    }
    close();
    source += one(c);
  }
  close();
  return source;
}

std::string latex_comment(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return line;
}

}  // namespace plisse::report
