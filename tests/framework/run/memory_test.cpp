// SPDX-License-Identifier: Apache-2.0
// Memory as the system counts it, and the peak of a run from its parts.
#include "framework/run/memory.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

using namespace plisse::run;

namespace {

constexpr std::int64_t mebibyte = 1 << 20;

// Holds memory, and says what the rest of a run would take.
class Holder : public Experiment {
 public:
  Holder(std::int64_t bytes, const HostMemory& needs) : held_(std::size_t(bytes), 'x'), needs_(needs) {}
  std::int64_t steps() const override { return 1; }
  double checkpoint_interval() const override { return 1; }
  Budget budget() const override { return {}; }
  HostMemory host_memory() const override { return needs_; }
  StepReport step(std::int64_t) override { return {}; }
  void save(Archive&) const override {}
  void load(const Archive&) override {}
  Outcome evaluate() override { return {}; }
  plisse::geometry::SurfaceMesh surface(int) override { return {}; }

 private:
  std::vector<char> held_;
  HostMemory needs_;
};

// Touched, so that the system counts it.
void hold_for_a_moment(std::int64_t bytes) {
  const std::vector<char> held(std::size_t(bytes), 'x');
  if (std::count(held.begin(), held.end(), 'x') != bytes) throw std::logic_error("memory lost what was written to it");
}

}  // namespace

TEST_CASE("memory: what is taken counts, and what was given back counts in the peak only") {
  const auto before = resident_bytes();
  hold_for_a_moment(64 * mebibyte);
  release_free_memory();
  CHECK(before > 0);
  CHECK(resident_bytes() < before + 16 * mebibyte);
  CHECK(peak_resident_bytes() >= before + 63 * mebibyte);
}

TEST_CASE("memory: an experiment is told apart from the program and from its set-up") {
  const MemoryWatch watch;
  hold_for_a_moment(160 * mebibyte);
  const Holder experiment(40 * mebibyte, {});
  const auto memory = watch.state(experiment);
  CHECK(memory.experiment > 39 * mebibyte);
  CHECK(memory.experiment < 56 * mebibyte);
  CHECK(memory.setup > 150 * mebibyte);
  CHECK(memory.peak() == memory.program + memory.setup);
}

TEST_CASE("memory: the peak is the largest of set-up, evaluation and files") {
  PeakMemory memory;
  memory.program = 100;
  memory.setup = 50;
  memory.experiment = 20;
  CHECK(memory.peak() == 150);
  memory.steps = 5;
  memory.evaluation = 40;
  CHECK(memory.peak() == 165);
  memory.files = 60;
  CHECK(memory.peak() == 185);
}

TEST_CASE("memory: files are written from arrays that stay, and state counts like a result") {
  const MemoryWatch watch;
  HostMemory needs;
  needs.outcome = 100 * mebibyte;
  const auto result = watch.state(Holder(1, needs)).files;
  CHECK(result > 130 * mebibyte);
  CHECK(result < 200 * mebibyte);
  needs.state = 100 * mebibyte;
  CHECK(watch.state(Holder(1, needs)).files > result);
}
