// SPDX-License-Identifier: Apache-2.0
#include "framework/run/driver.hpp"

#include <cstdio>

#include "framework/config/error.hpp"
#include "framework/run/memory.hpp"
#include "framework/run/session.hpp"

namespace plisse::run {
namespace {

int report(const char* kind, const char* what, int code) {
  std::fprintf(stderr, "%s: %s\n", kind, what);
  return code;
}

int already_done(const Layout& layout, const RunOptions& options) {
  std::fprintf(stderr, "%s is done already: nothing to do\n", layout.folder.c_str());
  const auto known = summary(layout.result);
  std::fputs((options.json ? summary_json(layout, known, "") : summary_text(layout, known)).c_str(), stdout);
  std::fflush(stdout);
  return exit_code::done;
}

// The folder is as it was before where the experiment cannot be built.
std::unique_ptr<Experiment> build_or_abandon(const config::RunConfig& config, FolderLock& lock) {
  try {
    return build(config);
  } catch (...) {
    lock.abandon();
    throw;
  }
}

int run_in(const Layout& layout, const config::RunConfig& config, const RunOptions& options, const SignalWatch& signals, double begin) {
  FolderLock lock(layout);
  const Start start = admit(layout, lock.contents(), config, options.existing);
  if (start == Start::nothing_to_do) return already_done(layout, options);
  const MemoryWatch watch;
  auto experiment = build_or_abandon(config, lock);
  const auto bytes_peak = watch.state(*experiment).peak();
  return Session(config, options, layout, signals, start, std::move(experiment), bytes_peak, begin).run();
}

}  // namespace

int run(const config::RunConfig& config, const RunOptions& options) {
  const double begin = steady_now();
  const SignalWatch signals;
  try {
    return run_in(Layout(options.folder), config, options, signals, begin);
  } catch (const Refused& error) {
    return report("refused", error.what(), exit_code::refused);
  } catch (const config::Error& error) {
    return report("error", error.what(), exit_code::configuration);
  } catch (const std::filesystem::filesystem_error& error) {
    return report("error", (error.path1().string() + ": " + error.code().message()).c_str(), exit_code::configuration);
  } catch (const std::bad_alloc&) {
    return report("error", "out of memory while the run was set up", exit_code::failed);
  } catch (const std::exception& error) {
    return report("error", error.what(), exit_code::failed);
  }
}

}  // namespace plisse::run
