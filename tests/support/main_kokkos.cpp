// SPDX-License-Identifier: Apache-2.0
// Test main for everything that runs kernels: Kokkos up, floating-point traps on (invalid, division by zero, overflow).
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fenv.h>

#include <Kokkos_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);
#if defined(__GLIBC__) && !defined(PLISSE_NO_TRAPS)
  feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW);
#endif
  return doctest::Context(argc, argv).run();
}
