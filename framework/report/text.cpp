// SPDX-License-Identifier: Apache-2.0
#include "framework/report/text.hpp"

#include "framework/io/atomic_file.hpp"

#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_easy_font.h>
#include <stb/stb_truetype.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

namespace plisse::report {
namespace {

void blend(io::Image& image, int x, int y, double cover, Color8 color) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  std::uint8_t* pixel = image.pixel(x, y);
  for (int c = 0; c < 3; ++c) pixel[c] = std::uint8_t(std::lround(pixel[c] + cover * (color[std::size_t(c)] - pixel[c])));
}

// Code points of UTF-8; broken bytes become U+FFFD.
std::vector<int> code_points(const std::string& text) {
  std::vector<int> points;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const int length = byte < 0x80 ? 1 : byte >> 5 == 6 ? 2 : byte >> 4 == 14 ? 3 : byte >> 3 == 30 ? 4 : 0;
    int point = length == 1 ? byte : byte & (0x7f >> length);
    bool good = length > 0 && i + std::size_t(length) <= text.size();
    for (int k = 1; good && k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + std::size_t(k)]);
      good = next >> 6 == 2;
      point = point << 6 | (next & 0x3f);
    }
    points.push_back(good ? point : 0xfffd);
    i += good ? std::size_t(length) : 1;
  }
  return points;
}

class Outlines {
 public:
  static const Outlines* find() {
    static const std::optional<Outlines> font = load();
    return font ? &*font : nullptr;
  }

  // Calls visit(code point, pen position, scale) for each glyph; returns the width.
  template <class Visit>
  double lay_out(const std::string& text, double size, Visit visit) const {
    const double scale = stbtt_ScaleForMappingEmToPixels(&info_, float(size));
    double pen = 0;
    int previous = 0;
    for (const int point : code_points(text)) {
      if (previous) pen += scale * stbtt_GetCodepointKernAdvance(&info_, previous, point);
      visit(point, pen, float(scale));
      int advance = 0, bearing = 0;
      stbtt_GetCodepointHMetrics(&info_, point, &advance, &bearing);
      pen += scale * advance;
      previous = point;
    }
    return pen;
  }

  void draw(io::Image& image, double x, double y, const std::string& text, double size, Color8 color) const {
    const double base = std::round(y);
    lay_out(text, size, [&](int point, double pen, float scale) {
      const double left = x + pen, whole = std::floor(left);
      int width = 0, height = 0, dx = 0, dy = 0;
      unsigned char* cover =
          stbtt_GetCodepointBitmapSubpixel(&info_, scale, scale, float(left - whole), 0, point, &width, &height, &dx, &dy);
      for (int j = 0; j < height; ++j) {
        for (int i = 0; i < width; ++i) blend(image, int(whole) + dx + i, int(base) + dy + j, cover[j * width + i] / 255., color);
      }
      stbtt_FreeBitmap(cover, nullptr);
    });
  }

 private:
  static std::optional<Outlines> load() {
    std::vector<std::string> files;
    if (const char* named = std::getenv("PLISSE_FONT")) files.emplace_back(named);
    for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/", "/usr/share/fonts/dejavu/",
                               "/usr/share/fonts/TTF/"}) {
      files.push_back(std::string(folder) + "DejaVuSans.ttf");
    }
    for (const std::string& file : files) {
      std::error_code ignored;
      if (!std::filesystem::is_regular_file(file, ignored)) continue;
      std::optional<Outlines> font(std::in_place);
      try {
        font->data_ = io::read_file(file);
      } catch (const io::FileError&) {
        continue;
      }
      const auto* bytes = reinterpret_cast<const unsigned char*>(font->data_.data());
      if (stbtt_GetNumberOfFonts(bytes) > 0 && stbtt_InitFont(&font->info_, bytes, stbtt_GetFontOffsetForIndex(bytes, 0))) return font;
    }
    return {};
  }

  std::string data_;  // of a file: long, so that its characters stay where they are when the object moves
  stbtt_fontinfo info_{};
};

// The signs of legends in ASCII: × as x, superscripts after a caret.
std::string ascii(const std::string& text) {
  std::string plain;
  bool raised = false;
  for (const int point : code_points(text)) {
    int digit = point == 0xb9                                           ? 1
                : point == 0xb2                                         ? 2
                : point == 0xb3                                         ? 3
                : point == 0x2070 || (point > 0x2073 && point < 0x207a) ? point - 0x2070
                                                                        : -1;
    const bool raise = digit >= 0 || point == 0x207b;
    if (raise && !raised) plain += '^';
    raised = raise;
    if (digit >= 0) plain += char('0' + digit);
    else if (point == 0x207b || point == 0x2212 || point == 0x2013) plain += '-';
    else if (point == 0xd7) plain += 'x';
    else if (point == 0x2026) plain += "...";
    else plain += point < 0x80 ? char(point) : '?';
  }
  return plain;
}

// stb_easy_font: capitals are 7 units high, descenders reach 2 below.
struct Bitmap {
  static double scale(double size) { return std::max(1., std::round(size / 9)); }

  static double width(const std::string& text, double size) {
    std::string plain = ascii(text);
    return scale(size) * stb_easy_font_width(plain.data());
  }

  static void draw(io::Image& image, double x, double y, const std::string& text, double size, Color8 color) {
    struct Corner {
      float x, y, z;
      unsigned char color[4];
    };
    std::string plain = ascii(text);
    std::vector<Corner> corners(64 * plain.size() + 4);
    const int quads = stb_easy_font_print(0, 0, plain.data(), nullptr, corners.data(), int(corners.size() * sizeof(Corner)));
    const double unit = scale(size), left = std::round(x), top = std::round(y) - 9 * unit;
    for (int q = 0; q < quads; ++q) {
      const Corner &a = corners[std::size_t(4 * q)], &b = corners[std::size_t(4 * q + 2)];
      fill_rectangle(image, left + unit * a.x, top + unit * a.y, left + unit * b.x, top + unit * b.y, color);
    }
  }
};

}  // namespace

void fill_rectangle(io::Image& image, double x0, double y0, double x1, double y1, Color8 color) {
  const auto overlap = [](double low, double high, int cell) {
    return std::max(0., std::min(high, cell + 1.) - std::max(low, double(cell)));
  };
  for (int y = std::max(0, int(std::floor(y0))); y < std::min(double(image.height), y1); ++y) {
    for (int x = std::max(0, int(std::floor(x0))); x < std::min(double(image.width), x1); ++x) {
      blend(image, x, y, overlap(x0, x1, x) * overlap(y0, y1, y), color);
    }
  }
}

double text_width(const std::string& text, double size) {
  if (const Outlines* font = Outlines::find()) return font->lay_out(text, size, [](int, double, float) {});
  return Bitmap::width(text, size);
}

void draw_text(io::Image& image, double x, double y, const std::string& text, double size, Color8 color) {
  if (const Outlines* font = Outlines::find()) font->draw(image, x, y, text, size, color);
  else Bitmap::draw(image, x, y, text, size, color);
}

std::string fitted(const std::string& text, double size, double width) {
  if (text_width(text, size) <= width) return text;
  std::string begin = text;
  while (!begin.empty() && text_width(begin + "…", size) > width) {
    while (!begin.empty() && (static_cast<unsigned char>(begin.back()) & 0xc0) == 0x80) begin.pop_back();
    if (!begin.empty()) begin.pop_back();
  }
  return begin.empty() ? "" : begin + "…";
}

}  // namespace plisse::report
