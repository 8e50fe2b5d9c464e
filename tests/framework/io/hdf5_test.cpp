// SPDX-License-Identifier: Apache-2.0
#include "framework/io/hdf5.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "framework/io/atomic_file.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::io;
using plisse::tests::ScratchFolder;

namespace {

template <class T>
std::vector<T> ramp(std::size_t size) {
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = T(i % 251) / T(2);
  return values;
}

template <class T>
void check_round_trip(const ScratchFolder& folder, hdf5::Element element) {
  const auto values = ramp<T>(7 * 5000 * 3);
  const auto file = hdf5::File::create(folder / "a.h5");
  file.root().dataset<T>("deep/er/array", values, {7, 5000, 3});
  file.save();
  const auto root = hdf5::File::open(folder / "a.h5").root();
  CHECK(root.shape("deep/er/array") == std::vector<std::size_t>{7, 5000, 3});
  CHECK(root.element("deep/er/array") == element);
  CHECK(root.read<T>("deep/er/array") == values);
}

void write_example(const std::filesystem::path& path) {
  const auto file = hdf5::File::create(path);
  const auto root = file.root();
  root.attribute("text", "Plissé ✓");
  root.attribute("empty", "");
  root.attribute("count", std::int64_t(1) << 40);
  root.attribute("real", 0.1);
  root.text("config/resolved_yaml", "a: 1\nb: ü\n");
  root.table("series/train", {{"step", std::vector<std::int64_t>{0, 1, 2}},
                              {"total", std::vector<double>{0.5, 0.25, std::numeric_limits<double>::quiet_NaN()}},
                              {"name", std::vector<std::string>{"x", "", "größer"}}});
  root.soft_link("latest", "/series/train");
  file.save();
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("arrays of every number type come back exactly, with shape and type") {
  const ScratchFolder folder;
  check_round_trip<float>(folder, hdf5::Element::float32);
  check_round_trip<double>(folder, hdf5::Element::float64);
  check_round_trip<std::int64_t>(folder, hdf5::Element::int64);
  check_round_trip<std::int32_t>(folder, hdf5::Element::int32);
  check_round_trip<std::uint8_t>(folder, hdf5::Element::uint8);
}

TEST_CASE("large arrays are compressed, empty and single ones work") {
  const ScratchFolder folder;
  const auto file = hdf5::File::create(folder / "a.h5");
  file.root().dataset("zeros", std::vector<double>(1'000'000));
  file.root().dataset("none", std::vector<float>{});
  file.root().dataset<double>("scalar", std::vector<double>{3.5}, {});
  file.root().dataset<float>("wide", std::vector<float>(400'000, 1.f), {2, 200'000});
  file.save();
  CHECK(std::filesystem::file_size(folder / "a.h5") < 100'000);
  const auto root = hdf5::File::open(folder / "a.h5").root();
  CHECK(root.read<float>("none").empty());
  CHECK(root.read<double>("scalar") == std::vector<double>{3.5});
  CHECK(root.shape("scalar").empty());
  CHECK(root.read<float>("wide") == std::vector<float>(400'000, 1.f));
}

TEST_CASE("a shape that does not fit its values is refused") {
  const auto file = hdf5::File::create("unsaved.h5");
  CHECK_THROWS_AS(file.root().dataset<double>("x", std::vector<double>(5), {2, 3}), std::invalid_argument);
  CHECK_THROWS_AS(file.root().table("t", {{"a", std::vector<double>(2)}, {"b", std::vector<double>(3)}}), std::invalid_argument);
}

TEST_CASE("attributes, texts and tables come back") {
  const ScratchFolder folder;
  write_example(folder / "a.h5");
  const auto root = hdf5::File::open(folder / "a.h5").root();
  CHECK(root.text_attribute("text") == "Plissé ✓");
  CHECK(root.text_attribute("empty").empty());
  CHECK(root.integer_attribute("count") == std::int64_t(1) << 40);
  CHECK(root.real_attribute("real") == 0.1);
  CHECK(root.attribute_names() == std::vector<std::string>{"count", "empty", "real", "text"});
  CHECK(root.text("config/resolved_yaml") == "a: 1\nb: ü\n");
  const auto table = root.table("latest");
  REQUIRE(table.size() == 3);
  CHECK(table[0].name == "step");
  CHECK(std::get<std::vector<std::int64_t>>(table[0].values) == std::vector<std::int64_t>{0, 1, 2});
  CHECK(std::isnan(std::get<std::vector<double>>(table[1].values)[2]));
  CHECK(std::get<std::vector<std::string>>(table[2].values)[2] == "größer");
}

TEST_CASE("an existing file can be edited as a copy and saved again") {
  const ScratchFolder folder;
  write_example(folder / "a.h5");
  const auto file = hdf5::File::edit(folder / "a.h5");
  file.root().attribute("text", "changed");
  file.root().remove("series/train");
  CHECK(hdf5::File::open(folder / "a.h5").root().text_attribute("text") == "Plissé ✓");
  file.save();
  const auto root = hdf5::File::open(folder / "a.h5").root();
  CHECK(root.text_attribute("text") == "changed");
  CHECK_FALSE(root.has("series/train"));
  CHECK_FALSE(root.has("latest"));
  CHECK(root.has("config/resolved_yaml"));
}

TEST_CASE("external links lead into the other file") {
  const ScratchFolder folder;
  write_example(folder / "a.h5");
  const auto file = hdf5::File::create(folder / "b.h5");
  file.root().external_link("elsewhere", "a.h5", "/config");
  file.root().external_link("nowhere", "absent.h5", "/config");
  file.save();
  const auto root = hdf5::File::open(folder / "b.h5").root();
  CHECK(root.is_group("elsewhere"));
  CHECK(root.group("elsewhere").text("resolved_yaml") == "a: 1\nb: ü\n");
  CHECK_FALSE(root.has("nowhere"));
  CHECK(root.names() == std::vector<std::string>{"elsewhere", "nowhere"});
}

TEST_CASE("errors name the operation, the object, the file and the reason") {
  const ScratchFolder folder;
  const auto absent = (folder / "absent.h5").string();
  const auto missing_file = message_of([&] { hdf5::File::open(absent); });
  CHECK(contains(missing_file, "cannot open " + absent));
  CHECK(contains(missing_file, "No such file"));
  io::write_file(folder / "text.h5", "this is no HDF5 file");
  CHECK(contains(message_of([&] { hdf5::File::open(folder / "text.h5"); }), "signature not found"));
  write_example(folder / "a.h5");
  const auto root = hdf5::File::open(folder / "a.h5").root();
  const auto missing_array = message_of([&] { root.read<double>("model/weights"); });
  CHECK(contains(missing_array, "'model/weights'"));
  CHECK(contains(missing_array, (folder / "a.h5").string()));
  CHECK_THROWS_AS(root.text_attribute("absent"), hdf5::Hdf5Error);
  CHECK_THROWS_AS(root.text_attribute("count"), hdf5::Hdf5Error);
  CHECK_THROWS_AS(root.table("config/resolved_yaml"), hdf5::Hdf5Error);
}

TEST_CASE("a truncated file is an error, not a crash") {
  const ScratchFolder folder;
  write_example(folder / "a.h5");
  const std::string whole = io::read_file(folder / "a.h5");
  io::write_file(folder / "half.h5", whole.substr(0, whole.size() / 2));
  CHECK_THROWS_AS(hdf5::File::open(folder / "half.h5"), hdf5::Hdf5Error);
}

TEST_CASE("h5py reads strings as str and tables as records") {
  if (!tests::python_has("h5py")) {
    MESSAGE("skipped: the system's python3 has no h5py");
    return;
  }
  const ScratchFolder folder;
  write_example(folder / "a.h5");
  const std::string script = R"(
import sys, h5py
with h5py.File(sys.argv[1]) as f:
    assert f.attrs["text"] == "Pliss\u00e9 \u2713" and isinstance(f.attrs["text"], str)
    assert f.attrs["count"] == 2**40 and f.attrs["real"] == 0.1 and f.attrs["empty"] == ""
    assert f["config/resolved_yaml"].asstr()[()] == "a: 1\nb: \u00fc\n"
    t = f["latest"]
    assert t.dtype.names == ("step", "total", "name") and list(t["step"]) == [0, 1, 2] and t["name"][2].decode() == "gr\u00f6\u00dfer"
)";
  CHECK(tests::python(script, folder / "a.h5") == 0);
}
