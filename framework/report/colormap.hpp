// SPDX-License-Identifier: Apache-2.0
// Colour maps: from a scalar to a colour, perceptually ordered.
// Sequential: viridis (S. van der Walt, N. Smith, matplotlib 2.0, CC0) without its darkest end, where shading drowns.
// Diverging: cool to warm (K. Moreland, "Diverging color maps for scientific visualization", ISVC 2009), grey at zero.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace plisse::report {

using Rgb = std::array<float, 3>;  // in [0, 1]; the text says whether linear or sRGB

Rgb linear_from_srgb(Rgb color);
float srgb_from_linear(float value);

// Colours of a field's values.
class ColorScale {
 public:
  // Values outside [low, high] take the end colours.  Where low < 0 < high the map diverges from zero, with the same steps on both sides.
  ColorScale(double low, double high);

  Rgb linear(double value) const;  // linear RGB; NaN is a neutral grey
  Rgb srgb(double value) const;
  double low() const { return low_; }
  double high() const { return high_; }
  bool diverging() const { return diverging_; }

 private:
  double low_, high_;
  bool diverging_;
};

// The range that shows most of the values: percentiles 1 to 99 of the finite ones; symmetric about zero where both signs matter (the
// smaller side reaches a tenth of the larger one); widened where all values are equal.  Throws std::invalid_argument when none is finite.
std::pair<double, double> shown_range(std::vector<double> values);

struct Ticks {
  std::vector<double> values;       // multiples of 1, 2, 2.5 or 5 times a power of ten, within the range
  std::vector<std::string> labels;  // to be multiplied by 10^exponent
  int exponent = 0;                 // zero wherever plain numbers stay short
};

// About `wanted` nice numbers in [low, high], low < high.
Ticks nice_ticks(double low, double high, int wanted);

}  // namespace plisse::report
