// What the options of `fencepost run` mean for the run.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "command/options.h"
#include "command/trace_folder.h"

namespace fencepost::command {

// Whether the analysis reads along.
bool is_live(const Arguments& arguments);

// Whether the trace may be deleted while the program runs: the user did not request it.
bool frees_trace(const Arguments& arguments, const TraceFolder& folder);

// The variables with which the program is started, in addition to the existing ones.
std::map<std::string, std::string> settings_of(const Arguments& arguments, const TraceFolder& folder);

// The seconds in an option's value. None: it is not a number of seconds.
std::optional<std::chrono::milliseconds> seconds_of(const Arguments& arguments, std::string_view option,
                                                    std::string_view standard);

}  // namespace fencepost::command
