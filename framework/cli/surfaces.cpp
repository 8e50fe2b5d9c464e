// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/surfaces.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "framework/cli/names.hpp"
#include "framework/config/error.hpp"
#include "framework/run/summary.hpp"

namespace plisse::cli {
namespace {

namespace fs = std::filesystem;
using report::DrapedSurface;

// Empty, with the reason, where the run has no surface to measure.
std::optional<DrapedSurface> surface_of(const std::string& run, std::string& missing) {
  auto mesh = run::final_surface(run);
  if (!mesh) {
    missing = fmt::format("{} has no final surface", run_label(run));
    return {};
  }
  try {
    return DrapedSurface(run_label(run), std::move(*mesh));
  } catch (const config::Error& error) {
    missing = error.what();
    return {};
  }
}

bool is_mesh_file(const fs::path& path) { return fs::is_regular_file(path) && path.filename() != "run.h5"; }

bool is_same_run(const std::string& a, const std::string& b) {
  std::error_code error;
  return fs::equivalent(run::Layout(a).folder, run::Layout(b).folder, error);
}

}  // namespace

std::string SurfacesToCompare::missing_distance(const std::string& name) const {
  for (const auto& result : results) {
    if (!result) continue;
    if (auto why = report::missing_distance(name, *reference, *result); !why.empty()) return why;
  }
  return {};
}

SurfacesToCompare surfaces_to_compare(const std::vector<std::string>& runs, const std::string& reference, const io::ReadOptions& read) {
  SurfacesToCompare surfaces;
  const std::string source = reference.empty() ? runs.front() : reference;
  const bool of_file = is_mesh_file(source);
  surfaces.reference =
      of_file ? DrapedSurface(fs::path(source).filename().string(), io::read_mesh(source, read)) : surface_of(source, surfaces.missing);
  if (!surfaces.reference && !reference.empty()) throw config::Error("--reference: " + surfaces.missing);
  for (std::size_t i = 0; i < runs.size() && surfaces.missing.empty(); ++i) {
    if (!surfaces.origin && !of_file && is_same_run(runs[i], source)) {
      surfaces.origin = i;
      surfaces.results.emplace_back();
    } else {
      surfaces.results.push_back(surface_of(runs[i], surfaces.missing));
    }
  }
  return surfaces;
}

}  // namespace plisse::cli
