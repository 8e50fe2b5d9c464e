// SPDX-License-Identifier: Apache-2.0
// Independent pieces of host work over threads.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace plisse::report {

// Calls work(i) once for each i in [0, count), in any order, on `threads` threads (0: all of the machine).  Rethrows the first exception.
template <class Work>
void parallel_for(int count, int threads, const Work& work) {
  if (threads <= 0) threads = int(std::thread::hardware_concurrency());
  threads = threads < 1 ? 1 : threads < count ? threads : count;
  std::atomic<int> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  const auto run = [&] {
    try {
      for (int i; (i = next++) < count;) work(i);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::jthread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(run);
  run();
  others.clear();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace plisse::report
