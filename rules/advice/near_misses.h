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
  // Both processes already synchronize their memory: the first such call after the one access and the last before the
  // other, in this order.
  std::optional<std::pair<FixPlace, FixPlace>> memory_synced;
  // Calls between the two by which the process of the one ends its epochs: the last one first.
  std::vector<FixPlace> ends;
};
NearMiss near_misses(const Conflict& conflict, const NearCalls& calls, Words& words);

}  // namespace fencepost
