// SPDX-License-Identifier: Apache-2.0
// The terminal a live display is drawn on.
#pragma once

#include <cstdio>

namespace plisse::run {

// Whether `out` is a terminal that can redraw a line.
bool is_terminal(std::FILE* out);
// False where the environment sets NO_COLOR.
bool wants_color();
// Its width in characters; 80 where it does not tell.
std::size_t columns_of(std::FILE* out);

}  // namespace plisse::run
