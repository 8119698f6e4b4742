// What one thread does at one place of the program in one way: accesses of a line differ only in bytes and times.
//
// A wrong loop has many accesses of one line pending. An access that conflicts with one of them conflicts with all that
// it overlaps, and that is one mistake.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "index/activity.h"

namespace fencepost::index {

struct Line {
  order::StreamNumber stream = 0;
  ThreadId thread = kMainThread;
  AccessClass kind = AccessClass::kLoad;
  AccessRole role = AccessRole::kLocal;
  OperationBuffer of = OperationBuffer::kOrigin;
  MpiCall call = MpiCall::kNone;
  LockSet locks = 0;
  StackId stack;
  std::uint64_t pc = 0;

  // Which accesses count by lines. (Loads may be polls, of which each says more than the one before.)
  static bool counts(const Activity& activity) {
    return activity.role != AccessRole::kLocal || activity.kind == AccessClass::kStore;
  }
  static Line of_access(const Activity& activity) {
    return {activity.stream, activity.thread, activity.kind,  activity.role, activity.by_role.buffer,
            activity.call,   activity.locks,  activity.stack, activity.pc};
  }
  friend bool operator==(const Line&, const Line&) = default;
};

// The lines of accesses in long lists, by number.
class Lines {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNone = 0;

  Number of(const Activity& activity) {
    const auto [at, added] = numbers_.try_emplace(Line::of_access(activity), static_cast<Number>(lines_.size()));
    if (added) lines_.push_back({at->first, 0});
    return at->second;
  }
  const Line& operator[](Number number) const { return lines_[number].line; }
  // An access has ended, or continues as an access of another line.
  void leaves(const Activity& activity) {
    if (numbers_.empty()) return;
    const auto at = numbers_.find(Line::of_access(activity));
    if (at != numbers_.end()) ++lines_[at->second].left;
  }
  // How many accesses have left it so far: while the number stays the same, none has.
  std::uint32_t left(Number number) const { return lines_[number].left; }
  std::size_t size() const { return lines_.size(); }
  void clear() {
    numbers_.clear();
    lines_.resize(1);
  }

 private:
  struct Known {
    Line line;
    std::uint32_t left = 0;
  };
  struct Hash {
    std::size_t operator()(const Line& line) const {
      std::uint64_t hash = line.stack.number() ^ (std::uint64_t{line.stream} << 40) ^ (std::uint64_t{line.locks} << 20);
      hash = (hash ^ (hash >> 32)) * 0x9e3779b97f4a7c15ULL;
      hash ^= line.pc ^ (static_cast<std::uint64_t>(line.kind) << 56) ^ (static_cast<std::uint64_t>(line.role) << 48);
      hash = (hash ^ (hash >> 29)) * 0x9e3779b97f4a7c15ULL;
      return hash ^ (hash >> 32);
    }
  };
  std::unordered_map<Line, Number, Hash> numbers_;
  std::vector<Known> lines_ = std::vector<Known>(1);  // the first one means none
};

}  // namespace fencepost::index
