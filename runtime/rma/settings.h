// What the user has chosen for the RMA runtime (runtime/options). Any thread.
#pragma once

#include <cstdint>

#include "rma/schedule.h"

namespace fencepost::rma {

enum class TransportChoice : std::uint8_t {
  kAuto,  // direct within a machine, messages between machines
  kDirect,
  kMessages,  // messages for every rank but this process itself
  kSplit,     // as if ranks of even and of odd number in a window were on two machines: for tests
};

struct Settings {
  bool native = false;                                 // FENCEPOST_RMA=native
  Schedule schedule;                                   // FENCEPOST_SCHEDULE
  TransportChoice transport = TransportChoice::kAuto;  // FENCEPOST_TRANSPORT
};
const Settings& settings();

}  // namespace fencepost::rma
