// SPDX-License-Identifier: Apache-2.0
// Features and gradients are the same bits for any number of threads, and a step allocates nothing.
#include "kernels/core/allocations.hpp"
#include "kernels/encoders/bspline.hpp"
#include "kernels/encoders/grid.hpp"
#include "kernels/encoders/hash.hpp"
#include "tests/kernels/encoders/support.hpp"
#include "tests/support/thread_counts.hpp"

using namespace plisse;
using tests::EncoderCase;

namespace {

template <template <class> class E>
void append(const typename E<double>::Options& options, int dimension, int channels, std::vector<double>& bits) {
  EncoderCase<E, double> c(options, dimension, 700, channels);
  {
    const AllocationCount allocations;
    c.forward();
    c.backward();
    CHECK(allocations.value() == 0);
  }
  const auto features = tests::to_host(c.features);
  const auto gradient = tests::to_host(c.gradient);
  bits.insert(bits.end(), features.data(), features.data() + features.size());
  bits.insert(bits.end(), gradient.data(), gradient.data() + gradient.size());
}

}  // namespace

TEST_CASE("digest of encoders" * doctest::skip()) {
  std::vector<double> bits;
  for (const int dimension : {2, 3}) {
    append<encoders::Grid>({{9}, 2, 3}, dimension, 3, bits);
    append<encoders::Bspline>({{7}, 3, 2, 2}, dimension, 6, bits);
    append<encoders::Bspline>({{7}, 2, 2, 2}, dimension, 3, bits);
    append<encoders::Hash>({4, 2, 3, 60, 8}, dimension, 3, bits);
    append<encoders::Hash>({1, 3, 60, 60, 8}, dimension, 1, bits);  // one level, whose entries are shared
  }
  tests::print_digest(bits);
}

TEST_CASE("features and gradients are the same bits for 1, 2 and 4 threads") {
  const auto one = tests::digest_with_threads("digest of encoders", 1);
  REQUIRE(one.threads == 1);
  REQUIRE(!one.value.empty());
  for (const int threads : {2, 4}) {
    const auto more = tests::digest_with_threads("digest of encoders", threads);
    CHECK(more.threads == threads);
    CHECK(more.value == one.value);
  }
}
