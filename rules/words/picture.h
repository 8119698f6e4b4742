// The picture of a conflict: the events around the two accesses, and each call that the sentences of the finding name,
// so that readers find in the picture what they have read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "job/conflict.h"
#include "model/finding.h"
#include "words/words.h"

namespace fencepost {

// A call, load or store that a sentence names.
struct NamedPlace {
  PlaceInRun place;
  std::string label = {};  // for a load or store
};
NamedPlace named_access(const ConflictAccess& access);

// The picture also contains the completions of both accesses.
Timeline picture_of(const Conflict& conflict, const std::vector<NamedPlace>& named, Words& words);
// Adds the place if the picture does not have it yet.
void add_to(Timeline& picture, const NamedPlace& named, Words& words);

}  // namespace fencepost
