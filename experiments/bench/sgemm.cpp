// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only sgemm
//
// The machine's own rate of arithmetic: the product of two matrices of 1024 x 1024 numbers by its BLAS.  On the host every thread of ours
// calls BLAS for a block of the result: a pool of BLAS's own would compete with our waiting threads, before and after.
#include <cblas.h>

#include <KokkosBlas3_gemm.hpp>
#include <cmath>

#include "experiments/bench/benchmarks.hpp"
#include "kernels/core/types.hpp"
#include "kernels/linalg/tiles.hpp"

namespace plisse::experiments {

namespace {

constexpr int size = 1024;
constexpr int stride = on_gpu ? size : size + 16;  // rows a power of two apart would fall into few sets of a cache

// rows x columns = parts, both as close to the root as can be, more rows than columns.
struct Blocks {
  int rows, columns;

  explicit Blocks(int parts) : rows(0), columns(int(std::sqrt(double(parts)))) {
    while (parts % columns != 0) --columns;
    rows = parts / columns;
  }
};

class Sgemm : public run::Benchmark {
 public:
  Sgemm() : a_("plisse::bench::a", size, stride), b_("plisse::bench::b", size, stride), c_("plisse::bench::c", size, stride) {
    Kokkos::deep_copy(a_, 0.5f);
    Kokkos::deep_copy(b_, 0.25f);
  }

  double operations() const override { return 2.0 * size * size * size; }
  double bytes() const override { return 3.0 * size * size * sizeof(float); }
  void run() override {
    if constexpr (on_gpu) KokkosBlas::gemm("N", "N", 1.0f, a_, b_, 0.0f, c_);
    else multiply_on_host();
    Kokkos::fence();
  }
  std::uint64_t digest() const override { return digest_of(c_); }

 private:
  void multiply_on_host() {
    const Blocks blocks(linalg::HostExec().concurrency());
    const linalg::SingleThreadedBlas single;
    linalg::for_tasks("plisse::bench::sgemm", blocks.rows * blocks.columns, [&](int task) {
      const int i = task / blocks.columns, j = task % blocks.columns;
      const int row = i * size / blocks.rows, rows = (i + 1) * size / blocks.rows - row;
      const int column = j * size / blocks.columns, columns = (j + 1) * size / blocks.columns - column;
      cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, columns, size, 1, a_.data() + row * stride, stride, b_.data() + column,
                  stride, 0, c_.data() + row * stride + column, stride);
    });
  }

  Array2<float> a_, b_, c_;
};

[[maybe_unused]] const bool registered =
    register_benchmark<Sgemm>(run::Section::machine, "sgemm", "product of two 1024 x 1024 matrices in single precision, by BLAS");

}  // namespace

}  // namespace plisse::experiments
