// SPDX-License-Identifier: Apache-2.0
// A folder of a test's own, removed with everything in it at the end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace plisse::tests {

class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "plisse-test-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot create " + name);
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// Runs a Python script with the distribution's interpreter, which sees its h5py, pandas and VTK.  Returns its exit status.
inline int python(const std::string& script, const std::filesystem::path& argument = {}, const std::string& redirection = {}) {
  const std::string command = "/usr/bin/python3 -c '" + script + "' '" + argument.string() + "' " + redirection;
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
inline bool python_has(const std::string& module) { return python("import " + module, {}, "2>/dev/null") == 0; }

}  // namespace plisse::tests
