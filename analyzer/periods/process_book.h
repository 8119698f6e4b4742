// The definitions of a process's communicators and windows, as far as its books need them.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "record/event.h"

namespace fencepost::periods {

using Members = std::shared_ptr<const std::vector<std::uint64_t>>;  // processes by rank

struct GroupBook {
  std::uint64_t key = 0;
  Members members;         // null: an intercommunicator
  std::uint64_t self = 0;  // own rank
  bool known() const { return members != nullptr && self < members->size(); }
  std::uint64_t size() const { return members->size(); }
  // The process of a rank; -1: none.
  int process(std::int64_t rank) const {
    if (!known() || rank < 0 || static_cast<std::uint64_t>(rank) >= members->size()) return -1;
    return static_cast<int>((*members)[static_cast<std::size_t>(rank)]);
  }
};

class ProcessBook {
 public:
  explicit ProcessBook(int process) : process_(process) {}

  // A definition; other definitions do not matter here.
  void take(const event::Process& process);
  void take(const event::Communicator& communicator);
  void take(const event::Window& window);
  template <class Definition>
  void take(const Definition&) {}

  int process() const { return process_; }
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

  int process_;
  std::uint64_t processes_ = 0;
  Books communicators_, windows_;
  bool indivisible_ = false;
};

}  // namespace fencepost::periods
