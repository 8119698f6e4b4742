// Findings by their names, to recognize them in another replay of a run.
#pragma once

#include <string>

#include "model/finding.h"
#include "trial/edit.h"

namespace fencepost::trial {

std::string name_of_access(const Access& access, const std::string& call);

// A finding by its rule and lines. A call that replaces another one (`edit`) is named like that one.
std::string name_of_finding(const Finding& finding, const Edit* edit = nullptr);

}  // namespace fencepost::trial
