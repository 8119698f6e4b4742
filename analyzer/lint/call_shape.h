// Which argument of an MPI call is what: the one-sided chapter as a table, and what else completes or uses buffers.
#pragma once

#include <string_view>

namespace fencepost::lint {

enum class CallKind {
  kPut,
  kGet,
  kAccumulate,  // and all that updates atomically
  kCreate,
  kFree,
  kFence,
  kStart,
  kComplete,
  kPost,
  kWait,
  kTest,
  kLock,
  kUnlock,
  kLockAll,
  kUnlockAll,
  kFlush,
  kFlushLocal,
  kFlushAll,
  kFlushLocalAll,
  kSync,
  kRequestWait,   // MPI_Wait: of one request
  kRequestsDone,  // MPI_Waitall, MPI_Test, …: of some
  kMessage,       // reads a buffer or writes one: messages and collectives
  kFinalize,
  kOther,
};

// Positions of arguments; -1: the call has none of the kind.
struct CallShape {
  std::string_view name;  // without MPI_ and _c
  CallKind kind = CallKind::kOther;
  int window = -1;  // of kCreate and kFree: a pointer to it
  int target = -1;
  int displacement = -1;
  int count = -1, type = -1;  // of the origin
  int target_count = -1, target_type = -1;
  int origin = -1, result = -1, compare = -1;
  int result_count = -1, result_type = -1;
  int operation = -1;
  int request = -1;
  int peer = -1;  // of messages, the root of collectives
  int assertion = -1;
  int size = -1, unit = -1;
  int lock_type = -1;
  int communicator = -1;

  bool is_operation() const {
    return kind == CallKind::kPut || kind == CallKind::kGet || kind == CallKind::kAccumulate;
  }
};

// For "MPI_Put", "PMPI_Put", "MPI_Put_c"; null: not an MPI function. One that is in no table is kOther.
const CallShape* shape_of(std::string_view function);

// "MPI_Put" of "PMPI_Put_c".
std::string_view plain_name(std::string_view function);

}  // namespace fencepost::lint
