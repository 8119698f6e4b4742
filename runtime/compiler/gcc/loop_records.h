// The records in front of loops, and what is loaded once in front of them.
#pragma once

#include "gcc/emit.h"
#include "gcc/hoist.h"

namespace fencepost::gcc {

// A statement that does nothing in front of the loop, behind all that was put there before.
gimple* spot_in_front_of(class loop* loop);

// The table as it was loaded in front of a quiet loop.
class Tables {
 public:
  const Table& in_front_of(class loop* loop);

 private:
  std::map<const class loop*, Table> tables_;
};

void add_loop_records(const std::vector<HoistedAccess>& hoisted, const QuietLoops& quiet, Tables& tables, Sites& sites);

}  // namespace fencepost::gcc
