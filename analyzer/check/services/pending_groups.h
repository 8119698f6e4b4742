// Accesses that one place of the program has pending on the same bytes: one of them stands in the index for all.
//
// A loop that puts to one place a million times without completing it has a million accesses pending there, each of
// which is unordered with each other. That is one mistake, and must cost what as many ordered accesses cost. All that
// such a group has in common decides a conflict: thread, place, kind, bytes and locks. So as long as its leader, the
// earliest, is pending, whoever conflicts with another member conflicts with the leader as well. When the leader ends,
// the next pending member takes its entry. The one that ended can go: the others end later, at events of the same
// thread, and whoever is ordered after these is ordered after it. What ended by another thread's event keeps an entry
// of its own, and so does a fetching atomic operation at its target, because who has fetched what must stay known.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "index/access_index.h"

namespace fencepost::check {

class PendingGroups {
 public:
  explicit PendingGroups(index::AccessIndex& index) : index_(index) {}

  // Whether two accesses, of the same bytes, can be in one group.
  static bool alike(const index::Activity& one, const index::Activity& other);
  // The access, which has no entry, joins the one that this entry stands for.
  void join(index::Entry& entry, index::ActivityNumber number);
  // The access has its first end.
  void ends(index::ActivityNumber number);
  // Calls visit(activity) for the members that the leader stands for, until it says false.
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
    std::deque<index::ActivityNumber> members;  // behind the leader, in order; some may have left
    index::EndPoint kept;                       // the end of the last one that kept its entry
  };
  std::uint32_t group_of(index::ActivityNumber number) const {
    return number < group_of_.size() ? group_of_[number] : kNone;
  }
  void set_group(index::ActivityNumber number, std::uint32_t group);
  void member_ends(index::ActivityNumber number, const Group& group);
  void leader_ends(std::uint32_t number);

  index::AccessIndex& index_;
  std::vector<Group> groups_ = std::vector<Group>(1);  // the first one stands for none
  std::vector<std::uint32_t> free_groups_;
  std::vector<std::uint32_t> group_of_;  // by access
};

}  // namespace fencepost::check
