// Accesses that one place of the program has pending on the same bytes: one of them represents all in the index.
//
// A loop that puts to one place a million times without completing has a million accesses pending there, all unordered
// with each other. That is one mistake, and must cost no more than as many ordered accesses. All members of such a
// group share what decides a conflict: thread, place, kind, bytes and locks. So while its leader, the earliest, is
// pending, an access that conflicts with another member conflicts with the leader, too. When the leader ends, the next
// pending member takes its entry. The ended one can go: the others end later, at events of the same thread, and an
// access ordered after these is ordered after it. Accesses that another thread's event ended keep their own entries. So
// do fetching atomics at their targets, because it must stay known who has fetched what.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "index/access_index.h"

namespace fencepost::check {

class PendingGroups {
 public:
  explicit PendingGroups(index::AccessIndex& index) : index_(index) {}

  // Whether two accesses of the same bytes can be in one group.
  static bool alike(const index::Activity& one, const index::Activity& other);
  // The access, which has no entry, joins the one that this entry represents.
  void join(index::Entry& entry, index::ActivityNumber number);
  // The access has its first end.
  void ends(index::ActivityNumber number);
  // Calls visit(activity) for the members that the leader represents, until visit returns false.
  template <class Visit>
  void each_behind(index::ActivityNumber leader, Visit&& visit) const {
    const std::uint32_t number = group_of(leader);
    if (number == kNone) return;
    for (const index::ActivityNumber member : groups_[number].members) {
      if (group_of(member) == number && member != leader && !visit(index_[member])) return;
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0;
  struct Group {
    index::ActivityNumber leader = 0;
    std::uint32_t entry = 0;                    // the leader's
    index::Entry as;                            // with the space, the piece and the key that all have
    std::deque<index::ActivityNumber> members;  // after the leader, in order; some may have left
    index::EndPoint kept;                       // the end of the last one that kept its entry
  };
  std::uint32_t group_of(index::ActivityNumber number) const {
    return number < group_of_.size() ? group_of_[number] : kNone;
  }
  void set_group(index::ActivityNumber number, std::uint32_t group);
  void member_ends(index::ActivityNumber number, const Group& group);
  void leader_ends(std::uint32_t number);

  index::AccessIndex& index_;
  std::vector<Group> groups_ = std::vector<Group>(1);  // the first one represents none
  std::vector<std::uint32_t> free_groups_;
  std::vector<std::uint32_t> group_of_;  // by access
};

}  // namespace fencepost::check
