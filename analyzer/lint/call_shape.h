// What each argument of an MPI call is: a table of the one-sided chapter, and of calls that complete or use buffers.
#pragma once

#include <string_view>

namespace fencepost::lint {

enum class CallKind {
  kPut,
  kGet,
  kAccumulate,  // and other atomic updates
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
  kRequestWait,   // MPI_Wait: for one request
  kRequestsDone,  // MPI_Waitall, MPI_Test, …: for several, or perhaps
  kMessage,       // reads a buffer or writes one: messages and collectives
  kFinalize,
  kOther,
};

// Positions of arguments; -1: the call has no such argument.
struct CallShape {
  std::string_view name;  // without MPI_ and _c
  CallKind kind = CallKind::kOther;
  int window = -1;  // for kCreate and kFree: a pointer to it
  int target = -1;
  int displacement = -1;
  int count = -1, type = -1;  // of the origin
  int target_count = -1, target_type = -1;
  int origin = -1, result = -1, compare = -1;
  int result_count = -1, result_type = -1;
  int operation = -1;
  int request = -1;
  int peer = -1;  // for messages; for collectives the root
  int assertion = -1;
  int size = -1, unit = -1;
  int lock_type = -1;
  int communicator = -1;

  bool is_operation() const {
    return kind == CallKind::kPut || kind == CallKind::kGet || kind == CallKind::kAccumulate;
  }
};

// For "MPI_Put", "PMPI_Put", "MPI_Put_c"; null: not an MPI function. A function that is in no table is kOther.
const CallShape* shape_of(std::string_view function);

// "MPI_Put" of "PMPI_Put_c".
std::string_view plain_name(std::string_view function);

}  // namespace fencepost::lint
