// Calls by which a program may mean to complete or to order what they do not: where each process makes them, and what
// they concern. Of each place the first call is kept.
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
  std::uint64_t order = 0;              // of the first, as Moment::order
  bool varies = false;                  // from one time to another: the rest is not known
  WindowKey window;                     // key
  std::int64_t target = kAllTargets;    // of a flush or unlock: window rank
  CommunicatorKey communicator;         // of a collective call or message
  std::vector<std::uint64_t> requests;  // of a wait
  // A fence that is a barrier, an MPI_Win_free that is one; a collective call that gives or takes something.
  bool gives = true, takes = true;
  match::Direction direction = match::Direction::kAll;  // of a collective call
  int root = -1;                                        // its process; -1: it has none, or it is not known
  int peer = -1;                                        // of a message: the other process; -1: any, or not known
  std::int64_t tag = -1;                                // of a message; -1: any
  bool synchronous = false;                             // a send that waits for its receive
  // Of kNeighbors: processes. `sources`: from whom it takes; `destinations`: to whom it gives, if that is known.
  std::vector<int> sources, destinations;
  // Processes: of a communicator (of both groups), of a window, of a start, post or MPI_Win_wait its group.
  std::vector<int> members;
  std::vector<int> own_group;  // of an intercommunicator; empty: it is none

  bool has(int process) const;
  // The same but for the members, which follow from the rest.
  bool same_as(const NearCall& other) const;
};

class NearCalls {
 public:
  // Before they take effect.
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

  const std::vector<NearCall>& of(int process) const;

 private:
  template <class Ranks>
  void of_group(NearKind kind, const Here& here, std::uint64_t id, const Ranks& ranks);
  void keep(NearCall call, const Here& here);

  struct Known {
    std::vector<NearCall> calls;
    std::map<std::pair<StackId, MpiCall>, std::size_t> by_stack;
  };
  std::map<int, Known> by_process_;
};

}  // namespace fencepost
