// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of 0 .. n - 1.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

namespace plisse::geometry {

class UnionFind {
 public:
  explicit UnionFind(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }

  int find(int i) {
    while (parent_[std::size_t(i)] != i) i = parent_[std::size_t(i)] = parent_[std::size_t(parent_[std::size_t(i)])];
    return i;
  }
  // The smaller of the two representatives stays.
  void unite(int i, int j) {
    i = find(i);
    j = find(j);
    if (i > j) std::swap(i, j);
    parent_[std::size_t(j)] = i;
  }
  // A label 0, 1, ... for each item, counted in the order of first appearance, and how many there are.
  std::pair<std::vector<int>, int> labels() {
    std::vector<int> label(parent_.size(), -1);
    int count = 0;
    for (std::size_t i = 0; i < parent_.size(); ++i) {
      const std::size_t root = std::size_t(find(int(i)));
      if (label[root] < 0) label[root] = count++;
      label[i] = label[root];
    }
    return {std::move(label), count};
  }

 private:
  std::vector<int> parent_;
};

}  // namespace plisse::geometry
