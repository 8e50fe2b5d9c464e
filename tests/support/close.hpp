// SPDX-License-Identifier: Apache-2.0
// Comparison relative to the expected value alone: doctest::Approx takes its epsilon relative to 1 + |value|, which says nothing of small
// energies and lengths.
#pragma once

#include <cmath>

namespace plisse::tests {

inline bool close(double value, double expected, double relative) { return std::abs(value - expected) <= relative * std::abs(expected); }

}  // namespace plisse::tests
