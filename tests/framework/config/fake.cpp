// SPDX-License-Identifier: Apache-2.0
#include "fake.hpp"

#include <stdlib.h>

#include <fstream>
#include <functional>

namespace plisse::test {
namespace {

using config::register_component;
[[maybe_unused]] const bool registered = register_component<GridOptions>("encoders", "grid", "features of a grid", {}) &&
                                         register_component<IdentityOptions>("encoders", "identity", "the point itself", {}) &&
                                         register_component<StrainOptions>("losses", "strain", "stretching", {}) &&
                                         register_component<BendOptions>("losses", "bend", "bending", {}) &&
                                         register_component<AdamOptions>("optimizers", "adam", "adaptive moments", {}) &&
                                         register_component<FakeOptions>("experiments", "fake", "one of everything", {}) &&
                                         register_component<BendOptions>("experiments", "other", "another one", {});

std::string caught(const std::function<void()>& action) {
  try {
    action();
  } catch (const config::Error& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

Files::Files() : before_(std::filesystem::current_path()) {
  std::string name = (std::filesystem::temp_directory_path() / "plisse-config-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
  folder_ = std::filesystem::canonical(name);
  std::filesystem::current_path(folder_);
}

Files::~Files() {
  std::filesystem::current_path(before_);
  std::filesystem::remove_all(folder_);
}

std::filesystem::path Files::write(const std::string& name, const std::string& text) const {
  const auto path = folder_ / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

config::RunConfig load(const std::string& yaml, const std::vector<std::string>& overrides) {
  return config::load_text(yaml, "drape.yaml", ".", overrides);
}

std::string message(const std::string& yaml, const std::vector<std::string>& overrides) {
  return caught([&] { load(yaml, overrides); });
}

std::string file_message(const std::filesystem::path& file, const std::vector<std::string>& overrides) {
  return caught([&] { config::load(file, overrides); });
}

}  // namespace plisse::test
