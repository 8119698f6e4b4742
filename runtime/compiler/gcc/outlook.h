// What is known of an access in front of its loop once and for all: whether the array that it stays in, or the one
// place that it goes to, is of interest. In the loop a look at that answer is all that is left where it is not.
#pragma once

#include "gcc/loop_records.h"
#include "gcc/rooms.h"

namespace fencepost::gcc {

class Outlook {
 public:
  Outlook(Rooms& rooms, Tables& tables) : rooms_(rooms), tables_(tables) {}

  // Of an access whose room begins at `origin`, as known in front of `loop`: a value that is 0 if nothing of its array
  // is tracked. Null: it has none, or the room begins elsewhere.
  tree of_array(class loop* loop, const Rooms::Origin& origin, const MemoryAccess& access);

  // Of `size` bytes at an address that stays the same in `loop`.
  struct Place {
    tree is_tracked = NULL_TREE;  // 0: no
    tree span = NULL_TREE;        // as that of a room: a word that is 0 if it is
  };
  Place of_place(class loop* loop, const Rooms::Origin& origin, tree address, std::uint64_t size,
                 std::uint64_t alignment);

 private:
  std::map<std::tuple<const class loop*, tree, HOST_WIDE_INT>, tree> arrays_;
  Rooms& rooms_;
  Tables& tables_;
};

}  // namespace fencepost::gcc
