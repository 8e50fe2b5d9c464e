// SPDX-License-Identifier: Apache-2.0
#include "kernels/collision/candidate_grid.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plisse::collision {
namespace {

using Vec = Vec3<double>;

// Halves the grid down to its cells; each half keeps those of its parent's candidates that can be nearest somewhere in it.
class Lists {
 public:
  Lists(std::vector<Vec> points, const Vec& low, double edge) : points_(std::move(points)), low_(low), edge_(edge) {}

  struct Block {
    int low[3], high[3];  // cells low <= i < high
  };

  // Calls keep(i, j, k, candidates) for every cell; the first candidate is the point nearest to the cell's centre.
  template <class Keep>
  void descend(const Block& block, const std::vector<int>& inherited, const Keep& keep) const {
    const auto candidates = reaching(block, inherited);
    int axis = 0;
    for (int k = 1; k < 3; ++k)
      if (block.high[k] - block.low[k] > block.high[axis] - block.low[axis]) axis = k;
    const int cells = block.high[axis] - block.low[axis];
    if (cells == 1) return keep(block.low[0], block.low[1], block.low[2], candidates);
    Block lower = block, upper = block;
    lower.high[axis] = upper.low[axis] = block.low[axis] + cells / 2;
    descend(lower, candidates, keep);
    descend(upper, candidates, keep);
  }

 private:
  // Drops each point p that some s beats in the whole block: |x - p|^2 - |x - s|^2 is linear in x, so its least value over the
  // block is that at the centre less half the edges times the slopes.  As s serve the points nearest to centre and corners.
  std::vector<int> reaching(const Block& block, const std::vector<int>& candidates) const {
    Vec centre, half;
    double* c[] = {&centre.x, &centre.y, &centre.z};
    double* h[] = {&half.x, &half.y, &half.z};
    for (int k = 0; k < 3; ++k) {
      *c[k] = low_[k] + 0.5 * edge_ * (block.low[k] + block.high[k]);
      *h[k] = edge_ * (0.5 * (block.high[k] - block.low[k]) + margin);
    }
    std::vector<int> rivals{nearest(centre, candidates)};
    if (int(candidates.size()) > 1)
      for (int corner = 0; corner < 8; ++corner) {
        const auto sign = [corner](int bit) { return corner >> bit & 1 ? 1. : -1.; };
        const int rival = nearest(centre + Vec{sign(0) * half.x, sign(1) * half.y, sign(2) * half.z}, candidates);
        if (std::find(rivals.begin(), rivals.end(), rival) == rivals.end()) rivals.push_back(rival);
      }
    std::vector<int> kept{rivals[0]};
    for (const int p : candidates)
      if (p != rivals[0] && std::none_of(rivals.begin(), rivals.end(), [&](int s) { return beaten(p, s, centre, half); }))
        kept.push_back(p);
    return kept;
  }

  bool beaten(int p, int s, const Vec& centre, const Vec& half) const {
    const Vec to_p = points_[p] - centre, to_s = points_[s] - centre, step = to_s - to_p;
    return dot(to_p, to_p) - dot(to_s, to_s) > 2 * (half.x * std::abs(step.x) + half.y * std::abs(step.y) + half.z * std::abs(step.z));
  }

  int nearest(const Vec& x, const std::vector<int>& candidates) const {
    int best = candidates[0];
    double least = HUGE_VAL;
    for (const int p : candidates) {
      const double squared = dot(points_[p] - x, points_[p] - x);
      if (squared < least) least = squared, best = p;
    }
    return best;
  }

  static constexpr double margin = 1e-3;  // in cells: more than rounding of a query's cell
  std::vector<Vec> points_;
  Vec low_;
  double edge_;
};

}  // namespace

template <class T>
CandidateGrid<T>::CandidateGrid(const CellGrid<T>& grid, const std::vector<Vec3<T>>& points) : cells(grid) {
  std::vector<Vec> exact;
  for (const auto& p : points) exact.push_back({double(p.x), double(p.y), double(p.z)});
  std::vector<int> all(points.size());
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::vector<int>> lists(grid.count());
  const Lists builder(std::move(exact), {double(grid.low.x), double(grid.low.y), double(grid.low.z)}, double(grid.edge));
  builder.descend({{0, 0, 0}, {grid.size[0], grid.size[1], grid.size[2]}}, all, [&](int i, int j, int k, const std::vector<int>& list) {
    if (list.size() > most_candidates) lists[grid.index(i, j, k)] = {~list[0]};
    else lists[grid.index(i, j, k)] = list;
  });

  std::size_t total = 0;
  for (const auto& list : lists) total += list.size();
  start = Array1<int>("plisse::collision::candidate_start", lists.size() + 1);
  candidate = Array1<int>("plisse::collision::candidates", total);
  const auto host_start = Kokkos::create_mirror_view(start), host_candidate = Kokkos::create_mirror_view(candidate);
  int next = 0;
  for (std::size_t cell = 0; cell < lists.size(); ++cell) {
    for (const int p : lists[cell]) host_candidate(next++) = p;
    host_start(cell + 1) = next;
  }
  Kokkos::deep_copy(start, host_start);
  Kokkos::deep_copy(candidate, host_candidate);
}

template struct CandidateGrid<float>;
template struct CandidateGrid<double>;

}  // namespace plisse::collision
