// SPDX-License-Identifier: Apache-2.0
// The program: the command line over the Kokkos backend and every registered experiment.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>
#include <thread>

#include "framework/cli/cli.hpp"
#include "framework/config/error.hpp"
#include "kernels/core/compat.hpp"
#include "provenance.hpp"

namespace {

std::string lower(std::string text) {
  for (auto& c : text) c = char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Several runs may share the machine: threads may move, and one that waits for others gives its core away soon.  By default it spins for
// long, holds up other processes and, once these have pushed a thread of its team aside, the whole team: short steps take ten times as long
// next to one other busy process.  OpenMP reads its environment before main() begins, so that the program starts again.
void start_again_with_openmp_settings(char** argv) {
  if (std::getenv("OMP_WAIT_POLICY") || std::getenv("GOMP_SPINCOUNT")) return;
  setenv("OMP_PROC_BIND", "false", 0);
  setenv("OMP_WAIT_POLICY", "passive", 0);
  setenv("GOMP_SPINCOUNT", "1000", 0);  // some 10 to 100 us, longer than the gaps between kernels
  std::error_code failure;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (!failure) execv(program.c_str(), argv);  // returns where that fails: then it has to do as it is
}

std::string wait_policy() {
  const char* const policy = std::getenv("OMP_WAIT_POLICY");
  return policy ? policy : "default";
}

void initialise(int threads, const std::string& device) {
  const auto backend = lower(plisse::Exec::name());
  if (device != "auto" && device != backend)
    throw plisse::config::Error("--device " + device + ": this program was built for " + backend + "; rebuild it with the preset for " + device +
                                ", or leave --device out");
  setenv("OMP_PROC_BIND", "false", 0);  // unset, Kokkos warns on the standard output
  const int available = int(std::max(1u, std::thread::hardware_concurrency()));
  const bool chosen = threads > 0 || std::getenv("OMP_NUM_THREADS");
  plisse::initialise_kokkos(threads > 0 ? threads : chosen ? 0 : available);
}

std::vector<std::pair<std::string, std::string>> environment() {
  return {{"git_sha", PLISSE_GIT_SHA},
          {"git_dirty", PLISSE_GIT_DIRTY},
          {"compiler", PLISSE_COMPILER},
          {"flags", PLISSE_FLAGS},
          {"kokkos_version", plisse::kokkos_version()},
          {"backend", plisse::Exec::name()},
          {"device", plisse::device_name()},
          {"threads", std::to_string(plisse::concurrency())},
          {"wait_policy", wait_policy()}};
}

}  // namespace

int main(int argc, char** argv) {
  start_again_with_openmp_settings(argv);
  return plisse::cli::main(argc, argv, {PLISSE_VERSION, initialise, [] { Kokkos::finalize(); }, environment});
}
