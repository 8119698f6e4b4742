// Calls by which a program may intend to complete or order accesses, but does not: where each process makes them, and
// what they concern. The first call at each place is kept.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "facts/calls.h"
#include "job/observer.h"
#include "match/collectives.h"

namespace fencepost {

enum class NearKind : std::uint8_t {
  kFlush,  // MPI_Win_flush and its kin
  kEnd,    // MPI_Win_unlock, MPI_Win_unlock_all, MPI_Win_complete
  kSync,   // MPI_Win_sync
  kWait,   // for requests
  kCollective,
  kFence,
  kFree,  // MPI_Win_free
  kStart,
  kPost,
  kExposureWait,  // MPI_Win_wait
  kSend,          // a blocking one
  kReceive,
};

struct NearCall {
  NearKind kind = NearKind::kFlush;
  Place place;
  std::uint64_t order = 0;              // of the first call, as Moment::order
  bool varies = false;                  // arguments differ between calls: the rest is not known, except for the window
  WindowKey window;                     // key
  Rank target = Rank::kAllTargets;      // of a flush or unlock
  CommunicatorKey communicator;         // of a collective call or message
  std::vector<std::uint64_t> requests;  // of a wait
  // False for a fence or an MPI_Win_free without a barrier, or a collective call that gives or takes nothing.
  bool gives = true, takes = true;
  match::Direction direction = match::Direction::kAll;  // of a collective call
  ProcessId root;                                       // none: it has none, or it is not known
  ProcessId peer;                                       // of a message: the other process; none: any, or not known
  std::int64_t tag = -1;                                // of a message; -1: any
  bool synchronous = false;                             // a send that waits for its receive
  // For kNeighbors: processes. `sources`: it receives from them; `destinations`: it sends to them, if that is known.
  std::vector<ProcessId> sources, destinations;
  // Processes: of a communicator (both groups) or a window; for a start, post or MPI_Win_wait those of its group.
  std::vector<ProcessId> members;
  std::vector<ProcessId> own_group;  // of an intercommunicator; empty: it is none

  bool has(ProcessId process) const;
  // The same except for the members, which follow from the rest.
  bool same_as(const NearCall& other) const;
};

class NearCalls {
 public:
  // Before the events take effect.
  void on(const event::FlushBegin& flush, const Here& here);
  void on(const event::UnlockBegin& unlock, const Here& here);
  void on(const event::CompleteBegin& complete, const Here& here);
  void on(const event::WindowSync& sync, const Here& here);
  void on(const event::WaitBegin& wait, const Here& here);
  void on(const event::FenceBegin& fence, const Here& here);
  void on(const event::WindowFreeBegin& free, const Here& here);
  void on(const event::StartBegin& start, const Here& here);
  void on(const event::Post& post, const Here& here);
  void on(const event::ExposureWaitBegin& wait, const Here& here);
  void on(const event::SendBegin& send, const Here& here);
  void on(const event::ReceiveBegin& receive, const Here& here);
  void on(const event::CollectiveBegin& collective, const Here& here);

  const std::vector<NearCall>& of(ProcessId process) const;

 private:
  template <class List>
  void of_group(NearKind kind, const Here& here, std::uint64_t id, const List& ranks);
  void keep(NearCall call, const Here& here);

  struct Known {
    std::vector<NearCall> calls;
    std::map<std::pair<StackId, MpiCall>, std::size_t> by_stack;
  };
  PerProcess<Known> by_process_;
};

}  // namespace fencepost
