// SPDX-License-Identifier: Apache-2.0
#include "framework/io/atomic_file.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "tests/support/file_size_limit.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using plisse::tests::FileSizeLimit;
using plisse::tests::ScratchFolder;

namespace {

std::size_t entries(const std::filesystem::path& folder) {
  return std::size_t(std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator()));
}

}  // namespace

TEST_CASE("an atomic file replaces the earlier one only on commit") {
  const ScratchFolder folder;
  const auto target = folder / "a.txt";
  io::write_file(target, "one");
  {
    io::AtomicFile file(target);
    file.write("two");
    CHECK(io::read_file(target) == "one");
  }
  CHECK(io::read_file(target) == "one");
  CHECK(entries(folder.path()) == 1);
  io::AtomicFile file(target);
  file.write("three");
  file.commit(folder / "a.previous.txt");
  CHECK(io::read_file(target) == "three");
  CHECK(io::read_file(folder / "a.previous.txt") == "one");
  CHECK(entries(folder.path()) == 2);
}

TEST_CASE("large files come back byte for byte") {
  const ScratchFolder folder;
  std::string contents(5'000'011, ' ');
  for (std::size_t i = 0; i < contents.size(); ++i) contents[i] = char(i * 2654435761u >> 13);
  io::write_file(folder / "large", contents);
  CHECK(io::read_file(folder / "large") == contents);
}

TEST_CASE("when the disk takes no more, the earlier file stays and nothing else does") {
  const ScratchFolder folder;
  const auto target = folder / "a.bin";
  io::write_file(target, "precious");
  const FileSizeLimit limit(64 << 10);
  CHECK_THROWS_AS(io::write_file(target, std::string(3 << 20, 'x')), io::FileError);
  CHECK(io::read_file(target) == "precious");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("a full device is an error that says so") {
  try {
    io::write_file("/dev/full", "x");
    FAIL("writing to a full device did not fail");
  } catch (const io::FileError& error) {
    CHECK(error.code().value() == ENOSPC);
    CHECK(std::string(error.what()).find("cannot write /dev/full: No space left on device") != std::string::npos);
  }
}

TEST_CASE("a target that cannot be written is refused at once") {
  const ScratchFolder folder;
  CHECK_THROWS_AS(io::AtomicFile(folder / "no_such_folder" / "a"), io::FileError);
  CHECK_THROWS_AS(io::AtomicFile(folder.path()), io::FileError);
  CHECK_THROWS_AS(io::read_file(folder / "absent"), io::FileError);
}

TEST_CASE("a symbolic link is followed, not replaced") {
  const ScratchFolder folder;
  io::write_file(folder / "real", "one");
  std::filesystem::create_symlink("real", folder / "link");
  io::write_file(folder / "link", "two");
  CHECK(std::filesystem::is_symlink(folder / "link"));
  CHECK(io::read_file(folder / "real") == "two");
}

TEST_CASE("what killed writers left behind is found, other hidden files are not touched") {
  const ScratchFolder folder;
  for (const char* name : {".run.h5.123-0.tmp", ".notes.tmp", "run.h5.123-0.tmp"}) std::ofstream(folder / name) << "x";
  io::remove_stale_temporaries(folder.path());
  CHECK_FALSE(std::filesystem::exists(folder / ".run.h5.123-0.tmp"));
  CHECK(entries(folder.path()) == 2);
}
