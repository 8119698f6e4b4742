// The statements of the source that set a key of an info object.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// The fix that removes a key from a window's info object (`window`: the window's key), if one statement of the file
// sets it and nothing else there names it. `given`: the call to which the info object is passed. Only a trial can show
// that it helps (FixOffer::kIfTried).
Fixes leave_out_info(std::string_view info_key, const SourceLocation& given, WindowKey window, SourceLines& sources);

}  // namespace fencepost
