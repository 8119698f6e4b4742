// The records before loops, and what is loaded once before them.
#pragma once

#include "gcc/emit.h"
#include "gcc/hoist.h"
#include "gcc/rooms.h"

namespace fencepost::gcc {

// The table as it was loaded before a quiet loop.
class Tables {
 public:
  const Table& in_front_of(class loop* loop);

 private:
  std::map<const class loop*, Table> tables_;
};

class Outlook;

// `origins`: those that rooms found for each before any code was changed, for the calm loops around its own.
void add_loop_records(const std::vector<HoistedAccess>& hoisted, const std::vector<Rooms::Origin>& origins,
                      const QuietLoops& quiet, Tables& tables, Rooms& rooms, Outlook& outlook, Sites& sites);

}  // namespace fencepost::gcc
