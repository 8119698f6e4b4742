// The exit statuses of the command, made for CI (the manual lists them).
#pragma once

namespace fencepost::command {

inline constexpr int kStatusClean = 0;
inline constexpr int kStatusFailed = 2;     // wrong usage, or the tool could not do its work
inline constexpr int kStatusFindings = 66;  // findings that fail the run: fails_run()

}  // namespace fencepost::command
