// A source of events as a trace on disk (record/format.h), as if a job had recorded it.
#pragma once

#include <filesystem>

#include "job/source.h"

namespace fencepost::bench {

// Writes all threads of all processes into `folder`, which is new. Throws std::runtime_error if a file cannot be
// written.
void write_trace(TraceSource& source, const std::filesystem::path& folder);

}  // namespace fencepost::bench
