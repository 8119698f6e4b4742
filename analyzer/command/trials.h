// Advice is tried on the recorded run before it is given (trial/trial.h), if the whole trace exists and is small
// enough.
#pragma once

#include <vector>

#include "check/analysis.h"
#include "model/finding.h"
#include "read/trace_directory.h"
#include "registry/options.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

// Once somebody asks Fencepost to end, no more is tried. False: it was too much work to try all.
bool try_advice(std::vector<Finding>& findings, const read::TraceDirectory& directory,
                symbolize::AddressBook& addresses, const check::AnalysisOptions& engine, const RuleOptions& rules);

}  // namespace fencepost::command
