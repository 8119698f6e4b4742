// What a loop can know about the pages of its accesses before it begins: how far from an address that stays the same in
// it nothing is tracked. Then one compare shows that an access is of no interest, without a look at its page. If
// everything is of interest, the loop asks for marks instead, which it sets itself (struct fencepost_marks in table.h).
//
// For x[i] with any i, which may come from data, and for pointers that go up and down from where they began. If another
// thread gives memory to MPI while the loop runs, accesses to it may be missed until the loop is left, as with hoisted
// accesses.
#pragma once

#include "gcc/emit.h"
#include "gcc/hoist.h"

namespace fencepost::gcc {

class Rooms {
 public:
  // Where the addresses of an access come from; no base: it is not known.
  struct Origin {
    tree base = NULL_TREE;       // known before the loop
    bool wanders = false;        // addresses may lie on both sides of it
    class loop* loop = nullptr;  // in front of which it is asked about
  };
  // Call it before accesses get their code. `loops`: the calm ones around it, the outermost first. `quiet`: the
  // outermost quiet one; only there it pays to ask about both sides.
  Origin origin_of(const MemoryAccess& access, const std::vector<class loop*>& loops, const class loop* quiet);

  // [low, low + span) is of no interest: words, known before the loop.
  struct Room {
    tree low = NULL_TREE;
    tree span = NULL_TREE;
    tree above = NULL_TREE;  // the span for accesses that do not wander below it: 0 as well if there is none
  };
  const Room& room_of(const Origin& origin);

  // For an access at `location` that looks there, as known in front of the quiet loop around it; the span is 0 if there
  // are none. Similar accesses of one line have the same marks.
  struct Marks {
    tree low = NULL_TREE;
    tree span = NULL_TREE;
    tree bytes = NULL_TREE;
  };
  const Marks& marks_of(class loop* loop, const Origin& origin, const MemoryAccess& access, std::uint64_t site,
                        location_t location);
  // They take registers, and each is a call: not for too many.
  bool has_marks_left() const { return marks_.size() < kMostMarks; }

 private:
  static constexpr std::size_t kMostMarks = 64;
  static constexpr int kFewRounds = 16;  // of a loop that does not pay for the calls before it

  bool is_worth_it(class loop* loop);
  Origin find(tree pointer, class loop* loop);
  tree loaded_before(class loop* loop, gimple* load);
  Origin find_beginning(tree pointer, class loop* loop) const;

  struct Key {
    const class loop* loop;
    tree base;
    bool wanders;
    bool operator<(const Key& other) const;
  };
  struct MarksKey {
    Key origin;
    std::uint32_t what;  // size and kind
    const char* file;
    int line;
    tree block;
    bool operator<(const MarksKey& other) const;
  };
  // Before the loop, where there is no room: one block asks for all marks of one origin.
  const Fork& fork_of(class loop* loop, const Origin& origin);

  std::map<Key, Room> rooms_;
  std::map<Key, Fork> forks_;
  std::map<MarksKey, Marks> marks_;
  std::map<const class loop*, bool> worth_it_;
  // Pointers that are members of variables, and whether something in the loop stores there: null.
  std::map<std::pair<const class loop*, std::pair<tree, HOST_WIDE_INT>>, tree> loaded_;
};

}  // namespace fencepost::gcc
