// An RMA operation with data that only the engine needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "index/access_index.h"
#include "job/operation.h"
#include "match/exposures.h"
#include "match/last_writers.h"
#include "services/thread.h"

namespace fencepost::check {

using index::Activity;
using index::ActivityNumber;

struct RmaOperation;
using OperationList = std::vector<std::shared_ptr<RmaOperation>>;
using ExposurePair = match::ExposurePair<OperationList>;

// An operation with the engine's own data.
struct RmaOperation : Operation {
  static constexpr ActivityNumber kNoAccess = ~ActivityNumber{0};
  StreamNumber stream = 0;
  index::LockSet locks = 0;                   // held when it was issued
  SharedClocks start;                         // before the issuing call, without the thread itself
  SharedClocks read_from;                     // before the writers whose value it fetched
  match::CallName last_writer;                // of these
  std::optional<index::EndPoint> target_end;  // complete at the target before it was placed
  ActivityNumber target_number = kNoAccess;
  ActivityNumber origin_numbers[3];  // of the origin, result and compare buffers that exist
  std::uint8_t origin_count = 0;
  bool origin_was_read = false;    // the data that it reads at the origin has arrived at the target
  bool remembered = false;         // among the complete ones of its window
  bool target_placed = false;      // its target access is in the index
  bool waits_for_opening = false;  // not placed because the target has not opened yet
  bool awaits_execution = false;   // it fetches, and its Executed event has not been applied
  bool fetches_natively = false;   // it has not yet been determined what it has read
  static constexpr std::size_t kNotListed = ~std::size_t{0};
  std::size_t listed_at = kNotListed;  // in the OpenOperations that hold it

  // Its accesses. If a side is complete, they may no longer be in the index, and others may have their numbers.
  using Numbers = std::span<const ActivityNumber>;
  Numbers origin_accesses() const { return {origin_numbers, origin_count}; }
  Numbers target_accesses() const { return {&target_number, target_number == kNoAccess ? 0U : 1U}; }
  Numbers open_at_origin() const { return local ? Numbers() : origin_accesses(); }
  Numbers open_at_target() const { return remote ? Numbers() : target_accesses(); }
  Numbers ended_at_origin() const { return local ? origin_accesses() : Numbers(); }
  Numbers ended_at_target() const { return remote ? target_accesses() : Numbers(); }
};

// Up to and including the call that issued it.
inline match::Reached issue_of(const RmaOperation& operation) {
  return {operation.start, operation.stream, operation.issued.tick};
}

inline AccessClass access_at_target(const Operation& operation) {
  switch (operation.kind) {
    case OperationKind::kPut:
      return AccessClass::kPut;
    case OperationKind::kGet:
      return AccessClass::kGet;
    default:
      return operation.op == ReduceOp::kNoOp ? AccessClass::kAtomicRead : AccessClass::kAtomic;
  }
}

// An operation that only reads and is complete at the origin is complete at the target, too: otherwise its data would
// not have arrived. Other fetching operations may still have to make their update.
inline bool has_read_target(const Operation& operation) {
  return !operation.updates();
}

}  // namespace fencepost::check
