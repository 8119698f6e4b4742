// The program's own calls that nearly mend a conflict: whoever reads what is missing looks for the call that he knows
// to be there.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "facts/near_calls.h"
#include "job/conflict.h"
#include "model/fix.h"
#include "words/picture.h"
#include "words/words.h"

namespace fencepost {

struct NearMiss {
  std::vector<std::string> sentences;  // one for each call, none for most conflicts
  std::vector<NamedPlace> places;      // that they name
  Fixes fixes;                         // by which one of them would do
  // The two have synchronized their memory already: the last calls of that behind the one and before the other.
  std::optional<std::pair<FixPlace, FixPlace>> memory_synced;
};
NearMiss near_misses(const Conflict& conflict, const NearCalls& calls, Words& words);

}  // namespace fencepost
