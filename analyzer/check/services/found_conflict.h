// A conflict on the way to its observers.
#pragma once

#include <compare>
#include <cstdint>
#include <set>

#include "job/conflict.h"

namespace fencepost::check {

// An instruction in a form that all processes share: a hash of the module's path and the offset in it, or of the file
// and the line of interpreted code.
struct CodePosition {
  std::uint64_t module = 0, offset = 0;
  friend auto operator<=>(const CodePosition&, const CodePosition&) = default;
};

// What distinguishes a pair of places from others, the same in all parts of an analysis.
struct ConflictKey {
  struct Side {
    CodePosition position;
    AccessClass kind = AccessClass::kLoad;
    AccessRole role = AccessRole::kLocal;
    MpiCall call = MpiCall::kNone;
    friend auto operator<=>(const Side&, const Side&) = default;
  };
  Side first, second;  // the smaller one comes first
  ConflictKind kind = ConflictKind::kData;
  Unordered unordered = Unordered::kInEveryRun;
  // A race within one process is a different mistake than
  // a race between two, even if the lines are the same.
  bool same_process = false;
  friend auto operator<=>(const ConflictKey&, const ConflictKey&) = default;
};

// Which of two occurrences came first: does not depend on how the index is searched, nor on events that come late.
struct OccurrenceOrder {
  std::uint64_t both_begun = 0, one_begun = 0;  // CommonTime
  ProcessId first_process, second_process;
  std::uint64_t first_byte = 0, second_byte = 0, common_byte = 0;
  friend auto operator<=>(const OccurrenceOrder&, const OccurrenceOrder&) = default;
};

struct FoundConflict {
  ConflictKey key;
  OccurrenceOrder order;
  std::set<ProcessId> ranks;
  Conflict conflict;
  bool explained = false;  // also by what came after it
};

}  // namespace fencepost::check
