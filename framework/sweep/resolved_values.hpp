// SPDX-License-Identifier: Apache-2.0
// Single values of a resolved configuration.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace plisse::sweep {

// "train.epochs" -> "400"; the items of a list joined by x, as in labels; a component under its own key by its type's name as well.  Empty for a text that is no YAML.
std::map<std::string, std::string> resolved_values(const std::string& yaml);

// Eight hex digits that differ where the blocks of these names do; empty where the configuration has none of them.
std::string digest_of(const std::string& yaml, const std::vector<std::string>& blocks);

}  // namespace plisse::sweep
