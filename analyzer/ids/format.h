// How ids appear in texts of fmt: a process as its rank in MPI_COMM_WORLD.
#pragma once

#include <fmt/format.h>

#include "ids/ids.h"

template <>
struct fmt::formatter<fencepost::ProcessId> : fmt::formatter<int> {
  template <class Context>
  auto format(fencepost::ProcessId process, Context& context) const {
    return fmt::formatter<int>::format(process.number(), context);
  }
};
