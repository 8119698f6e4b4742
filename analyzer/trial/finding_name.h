// Findings by their names, to recognize them in another replay of a run.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "model/finding.h"
#include "trial/edit.h"

namespace fencepost::trial {

struct AccessName {
  std::string file;
  int line = 0;
  std::string call;  // "" for loads and stores
  friend auto operator<=>(const AccessName&, const AccessName&) = default;
};

struct FindingName {
  std::string rule;
  std::vector<AccessName> accesses;  // in order
  friend auto operator<=>(const FindingName&, const FindingName&) = default;
};

AccessName name_of(const Access& access);

// A finding by its rule and lines. A call that replaces another one (`edit`) is named like that one.
FindingName name_of_finding(const Finding& finding, const Edit* edit = nullptr);

}  // namespace fencepost::trial
