// SPDX-License-Identifier: Apache-2.0
// From cells to LaTeX, Markdown, CSV and JSON.
#include "framework/report/table_writers.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "framework/report/latex_text.hpp"
#include "framework/report/table_text.hpp"
#include "records.hpp"

using namespace plisse;
using namespace plisse::tests;
using doctest::Approx;
using report::Record;
using report::Table;

namespace {

// Two budgets; the grid leads, the mlp has a diverged run, "50 % & more" never ran on the second budget.
Table example(report::TableLayout options = layout()) {
  std::vector<Record> records;
  for (const char* budget : {"12000", "47400"}) {
    add(records, "mlp", {0.5, 0.6, none}, budget);
    add(records, "grid_2", {0.1, 0.11, 0.12}, budget);
  }
  add(records, "50 % & more", {0.3, 0.31, 0.32});
  options.cols = {"budget"};
  return report::make_table(records, options);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("LaTeX: rules, heads, numbers, bold, footnotes, comments") {
  const std::string text = report::latex(example());
  for (const char* part : {"\\begin{table}", "\\toprule", "\\midrule", "\\bottomrule", "\\end{table}", "\\label{tab:test}"})
    CHECK(count(text, part) == 1);
  CHECK(has(text, " & \\multicolumn{2}{c}{budget} \\\\\n      \\cmidrule(lr){2-3}\n"));
  CHECK(has(text, "model & 12000 & 47400 \\\\"));
  CHECK(has(text, "grid\\_2 & $\\mathbf{0.110 \\pm 0.010}$ & $\\mathbf{0.110 \\pm 0.010}$ \\\\"));
  CHECK(has(text, "mlp & $0.550 \\pm 0.071$\\rlap{\\textsuperscript{a}}"));
  CHECK(has(text, "50 \\% \\& more & $0.310 \\pm 0.010$ & --\\rlap{\\textsuperscript{b}} \\\\"));
  CHECK(has(text, "\\textsuperscript{a}~1 of 3 runs: diverged; n = 2."));
  CHECK(has(text, "\\textsuperscript{b}~no such run in the plan."));
  CHECK(has(text, "rmse $\\downarrow$ [m]. Mean $\\pm$ standard deviation (n $-$ 1) over n = 3 seeds unless noted."));
  CHECK(has(text, "Bold: best of its column"));
  CHECK(has(text, "%   grid_2-12000-s1  sha-of-grid_21  (grid_2 | 12000)\n"));
  CHECK(has(text, "%   mlp-12000-s2: diverged  sha-of-mlp2  (mlp | 12000)\n"));
  CHECK_FALSE(has(text, "\\documentclass"));
  CHECK(report::latex(example(), true).starts_with("\\documentclass"));
}

TEST_CASE("LaTeX: special characters are escaped") {
  CHECK(report::latex_text("a_b & 50% #1 {x} ~ ^ \\ $") ==
        "a\\_b \\& 50\\% \\#1 \\{x\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$");
  CHECK(report::latex_text("m² 10⁻¹² × μ ≤ é") == "m$^{2}$ 10$^{-12}$ $\\times$ $\\mu$ $\\le$ é");
  CHECK(report::latex_text("布\n") == "[U+5E03] ");
  CHECK(report::latex_comment("two\nlines") == "two lines");
}

TEST_CASE("LaTeX: a row that begins with a star or a bracket is no option of the line break before it") {
  std::vector<Record> records;
  for (const char* model : {"*", "[x]", "布", "grid"}) add(records, model, {1, 2});
  const std::string text = report::latex(report::make_table(records, layout()));
  for (const char* row : {"      {}* & ", "      {}[x] & ", "      {}[U+5E03] & ", "      grid & "}) CHECK(count(text, row) == 1);
}

TEST_CASE("a table without values says so") {
  std::vector<Record> records;
  add(records, "grid", {none, none});
  CHECK(has(report::markdown(report::make_table(records, layout())), "No run has a value."));
}

TEST_CASE("Markdown: one line of heads, padded, with footnotes") {
  const std::string text = report::markdown(example());
  CHECK(has(text, "| model \\\\ budget |"));
  CHECK(has(text, " **0.110 ± 0.010** |"));
  CHECK(has(text, "| grid_2 "));
  CHECK(has(text, "0.550 ± 0.071<sup>a</sup> |"));
  CHECK(has(text, "<sup>b</sup> no such run in the plan."));
  const auto table = text.substr(text.find("\n|") + 1);
  CHECK(count(table.substr(0, table.find("\n\n")), "\n") == 4);
}

TEST_CASE("several metrics have heads below the columns they belong to") {
  std::vector<Record> records;
  add(records, "a", {1, 2});
  add(records, "b", {3, 4});
  for (Record& record : records) record.measurements.push_back({{"psnr", 30, "dB", "higher", 100, "ratio"}, false, ""});
  auto options = layout();
  options.metrics = {"rmse", "psnr"};
  CHECK(has(report::latex(report::make_table(records, options)), "model & rmse $\\downarrow$ [m] & psnr $\\uparrow$ [dB] \\\\"));
  options.cols = {"budget"};
  const std::string text = report::latex(report::make_table(records, options));
  CHECK(has(text, "\\multicolumn{2}{c}{12000}"));
  CHECK(has(text, "model & rmse $\\downarrow$ [m] & psnr $\\uparrow$ [dB] \\\\"));
  CHECK(has(report::markdown(report::make_table(records, options)), "| 12000, rmse ↓ [m] | 12000, psnr ↑ [dB] |"));
}

TEST_CASE("bounds, powers of ten, differences and published values") {
  std::vector<Record> records;
  add(records, "base", {1e-4, 1.1e-4, 1.2e-4});
  add(records, "late", {4e-4, 4e-4, 4e-4});
  add(records, "next", {1.2e-4, 1.4e-4, 1.3e-4});
  for (const std::size_t capped : {3, 4, 5}) records[capped].measurements[0].censored = true;
  auto options = layout();
  options.baseline = "base";
  options.published = {"Doe & Roe 2023", {{"rmse", "next", "", "1.25e-4"}}};
  const std::string latex = report::latex(report::make_table(records, options));
  CHECK(has(latex, "model & rmse $\\downarrow$ [10$^{-4}$ m] & published & $\\Delta$ to base \\\\"));
  CHECK(has(latex, "base & $\\mathbf{1.10 \\pm 0.10}$ & -- & -- \\\\"));
  CHECK(has(latex, "late & $>4.000$ & -- & --"));
  CHECK(has(latex, "next & $1.30 \\pm 0.10$ & 1.25e-4 & $+0.20 \\pm 0.10$ \\\\"));
  CHECK(has(latex, "$>$: not reached within this."));
  CHECK(has(latex, "paired differences to base over the same seeds"));
  CHECK(has(latex, "Published values: Doe \\& Roe 2023."));
  CHECK(has(report::markdown(report::make_table(records, options)), " \\> 4.000 |"));
}

TEST_CASE("CSV has one line a cell, with every number") {
  const std::string text = report::csv(example());
  CHECK(text.starts_with("model,budget,metric,unit,better,samples,n,mean,std,sem,min,max,censored,missing,bold,published,"));
  CHECK(count(text, "\n") == 7);
  CHECK(has(text, "grid_2,47400,rmse,m,lower,100,3,0.11,"));
  CHECK(has(text, "mlp-12000-s0;mlp-12000-s1,1 of 3 runs: diverged; n = 2,root of the mean square\n"));
}

TEST_CASE("JSON has the value of each run") {
  const auto json = nlohmann::json::parse(report::json(example()));
  CHECK(json["schema"] == "plisse/table/1");
  CHECK(json["metrics"][0]["definition"] == "root of the mean square");
  REQUIRE(json["cells"].size() == 6);
  const auto& cell = json["cells"][0];
  CHECK(cell["rows"]["model"] == "mlp");
  CHECK(cell["cols"]["budget"] == "12000");
  CHECK(cell["n"] == 2);
  CHECK(cell["mean"].get<double>() == Approx(0.55));
  CHECK(cell["runs"][1]["value"] == 0.6);
  CHECK(cell["runs"][1]["config_sha256"] == "sha-of-mlp1");
  CHECK(cell["missing"][0]["reason"] == "diverged");
}
