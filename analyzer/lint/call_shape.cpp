#include "lint/call_shape.h"

#include <algorithm>
#include <array>

namespace fencepost::lint {
namespace {

using enum CallKind;

constexpr CallShape operation(std::string_view name, CallKind kind, int window) {
  CallShape shape{.name = name, .kind = kind, .window = window, .target = 3, .displacement = 4, .count = 1, .type = 2};
  shape.target_count = 5;
  shape.target_type = 6;
  (kind == kGet ? shape.result : shape.origin) = 0;
  if (kind == kGet) {
    shape.result_count = 1;
    shape.result_type = 2;
  }
  if (kind == kAccumulate) shape.operation = 7;
  return shape;
}

constexpr CallShape with_request(CallShape shape) {
  shape.request = shape.window + 1;
  return shape;
}

constexpr CallShape get_accumulate(std::string_view name) {
  return {.name = name,
          .kind = kAccumulate,
          .window = 11,
          .target = 6,
          .displacement = 7,
          .count = 1,
          .type = 2,
          .target_count = 8,
          .target_type = 9,
          .origin = 0,
          .result = 3,
          .result_count = 4,
          .result_type = 5,
          .operation = 10};
}

constexpr CallShape sends(std::string_view name) {
  return {.name = name, .kind = kMessage, .count = 1, .type = 2, .origin = 0, .peer = 3};
}

constexpr CallShape receives(std::string_view name) {
  return {.name = name, .kind = kMessage, .result = 0, .result_count = 1, .result_type = 2, .peer = 3};
}

// The root reads and all others write. It is certain that the buffer is at least read.
constexpr CallShape broadcasts(std::string_view name) {
  return sends(name);
}

// `all`: each process gets the result, not only the root.
constexpr CallShape reduces(std::string_view name, bool all) {
  CallShape shape{.name = name, .kind = kMessage, .count = 2, .type = 3, .origin = 0};
  if (!all) {
    shape.peer = 5;
    return shape;
  }
  shape.result = 1;
  shape.result_count = 2;
  shape.result_type = 3;
  return shape;
}

// `all_send`, `all_receive`: each process does, not only the root. The number of blocks is not known: at least one.
constexpr CallShape exchanges(std::string_view name, bool all_send, bool all_receive) {
  CallShape shape{.name = name, .kind = kMessage};
  if (all_send) {
    shape.origin = 0;
    shape.count = 1;
    shape.type = 2;
  }
  if (all_receive) {
    shape.result = 3;
    shape.result_count = 4;
    shape.result_type = 5;
  }
  if (!all_send || !all_receive) shape.peer = 6;
  return shape;
}

constexpr CallShape kFetchAndOp = {.name = "Fetch_and_op",
                                   .kind = kAccumulate,
                                   .window = 6,
                                   .target = 3,
                                   .displacement = 4,
                                   .type = 2,
                                   .target_type = 2,
                                   .origin = 0,
                                   .result = 1,
                                   .result_type = 2,
                                   .operation = 5};
constexpr CallShape kCompareAndSwap = {.name = "Compare_and_swap",
                                       .kind = kAccumulate,
                                       .window = 6,
                                       .target = 4,
                                       .displacement = 5,
                                       .type = 3,
                                       .target_type = 3,
                                       .origin = 0,
                                       .result = 2,
                                       .compare = 1,
                                       .result_type = 3};

constexpr std::array kShapes = {
    operation("Put", kPut, 7),
    operation("Get", kGet, 7),
    with_request(operation("Rput", kPut, 7)),
    with_request(operation("Rget", kGet, 7)),
    operation("Accumulate", kAccumulate, 8),
    with_request(operation("Raccumulate", kAccumulate, 8)),
    get_accumulate("Get_accumulate"),
    with_request(get_accumulate("Rget_accumulate")),
    kFetchAndOp,
    kCompareAndSwap,
    CallShape{.name = "Win_create", .kind = kCreate, .window = 5, .size = 1, .unit = 2, .communicator = 4},
    CallShape{.name = "Win_allocate", .kind = kCreate, .window = 5, .size = 0, .unit = 1, .communicator = 3},
    CallShape{.name = "Win_allocate_shared", .kind = kCreate, .window = 5, .size = 0, .unit = 1, .communicator = 3},
    CallShape{.name = "Win_create_dynamic", .kind = kCreate, .window = 2, .communicator = 1},
    CallShape{.name = "Win_free", .kind = kFree, .window = 0},
    CallShape{.name = "Win_fence", .kind = kFence, .window = 1, .assertion = 0},
    CallShape{.name = "Win_start", .kind = kStart, .window = 2, .assertion = 1},
    CallShape{.name = "Win_complete", .kind = kComplete, .window = 0},
    CallShape{.name = "Win_post", .kind = kPost, .window = 2, .assertion = 1},
    CallShape{.name = "Win_wait", .kind = kWait, .window = 0},
    CallShape{.name = "Win_test", .kind = kTest, .window = 0},
    CallShape{.name = "Win_lock", .kind = kLock, .window = 3, .target = 1, .assertion = 2, .lock_type = 0},
    CallShape{.name = "Win_unlock", .kind = kUnlock, .window = 1, .target = 0},
    CallShape{.name = "Win_lock_all", .kind = kLockAll, .window = 1, .assertion = 0},
    CallShape{.name = "Win_unlock_all", .kind = kUnlockAll, .window = 0},
    CallShape{.name = "Win_flush", .kind = kFlush, .window = 1, .target = 0},
    CallShape{.name = "Win_flush_local", .kind = kFlushLocal, .window = 1, .target = 0},
    CallShape{.name = "Win_flush_all", .kind = kFlushAll, .window = 0},
    CallShape{.name = "Win_flush_local_all", .kind = kFlushLocalAll, .window = 0},
    CallShape{.name = "Win_sync", .kind = kSync, .window = 0},
    CallShape{.name = "Wait", .kind = kRequestWait, .request = 0},
    CallShape{.name = "Test", .kind = kRequestsDone},
    CallShape{.name = "Waitall", .kind = kRequestsDone},
    CallShape{.name = "Waitany", .kind = kRequestsDone},
    CallShape{.name = "Waitsome", .kind = kRequestsDone},
    CallShape{.name = "Testall", .kind = kRequestsDone},
    CallShape{.name = "Testany", .kind = kRequestsDone},
    CallShape{.name = "Testsome", .kind = kRequestsDone},
    CallShape{.name = "Request_get_status", .kind = kRequestsDone},
    CallShape{.name = "Request_get_status_all", .kind = kRequestsDone},
    CallShape{.name = "Request_get_status_any", .kind = kRequestsDone},
    CallShape{.name = "Request_get_status_some", .kind = kRequestsDone},
    sends("Send"),
    sends("Ssend"),
    sends("Bsend"),
    sends("Rsend"),
    sends("Isend"),
    sends("Issend"),
    sends("Ibsend"),
    sends("Irsend"),
    receives("Recv"),
    receives("Irecv"),
    broadcasts("Bcast"),
    broadcasts("Ibcast"),
    reduces("Reduce", false),
    reduces("Ireduce", false),
    reduces("Allreduce", true),
    reduces("Iallreduce", true),
    reduces("Scan", true),
    reduces("Iscan", true),
    exchanges("Gather", true, false),
    exchanges("Igather", true, false),
    exchanges("Scatter", false, true),
    exchanges("Iscatter", false, true),
    exchanges("Allgather", true, true),
    exchanges("Iallgather", true, true),
    exchanges("Alltoall", true, true),
    exchanges("Ialltoall", true, true),
    CallShape{.name = "Finalize", .kind = kFinalize},
};

constexpr CallShape kAnyOther{};

std::string_view without_case(std::string_view name) {
  if (name.starts_with('P')) name.remove_prefix(1);
  if (name.ends_with("_c")) name.remove_suffix(2);
  return name;
}

}  // namespace

std::string_view plain_name(std::string_view function) {
  return without_case(function);
}

const CallShape* shape_of(std::string_view function) {
  std::string_view name = without_case(function);
  if (!name.starts_with("MPI_")) return nullptr;
  name.remove_prefix(4);
  const auto found = std::ranges::find(kShapes, name, &CallShape::name);
  return found != kShapes.end() ? &*found : &kAnyOther;
}

}  // namespace fencepost::lint
