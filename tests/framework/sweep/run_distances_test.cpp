// SPDX-License-Identifier: Apache-2.0
// Distances of final surfaces as columns of a table.
#include "framework/sweep/run_distances.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "framework/config/error.hpp"
#include "framework/report/table_writers.hpp"
#include "framework/sweep/published.hpp"
#include "framework/sweep/records.hpp"
#include "run_folders.hpp"
#include "tests/framework/report/shapes.hpp"
#include "tests/support/scratch_folder.hpp"

using namespace plisse;
using namespace plisse::tests;
using doctest::Approx;

namespace {

FakeRun run_of(const std::string& model, int seed, const geometry::SurfaceMesh& surface) {
  FakeRun run{model, seed, 1, {}};
  run.surface = surface;
  return run;
}

report::TableLayout layout_of(const std::vector<std::string>& rows, const std::vector<std::string>& cols, const std::string& metric) {
  report::TableLayout layout;
  layout.rows = rows;
  layout.cols = cols;
  layout.metrics = {metric};
  return layout;
}

report::Table table_of(const sweep::Collection& collection, const report::TableLayout& layout) {
  return report::make_table(sweep::records(collection, collection.runs, layout.rows, layout.cols, layout.metrics), layout);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("each run is measured against the run of the row with its seed, which is marked and never the best") {
  const ScratchFolder folder;
  // By seed, so that other pairs would give other numbers: sheets 1 mm, then 2 mm, above one at 0 m, then 1 m.
  write_sweep(folder.path(), {run_of("mesh", 0, testing::flat(4, 1, 0)), run_of("mesh", 1, testing::flat(4, 1, 1)),
                              run_of("cloud", 0, testing::flat(7, 1, 0.001)), run_of("cloud", 1, testing::flat(7, 1, 1.002)),
                              run_of("field", 0, testing::flat(9, 1, 0.004)), run_of("field", 1, testing::flat(9, 1, 1.004))});
  const auto table = table_of(sweep::collect({folder.path()}), layout_of({"model"}, {}, "d_c(mesh)"));
  REQUIRE(table.rows.size() == 3);
  CHECK(table.cells[0][0].is_reference());
  CHECK(table.cells[0][0].spread.mean == 0);
  CHECK_FALSE(table.cells[0][0].bold);
  CHECK(table.cells[1][0].samples[0].value == Approx(0.001));
  CHECK(table.cells[1][0].samples[1].value == Approx(0.002));
  CHECK(table.cells[1][0].bold);
  CHECK(table.cells[2][0].spread.mean == Approx(0.004));
  CHECK(table.metrics[0].unit == "m");
  CHECK(table.metrics[0].samples == report::comparison_sampling.points);
  CHECK(has(table.metrics[0].definition, "to the final surface of 'mesh' with the same seed"));
  CHECK(has(report::markdown(table), "ref."));
  CHECK(has(report::latex(table), "& ref. \\\\"));
  CHECK(has(report::json(table), "\"reference\": true"));
}

TEST_CASE("a label may be a column, and that of single runs is the name of their folder") {
  const ScratchFolder folder;
  write_run(folder / "a", run_of("grid", 0, testing::flat(4, 1, 0)));
  write_run(folder / "b", run_of("mlp", 0, testing::flat(4, 1, 0.01)));
  auto collection = sweep::collect({folder / "a", folder / "b"});
  const auto rows = table_of(collection, layout_of({"run"}, {}, "hausdorff(a)"));
  CHECK(rows.cells[0][0].is_reference());
  CHECK(rows.cells[1][0].spread.mean == Approx(0.01));
  sweep::label_by_keys(collection, {"train.epochs", "field.encoder.type"});
  const auto cols = table_of(collection, layout_of({"train.epochs"}, {"field.encoder.type"}, "chamfer_l1(mlp)"));
  CHECK(cols.cells[0][0].spread.mean == Approx(0.01));
  CHECK(cols.cells[0][1].is_reference());
}

TEST_CASE("what cannot be measured is a footnote; wrinkles may be compared where both surfaces have some") {
  const ScratchFolder folder;
  FakeRun failed = run_of("failed", 0, {});
  failed.status = run::Status::diverged;
  write_sweep(folder.path(),
              {run_of("wavy", 0, testing::wavy(20)), run_of("fine", 0, testing::wavy(40)), run_of("flat", 0, testing::flat(5, 1)),
               run_of("nothing", 0, {}), failed, run_of("lonely", 1, testing::wavy(8))});
  const auto collection = sweep::collect({folder.path()});
  const auto reason = [&](const std::string& metric, std::size_t run) {
    return sweep::records(collection, collection.runs, {"model"}, {}, {metric})[run].measurements[0].missing;
  };
  CHECK(reason("d_w(wavy)", 1).empty());
  CHECK(reason("d_w(wavy)", 2) == "this run has no wrinkles: the surface is flat");
  CHECK(reason("d_c(wavy)", 2).empty());
  CHECK(reason("d_w(flat)", 1) == "'flat' has no wrinkles: the surface is flat");
  CHECK(reason("d_c(wavy)", 3) == "this run has no final surface");
  CHECK(reason("d_c(nothing)", 0) == "'nothing' has no final surface");
  CHECK(reason("d_c(wavy)", 4) == "diverged");
  CHECK(reason("d_c(failed)", 0) == "the run of 'failed' is diverged");
  CHECK(reason("d_c(wavy)", 5) == "no run of 'wavy' with the same seed");
  CHECK(has(reason("rmse(wavy)", 1), "other triangles"));
  CHECK_THROWS_AS(reason("d_c(wvy)", 1), config::Error);
}

TEST_CASE("published distances belong to a row or column, and stand beside ours") {
  const ScratchFolder folder;
  write_sweep(folder.path(), {run_of("mesh", 0, testing::wavy(12)), run_of("cloud", 0, testing::wavy(15))});
  const auto collection = sweep::collect({folder.path()});
  const auto read = [&](const std::string& metric) {
    std::ofstream(folder / "published.yaml") << "source: Doe\nmetrics:\n  \"" << metric << "\": {cloud: 0.013}\n";
    return sweep::read_published(folder / "published.yaml", collection, {"model"}, {}, {"d_c_relative(mesh)"});
  };
  auto layout = layout_of({"model"}, {}, "d_c_relative(mesh)");
  layout.published = read("d_c_relative( mesh )");
  const auto table = table_of(collection, layout);
  CHECK(table.cells[1][1].published == "0.013");
  CHECK(table.cells[1][0].spread.mean > 0);
  CHECK(has(table.metrics[0].definition, "over the diagonal of the bounding box of the reference"));
  CHECK(read("d_w(mesh)").values.size() == 1);
  CHECK_THROWS_AS(read("d_w(meshes)"), config::Error);
}
