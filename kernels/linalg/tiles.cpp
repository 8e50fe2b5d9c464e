// SPDX-License-Identifier: Apache-2.0
#include "kernels/linalg/tiles.hpp"

#include <dlfcn.h>

namespace plisse::linalg {
namespace {

// OpenBLAS has these two; another BLAS is expected to be told its number of threads (one) by its environment variable.
using GetThreads = int (*)();
using SetThreads = void (*)(int);
const auto get_threads = reinterpret_cast<GetThreads>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
const auto set_threads = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));

}  // namespace

SingleThreadedBlas::SingleThreadedBlas() {
  if (!get_threads || !set_threads) return;
  before_ = get_threads();
  if (before_ != 1) set_threads(1);
}

SingleThreadedBlas::~SingleThreadedBlas() {
  if (before_ > 1) set_threads(before_);
}

}  // namespace plisse::linalg
