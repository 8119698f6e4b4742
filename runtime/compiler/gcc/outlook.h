// What is known of accesses in front of their loop once and for all: whether the array that one stays in, or the places
// that they go to, are of interest. In the loop a look at that answer is all that is left where they are not.
#pragma once

#include "gcc/loop_records.h"
#include "gcc/rooms.h"

namespace fencepost::gcc {

class Outlook {
 public:
  Outlook(Rooms& rooms, Tables& tables) : rooms_(rooms), tables_(tables) {}

  // Of an access whose room begins at `origin`: a value that is 0 if nothing of its array is tracked. Null: it has
  // none, or the room begins elsewhere.
  tree of_array(const Rooms::Origin& origin, const MemoryAccess& access);

  std::set<tree> all_arrays() const {
    std::set<tree> all;
    for (const auto& [key, value] : arrays_) all.insert(value);
    return all;
  }

  // Of `size` bytes at an address that stays the same in the loop of `origin`.
  struct Place {
    tree is_tracked = NULL_TREE;  // 0: no
    tree span = NULL_TREE;        // as that of a room: a word that is 0 if it is
  };
  Place of_place(const Rooms::Origin& origin, tree address, std::uint64_t size, std::uint64_t alignment);

  // Of all places that were planned for `loop` at such an address and begin at one base (those on the stack together):
  // a value that is 0 if none of them is tracked. Plan all before accesses get their code. False: there are too many.
  bool plan_place(class loop* loop, const MemoryAccess& access, HOST_WIDE_INT low, HOST_WIDE_INT high,
                  std::uint64_t alignment);
  tree of_places(class loop* loop, const MemoryAccess& access);

 private:
  // [low, high) from `base` + `offset` on.
  struct Stretch {
    tree base = NULL_TREE;
    tree offset = NULL_TREE;
    HOST_WIDE_INT low = 0;
    HOST_WIDE_INT high = 0;
    std::uint64_t alignment = 1;
  };
  struct Places {
    std::vector<Stretch> all;
    tree is_tracked = NULL_TREE;
  };
  using Key = std::pair<const class loop*, tree>;  // and the base; null: the stack
  static Key key_of(class loop* loop, const MemoryAccess& access);

  std::map<std::tuple<const class loop*, tree, HOST_WIDE_INT>, tree> arrays_;
  std::map<Key, Places> places_;
  Rooms& rooms_;
  Tables& tables_;
};

}  // namespace fencepost::gcc
