// SPDX-License-Identifier: Apache-2.0
// Whether a run may use a folder, given what the folder holds and what the user asked for.
#pragma once

#include "framework/config/config.hpp"
#include "framework/run/driver.hpp"
#include "framework/run/folder.hpp"

namespace plisse::run {

enum class Start { fresh, resume, replace, nothing_to_do };

// Throws Refused with what differs and which flags help.
Start admit(const Layout& layout, Contents contents, const config::RunConfig& config, RunOptions::Existing existing);

}  // namespace plisse::run
