// SPDX-License-Identifier: Apache-2.0
// A file together with everything it extends.
#pragma once

#include <filesystem>

#include "framework/config/node.hpp"

namespace plisse::config {

// The tree of a file, merged over the files named by its key `extends`; the key itself is gone.  Throws Error.
NodePtr load_tree(const std::filesystem::path& file);

// The same for text that is at hand.
NodePtr load_tree(const std::shared_ptr<const Source>& source);

}  // namespace plisse::config
