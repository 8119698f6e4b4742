// Sets of RMA locks under which accesses are made, interned: equal sets have equal numbers, and 0 is the empty set.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "ids/ids.h"
#include "job/sweep.h"
#include "record/vocabulary.h"

namespace fencepost::index {

struct Lock {
  WindowKey window;  // key
  Rank target;       // kAllTargets: lock_all
  LockType type = LockType::kShared;
  friend bool operator==(const Lock&, const Lock&) = default;
  friend auto operator<=>(const Lock&, const Lock&) = default;
};

using LockSet = std::uint32_t;

class LockSets {
 public:
  LockSets() { sets_.emplace_back(); }
  LockSet intern(std::vector<Lock> locks);
  const std::vector<Lock>& operator[](LockSet set) const { return sets_[set]; }
  LockSet without(LockSet set, const Lock& lock);
  // Whether two processes that hold these never run at the same time: a common target, and one lock is exclusive.
  bool exclude(LockSet a, LockSet b);

  // How many numbers there are, to decide when to do the following: forgets the sets whose numbers are not in use.
  // These numbers may then name other sets.
  std::size_t numbers() const { return sets_.size(); }
  bool has_many() const { return sweep_.due(numbers_.size()); }
  void keep_only(const std::vector<bool>& in_use);

 private:
  Sweep<256> sweep_;
  std::vector<LockSet> free_;
  std::vector<std::vector<Lock>> sets_;
  std::map<std::vector<Lock>, LockSet> numbers_;
  std::unordered_map<std::uint64_t, bool> known_;
};

}  // namespace fencepost::index
