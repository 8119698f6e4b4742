// How much code a function gets that makes its loops fast on window memory: rooms and marks (rooms.h), and through them
// copies of loops. The compiler's later steps take time in proportion to that code. So of a function that has many
// accesses in loops, only those that run most often have it, and the others look at the shadow each time.
#pragma once

#include "gcc/rooms.h"

namespace fencepost::gcc {

class Budget {
 public:
  explicit Budget(function* function);

  // Loops ask for this origin in any case.
  void add_asked(const Rooms::Origin& origin);
  // An access that could have a room. Call it for all of them, then `decide`.
  void add(gimple* statement, const Rooms::Origin& origin);
  void decide();

  bool has_room(gimple* statement) const { return with_room_.count(statement) != 0; }
  bool has_marks(gimple* statement) const { return with_marks_.count(statement) != 0; }

 private:
  // How often the statement runs each time `loop` is entered, as the compiler estimates.
  static double rounds_of(gimple* statement, class loop* loop);

  using Key = std::pair<const class loop*, tree>;
  static Key key_of(const Rooms::Origin& origin);

  struct Wish {
    gimple* statement = nullptr;
    Key origin;
    double rounds = 0;     // in its loop
    double frequency = 0;  // each time the function runs
  };
  std::size_t size_ = 0;  // of the function, in statements
  std::vector<Wish> wishes_;
  std::map<Key, double> rounds_;  // of all accesses with one origin
  std::set<const gimple*> with_room_, with_marks_;
};

}  // namespace fencepost::gcc
