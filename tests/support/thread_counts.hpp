// SPDX-License-Identifier: Apache-2.0
// Runs a test case of this program again in processes of its own with other numbers of threads.  The case is skipped otherwise
// (doctest::skip()), and prints what must not depend on the threads by print_digest().
#pragma once

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "kernels/core/compat.hpp"

namespace plisse::tests {

inline int host_threads() { return Kokkos::DefaultHostExecutionSpace().concurrency(); }

// FNV-1a over the bits of the numbers.
inline std::uint64_t digest(const double* values, std::size_t n) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < n; ++i) {
    std::array<unsigned char, sizeof(double)> bytes;
    std::memcpy(bytes.data(), values + i, sizeof(double));
    for (const auto byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  }
  return hash;
}

inline void print_digest(const std::vector<double>& values) {
  std::printf("digest %d %016llx\n", host_threads(), static_cast<unsigned long long>(digest(values.data(), values.size())));
}

struct Digest {
  int threads = 0;
  std::string value;
};

// What the test case prints with that many threads.
inline Digest digest_with_threads(const std::string& test_case, int threads) {
  std::array<char, 4096> path{};
  if (readlink("/proc/self/exe", path.data(), path.size() - 1) < 0) return {};
  const std::string command =
      "OMP_NUM_THREADS=" + std::to_string(threads) + " '" + path.data() + "' --no-skip --test-case='" + test_case + "'";
  FILE* output = popen(command.c_str(), "r");
  if (!output) return {};
  Digest result;
  std::array<char, 512> line;
  std::array<char, 64> value;
  while (std::fgets(line.data(), int(line.size()), output))
    if (std::sscanf(line.data(), "digest %d %63s", &result.threads, value.data()) == 2) result.value = value.data();
  pclose(output);
  return result;
}

}  // namespace plisse::tests
