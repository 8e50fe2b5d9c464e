// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep: whether a plan may use it, and the right to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "framework/run/file_lock.hpp"
#include "framework/run/folder.hpp"
#include "framework/sweep/plan.hpp"

namespace plisse::sweep {

enum class Purpose { preview, use };

// What happens to the folder when the plan is put there, in a preview what would happen: notes for the user.  Throws run::Refused where it
// holds other things, or runs that the plan has not; config::Error where it is no folder.
std::vector<std::string> examine(const std::filesystem::path& folder, const Plan& plan, Purpose purpose);

class SweepFolder {
 public:
  // Examines, takes the folder's lock and writes the plan.  Throws as examine() does, and run::Refused where another sweep uses the folder.
  SweepFolder(const std::filesystem::path& folder, const Plan& plan);

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::vector<std::string> notes_;
  std::optional<run::FileLock> lock_;
};

// Whether a sweep of this machine works in the folder.
bool is_active(const std::filesystem::path& folder);

}  // namespace plisse::sweep
