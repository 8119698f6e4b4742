// Calls by which a program may mean to complete or to order what they do not: where each process makes them, and what
// they concern. Of each place the first call is kept.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "facts/calls.h"
#include "job/observer.h"

namespace fencepost {

struct NearCall {
  Place place;
  bool varies = false;                  // from one time to another: the rest is not known
  std::uint64_t window = 0;             // key: of a flush or MPI_Win_sync
  std::int64_t target = kAllTargets;    // of a flush: window rank
  std::uint64_t communicator = 0;       // key: of a collective call that orders its members
  std::set<int> members;                // processes of that
  std::vector<std::uint64_t> requests;  // of a wait
  friend bool operator==(const NearCall&, const NearCall&) = default;
};

class NearCalls {
 public:
  // Each event of a process, before it.
  void follow(const Job& job, const Place& place, const AnyEvent& event);
  const std::vector<NearCall>& of(int process) const;

 private:
  void add(NearCall call);

  struct Known {
    std::vector<NearCall> calls;
    std::map<std::uint64_t, std::size_t> by_stack;
  };
  std::map<int, Known> by_process_;
};

}  // namespace fencepost
