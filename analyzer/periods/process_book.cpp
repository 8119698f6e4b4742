#include "periods/process_book.h"

#include <algorithm>

#include "record/vocabulary.h"

namespace fencepost::periods {

void ProcessBook::take(const event::Process& process) {
  processes_ = process.size;
  // The order of such a run is inferred from times: from all earlier events.
  indivisible_ = indivisible_ || process.native_rma != 0;
}

void ProcessBook::take(const event::Communicator& communicator) {
  GroupBook book{.key = communicator.key, .members = nullptr, .self = 0};
  if (communicator.remote_members.empty()) {
    auto members =
        std::make_shared<std::vector<std::uint64_t>>(communicator.members.begin(), communicator.members.end());
    book.self = static_cast<std::uint64_t>(std::ranges::find(*members, static_cast<std::uint64_t>(process_.number())) -
                                           members->begin());
    // Most are over the same processes.
    const auto alike = std::ranges::find_if(
        communicators_, [&](const auto& other) { return other.second.known() && *other.second.members == *members; });
    book.members = alike != communicators_.end() ? alike->second.members : std::move(members);
  }
  communicators_[communicator.id] = std::move(book);
}

void ProcessBook::take(const event::Window& window) {
  // In it, a store and an operation of one epoch conflict, whatever comes between them.
  indivisible_ = indivisible_ || window.model == static_cast<std::uint64_t>(MemoryModel::kSeparate);
  GroupBook book;
  if (const GroupBook* const group = communicator(window.communicator)) book = *group;
  book.key = window.key;
  windows_[window.id] = std::move(book);
}

}  // namespace fencepost::periods
