// Where the source sets a key of an info object.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// The fix that takes a key out of what a window (`window`: its own key) is given, if one statement of the file sets it
// and nothing else there names it. `given`: the call that the info object is passed to. Only a trial can show that it
// helps (FixOffer::kIfTried).
Fixes leave_out_info(std::string_view info_key, const SourceLocation& given, WindowKey window, SourceLines& sources);

}  // namespace fencepost
