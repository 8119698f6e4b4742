// How one learns which process of a job has died first.
#pragma once

namespace fencepost::format {

// A folder in the trace directory of `fencepost run`, which makes it before the job starts. As long as a process
// records, it has a file in it open, whose name is its process number; nothing is in the file. The system closes it
// when the process is killed, before anything by which a launcher learns of that: so whoever watches the folder
// (inotify) is told in which order processes have died, however soon after their start and however late he looks.
inline constexpr const char* kAliveFolder = ".fencepost-alive";

}  // namespace fencepost::format
