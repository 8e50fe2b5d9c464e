// SPDX-License-Identifier: Apache-2.0
// Single values of a resolved configuration.
#pragma once

#include <map>
#include <string>

namespace plisse::sweep {

// "train.epochs" -> "400"; the items of a list joined by x, as in labels; a component under its own key by its type's name as well.  Empty for a text that is no YAML.
std::map<std::string, std::string> resolved_values(const std::string& yaml);

}  // namespace plisse::sweep
