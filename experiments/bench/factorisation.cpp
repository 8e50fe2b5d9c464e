// SPDX-License-Identifier: Apache-2.0
//   plisse bench --only 'dense_*'
//
// What Ritz's method spends its time on, on the host and in double precision: the lower triangle of A A^T, n^2 m operations for A (n, m),
// and the Cholesky factor of a matrix (n, n), n^3 / 3.  Bytes: A once, the triangle read and written.
#include "experiments/bench/kernel_benchmark.hpp"
#include "kernels/linalg/cholesky.hpp"
#include "kernels/linalg/product.hpp"

namespace plisse::experiments {

namespace {

constexpr int size = 1024, inner = 2048;
constexpr double triangle_bytes = double(size) * size / 2 * sizeof(double);

using Numbers = Kokkos::View<double*, Kokkos::HostSpace>;

Numbers random_matrix() {
  Numbers numbers("plisse::bench::matrix", std::size_t(size) * inner);
  Array1<double> device("plisse::bench::numbers", numbers.size());
  fill(device, 1);
  Kokkos::deep_copy(numbers, device);
  return numbers;
}

class SymmetricProduct : public KernelBenchmark {
 public:
  SymmetricProduct() : factor_(random_matrix()), product_("plisse::bench::product", std::size_t(size) * size) {
    count(double(size) * size * inner, bytes_of(factor_) + 2 * triangle_bytes);
    launch();
  }
  std::uint64_t digest() const override { return digest_of(product_); }
  // A A^T, of one run.
  const Numbers& product() const { return product_; }

 protected:
  void launch() final {
    const linalg::ConstMatrix factor(factor_.data(), inner);
    linalg::accumulate({{factor, factor, {product_.data(), size}, size, size, inner, true}});
  }

 private:
  Numbers factor_, product_;  // (size, inner), (size, size)
};

class Cholesky : public KernelBenchmark {
 public:
  Cholesky() : matrix_(SymmetricProduct().product()), factor_("plisse::bench::factor", matrix_.size()) {
    count(double(size) * size * size / 3, 2 * triangle_bytes);
  }
  std::uint64_t digest() const override { return digest_of(factor_); }

 protected:
  void launch() override {
    Kokkos::deep_copy(factor_, matrix_);
    linalg::factorise_cholesky({factor_.data(), size}, size);
  }

 private:
  Numbers matrix_, factor_;  // (size, size)
};

[[maybe_unused]] const bool registered[] = {
    register_kernel<SymmetricProduct>("dense_product", "lower triangle of A A^T, A 1024 x 2048, double precision"),
    register_kernel<Cholesky>("dense_cholesky", "Cholesky factor of a 1024 x 1024 matrix, double precision")};

}  // namespace

}  // namespace plisse::experiments
