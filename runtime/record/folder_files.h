// What lies in the folder of each process beside its traces and looks_page.h.
#pragma once

namespace fencepost::format {

// It is there if the process used one-sided communication that nothing checked: a run without findings is no clean one.
inline constexpr const char* kUncheckedFile = "unchecked";

}  // namespace fencepost::format
