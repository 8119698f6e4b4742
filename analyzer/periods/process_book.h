// The definitions of a process's communicators and windows, as far as its books need them.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ids/ids.h"
#include "record/event.h"

namespace fencepost::periods {

using Members = std::shared_ptr<const std::vector<std::uint64_t>>;  // processes by rank

struct GroupBook {
  std::uint64_t key = 0;
  Members members;         // null: an intercommunicator
  std::uint64_t self = 0;  // own rank
  bool known() const { return members != nullptr && self < members->size(); }
  std::uint64_t size() const { return members->size(); }
  // The process of a rank of the group.
  ProcessId process(Rank rank) const {
    if (!known() || !rank.below(members->size())) return {};
    return ProcessId((*members)[rank.index()]);
  }
};

class ProcessBook {
 public:
  explicit ProcessBook(ProcessId process) : process_(process) {}

  // A definition; other definitions do not matter here.
  void take(const event::Process& process);
  void take(const event::Communicator& communicator);
  void take(const event::Window& window);
  template <class Definition>
  void take(const Definition&) {}

  ProcessId process() const { return process_; }
  std::uint64_t processes() const { return processes_; }
  // Null: not defined.
  const GroupBook* communicator(std::uint64_t id) const { return find(communicators_, id); }
  const GroupBook* window(std::uint64_t id) const { return find(windows_, id); }
  // Whether the run cannot be divided by time, because of its definitions.
  bool indivisible() const { return indivisible_; }

 private:
  using Books = std::unordered_map<std::uint64_t, GroupBook>;
  static const GroupBook* find(const Books& books, std::uint64_t id) {
    const auto at = books.find(id);
    return at == books.end() ? nullptr : &at->second;
  }

  ProcessId process_;
  std::uint64_t processes_ = 0;
  Books communicators_, windows_;
  bool indivisible_ = false;
};

}  // namespace fencepost::periods
