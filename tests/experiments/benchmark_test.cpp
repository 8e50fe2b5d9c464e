// SPDX-License-Identifier: Apache-2.0
// Every benchmark that `plisse bench` knows.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "experiments/bench/benchmarks.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using config::Registry;

namespace {

std::unique_ptr<run::Benchmark> make(const std::string& name) {
  return std::any_cast<const run::BenchmarkFactory&>(Registry::global().get("benchmarks", name).factory).make();
}

// The bits of all digests after two runs.
std::vector<double> digests() {
  std::vector<double> all;
  for (const auto& name : Registry::global().names("benchmarks")) {
    const auto benchmark = make(name);
    for (int i = 0; i < 2; ++i) benchmark->run();
    const std::uint64_t digest = benchmark->digest();
    std::memcpy(&all.emplace_back(), &digest, sizeof(digest));
  }
  return all;
}

}  // namespace

TEST_CASE("every benchmark counts what it does, and its digest is that of its own work") {
  std::set<std::uint64_t> different{experiments::Digest().value()};
  const auto names = Registry::global().names("benchmarks");
  for (const auto& name : names) {
    CAPTURE(name);
    const auto benchmark = make(name);
    CHECK(benchmark->bytes() > 0);
    CHECK(benchmark->operations() >= 0);
    CHECK(std::isfinite(benchmark->operations() + benchmark->bytes()));
    benchmark->run();
    different.insert(benchmark->digest());
  }
  CHECK(different.size() == names.size() + 1);
}

TEST_CASE("digests tell arrays apart by every bit") {
  using experiments::digest_of;
  CHECK(digest_of() == 0xcbf29ce484222325u);
  CHECK(experiments::Digest().add_bytes("a", 1).value() == 0xaf63dc4c8601ec8cu);  // as published
  const Array1<float> array("plisse::test::array", 3);
  const auto zeros = digest_of(array);
  Kokkos::deep_copy(array, -0.0f);
  CHECK(digest_of(array) != zeros);
  CHECK(digest_of(1.0, 2.0) != digest_of(2.0, 1.0));
}

TEST_CASE("bits of benchmarks" * doctest::skip()) { tests::print_digest(digests()); }

TEST_CASE("benchmarks give the same bits with one thread and with two") {
  const auto one = tests::digest_with_threads("bits of benchmarks", 1), two = tests::digest_with_threads("bits of benchmarks", 2);
  CHECK(one.threads == 1);
  CHECK(two.threads == 2);
  CHECK(!one.value.empty());
  CHECK(one.value == two.value);
}
