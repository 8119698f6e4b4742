// A trace directory as text, one line per event with its fields by name: for people who debug Fencepost, and for tests.
#pragma once

#include <filesystem>
#include <iosfwd>

namespace fencepost::read {

struct DumpOptions {
  bool times = true;  // seconds since the process's start before each event; off where output is compared
};

// False, with one sentence on `out`: there is no trace at `path`.
bool dump(const std::filesystem::path& path, std::ostream& out, const DumpOptions& options = {});

}  // namespace fencepost::read
