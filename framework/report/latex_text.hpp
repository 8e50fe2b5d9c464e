// SPDX-License-Identifier: Apache-2.0
// UTF-8 text as LaTeX source that pdflatex accepts without further packages.
#pragma once

#include <string>
#include <string_view>

namespace plisse::report {

// Special characters are escaped; Greek letters, mathematical signs, and raised digits become mathematics; a character that the standard
// fonts lack becomes "[U+4E2D]".
std::string latex_text(std::string_view text);

// One line of a comment: control characters become blanks.
std::string latex_comment(std::string_view text);

}  // namespace plisse::report
