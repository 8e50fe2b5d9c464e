// SPDX-License-Identifier: Apache-2.0
// Data on stdout, messages on stderr.
#pragma once

#include <string>
#include <string_view>

namespace plisse::cli {

// A reader that went away is no error; a full disk is found by flush_output().
void print(std::string_view data);
// Flushes stdout.  Returns false when what was printed did not arrive, for another reason than a closed pipe.
bool flush_output();

// "error: …", "refused: …" and "note: …", the first word in colour on a terminal unless NO_COLOR is set.
void print_error(std::string_view message);
void print_refused(std::string_view message);
void print_note(std::string_view message);

// An argument as a shell would take it.
std::string shell_quoted(const std::string& argument);

}  // namespace plisse::cli
