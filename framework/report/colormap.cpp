// SPDX-License-Identifier: Apache-2.0
#include "framework/report/colormap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "framework/report/percentile.hpp"

namespace plisse::report {
namespace {

// Each 32nd part of the published tables, 0xRRGGBB in sRGB, linear in between.
using Table = std::array<std::uint32_t, 33>;

constexpr Table viridis{0x440154, 0x470d60, 0x48186a, 0x482374, 0x472d7b, 0x453781, 0x424086, 0x3e4989, 0x3b528b, 0x375b8d, 0x33638d,
                        0x2f6b8e, 0x2c728e, 0x297a8e, 0x26828e, 0x23898e, 0x21918c, 0x1f988b, 0x1fa088, 0x22a785, 0x28ae80, 0x32b67a,
                        0x3fbc73, 0x4ec36b, 0x5ec962, 0x70cf57, 0x84d44b, 0x98d83e, 0xaddc30, 0xc2df23, 0xd8e219, 0xece51b, 0xfde725};

constexpr Table cool_warm{0x3b4cc0, 0x445acc, 0x4e68d8, 0x5875e1, 0x6282ea, 0x6c8ff1, 0x779af7, 0x82a6fb, 0x8db0fe, 0x98b9ff, 0xa3c2fe,
                          0xaec9fc, 0xb9d0f9, 0xc3d5f4, 0xccd9ed, 0xd5dbe5, 0xdddcdc, 0xe5d8d1, 0xecd3c5, 0xf1ccb8, 0xf5c4ac, 0xf7ba9f,
                          0xf7b093, 0xf6a586, 0xf4987a, 0xf08b6e, 0xeb7d62, 0xe46e56, 0xdd5f4b, 0xd44e41, 0xca3b37, 0xbe242e, 0xb40426};

constexpr double darkest = 0.16;  // of viridis: below it, shading cannot be seen
constexpr float no_data = 0.62f;

Rgb look_up(const Table& table, double t) {
  const double x = std::clamp(t, 0., 1.) * double(table.size() - 1);
  const std::size_t cell = std::min(std::size_t(x), table.size() - 2);
  const float w = float(x - double(cell));
  Rgb color;
  for (int c = 0; c < 3; ++c) {
    const auto channel = [&](std::size_t i) { return float((table[i] >> (16 - 8 * c)) & 0xff) / 255.f; };
    color[std::size_t(c)] = (1 - w) * channel(cell) + w * channel(cell + 1);
  }
  return color;
}

// The smallest 1, 2, 2.5 or 5 times a power of ten that is not below `step`.
double nice_step(double step) {
  const double power = std::pow(10., std::floor(std::log10(step)));
  for (const double factor : {1., 2., 2.5, 5.}) {
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

}  // namespace

Rgb linear_from_srgb(Rgb color) {
  for (float& c : color) c = c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
  return color;
}

float srgb_from_linear(float value) { return value <= 0.0031308f ? 12.92f * value : 1.055f * std::pow(value, 1 / 2.4f) - 0.055f; }

ColorScale::ColorScale(double low, double high) : low_(low), high_(high), diverging_(low < 0 && high > 0) {
  if (!(low < high)) throw std::invalid_argument("a colour scale needs low < high");
}

Rgb ColorScale::srgb(double value) const {
  if (std::isnan(value)) return {no_data, no_data, no_data};
  if (diverging_) return look_up(cool_warm, 0.5 + 0.5 * std::clamp(value, low_, high_) / std::max(-low_, high_));
  return look_up(viridis, darkest + (1 - darkest) * std::clamp((value - low_) / (high_ - low_), 0., 1.));
}

Rgb ColorScale::linear(double value) const { return linear_from_srgb(srgb(value)); }

std::pair<double, double> shown_range(std::vector<double> values) {
  std::erase_if(values, [](double v) { return !std::isfinite(v); });
  if (values.empty()) throw std::invalid_argument("no finite value to take a range from");
  std::sort(values.begin(), values.end());
  double low = percentile(values, 0.01), high = percentile(values, 0.99);
  if (low < 0 && high > 0 && std::min(-low, high) >= 0.1 * std::max(-low, high)) {
    high = std::max(-low, high);
    low = -high;
  }
  const double least = std::max(1e-9 * std::max(std::abs(low), std::abs(high)), 1e-300);
  if (high - low >= least) return {low, high};
  const double pad = low == 0 ? 1 : 0.05 * std::abs(low);
  return {low - (low == 0 ? 0 : pad), high + pad};
}

Ticks nice_ticks(double low, double high, int wanted) {
  if (!(low < high) || wanted < 1) throw std::invalid_argument("ticks need low < high and at least one wanted");
  Ticks ticks;
  const double step = nice_step((high - low) / wanted), slack = 1e-9 * step;
  for (double i = std::ceil((low - slack) / step); i * step <= high + slack; ++i) ticks.values.push_back(i * step);
  const double largest = std::max(std::abs(low), std::abs(high));
  const int magnitude = int(std::floor(std::log10(largest) + 1e-9));
  if (magnitude >= 4 || magnitude <= -3) ticks.exponent = magnitude;
  const double unit = std::pow(10., ticks.exponent);
  int decimals = 0;
  while (decimals < 12 && std::abs(std::remainder(step / unit, std::pow(10., -decimals))) > 1e-6 * step / unit) ++decimals;
  for (double& value : ticks.values) {
    if (std::abs(value) < slack) value = 0;
    ticks.labels.push_back(fmt::format("{:.{}f}", value / unit, decimals));
  }
  return ticks;
}

}  // namespace plisse::report
