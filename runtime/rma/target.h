// One rank of a window as this process accesses it: where its part is, the access epoch with it, and what was called
// for it and is not done.
//
// A process has one for each rank of each of its windows. What changes after the window's creation is under the mutex
// of the window, unless it says otherwise; clang cannot check that, as nothing here names the window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rma/control.h"
#include "rma/gathered.h"
#include "rma/messages_under_way.h"
#include "rma/pending.h"
#include "rma/process_block.h"
#include "rma/regions.h"
#include "rma/target_lock.h"
#include "rma/waiting_operations.h"

namespace fencepost::rma {

class Transport;

// Up to where the counters of a pair of ranks (PairCounters) have to come.
struct ExpectedCounts {
  std::uint32_t posts = 0;      // for the post that this rank's start matches
  std::uint32_t completes = 0;  // for the complete that ends its part of the exposure epoch
};

struct Target {
  // Where it is; fixed from creation on.
  Transport* transport = nullptr;
  const Peer* peer = nullptr;   // null: not reached through shared memory
  std::byte* memory = nullptr;  // displacement 0, mapped here; null: not mapped (dynamic windows: always)
  std::byte* part = nullptr;    // the same, for loads and stores, whatever transport RMA takes
  std::uint64_t address = 0;    // displacement 0 in the owner's memory; dynamic windows: 0
  std::int64_t size = 0;
  std::int64_t writable = 0;  // of these bytes the first; what comes after cannot be written
  std::int64_t displacement_unit = 1;
  RankControl* control = nullptr;    // null: not reached through shared memory
  PairCounters* counters = nullptr;  // what this process counts up there; null likewise
  std::uint64_t remote_window = 0;   // messages: the window's number at its owner
  int process = 0;                   // messages: rank in the communicator of the message transport
  bool direct = false;               // the transport is direct_transport()

  bool writable_throughout() const { return writable >= size; }

  // The access epoch.
  TargetLock lock;
  bool started = false;  // in the group of MPI_Win_start
  bool open = false;     // known to accept operations now
  bool used = false;     // an operation was issued in this epoch
  Pending pending;       // such operations, until they are complete
  ExpectedCounts expected;

  // All that were called are complete, and no more are accepted.
  void end_epoch() {
    open = used = false;
    pending.end();
  }

  WaitingOperations waiting;
  Gathered gathered;           // within a machine, memory that is not mapped here: executed, and not sent yet
  MessagesUnderWay under_way;  // messages; any thread
  // Dynamic windows: what was attached there when its owner was asked last; under the window's `attached_mutex`.
  std::vector<Region> attached;

  Target() = default;
  Target(const Target&) = delete;
};
static_assert(sizeof(Target) <= 256);

}  // namespace fencepost::rma
