// What the requests of each process stand for, until they are complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "job/recycled.h"
#include "match/meetings.h"
#include "match/messages.h"
#include "services/rma_operation.h"

namespace fencepost::check {

// In most cases, one of these is set.
struct RequestRecord {
  std::shared_ptr<match::Send> send;
  std::shared_ptr<match::Receive> receive;
  std::shared_ptr<match::Meeting> meeting;
  std::size_t member = 0;  // of the meeting
  std::shared_ptr<RmaOperation> operation;
  std::vector<ActivityNumber> accesses;
  SharedClocks seen;  // complete, and MPI_Request_get_status has returned true: the request still exists
};

class RequestTable {
 public:
  explicit RequestTable(std::size_t processes) : processes_(processes) {}
  RequestRecord& of(ProcessId process, std::uint64_t id) { return processes_[process][id]; }
  // Null: another thread made it and its event has not been replayed yet, or it was made before the trace began.
  RequestRecord* find(ProcessId process, std::uint64_t id) {
    auto& requests = processes_[process];
    const auto at = requests.find(id);
    return at == requests.end() ? nullptr : &at->second;
  }
  void erase(ProcessId process, std::uint64_t id) { processes_[process].erase(id); }
  template <class Visit>
  void each(ProcessId process, Visit&& visit) {
    for (auto& [id, request] : processes_[process]) visit(request);
  }

 private:
  PerProcess<RecyclingHashMap<std::uint64_t, RequestRecord>> processes_;  // by request
};

}  // namespace fencepost::check
