// SPDX-License-Identifier: Apache-2.0
// What a working sweep tells its user on stderr: a bar over all runs and a line for each that is running, drawn again and again on a
// terminal; a line every ten seconds elsewhere.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "framework/sweep/view.hpp"

namespace plisse::sweep {

class Progress {
 public:
  explicit Progress(int workers, std::FILE* out = stderr);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Whether it is time for an update.  now: a steady clock [s].
  bool is_due(double now) const;
  // `views`: one for each of the ids.
  void update(double now, const std::vector<std::string>& ids, const std::vector<RunView>& views);
  // A message of its own.
  void note(const std::string& text);

 private:
  void clear();

  std::FILE* out_;
  int workers_;
  bool terminal_, color_;
  double shown_ = -1;  // [s]
  int lines_ = 0;      // of the last drawing
};

// "12 of 45 done, 2 running, 1 failed, 30 to do, ETA 1:02:03"
std::string counts_text(const std::vector<RunView>& views, int workers);

}  // namespace plisse::sweep
