// An RMA operation with everything known about it: the call, the memory, the epoch, how far it is complete.
#pragma once

#include <cstdint>
#include <memory>

#include "job/epochs.h"
#include "job/memory.h"
#include "job/named.h"
#include "job/place.h"
#include "job/shared_bytes.h"
#include "record/event.h"

namespace fencepost {

// Elements in the memory of the target, as the program gave them.
struct TargetBuffer {
  std::int64_t displacement = 0;
  std::int64_t count = 0;
  std::uint64_t datatype = 0;  // Datatype id of the issuing process
};

enum class OperationKind : std::uint8_t { kPut, kGet, kAccumulate, kGetAccumulate, kFetchAndOp, kCompareAndSwap };
// The kind of the operation that the call makes; nothing: it makes none.
std::optional<OperationKind> operation_kind_of(MpiCall call);
inline bool is_atomic(OperationKind kind) {
  return kind != OperationKind::kPut && kind != OperationKind::kGet;
}

struct Operation {
  OperationKind kind = OperationKind::kPut;
  std::uint64_t number = 0;  // among the operations of its thread, from 1
  Place place;
  Moment issued;
  WindowKey window;  // key; 0: the window is not known
  std::uint16_t window_number = 0;
  ProcessId target_process;  // if the target is a process
  Rank target;               // as passed (kProcNull is possible)
  // As the program passed them.
  Buffer origin, result;
  std::uint64_t compare = 0;
  TargetBuffer target_buffer;
  ReduceOp op = ReduceOp::kNull;
  std::uint64_t request = 0;
  std::uint64_t outcome =
      0;  // != 0: refused. (If its error handler would end the job, Fencepost makes it nevertheless.)

  std::shared_ptr<AccessEpoch> epoch;  // null: outside any
  SharedBytes target_bytes;            // empty if refused, PROC_NULL or the target's part is unknown
  std::int64_t target_address = 0;     // of displacement 0 + displacement*unit in the target's memory (may lie outside)
  SharedBytes origin_bytes;  // read or written at the origin (compare is a piece of it); of result: result_bytes
  SharedBytes result_bytes;

  struct Completion {
    Place place;  // the call that completed it
    Moment at;
    bool by_request = false;
  };
  std::shared_ptr<const Completion> local, remote;  // null: not yet. Operations completed by one call share one object
  std::shared_ptr<const Named> named;               // its window and datatypes
  // Its number in the order in which atomics were executed at the target (Executed); 0: not known.
  std::uint64_t sequence = 0;

  bool fetches() const { return kind != OperationKind::kPut && kind != OperationKind::kAccumulate; }
  bool updates() const { return kind != OperationKind::kGet && op != ReduceOp::kNoOp; }
  bool atomic() const { return is_atomic(kind); }
};

const char* name_of(OperationKind kind);  // "put", "fetch_and_op": the words of findings

}  // namespace fencepost
