// SPDX-License-Identifier: Apache-2.0
// From records to cells.
#include "framework/report/table.hpp"

#include <doctest/doctest.h>

#include "framework/config/error.hpp"
#include "records.hpp"

using namespace plisse;
using namespace plisse::tests;
using doctest::Approx;
using report::Best;
using report::Column;
using report::Record;
using report::Table;
using report::Uncertainty;

namespace {

std::string error_of(const std::vector<Record>& records, const report::TableLayout& layout) {
  try {
    report::make_table(records, layout);
  } catch (const config::Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("rows and columns keep the order of the records, and a cell has all seeds") {
  std::vector<Record> records;
  for (const char* budget : {"47400", "12000"}) {
    add(records, "mlp", {3, 4, 5}, budget);
    add(records, "grid", {1, 1, 4}, budget);
  }
  auto options = layout();
  options.cols = {"budget"};
  const Table table = report::make_table(records, options);
  REQUIRE(table.rows == std::vector<std::vector<std::string>>{{"mlp"}, {"grid"}});
  REQUIRE(table.columns.size() == 2);
  CHECK(table.columns[0].cols == std::vector<std::string>{"47400"});
  CHECK(table.cells[0][0].spread.mean == Approx(4));
  CHECK(table.cells[1][1].spread.deviation == Approx(std::sqrt(3.0)));
  CHECK(*table.cells[1][1].uncertainty(Uncertainty::standard_error) == Approx(1));
  CHECK(table.cells[1][1].samples[2].run == "grid-12000-s2");
  CHECK(table.notes.empty());
}

TEST_CASE("several row axes are nested, and so are several column axes") {
  std::vector<Record> records;
  for (const char* model : {"mlp", "grid"})
    for (const char* budget : {"47400", "12000"}) add(records, model, {1, 2}, budget);
  auto options = layout();
  options.rows = {"budget", "model"};
  CHECK(report::make_table(records, options).rows ==
        std::vector<std::vector<std::string>>{{"47400", "mlp"}, {"47400", "grid"}, {"12000", "mlp"}, {"12000", "grid"}});
  for (Record& record : records) record.labels.insert(record.labels.begin(), {"all", "yes"});
  options.rows = {"all"};
  options.cols = {"budget", "model"};
  CHECK(report::make_table(records, options).columns[1].cols == std::vector<std::string>{"47400", "grid"});
}

TEST_CASE("bold is the best only where it leads by more than both uncertainties") {
  const auto bold = [](const std::vector<double>& a, const std::vector<double>& b, Best best = Best::in_column) {
    std::vector<Record> records;
    add(records, "a", a);
    add(records, "b", b);
    auto options = layout();
    options.best = best;
    const Table table = report::make_table(records, options);
    CHECK_FALSE(table.cells[1][0].bold);
    return table.cells[0][0].bold;
  };
  CHECK(bold({1.0, 1.2}, {2.0, 2.2}));
  CHECK_FALSE(bold({1.0, 3.0}, {2.0, 4.0}));  // leads by 1, uncertainty 2
  CHECK_FALSE(bold({1.0, 1.0}, {1.0, 1.0}));  // a tie
  CHECK_FALSE(bold({1.0}, {2.0}));            // single runs have no uncertainty
  CHECK_FALSE(bold({1.0, 1.2}, {2.0}));       // nor has the other
  CHECK_FALSE(bold({1.0, 1.2}, {2.0, 2.2}, Best::none));
  CHECK_FALSE(bold({1.0, 1.2}, {2.0, 2.2}, Best::in_row));  // alone in its row
}

TEST_CASE("higher is better where the metric says so, and nothing is best where it does not") {
  std::vector<Record> records;
  add(records, "a", {1.0, 1.2});
  add(records, "b", {2.0, 2.2});
  for (Record& record : records) record.measurements[0].metric.better = "higher";
  CHECK(report::make_table(records, layout()).cells[1][0].bold);
  for (Record& record : records) record.measurements[0].metric.better = "";
  CHECK_FALSE(report::make_table(records, layout()).cells[1][0].bold);
}

TEST_CASE("runs without a value are counted in a footnote, and the others make the mean") {
  std::vector<Record> records;
  add(records, "a", {1, 2, 3});
  add(records, "b", {1, none, 3});
  add(records, "c", {none, none, none});
  records.back().measurements[0].missing = "not run yet";
  const Table table = report::make_table(records, layout());
  CHECK_FALSE(table.cells[0][0].note);
  CHECK(table.cells[1][0].spread.n == 2);
  CHECK(table.cells[1][0].spread.mean == Approx(2));
  REQUIRE(table.notes.size() == 2);
  CHECK(table.notes[*table.cells[1][0].note] == "1 of 3 runs: diverged; n = 2");
  CHECK(table.notes[*table.cells[2][0].note] == "2 of 3 runs: diverged; 1 of 3 runs: not run yet");
  CHECK(table.cells[2][0].absent.size() == 3);
}

TEST_CASE("values that were not reached make the mean a bound") {
  std::vector<Record> records;
  add(records, "a", {100, 110});
  add(records, "b", {300, 400});
  add(records, "c", {400, 400});
  for (const std::size_t capped : {3, 4, 5}) records[capped].measurements[0].censored = true;
  const Table table = report::make_table(records, layout());
  CHECK(table.cells[0][0].bold);  // the bounds are far beyond it
  CHECK(table.cells[1][0].censored == 1);
  CHECK(table.cells[2][0].censored == 2);
  CHECK_FALSE(table.cells[2][0].note);
  CHECK(has(table.notes[*table.cells[1][0].note], "reached by 1 of 2 runs"));
}

TEST_CASE("no axis is averaged over in silence") {
  std::vector<Record> records;
  add(records, "a", {1, 2}, "12000");
  add(records, "a", {3, 4}, "47400");
  const std::string message = error_of(records, layout());
  CHECK(has(message, "'budget' has several values (12000, 47400)"));
  CHECK(has(message, "--where budget=12000"));
  // An axis that goes with the rows is not averaged.
  records.erase(records.begin() + 2, records.end());
  add(records, "b", {3, 4}, "47400");
  CHECK(error_of(records, layout()).empty());
}

TEST_CASE("unknown axes and impossible layouts are refused") {
  std::vector<Record> records;
  add(records, "a", {1, 2});
  auto options = layout();
  options.rows = {"modle"};
  CHECK(has(error_of(records, options), "did you mean 'model'?"));
  options.rows = options.cols = {"model"};
  CHECK(has(error_of(records, options), "'model' is asked for as rows and as columns"));
  options = layout();
  options.uncertainty = Uncertainty::none;
  CHECK(has(error_of(records, options), "row 'a' has 2 runs in a cell"));
  CHECK(has(error_of({}, layout()), "no run"));
}

TEST_CASE("metrics that were not measured alike are refused, naming the runs") {
  std::vector<Record> records;
  add(records, "a", {1, 2});
  add(records, "b", {1, 2});
  records[3].measurements[0].metric.samples = 200;
  const std::string message = error_of(records, layout());
  CHECK(has(message, "metric 'rmse' was not measured alike"));
  CHECK(has(message, "on 100 samples (a-12000-s0, a-12000-s1, b-12000-s0)"));
  CHECK(has(message, "on 200 samples (b-12000-s1)"));
  records[3].measurements[0].metric.samples = 100;
  records[0].measurements[0].metric.definition = "another root";
  CHECK(has(error_of(records, layout()), "another root"));
}

TEST_CASE("differences to the baseline are taken seed by seed") {
  std::vector<Record> records;
  add(records, "base", {10, 20, 30});
  add(records, "other", {11, 22, 33, 44});  // seed 3 has no partner
  auto options = layout();
  options.baseline = "base";
  const Table table = report::make_table(records, options);
  REQUIRE(table.columns.size() == 2);
  CHECK(table.columns[1].kind == Column::Kind::difference);
  CHECK(table.cells[0][1].samples.empty());
  const auto& cell = table.cells[1][1];
  CHECK(cell.spread.n == 3);
  CHECK(cell.spread.mean == Approx(2));
  CHECK(cell.spread.deviation == Approx(1));
  CHECK_FALSE(cell.p);
  options.baseline = "bas";
  CHECK(has(error_of(records, options), "did you mean 'base'?"));
  options.baseline = "base";
  options.paired = false;
  CHECK(has(error_of(records, options), "not paired"));
}

TEST_CASE("six pairs are tested, five are not") {
  for (const std::size_t pairs : {5, 6}) {
    std::vector<Record> records;
    const std::vector<double> base{1, 2, 3, 4, 5, 6}, other{2, 3.1, 4, 5.1, 6, 7.1};
    add(records, "base", {base.begin(), base.begin() + std::ptrdiff_t(pairs)});
    add(records, "other", {other.begin(), other.begin() + std::ptrdiff_t(pairs)});
    auto options = layout();
    options.baseline = "base";
    const auto p = report::make_table(records, options).cells[1][1].p;
    CHECK(p.has_value() == (pairs >= report::fewest_pairs));
    if (p) CHECK(*p < report::significance);
  }
}

TEST_CASE("published values stand next to the metric") {
  std::vector<Record> records;
  for (const char* budget : {"12000", "47400"}) add(records, "a", {1, 2}, budget);
  auto options = layout();
  options.cols = {"budget"};
  options.published = {"Doe 2023", {{"rmse", "a", "47400", "1.50"}}};
  Table table = report::make_table(records, options);
  REQUIRE(table.columns.size() == 4);
  CHECK(table.cells[0][1].published.empty());
  CHECK(table.cells[0][3].published == "1.50");
  options.published.values = {{"rmse", "a", "", "1.7"}};
  table = report::make_table(records, options);
  REQUIRE(table.columns.size() == 3);
  CHECK(table.columns[2].cols.empty());
  CHECK(table.cells[0][2].published == "1.7");
}
