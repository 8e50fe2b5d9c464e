// SPDX-License-Identifier: Apache-2.0
#include "framework/run/checkpoint.hpp"

#include <fmt/format.h>

#include "framework/io/hdf5.hpp"
#include "framework/run/archive_io.hpp"

namespace plisse::run {
namespace {

const std::string schema = "plisse/checkpoint/1";

std::string hex_checksum(const Archive& archive) { return fmt::format("{:016x}", checksum(archive)); }

}  // namespace

void write_checkpoint(const Layout& layout, const Checkpoint& checkpoint) {
  const auto file = io::hdf5::File::create(layout.checkpoint);
  const auto root = file.root();
  root.attribute("schema", schema);
  root.attribute("step", checkpoint.step);
  root.attribute("elapsed_s", checkpoint.elapsed_s);
  root.attribute("wall_s", checkpoint.wall_s);
  root.attribute("config_sha256", checkpoint.config_sha256);
  root.attribute("checksum", hex_checksum(checkpoint.state));
  write_archive(root.create_group("state"), checkpoint.state);
  file.save(layout.previous_checkpoint);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  const auto root = io::hdf5::File::open(path).root();
  if (!root.has_attribute("schema") || root.text_attribute("schema") != schema)
    throw std::runtime_error(path.string() + " is no checkpoint of kind " + schema);
  Checkpoint checkpoint;
  checkpoint.step = root.integer_attribute("step");
  checkpoint.elapsed_s = root.real_attribute("elapsed_s");
  checkpoint.wall_s = root.real_attribute("wall_s");
  checkpoint.config_sha256 = root.text_attribute("config_sha256");
  checkpoint.state = read_archive(root.group("state"));
  if (hex_checksum(checkpoint.state) != root.text_attribute("checksum"))
    throw std::runtime_error(path.string() + " is damaged: its checksum is wrong");
  return checkpoint;
}

FoundCheckpoint find_checkpoint(const Layout& layout) {
  FoundCheckpoint found;
  for (const auto& file : {layout.checkpoint, layout.previous_checkpoint}) {
    if (!std::filesystem::exists(file)) continue;
    try {
      found.checkpoint = read_checkpoint(file);
      found.file = file;
      return found;
    } catch (const std::exception& error) {
      found.warnings.emplace_back(error.what());
    }
  }
  return found;
}

}  // namespace plisse::run
