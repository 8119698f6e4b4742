// The memory attached to a dynamic window, and what of it an operation reaches.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "job/epochs.h"
#include "job/memory.h"

namespace fencepost {

// The regions in which the bytes (addresses of the process that attached them) lie: none if some byte lies in no
// region.
std::vector<const Attachment*> attachments_of(const std::map<std::uint64_t, Attachment>& attached, const Pieces& bytes);

}  // namespace fencepost
