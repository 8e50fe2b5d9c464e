// SPDX-License-Identifier: Apache-2.0
// The one place that knows which Kokkos this is (3.4 to 5.x): everything else uses the names below.
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <string>

#if defined(__CUDACC__)
#pragma nv_diag_suppress 611  // a component overrides those of a virtual function's overloads that it supports
#endif

namespace plisse {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = Exec::memory_space;

// Version of the Kokkos this was compiled with, as "3.4.1".
inline std::string kokkos_version() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) + "." + std::to_string(KOKKOS_VERSION % 100);
}

// Threads of the host backend, or the device's concurrency.
inline int concurrency() { return Exec().concurrency(); }

// Starts Kokkos with that many host threads; 0: the environment's choice.
inline void initialise_kokkos(int threads) {
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  if (threads > 0) settings.set_num_threads(threads);
  Kokkos::initialize(settings);
#else
  Kokkos::initialize(Kokkos::InitArguments(threads > 0 ? threads : -1));
#endif
}

// What the kernels run on.
inline std::string device_name() {
#if defined(KOKKOS_ENABLE_CUDA)
  return Exec().cuda_device_prop().name;
#else
  return "host";
#endif
}

// True where kernels are cut for a GPU: tiles go to scratch memory and teams have several threads.  PLISSE_EMULATE_GPU cuts them so on
// the host, where tests without a GPU exercise the same sharing and the same barriers.
#if defined(KOKKOS_ENABLE_CUDA) || defined(PLISSE_EMULATE_GPU)
inline constexpr bool on_gpu = true;
#else
inline constexpr bool on_gpu = false;
#endif

// Threads of a team where a GPU would have `wanted` of them.
#if defined(KOKKOS_ENABLE_CUDA)
inline int team_size(int wanted) { return wanted; }
#else
inline int team_size(int wanted) { return on_gpu && concurrency() < wanted ? concurrency() : on_gpu ? wanted : 1; }
#endif

// Callbacks on what Kokkos does, such as allocating.
namespace kokkos_tools = Kokkos::Tools::Experimental;

// Before a loop of few, known turns over an array that is to stay in registers.
#if defined(__CUDACC__)
#define PLISSE_UNROLL _Pragma("unroll")
#else
#define PLISSE_UNROLL _Pragma("GCC unroll 8")
#endif

// Math on device and host.
namespace math {
#if KOKKOS_VERSION >= 30700
namespace kk = Kokkos;
#else
namespace kk = Kokkos::Experimental;
#endif
using kk::acos;
using kk::atan2;
using kk::cos;
using kk::erf;
using kk::exp;
using kk::fabs;
using kk::floor;
using kk::fmax;
using kk::fmin;
using kk::log;
using kk::log1p;
using kk::pow;
using kk::sin;
using kk::sqrt;
using kk::tanh;
}  // namespace math

}  // namespace plisse
