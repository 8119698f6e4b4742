#include "facts/changed_in_steps.h"

#include <algorithm>

namespace fencepost {

void ChangedInSteps::issued(const Operation& operation) {
  constexpr std::size_t kMostReads = 16, kMostRequests = 1024, kMostPlaces = 256;
  if (operation.outcome != 0 || !operation.target_process.known()) return;
  const ThreadName thread = operation.place.by();
  if (operation.request != 0) {
    std::set<std::uint64_t>& requests = requests_[thread];
    if (requests.size() == kMostRequests) requests.erase(requests.begin());
    requests.insert(operation.request);
  }
  const bool reads = operation.kind == OperationKind::kGet;
  const bool updates = operation.kind == OperationKind::kPut || operation.kind == OperationKind::kAccumulate;
  if (!reads && (!updates || !operation.updates() || !reads_.contains(thread))) return;
  std::vector<Read>& known = reads_[thread];
  const auto read = std::ranges::find_if(known, [&](const Read& one) {
    return one.window == operation.window && one.target == operation.target &&
           one.displacement == operation.target_buffer.displacement;
  });
  if (reads) {
    if (read != known.end()) known.erase(read);
    if (known.size() == kMostReads) known.erase(known.begin());
    known.push_back({operation.window, operation.target, operation.target_buffer.displacement, operation.place});
  } else if (read != known.end()) {
    if (read_before_.size() < kMostPlaces) read_before_.try_emplace(key(operation.place), read->place);
    known.erase(read);
  }
}

void ChangedInSteps::on(const event::WaitBegin& wait, const Here& here) {
  const auto own = requests_.find(here.place.by());
  const bool of_operations = own != requests_.end() && std::ranges::all_of(wait.requests, [&](std::uint64_t request) {
                               return request == 0 || own->second.contains(request);
                             });
  if (!of_operations) reads_.erase(here.place.by());
}

bool ChangedInSteps::is_read_of_update(const Place& read) const {
  return std::ranges::any_of(read_before_, [&](const auto& known) { return key(known.second) == key(read); });
}

const Place* ChangedInSteps::read_before(const Place& update) const {
  const auto found = read_before_.find(key(update));
  return found == read_before_.end() ? nullptr : &found->second;
}

}  // namespace fencepost
