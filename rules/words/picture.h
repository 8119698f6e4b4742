// The picture of a conflict: what the engine has seen around the two accesses, and each call that the words of the
// finding name, so that the reader finds there what he has read.
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
  std::string label = {};  // of a load or store
};
NamedPlace named_access(const ConflictAccess& access);

// The completions of both accesses are in it, too.
Timeline picture_of(const Conflict& conflict, const std::vector<NamedPlace>& named, Words& words);
// Adds what is not there yet.
void add_to(Timeline& picture, const NamedPlace& named, Words& words);

}  // namespace fencepost
