// SPDX-License-Identifier: Apache-2.0
// The machine under a measurement, and who else used it.
#pragma once

#include <optional>
#include <string>

namespace plisse::cli {

// As the system names it; "unknown" where it does not.
std::string cpu_model();

// CPU time of other processes while the object lives.
class OtherProcesses {
 public:
  OtherProcesses();
  // Their share of all CPUs so far, in [0, 1]; nothing where the system does not tell or its clock has not ticked.
  std::optional<double> share() const;

 private:
  struct Ticks {
    double busy, all, own;
  };
  static std::optional<Ticks> read();

  std::optional<Ticks> begin_;
};

}  // namespace plisse::cli
