// SPDX-License-Identifier: Apache-2.0
// Jittered points: the unit square is cut into N cells of equal area, with one point uniform in each.  For smooth integrands the error
// falls as N^-1.  The cells lie in R rows along u, about square on the surface; row r holds the cells floor(r N / R) up to
// floor((r + 1) N / R), so that any N will do, and is as high as its share of them.
#pragma once

#include "kernels/quadrature/quadrature.hpp"

namespace plisse::quadrature {

// Where cell i of N in R rows lies.
struct StratifiedCell {
  std::int64_t row, column, columns;  // in its row
  std::int64_t before;                // cells of the rows below

  KOKKOS_INLINE_FUNCTION StratifiedCell(std::int64_t i, std::int64_t cells, std::int64_t rows) {
    row = ((i + 1) * rows - 1) / cells;
    before = row * cells / rows;
    columns = (row + 1) * cells / rows - before;
    column = i - before;
  }
};

struct StratifiedOptions {
  int points = 1000;

  template <class V>
  void describe(V& v) {
    v.option("points", points).at_least(1).doc("points drawn per step, one in each of as many cells of equal size");
  }
};

template <class T>
class Stratified : public Quadrature<T> {
 public:
  static constexpr const char *name = "stratified", *doc = "one random point in each of as many cells";
  using Options = StratifiedOptions;

  Stratified(const Options& options, const Context& context);

  int rows() const { return rows_; }
  bool fixed() const override { return false; }
  void draw(const Exec& exec, std::uint64_t step, const Array2<T>& chart, const Array1<T>& weight) const override;

 private:
  std::uint64_t seed_;
  random::Stream stream_;
  int rows_;
};

}  // namespace plisse::quadrature

PLISSE_COMPONENT(quadrature::Stratified)
