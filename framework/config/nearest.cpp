// SPDX-License-Identifier: Apache-2.0
// Did you mean …?  Edit distance with transpositions (optimal string alignment).
#include <algorithm>
#include <cctype>

#include "framework/config/config.hpp"

namespace plisse::config {
namespace {

std::size_t distance(const std::string& a, const std::string& b) {
  const std::size_t n = a.size(), m = b.size();
  std::vector<std::vector<std::size_t>> d(n + 1, std::vector<std::size_t>(m + 1));
  for (std::size_t i = 0; i <= n; ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= m; ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= n; ++i)
    for (std::size_t j = 1; j <= m; ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[n][m];
}

// Case and the choice of - or _ do not count.
std::string folded(std::string text) {
  for (char& c : text) c = c == '-' ? '_' : char(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

std::string nearest(const std::string& name, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;
  if (name.size() > longest) return {};
  const std::string wanted = folded(name);
  std::string best;
  const std::size_t farthest = std::max<std::size_t>(1, wanted.size() / 3);
  std::size_t best_distance = farthest + 1;
  for (const std::string& candidate : candidates) {
    const std::string other = folded(candidate);
    const bool shortened = wanted.size() >= 3 && (other.rfind(wanted, 0) == 0 || wanted.rfind(other, 0) == 0) && other.size() >= 3;
    const std::size_t edits = distance(wanted, other), d = shortened ? std::min(edits, farthest) : edits;
    if (d < best_distance && d < std::max(wanted.size(), other.size())) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace plisse::config
