// SPDX-License-Identifier: Apache-2.0
#include "framework/cli/machine.hpp"

#include <sys/times.h>

#include <algorithm>
#include <fstream>

namespace plisse::cli {

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (const auto colon = line.find(": "); line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  return "unknown";
}

OtherProcesses::OtherProcesses() : begin_(read()) {}

// The first line of /proc/stat: cpu user nice system idle iowait irq softirq steal, in the ticks that times() counts too.
std::optional<OtherProcesses::Ticks> OtherProcesses::read() {
  std::ifstream file("/proc/stat");
  std::string word;
  double user, nice, system, idle, wait, irq, softirq, steal;
  if (!(file >> word >> user >> nice >> system >> idle >> wait >> irq >> softirq >> steal)) return {};
  struct tms own;
  times(&own);
  const double busy = user + nice + system + irq + softirq + steal;
  return Ticks{busy, busy + idle + wait, double(own.tms_utime + own.tms_stime)};
}

std::optional<double> OtherProcesses::share() const {
  const auto end = read();
  if (!begin_ || !end || end->all <= begin_->all) return {};
  const double others = (end->busy - begin_->busy) - (end->own - begin_->own);
  return std::clamp(others / (end->all - begin_->all), 0.0, 1.0);
}

}  // namespace plisse::cli
