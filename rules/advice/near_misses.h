// Calls of the program that nearly fix a conflict: readers who are told what is missing look for the call that they
// know to be there.
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
  std::vector<NamedPlace> places;      // which the sentences name
  Fixes fixes;                         // with which one of the calls would be enough
  // Both processes have already synchronized their memory: the last such calls after the one and before the other.
  std::optional<std::pair<FixPlace, FixPlace>> memory_synced;
};
NearMiss near_misses(const Conflict& conflict, const NearCalls& calls, Words& words);

}  // namespace fencepost
