// SPDX-License-Identifier: Apache-2.0
#include "experiments/components/piece_motions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plisse::experiments {

namespace {

constexpr std::size_t shown = 3;

Vec3<double> mean(const std::vector<Vec3<double>>& points) {
  Vec3<double> sum{};
  for (const auto& x : points) sum = sum + x;
  return (1 / double(points.size())) * sum;
}

}  // namespace

PieceMotions::PieceMotions(const surfaces::Shape& surface) : tolerance_(on_surface * size_of(surface)) {
  const auto spread = surface.spread();
  const int count = spread.piece.empty() ? 1 : 1 + *std::max_element(spread.piece.begin(), spread.piece.end());
  pieces_.assign(std::size_t(count), {{}, RigidMotions(surface)});
  for (std::size_t i = 0; i < spread.points.size(); ++i)
    pieces_[spread.piece.empty() ? 0 : std::size_t(spread.piece[i])].points.push_back(spread.points[i].x);
}

void PieceMotions::hold(const RegionContact& contact, const std::array<bool, 3>& fixed, bool clamped) {
  for (std::size_t i = 0; i < contact.points.size(); ++i)
    pieces_[contact.piece.empty() ? 0 : std::size_t(contact.piece[i])].motions.hold(contact.points[i], fixed, clamped);
}

void PieceMotions::mirror(int axis, double at) {
  for (auto& piece : pieces_) {
    const auto height = [&](const Vec3<double>& x) { return (axis == 0 ? x.x : axis == 1 ? x.y : x.z) - at; };
    const auto [low, high] =
        std::minmax_element(piece.points.begin(), piece.points.end(), [&](const auto& a, const auto& b) { return height(a) < height(b); });
    if (height(*low) <= tolerance_ && height(*high) >= -tolerance_) piece.motions.mirror(axis, at);
  }
}

std::string PieceMotions::free_motions() const {
  if (pieces_.size() == 1) {
    const auto free = pieces_.front().motions.free_motions();
    return free.empty() ? "" : "the surface can still move as a rigid body (" + free + ")";
  }
  std::string text;
  std::size_t count = 0;
  for (const auto& piece : pieces_) {
    const auto free = piece.motions.free_motions();
    if (free.empty() || ++count > shown) continue;
    text += fmt::format("{}the one of {} points around {} by {}", count == 1 ? "" : ", ", piece.points.size(),
                        place_text(mean(piece.points)), free);
  }
  if (count == 0) return {};
  return fmt::format("{} of the {} pieces of the surface, which nothing joins, can still move as rigid bodies ({}{})", count,
                     pieces_.size(), text, count > shown ? ", ..." : "");
}

}  // namespace plisse::experiments
