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
  explicit RequestTable(int processes) : processes_(static_cast<std::size_t>(processes)) {}
  RequestRecord& of(int process, std::uint64_t id) { return processes_[static_cast<std::size_t>(process)][id]; }
  // Null: another thread made it and its event has not been replayed yet, or it was made before the trace began.
  RequestRecord* find(int process, std::uint64_t id) {
    auto& requests = processes_[static_cast<std::size_t>(process)];
    const auto at = requests.find(id);
    return at == requests.end() ? nullptr : &at->second;
  }
  void erase(int process, std::uint64_t id) { processes_[static_cast<std::size_t>(process)].erase(id); }
  template <class Visit>
  void each(int process, Visit&& visit) {
    for (auto& [id, request] : processes_[static_cast<std::size_t>(process)]) visit(request);
  }

 private:
  std::vector<RecyclingHashMap<std::uint64_t, RequestRecord>> processes_;  // by request
};

}  // namespace fencepost::check
