// SPDX-License-Identifier: Apache-2.0
// Coarse to fine: the levels of an encoder switch on one after another.  With L levels, the share s of the training over which they do
// and the progress t of the training, level k from the coarsest has the weight
//   w_k = (1 - cos(pi clamp(a - (k - 1), 0, 1))) / 2,   a = (L - 1) t / s,   w_0 = 1,
// so that the coarsest is there from the start, the others begin one by one, and all are on from t = s.
// References: C.-H. Lin et al., "BARF: Bundle-Adjusting Neural Radiance Fields", ICCV 2021;
// K. Park et al., "Nerfies: Deformable Neural Radiance Fields", ICCV 2021.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/core/compat.hpp"

namespace plisse::encoders {

inline constexpr int most_levels = 16;

// Factors of the levels' features, passed to kernels by value.
template <class T>
struct LevelWeights {
  T of[most_levels];
  KOKKOS_FORCEINLINE_FUNCTION T operator[](int level) const { return of[level]; }
};

enum class LevelOrder { coarsest_first, finest_first };

// share 0: all levels are on from the start.
template <class T>
LevelWeights<T> level_weights(int levels, LevelOrder order, double share, double progress) {
  LevelWeights<T> weights{};
  for (int k = 0; k < levels; ++k) {
    const double begun = share > 0 && progress < share ? (levels - 1) * progress / share - (k - 1) : 1;
    const double t = k == 0 ? 1 : std::clamp(begun, 0.0, 1.0);
    weights.of[order == LevelOrder::coarsest_first ? k : levels - 1 - k] = T(t < 1 ? (1 - std::cos(std::numbers::pi * t)) / 2 : 1);
  }
  return weights;
}

}  // namespace plisse::encoders
