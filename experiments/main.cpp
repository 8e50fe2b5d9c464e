// SPDX-License-Identifier: Apache-2.0
// The program: the command line over the Kokkos backend and every registered experiment.
#include <cstdlib>
#include <memory>
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

void initialise(int threads, const std::string& device) {
  const auto backend = lower(plisse::Exec::name());
  if (device != "auto" && device != backend)
    throw plisse::config::Error("--device " + device + ": this program was built for " + backend + "; rebuild it with the preset for " + device +
                                ", or leave --device out");
  setenv("OMP_PROC_BIND", "false", 0);  // several runs may share the machine
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
          {"threads", std::to_string(plisse::concurrency())}};
}

}  // namespace

int main(int argc, char** argv) {
  return plisse::cli::main(argc, argv, {PLISSE_VERSION, initialise, [] { Kokkos::finalize(); }, environment});
}
