// SPDX-License-Identifier: Apache-2.0
#include "framework/io/png.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "framework/io/atomic_file.hpp"

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#include <stb/stb_image.h>

#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>

namespace plisse::io {
namespace {

void append(void* target, void* data, int bytes) {
  static_cast<std::string*>(target)->append(static_cast<const char*>(data), std::size_t(bytes));
}

}  // namespace

void write_png(const std::filesystem::path& file, const Image& image) {
  const std::size_t expected = std::size_t(image.width) * std::size_t(image.height) * 3;
  if (image.width <= 0 || image.height <= 0 || image.rgb.size() != expected)
    throw std::invalid_argument("an image without pixels cannot be written");
  std::string encoded;
  if (!stbi_write_png_to_func(append, &encoded, image.width, image.height, 3, image.rgb.data(), image.width * 3)) {
    throw std::runtime_error("cannot encode the image for " + file.string());
  }
  write_file(file, encoded);
}

Image read_png(const std::filesystem::path& file) {
  const std::string encoded = read_file(file);
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(encoded.data()), int(encoded.size()), &width, &height, &channels, 3),
      stbi_image_free);
  if (!pixels) throw std::runtime_error(file.string() + " is no PNG image: " + stbi_failure_reason());
  Image image(width, height);
  image.rgb.assign(pixels.get(), pixels.get() + image.rgb.size());
  return image;
}

}  // namespace plisse::io
