// Elements of another process that a thread reads and then writes, without meeting other processes in between: it
// changes their values in steps, and others may come between these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "facts/here.h"
#include "job/operation.h"

namespace fencepost {

class ChangedInSteps {
 public:
  // Receives each operation when it is issued.
  void issued(const Operation& operation);
  // Calls in which a thread may learn what others have done: what it has read before is old then.
  void on(const event::CollectiveBegin&, const Here& here) { reads_.erase(here.place.by()); }
  void on(const event::FenceBegin&, const Here& here) { reads_.erase(here.place.by()); }
  void on(const event::StartBegin&, const Here& here) { reads_.erase(here.place.by()); }
  void on(const event::Post&, const Here& here) { reads_.erase(here.place.by()); }
  void on(const event::ExposureWaitBegin&, const Here& here) { reads_.erase(here.place.by()); }
  void on(const event::ReceiveBegin&, const Here& here) { reads_.erase(here.place.by()); }
  void on(const event::WaitBegin& wait, const Here& here);

  // The MPI_Get of the element that the put or accumulate at this place then wrote; null: there is none.
  const Place* read_before(const Place& update) const;
  // Whether an element got at this place was then written by the same thread.
  bool is_read_of_update(const Place& read) const;

 private:
  struct Read {
    WindowKey window;
    Rank target;
    std::int64_t displacement = 0;
    Place place;
  };
  using Key = std::tuple<ProcessId, StackId, std::uint64_t, MpiCall>;
  static Key key(const Place& place) { return {place.process, place.stack, place.pc, place.call}; }
  std::map<ThreadName, std::vector<Read>> reads_;           // the last ones
  std::map<ThreadName, std::set<std::uint64_t>> requests_;  // of operations
  std::map<Key, Place> read_before_;                        // by the place of the update
};

}  // namespace fencepost
