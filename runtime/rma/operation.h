// One RMA operation, from the call until it has taken effect at its target. It carries everything it needs: the program
// may free datatypes, and another thread may execute it.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <mpi.h>

#include "record/vocabulary.h"
#include "rma/layout.h"
#include "rma/reduce.h"

namespace fencepost::rma {

class Request;

enum class Kind : std::uint8_t {
  kPut,
  kGet,
  kAccumulate,
  kGetAccumulate,
  kCompareAndSwap
};  // fetch_and_op: get_accumulate

struct Operation {
  Kind kind = Kind::kPut;
  ReduceOp op = ReduceOp::kNull;
  BasicType basic = BasicType::kUnknown;  // atomic operations: of the elements
  bool of_mixed_types = false;            // atomic operations: the sides disagree, it moves their bytes
  int target = 0;
  std::int64_t displacement = 0;       // in the target's displacement units
  Layout origin;                       // put: read, get: written, atomic operations: read (empty for kNoOp)
  Layout result;                       // fetching atomic operations: written
  const std::byte* compare = nullptr;  // compare_and_swap
  Layout at_target;                    // address unset until the place of the target's memory is known
  bool recorded = false;
  std::uint64_t thread = 0;  // as in the trace, for Executed
  std::uint64_t number = 0;

  bool atomic() const { return kind >= Kind::kAccumulate; }
  // Whether it writes memory of the origin (and so is locally complete only when it has been executed).
  bool fetches() const { return kind == Kind::kGet || kind == Kind::kGetAccumulate || kind == Kind::kCompareAndSwap; }
};

// An operation that waits for its turn. Owns what the program may change or free.
struct Waiting {
  Operation operation;
  std::shared_ptr<const handles::DatatypeInfo> origin_type, result_type, target_type;
  std::vector<std::byte> packed;   // the origin's data, once the operation is locally complete without having run
  std::vector<std::byte> compare;  // compare_and_swap: likewise
  std::shared_ptr<Request> request;
};

}  // namespace fencepost::rma
