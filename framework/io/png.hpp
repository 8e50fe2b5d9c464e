// SPDX-License-Identifier: Apache-2.0
// Colour images of eight bits a channel, and PNG files of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace plisse::io {

struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;  // (height, width, 3), top row first, sRGB

  Image() = default;
  Image(int w, int h, std::uint8_t value = 255) : width(w), height(h), rgb(std::size_t(w) * std::size_t(h) * 3, value) {}
  std::uint8_t* pixel(int x, int y) { return &rgb[(std::size_t(y) * std::size_t(width) + std::size_t(x)) * 3]; }
  const std::uint8_t* pixel(int x, int y) const { return &rgb[(std::size_t(y) * std::size_t(width) + std::size_t(x)) * 3]; }
};

// Replaces the file in one go.  Throws FileError when it cannot be written, std::invalid_argument on an image without pixels.
void write_png(const std::filesystem::path& file, const Image& image);

// Reads any PNG as RGB.  Throws FileError when it cannot be read, std::runtime_error when it is no PNG.
Image read_png(const std::filesystem::path& file);

}  // namespace plisse::io
