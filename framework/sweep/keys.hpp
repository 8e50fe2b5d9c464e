// SPDX-License-Identifier: Apache-2.0
// Strict reading of the maps of a sweep file, and labels of values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/config/node.hpp"

namespace plisse::sweep {

// Throws config::Error unless `node` is a map whose keys are all among `known`; `path` names it in messages ("" for the whole file).
void require_map(const config::Node& node, const std::string& path, const std::vector<std::string>& known);

// Value of a scalar, or an error naming `path`.
template <class T>
T value_of(const config::Node& node, const std::string& path);

// One scalar or a list of them.
std::vector<std::string> texts_of(const config::Node& node, const std::string& path);

// A scalar in its shortest exact form, a list's items joined by 'x', the type of a component.  Throws config::Error on a map without a
// type.
std::string label_of(const config::Node& node);

// Whether the key is `other` or lies below it: "a.b" within "a".
bool lies_within(std::string_view key, std::string_view other);

// A label that takes part in no comparison of values: the point leaves the axis' keys as the base has them.
inline constexpr std::string_view base_label = "base";

// "model=grid budget.parameters=47400"
struct Label;
std::string text_of(const std::vector<Label>& labels);

}  // namespace plisse::sweep
