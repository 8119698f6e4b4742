// Things that each process numbers by itself: the same number is another one in another process. Keys of maps that have
// those of several processes.
#pragma once

#include <compare>
#include <cstdint>

#include "ids/ids.h"

namespace fencepost {

// `Tag` is a separate type for each kind.
template <class Tag>
struct InProcess {
  ProcessId process;
  std::uint64_t number = 0;  // as the events of the process have it
  friend auto operator<=>(const InProcess&, const InProcess&) = default;
};

using WindowInProcess = InProcess<struct WindowNumberTag>;
using CommunicatorInProcess = InProcess<struct CommunicatorNumberTag>;
using RequestInProcess = InProcess<struct RequestNumberTag>;
using CodeInProcess = InProcess<struct CodeAddressTag>;  // an address in its code

}  // namespace fencepost
