// What a loop can know of its accesses' pages before it begins: how far from an address that stays the same in it
// nothing is tracked. One compare then says of an access that it is of no interest, without a look at its page. Where
// all is of interest the loop asks for marks instead, which it sets by itself (struct fencepost_marks in table.h).
//
// For x[i] with any i, which may come from data, and for pointers that go up and down from where they began. What
// another thread hands to MPI while the loop runs may be missed until the loop is left, as for accesses that are
// hoisted.
#pragma once

#include "gcc/emit.h"
#include "gcc/hoist.h"

namespace fencepost::gcc {

class Rooms {
 public:
  // Where the addresses of an access come from; no base: it is not known.
  struct Origin {
    tree base = NULL_TREE;  // stays the same in the loop
    bool wanders = false;   // addresses may lie on both sides of it
  };
  // Before any code is changed. `loop`: the outermost quiet one.
  Origin origin_of(const MemoryAccess& access, class loop* loop);

  // [low, low + span) is of no interest: words, known in front of the loop.
  struct Room {
    tree low = NULL_TREE;
    tree span = NULL_TREE;
    tree above = NULL_TREE;  // as the span of those that do not wander from there: 0 as well if there is none
  };
  const Room& room_of(class loop* loop, const Origin& origin);

  // Of an access at `location` that looks there; the span is 0 if there are none. Accesses of one line that are alike
  // have the same ones.
  struct Marks {
    tree low = NULL_TREE;
    tree span = NULL_TREE;
    tree bytes = NULL_TREE;
  };
  const Marks& marks_of(class loop* loop, const Origin& origin, const MemoryAccess& access, std::uint64_t site,
                        location_t location);
  // They take the place of registers, and each is a call: not for too many.
  bool has_marks_left() const { return marks_.size() < kMostMarks; }

 private:
  static constexpr std::size_t kMostMarks = 64;
  static constexpr int kFewRounds = 16;  // of a loop that does not pay for the calls in front of it

  bool is_worth_it(class loop* loop);
  Origin find(tree pointer, class loop* loop) const;
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
  // In front of the loop, where there is no room: all marks of one origin are asked for in one block.
  const Fork& fork_of(class loop* loop, const Origin& origin);

  std::map<Key, Room> rooms_;
  std::map<Key, Fork> forks_;
  std::map<MarksKey, Marks> marks_;
  std::map<const class loop*, bool> worth_it_;
};

}  // namespace fencepost::gcc
