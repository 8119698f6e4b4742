// What lies in the folder of each process beside its traces and looks_page.h.
#pragma once

namespace fencepost::format {

// The process has it open as long as it records. Nothing is in it. The system closes it when the process is killed,
// before anything by which a launcher learns of that: so whoever watches these files (inotify) is told in which order
// processes have died, however late he looks.
inline constexpr const char* kAliveFile = "alive";

// It is there if the process used one-sided communication that nothing checked: a run without findings is no clean one.
inline constexpr const char* kUncheckedFile = "unchecked";

}  // namespace fencepost::format
