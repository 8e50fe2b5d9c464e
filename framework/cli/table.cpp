// SPDX-License-Identifier: Apache-2.0
// plisse table DIR… --rows KEY --cols KEY --metric NAME [--format latex|md|csv|json] [--stat mean±std|sem|none] [--bold best|row|none]
//                   [--where AXIS=VALUE|VALUE,…] [--baseline ROW] [--published FILE] [--caption TEXT] [--standalone] [-o FILE]
// Without options the table that the sweep file asks for.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "framework/cli/command.hpp"
#include "framework/cli/console.hpp"
#include "framework/config/diagnostics.hpp"
#include "framework/config/error.hpp"
#include "framework/io/atomic_file.hpp"
#include "framework/report/table_writers.hpp"
#include "framework/sweep/metric_name.hpp"
#include "framework/sweep/published.hpp"
#include "framework/sweep/records.hpp"
#include "framework/sweep/selection.hpp"

namespace plisse::cli {
namespace {

struct Options {
  std::vector<std::string> folders;
  std::string rows, cols, metrics, format, stat, bold, where, caption, output;
  std::optional<std::string> baseline, published;  // empty texts switch off what the sweep file asks for
  bool standalone = false;
};

template <class T>
T choice(const std::string& option, const std::string& text, const std::map<std::string, T>& choices) {
  if (const auto it = choices.find(text); it != choices.end()) return it->second;
  std::vector<std::string> names;
  for (const auto& [name, value] : choices) names.push_back(name);
  config::fail(fmt::format("unknown {} '{}'", option, text), {}, config::suggestion(text, names, option));
}

report::Uncertainty uncertainty_named(const std::string& text) {
  using report::Uncertainty;
  return choice<Uncertainty>("--stat", text,
                             {{"mean±std", Uncertainty::deviation},
                              {"mean+-std", Uncertainty::deviation},
                              {"std", Uncertainty::deviation},
                              {"mean±sem", Uncertainty::standard_error},
                              {"sem", Uncertainty::standard_error},
                              {"none", Uncertainty::none}});
}

report::Best best_named(const std::string& text) {
  using report::Best;
  return choice<Best>("--bold", text, {{"best", Best::in_column}, {"row", Best::in_row}, {"none", Best::none}});
}

using Writer = std::string (*)(const report::Table&);

std::string plain_latex(const report::Table& table) { return report::latex(table); }

// By name; without one by the ending of the file's name, and Markdown on the terminal.
Writer writer_for(const Options& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  const std::string guess = ending == ".tex" ? "latex" : ending == ".csv" ? "csv" : ending == ".json" ? "json" : "md";
  const std::string name = !options.format.empty() ? options.format : options.standalone ? "latex" : guess;
  const Writer writer =
      choice<Writer>("--format", name, {{"latex", plain_latex}, {"md", report::markdown}, {"csv", report::csv}, {"json", report::json}});
  if (options.standalone && writer != plain_latex) throw config::Error("--standalone makes a LaTeX document, so it wants --format latex");
  return options.standalone ? [](const report::Table& table) { return report::latex(table, true); } : writer;
}

std::vector<std::string> given_or(const std::string& given, const std::vector<std::string>& otherwise) {
  return given.empty() ? otherwise : sweep::split_list(given);
}

std::string given_or(const std::string& given, const std::string& otherwise) { return given.empty() ? otherwise : given; }

[[noreturn]] void ask_for_metric(const sweep::Collection& collection) {
  std::vector<std::string> names;
  for (const auto& run : collection.runs)
    for (const auto& name : run.data.names())
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  throw config::Error(fmt::format("which metric? give --metric NAME[,NAME]   metrics: {}", fmt::join(names, ", ")));
}

std::vector<std::string> canonical(const std::vector<std::string>& metrics) {
  std::vector<std::string> texts;
  for (const auto& metric : metrics) texts.push_back(sweep::parse_metric(metric).text);
  return texts;
}

// Whoever names a file wants it; one that only the plan names may have gone.
std::string published_file(const Options& options, const std::string& planned, std::vector<std::string>& notes) {
  if (options.published) return *options.published;
  if (planned.empty() || std::filesystem::is_regular_file(planned)) return planned;
  notes.push_back(fmt::format("the published values are left out: {} is missing; give --published FILE", planned));
  return {};
}

report::TableLayout layout_of(const Options& options, sweep::Collection& collection) {
  const sweep::TableOptions& planned = collection.table;
  report::TableLayout layout;
  layout.title = collection.title;
  layout.caption = given_or(options.caption, planned.caption);
  const bool are_runs = collection.axes.front() == sweep::run_axis;
  layout.rows = given_or(options.rows, are_runs ? std::vector{sweep::run_axis} : planned.rows);
  // Who lays out the rows anew lays out the columns too.
  layout.cols = given_or(options.cols, options.rows.empty() ? planned.cols : std::vector<std::string>());
  layout.metrics = canonical(given_or(options.metrics, planned.metrics));
  if (layout.metrics.empty()) ask_for_metric(collection);
  layout.uncertainty = uncertainty_named(given_or(options.stat, planned.stat));
  layout.best = best_named(given_or(options.bold, planned.bold));
  // What the plan says of its rows and columns means nothing to others.
  const bool as_planned = options.rows.empty() && options.cols.empty();
  layout.baseline = options.baseline.value_or(as_planned ? planned.baseline : "");
  layout.paired = collection.paired;
  auto keys = layout.rows;
  keys.insert(keys.end(), layout.cols.begin(), layout.cols.end());
  const auto conditions = sweep::axes_in(options.where);
  keys.insert(keys.end(), conditions.begin(), conditions.end());
  sweep::label_by_keys(collection, keys);
  if (const auto file = published_file(options, as_planned ? planned.published : "", collection.notes); !file.empty())
    layout.published = sweep::read_published(file, collection, layout.rows, layout.cols, layout.metrics);
  return layout;
}

std::string command_line(const Program& program) {
  std::string text = "plisse";
  for (std::size_t i = 1; i < program.arguments.size(); ++i) text += " " + shell_quoted(program.arguments[i]);
  return text;
}

void note_unfinished(const std::vector<sweep::TableRun>& runs) {
  const auto unfinished = std::count_if(runs.begin(), runs.end(), [](const auto& run) { return !run.data.unfinished.empty(); });
  if (unfinished > 0) print_note(fmt::format("{} of {} runs have no results; the footnotes say why", unfinished, runs.size()));
}

int table(const Options& options, const std::string& command) {
  const Writer write = writer_for(options);
  auto collection = sweep::collect({options.folders.begin(), options.folders.end()});
  report::TableLayout layout = layout_of(options, collection);
  layout.command = command;
  const auto chosen = sweep::where(collection, options.where);
  const auto records = sweep::records(collection, chosen, layout.rows, layout.cols, layout.metrics);
  const std::string text = write(report::make_table(records, layout));
  for (const auto& note : collection.notes) print_note(note);
  note_unfinished(chosen);
  if (options.output.empty()) {
    print(text);
    return 0;
  }
  io::write_file(options.output, text);
  print_note(fmt::format("{}: {} runs", options.output, chosen.size()));
  return 0;
}

}  // namespace

void add_table(Program& program) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.app.add_subcommand("table", "A table of a sweep's runs, or of single runs, for a paper or a program");
  command->add_option("DIR", options->folders, "Folders of sweeps with the same axes, or of runs")->required();
  command->add_option("--rows", options->rows, "Axes or configuration keys of the rows, separated by commas");
  command->add_option("--cols", options->cols, "The same of the columns; without them one column a metric");
  command->add_option("--metric", options->metrics,
                      "NAME, NAME@400 (epochs), NAME@60s, epochs_to(NAME, VALUE or ROW or ROW@400), seconds_to(...), auc(NAME), "
                      "d_c(LABEL) and other distances to the final surface of a row or column; several separated by commas; where rows are "
                      "called by numbers, =4 is the number and AXIS=4 the row");
  command->add_option("--format", options->format, "latex, md, csv or json (default: by the ending of -o, else md)");
  command->add_option("--stat", options->stat, "What ± is: mean±std, sem, or none for single runs");
  command->add_option("--bold", options->bold, "best of its column where it leads by more than the uncertainty, of its row, or none");
  command->add_option("--where", options->where,
                      "Only these runs: AXIS=VALUE|VALUE,AXIS!=VALUE,... with globs, of axes or configuration keys");
  const auto add_optional = [&](const char* name, std::optional<std::string>& value, const char* help) {
    command->add_option_function<std::string>(
        name, [&value](const std::string& text) { value = text; }, help);
  };
  add_optional("--baseline", options->baseline, "Add the paired differences to this row; '' for none");
  add_optional("--published", options->published, "YAML file of published values to stand beside ours; '' for none");
  command->add_option("--caption", options->caption, "First sentence of the caption");
  command->add_flag("--standalone", options->standalone, "A whole LaTeX document");
  command->add_option("-o,--output", options->output, "File to write instead of the standard output");
  command->callback([&program, options] { program.action = [&program, options] { return table(*options, command_line(program)); }; });
}

}  // namespace plisse::cli
