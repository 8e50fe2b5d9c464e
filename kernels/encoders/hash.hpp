// SPDX-License-Identifier: Apache-2.0
// Multiresolution hash grid (T. Müller et al., "Instant neural graphics primitives with a multiresolution hash encoding", ACM TOG 41(4),
// 2022, eq. 2-4): levels of n_l = floor(n_min b^l) cells per axis, b = (n_max / n_min)^(1/(L-1)), the coarsest first, interpolated
// multilinearly.  A level whose (n_l + 1)^D vertices fit into a table of T = 2^t entries is dense and holds just those; every other one
// has T entries, and vertex x is entry (xor of x_d pi_d) mod T with pi = 1, 2654435761, 805459861.  Vertices that share an entry add up
// in its gradient.  F = c L, with c features per entry.  Coordinates outside [0, 1] take the value at the nearest face.
// Slices "encoder.level<l>": (n_l + 1 for each axis, c) where dense, else (T, c).
//
// No two threads add to one number in the reverse sweep, and the order of the sums is that of the points.  On the host every task owns a
// share of a level's entries, walks all points and adds what falls into its share: a quarter of the time of sorting (two threads, 16 384
// points).  On a GPU the corners of all points are sorted by ranges of entries, and every range gathers what it is asked for.
#pragma once

#include <vector>

#include "kernels/encoders/bins.hpp"
#include "kernels/encoders/multilevel.hpp"

namespace plisse::encoders {

struct HashOptions {
  int levels = 8;
  int features = 2;
  int coarsest = 16;
  int finest = 256;
  int log2_table_size = 12;
  double init = 1e-4;
  double coarse_to_fine = 0;
  template <class V>
  void describe(V& v) {
    v.option("levels", levels).range(1, most_levels).doc("number of levels, whose cells per axis grow by a constant factor");
    v.option("coarsest", coarsest).range(1, 1 << 20).doc("cells per axis of the coarsest level");
    v.option("finest", finest).range(1, 1 << 20).doc("cells per axis of the finest level, and of the only one where levels is 1");
    v.option("log2_table_size", log2_table_size)
        .range(2, 24)
        .doc("binary logarithm of the entries of a level, at most; smaller levels are dense");
    describe_levels(v, *this, "trainable numbers per entry");
    v.rule("coarsest", [this] {
      return coarsest > finest ? "is " + std::to_string(coarsest) + " cells, but must be at most finest, which is " + std::to_string(finest)
                               : std::string();
    });
  }
};

struct HashLevel {
  int cells[3];
  bool dense;
  std::size_t offset;     // of its values in the flat parameters
  std::uint32_t entries;  // stored
  int shift;              // a bin of the reverse sweep on a GPU holds 2^shift entries
  int first_bin, bins;
};

template <class T>
class Hash final : public Multilevel<T> {
 public:
  static constexpr const char* name = "hash";
  static constexpr const char* doc = "multiresolution hash grid of trainable features, multilinear";
  using Options = HashOptions;

  Hash(const Options& options, const Context& context);

  int smoothness() const override { return 0; }
  void forward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features) const override;
  void backward(const Exec& exec, const Array1<T>& parameters, const Jets<T>& points, int n, const Jets<T>& features_adjoint,
                const Array1<T>& gradient) const override;

 private:
  int bin_count_ = 0;  // of all levels
  Array1<HashLevel> levels_;
  Bins bins_;  // on a GPU
};

}  // namespace plisse::encoders

PLISSE_COMPONENT(encoders::Hash)
