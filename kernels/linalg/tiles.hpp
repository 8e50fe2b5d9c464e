// SPDX-License-Identifier: Apache-2.0
// Dense linear algebra on the host is cut into tiles of fixed size.  Each tile operation is one BLAS or LAPACK call on one thread, and
// each entry of a result is made by the same calls in the same order, whatever the number of threads: results are the same to the bit.
#pragma once

#include <cstddef>

#include "kernels/core/compat.hpp"

namespace plisse::linalg {

using HostExec = Kokkos::DefaultHostExecutionSpace;

inline constexpr int largest_tile = 256;

// n rows or columns in as few tiles as the largest one allows, all of one size but the last: it depends on n alone.
struct Tiling {
  int n, size, count;

  explicit constexpr Tiling(int n_) : n(n_), size(8), count(0) {
    if (n == 0) return;
    const int fewest = (n + largest_tile - 1) / largest_tile, share = (n + fewest - 1) / fewest;
    size = (share + 7) / 8 * 8;
    count = (n + size - 1) / size;
  }
  constexpr int first(int t) const { return t * size; }
  constexpr int length(int t) const { return n - t * size < size ? n - t * size : size; }
  constexpr int lower_tiles() const { return count * (count + 1) / 2; }
};

// Row-major matrices that somebody else owns: entry (i, j) is data[i * stride + j].
struct Matrix {
  double* data = nullptr;
  std::size_t stride = 0;

  double* at(int row, int column) const { return data + std::size_t(row) * stride + std::size_t(column); }
};
struct ConstMatrix {
  const double* data = nullptr;
  std::size_t stride = 0;

  ConstMatrix() = default;
  ConstMatrix(const double* data_, std::size_t stride_) : data(data_), stride(stride_) {}
  ConstMatrix(const Matrix& m) : data(m.data), stride(m.stride) {}
  const double* at(int row, int column) const { return data + std::size_t(row) * stride + std::size_t(column); }
};

// BLAS runs on the calling thread while one of these lives; the number of its threads before comes back afterwards.  Threads are ours.
class SingleThreadedBlas {
 public:
  SingleThreadedBlas();
  ~SingleThreadedBlas();
  SingleThreadedBlas(const SingleThreadedBlas&) = delete;
  SingleThreadedBlas& operator=(const SingleThreadedBlas&) = delete;

 private:
  int before_ = 0;
};

// task(t) for t < count, handed to the host's threads one by one as they become free.  The task must not throw.
template <class Task>
void for_tasks(const char* label, int count, const Task& task) {
  using Policy = Kokkos::RangePolicy<HostExec, Kokkos::Schedule<Kokkos::Dynamic>>;
  const HostExec host;
  Kokkos::parallel_for(label, Policy(host, 0, count, Kokkos::ChunkSize(1)), task);
  host.fence();
}

// Tile (row, column), row >= column, number t of a lower triangle counted row by row.
struct LowerTile {
  int row, column;
};
inline LowerTile lower_tile(int t) {
  int row = 0;
  while ((row + 1) * (row + 2) / 2 <= t) ++row;
  return {row, t - row * (row + 1) / 2};
}

}  // namespace plisse::linalg
