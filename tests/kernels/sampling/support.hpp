// SPDX-License-Identifier: Apache-2.0
// Running samplers in tests, and the chi-square test of drawn points.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/sampling/sampler.hpp"
#include "tests/support/rest_surfaces.hpp"

namespace plisse::test {

using Points = std::vector<Uv>;

template <class T>
Points to_host(const Array2<T>& uv, int n) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), uv);
  Points out(n);
  for (int i = 0; i < n; ++i) out[i] = {double(host(0, i)), double(host(1, i))};
  return out;
}

template <class T>
std::vector<double> to_host(const Array1<T>& values) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), values);
  return std::vector<double>(host.data(), host.data() + host.extent(0));
}

template <class T>
Array2<T> to_device(const Points& points) {
  Array2<T> out("points", 2, points.size());
  const auto host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int c = 0; c < 2; ++c) host(c, i) = T(points[i][c]);
  Kokkos::deep_copy(out, host);
  return out;
}

template <class T>
Array1<T> to_device(const std::vector<double>& values) {
  Array1<T> out("values", values.size());
  const auto host = Kokkos::create_mirror_view(out);
  for (std::size_t i = 0; i < values.size(); ++i) host(i) = T(values[i]);
  Kokkos::deep_copy(out, host);
  return out;
}

// A sampler on charts, ready to draw; the workspace is sealed, so that drawing cannot allocate.
template <template <class> class S, class T>
struct Sampling {
  Workspace workspace;
  S<T> sampler;
  sampling::Samples<T> samples;

  Sampling(const typename S<T>::Options& options, const Charts& charts, sampling::Lookup lookup = sampling::Lookup::exact,
           std::uint64_t seed = 7)
      : sampler(options, {sampling::RestSurface<T>(rest_surface(charts, lookup)), seed, &workspace}),
        samples{Array2<T>("uv", 2, options.points), Array1<T>("weight", options.points)} {
    workspace.seal();
  }
  Points draw(std::int64_t step) {
    sampler.draw(Exec(), step, samples);
    Exec().fence();
    return to_host(samples.uv, sampler.points());
  }
  std::vector<double> weights() const { return to_host(samples.weight); }
};

template <class T>
double tolerance() {
  return 2 * double(sampling::RestSurface<T>::slack);
}

// Points of each cell of a columns x rows grid.
inline std::vector<double> histogram(const Points& points, int columns, int rows) {
  std::vector<double> counts(std::size_t(columns) * rows, 0);
  for (const auto& [u, v] : points) {
    const int c = std::min(int(u * columns), columns - 1), r = std::min(int(v * rows), rows - 1);
    ++counts[std::size_t(r) * columns + c];
  }
  return counts;
}

// Whether counts are a plausible draw from the probabilities: the chi-square statistic lies below its 1 - 1e-4 quantile
// (Wilson-Hilferty).  Cells of probability 0 must be empty; cells with fewer than 5 expected counts are pooled.
inline bool plausible(const std::vector<double>& counts, const std::vector<double>& probability) {
  double total = 0, statistic = 0, pooled_count = 0, pooled_expected = 0;
  for (const double count : counts) total += count;
  int terms = 0;
  const auto add = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    ++terms;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probability[i];
    if (expected == 0 && counts[i] > 0) return false;
    if (expected >= 5) {
      add(counts[i], expected);
    } else {
      pooled_count += counts[i];
      pooled_expected += expected;
    }
  }
  if (pooled_expected > 0) add(pooled_count, pooled_expected);
  const double freedom = std::max(terms - 1, 1), spread = 2 / (9 * freedom);
  return statistic < freedom * std::pow(1 - spread + 3.719 * std::sqrt(spread), 3);
}

// Area of the charts in each cell of a grid, as a share of the whole, by a dense raster.
inline std::vector<double> raster_shares(const Charts& charts, int columns, int rows, int fine = 24) {
  std::vector<double> shares(std::size_t(columns) * rows, 0);
  double total = 0;
  for (int r = 0; r < rows * fine; ++r)
    for (int c = 0; c < columns * fine; ++c)
      if (charts.contains((c + 0.5) / (columns * fine), (r + 0.5) / (rows * fine), 0)) {
        ++shares[std::size_t(r / fine) * columns + c / fine];
        ++total;
      }
  for (auto& share : shares) share /= total;
  return shares;
}

}  // namespace plisse::test
