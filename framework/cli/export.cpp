// SPDX-License-Identifier: Apache-2.0
// plisse export RUN [--resolution 1024] --obj|--ply|--vtkhdf FILE
#include <fmt/format.h>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/config/error.hpp"
#include "framework/io/mesh_writers.hpp"
#include "framework/run/driver.hpp"

namespace plisse::cli {
namespace {

struct Options {
  std::string run, obj, ply, vtkhdf;
  int resolution = 1024;
};

int export_mesh(const Host& host, const Options& options) {
  if (options.obj.empty() && options.ply.empty() && options.vtkhdf.empty())
    throw config::Error("nothing to write: give --obj FILE, --ply FILE or --vtkhdf FILE");
  const Device device(host);
  const run::Loaded loaded = run::open(options.run);
  const geometry::SurfaceMesh mesh = loaded.experiment->surface(options.resolution);
  const auto note = [&](const std::string& file) {
    print_note(fmt::format("{}: {} points, {} triangles", file, mesh.positions.size(), mesh.triangles.size()));
  };
  if (!options.obj.empty()) io::write_obj(options.obj, mesh), note(options.obj);
  if (!options.ply.empty()) io::write_ply(options.ply, mesh), note(options.ply);
  if (!options.vtkhdf.empty()) io::write_vtkhdf(options.vtkhdf, mesh), note(options.vtkhdf);
  return 0;
}

}  // namespace

void add_export(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("export", "Write the final surface of a run as a mesh, at any resolution");
  command->add_option("RUN", options->run, "Folder of a run, or its run.h5")->required();
  command->add_option("--resolution", options->resolution, "Points along each side of the UV square")
      ->capture_default_str()
      ->check(CLI::Range(2, 16384));
  command->add_option("--obj", options->obj, "OBJ file to write");
  command->add_option("--ply", options->ply, "PLY file to write, with the fields");
  command->add_option("--vtkhdf", options->vtkhdf, "VTKHDF file to write, with the fields, for ParaView");
  command->callback([&program, options] { program.action = [&program, options] { return export_mesh(program.host, *options); }; });
}

}  // namespace plisse::cli
