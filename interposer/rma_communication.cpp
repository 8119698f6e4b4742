// The communication calls of the one-sided chapter. Each of them becomes an rma::Operation: its arguments are judged,
// the event is written (with the verdict), and the runtime executes the operation now or later.
#include <atomic>

#include "handles/handle_key.h"
#include "handles/requests.h"
#include "interposer/buffer_judgement.h"
#include "interposer/entry.h"
#include "interposer/rma_call.h"
#include "interposer/window_call.h"
#include "recorder/looks.h"
#include "rma/at_once.h"
#include "rma/look_fetch.h"
#include "rma/operations.h"

namespace fencepost::interposer {
namespace {

Buffer recorded_buffer(const Given& given, const rma::Layout& layout) {
  return {address_number(given.address), given.count, layout.type ? layout.type->id : 0};
}

void write_event(const Call& call, const rma::Operation& operation, std::uint64_t window, std::uint64_t request,
                 int outcome, std::uint64_t stack) {
  const std::uint64_t target_type = operation.at_target.type ? operation.at_target.type->id : 0;
  if (!operation.atomic()) {
    record::write(event::Transfer{.stack = stack,
                                  .call = number_of(call.call),
                                  .window = window,
                                  .target = rank_number(call.target),
                                  .origin = recorded_buffer(call.origin, operation.origin),
                                  .displacement = call.displacement,
                                  .target_count = call.target_count,
                                  .target_datatype = target_type,
                                  .request = request,
                                  .outcome = static_cast<std::uint64_t>(outcome)});
    return;
  }
  const bool reads = operation.op != ReduceOp::kNoOp;
  const bool fetches = operation.kind >= rma::Kind::kGetAccumulate;
  record::write(event::AtomicOperation{.stack = stack,
                                       .call = number_of(call.call),
                                       .window = window,
                                       .target = rank_number(call.target),
                                       .origin = reads ? recorded_buffer(call.origin, operation.origin) : Buffer{},
                                       .result = fetches ? recorded_buffer(call.result, operation.result) : Buffer{},
                                       .compare = address_number(call.compare),
                                       .displacement = call.displacement,
                                       .target_count = call.target_count,
                                       .target_datatype = target_type,
                                       .op = static_cast<std::uint64_t>(operation.op),
                                       .request = request,
                                       .outcome = static_cast<std::uint64_t>(outcome)});
}

// The call fetches and changes nothing. `fetched`: what it got; empty: not known yet. `buffer`: where the program finds
// it, if that is not there. Returns whether it got the same as before.
bool note_fetch(MpiCall call, std::uint64_t stack, const rma::Window& window, int target, MPI_Aint displacement,
                std::span<const std::byte> fetched, const void* buffer = nullptr) {
  if (fetched.size() > rma::Looked::kLongest) return false;
  return record::looked({.call = call,
                         .what = format::LooksFor::kValue,
                         .stack = stack,
                         .window = window.id,
                         .target = rank_number(target),
                         .displacement = displacement,
                         .buffer = buffer != nullptr ? buffer : fetched.data(),
                         .seen = fetched});
}

// Reported once, and only if a program may have built its synchronization on it.
void mention_unseen_order() {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  record::blind_spot(
      "The MPI library executed RMA itself (--rma native), so Fencepost did not see which value an atomic operation "
      "fetched. It assumes that the operation saw everything written there before it was complete, so it may miss "
      "races after flags, locks and queues that the program builds with atomics. Without --rma native these values are "
      "known.");
}

template <class Native>
int communicate_natively(const Call& call, const rma::Window& window, const Scope& scope, const Native& native) {
  const bool records = scope.records();
  const std::uint64_t request = call.request && records ? record::next_id() : 0;
  if (records) {
    record::next_operation();
    const rma::Operation operation = operation_of(call);
    const Judgement judgement = judge_arguments(call, window, operation);
    if (judgement) write_judgement(judgement, call.call, window.id, scope.stack());
    if (judgement.error == MPI_SUCCESS) rma::track_buffers(operation);
    write_event(call, operation, window.id, request, MPI_SUCCESS, scope.stack());
    if (call.kind >= rma::Kind::kGetAccumulate) mention_unseen_order();
  }
  const int code = native();
  if (code != MPI_SUCCESS) return records ? record_failure(code) : code;
  if (records && (call.kind == rma::Kind::kGet || call.op == ReduceOp::kNoOp))
    note_fetch(call.call, scope.stack(), window, call.target, call.displacement, {});
  if (request != 0) {
    handles::added_request(call.request, {.id = request, .kind = handles::RequestKind::kOther, .action = nullptr});
  }
  return code;
}

// Returns what the call must return after an error: if the handler would end the program, everything that is safe has
// been done.
int refused(const Call& call, rma::Window* window, rma::Operation& operation, int error, bool arguments_good,
            const std::shared_ptr<rma::Request>& request, bool records) {
  const int code = window_error(call.window, error, records);
  if (code != MPI_SUCCESS) {
    if (request) {
      request->complete();
      handles::RequestClaim(call.request).remove();
      PMPI_Request_free(call.request);
    } else if (call.request != nullptr) {
      *call.request = MPI_REQUEST_NULL;
    }
    return code;
  }
  if (!request && call.request != nullptr) *call.request = MPI_REQUEST_NULL;
  if (window && arguments_good && error == MPI_ERR_RMA_SYNC && rma::is_executable(*window, operation)) {
    rma::issue_unsynchronized(*window, operation, request);
  } else if (request) {
    request->complete();
  }
  return code;
}

// Puts and gets that need neither a Call nor an Operation. False: nothing was done.
template <MpiCall kCall, rma::Kind kKind>
bool transfer_at_once(const Given& given, int target, MPI_Aint displacement, std::int64_t target_count,
                      MPI_Datatype target_type, MPI_Win handle, const Scope& scope) {
  rma::Window* const window = rma::find_window(handle);
  if (window == nullptr || window->native || !scope.records()) return false;
  const rma::Layout origin = layout_of(given);
  const rma::Layout at_target{nullptr, target_count,
                              target_type == given.datatype ? origin.type : handles::peek_datatype(target_type)};
  const rma::Guard guard(window->mutex);
  const bool polls = kKind == rma::Kind::kGet && record::polls();
  const rma::Stretches stretches = rma::stretches_of(*window, target, origin, displacement, at_target, polls);
  if (kKind == rma::Kind::kPut && stretches && !window->target(target).writable_throughout()) return false;
  if (!stretches || !is_good(stretches.origin, stretches.bytes, kKind == rma::Kind::kGet)) return false;
  const std::span got(stretches.origin, static_cast<std::size_t>(stretches.bytes));
  if (polls) {
    rma::move_at_once(*window, target, stretches, false);
    // (What is not recorded has no buffer that anybody could watch.)
    if (note_fetch(kCall, scope.stack(), *window, target, displacement, got)) return true;
  }
  memory::track_buffer(stretches.origin, static_cast<std::size_t>(stretches.bytes));
  record::next_operation();
  record::write(event::Transfer{.stack = scope.stack(),
                                .call = number_of(kCall),
                                .window = window->id,
                                .target = rank_number(target),
                                .origin = recorded_buffer(given, origin),
                                .displacement = displacement,
                                .target_count = target_count,
                                .target_datatype = at_target.type->id,
                                .request = 0,
                                .outcome = MPI_SUCCESS});
  if (polls) return true;
  rma::move_at_once(*window, target, stretches, kKind == rma::Kind::kPut);
  if constexpr (kKind == rma::Kind::kGet) note_fetch(kCall, scope.stack(), *window, target, displacement, got);
  return true;
}

void track_buffers(const rma::ElementUpdate& update) {
  const auto bytes = static_cast<std::size_t>(update.bytes);
  if (update.reads_origin()) memory::track_buffer(update.origin, bytes);
  if (update.fetches()) memory::track_buffer(update.result, bytes);
  if (update.compare != nullptr) memory::track_buffer(update.compare, bytes);
}

// The same as transfer_at_once() for atomic operations on one element. `asked`: what the program gave, without the
// type.
template <MpiCall kCall>
bool update_at_once(rma::ElementUpdate asked, MPI_Datatype datatype, int target, MPI_Aint displacement, MPI_Win handle,
                    const Scope& scope) {
  rma::Window* const window = rma::find_window(handle);
  if (window == nullptr || window->native || !scope.records()) return false;
  asked.type = handles::peek_datatype(datatype);
  const rma::Guard guard(window->mutex);
  const rma::ElementUpdate update = rma::update_of(*window, target, displacement, asked);
  if (!update || !window->target(target).writable_throughout()) return false;
  const auto bytes = static_cast<std::size_t>(update.bytes);
  const bool good = (!update.reads_origin() || is_good(update.origin, update.bytes, false)) &&
                    (!update.fetches() || is_good(update.result, update.bytes, true)) &&
                    (update.compare == nullptr || is_good(update.compare, update.bytes, false));
  if (!good) return false;
  const bool polls = record::polls();
  if (!polls) track_buffers(update);
  const void* const memory = window->target(target).peer->block;
  rma::Updated updated = rma::update_at_once(*window, target, update, polls ? record::number_seen(memory) : 0);
  const bool looks = update.fetches() && !updated.differs;
  const bool same = looks && note_fetch(kCall, scope.stack(), *window, target, displacement, {update.result, bytes});
  if (updated.sequence == 0) {
    if (same) return true;
    updated = rma::update_at_once(*window, target, update, 0);
    if (updated.differs) record::has_changed_something();  // meanwhile, somebody else has, too
  }
  if (polls) track_buffers(update);
  if (update.fetches() && !updated.differs) record::saw_number(memory, updated.sequence);
  const std::uint64_t type = update.type->id;
  record::next_operation();
  record::write(event::AtomicOperation{
      .stack = scope.stack(),
      .call = number_of(kCall),
      .window = window->id,
      .target = rank_number(target),
      .origin = update.reads_origin() ? Buffer{address_number(update.origin), 1, type} : Buffer{},
      .result = update.fetches() ? Buffer{address_number(update.result), 1, type} : Buffer{},
      .compare = address_number(update.compare),
      .displacement = displacement,
      .target_count = 1,
      .target_datatype = type,
      .op = static_cast<std::uint64_t>(update.op),
      .sequence = updated.sequence,
      .changed = updated.wrote,
      .request = 0,
      .outcome = MPI_SUCCESS});
  return true;
}

const std::byte* bytes_of(const void* buffer) {
  return static_cast<const std::byte*>(buffer);
}
std::byte* bytes_of(void* buffer) {
  return static_cast<std::byte*>(buffer);
}

// Where the program finds what the operation fetches.
const void* fetched_into(const rma::Operation& operation) {
  return operation.kind == rma::Kind::kGet ? operation.origin.address : operation.result.address;
}

// A fetch by a thread that polls, of any datatypes and with or without a request: if it gets the same as before, no
// event names it. False: it still has to be made. check() has allowed the operation.
bool fetched_the_same(const Call& call, rma::Window& window, rma::Operation& operation, const Scope& scope) {
  if (!record::polls() || !rma::may_look(operation)) return false;
  if (operation.target < 0 || operation.target >= window.size) return false;
  const void* const memory = window.target(operation.target).peer->block;
  const rma::Looked looked(window, operation, record::number_seen(memory));
  return !looked.bytes().empty() &&
         note_fetch(call.call, scope.stack(), window, call.target, call.displacement, looked.bytes(),
                    fetched_into(operation)) &&
         (call.request == nullptr || rma::Request::complete_one(call.request));
}

// An atomic operation may have changed something; the code that executes it says so (record::has_changed_something).
bool may_only_look(const rma::Operation& operation) {
  return operation.kind != rma::Kind::kPut && operation.kind != rma::Kind::kAccumulate;
}

template <class Native>
int communicate(const Call& call, const Native& native) {
  const Scope scope;
  rma::Window* const window = rma::find_window(call.window);
  if (is_foreign(window, call.window)) return native();
  const bool records = scope.records();
  if (window != nullptr && window->native) return communicate_natively(call, *window, scope, native);

  rma::Operation operation = operation_of(call);
  Judgement judgement;
  int error = MPI_SUCCESS;
  bool arguments_good = false;
  if (window == nullptr) {
    judgement = judge_its_window(call);
  } else {
    judgement = judge_arguments(call, *window, operation);
  }
  if (!judgement) judgement = judge_request(call);
  error = judgement.error;
  if (error == MPI_SUCCESS && call.target != MPI_PROC_NULL) {
    arguments_good = true;
    error = rma::check(*window, operation);
  }
  if (records && arguments_good && error == MPI_SUCCESS && fetched_the_same(call, *window, operation, scope))
    return MPI_SUCCESS;
  std::shared_ptr<rma::Request> request;
  if (call.request != nullptr && window != nullptr) request = rma::Request::start(*window, call.target, call.request);
  if (arguments_good) rma::track_buffers(operation);
  // A fetch from MPI_PROC_NULL gets nothing, now and later.
  const bool from_nobody = error == MPI_SUCCESS && call.target == MPI_PROC_NULL && operation.fetches();
  const bool known =
      from_nobody && records && note_fetch(call.call, scope.stack(), *window, call.target, call.displacement, {});
  if (records && !(known && record::polls() && request == nullptr)) {
    if (judgement) write_judgement(judgement, call.call, rma::number_of(window, call.window), scope.stack());
    operation.recorded = true;
    operation.thread = record::current_thread();
    operation.number = record::next_operation();
    write_event(call, operation, rma::number_of(window, call.window), request ? request->id : 0, error, scope.stack());
  }
  if (error != MPI_SUCCESS) return refused(call, window, operation, error, arguments_good, request, records);
  if (call.target == MPI_PROC_NULL) {
    if (request) request->complete();
    return MPI_SUCCESS;
  }
  rma::issue(*window, operation, request);
  if (records && may_only_look(operation))
    note_fetch(call.call, scope.stack(), *window, call.target, call.displacement, {}, fetched_into(operation));
  return MPI_SUCCESS;
}

// ---- the calls ---------------------------------------------------------------------------------------------------
// Count is int, or MPI_Count for the large-count forms; Request is nothing, or MPI_Request* for the forms with a
// request.

MPI_Request* request_of() {
  return nullptr;
}
MPI_Request* request_of(MPI_Request* request) {
  return request;
}

template <rma::Kind kKind, class Origin, class Count, auto kNative, MpiCall kCall, class... Request>
int transfer(Origin origin, Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
             Count target_count, MPI_Datatype target_type, MPI_Win window, Request... request) {
  if constexpr (sizeof...(Request) == 0) {
    const Scope scope;
    if (transfer_at_once<kCall, kKind>({origin, origin_count, origin_type}, target, displacement, target_count,
                                       target_type, window, scope)) {
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return communicate({.call = kCall,
                      .kind = kKind,
                      .origin = {origin, origin_count, origin_type},
                      .target = target,
                      .displacement = displacement,
                      .target_count = target_count,
                      .target_datatype = target_type,
                      .window = window,
                      .with_request = sizeof...(Request) != 0,
                      .request = request_of(request...)},
                     [&] {
                       return kNative(origin, origin_count, origin_type, target, displacement, target_count,
                                      target_type, window, request...);
                     });
}

template <class Count, auto kNative, MpiCall kCall, class... Request>
constexpr auto& put = transfer<rma::Kind::kPut, const void*, Count, kNative, kCall, Request...>;
template <class Count, auto kNative, MpiCall kCall, class... Request>
constexpr auto& get = transfer<rma::Kind::kGet, void*, Count, kNative, kCall, Request...>;

template <class Count, auto kNative, MpiCall kCall, class... Request>
int accumulate(const void* origin, Count origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
               Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window, Request... request) {
  const ReduceOp reduce = handles::reduce_op(op);
  if constexpr (sizeof...(Request) == 0) {
    const Scope scope;
    if (origin_count == 1 && target_count == 1 && origin_type == target_type &&
        update_at_once<kCall>({.kind = rma::Kind::kAccumulate, .op = reduce, .origin = bytes_of(origin)}, target_type,
                              target, displacement, window, scope)) {
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return communicate({.call = kCall,
                      .kind = rma::Kind::kAccumulate,
                      .origin = {origin, origin_count, origin_type},
                      .op = reduce,
                      .target = target,
                      .displacement = displacement,
                      .target_count = target_count,
                      .target_datatype = target_type,
                      .window = window,
                      .with_request = sizeof...(Request) != 0,
                      .request = request_of(request...),
                      .given_op = op},
                     [&] {
                       return kNative(origin, origin_count, origin_type, target, displacement, target_count,
                                      target_type, op, window, request...);
                     });
}

template <class Count, auto kNative, MpiCall kCall, class... Request>
int get_accumulate(const void* origin, Count origin_count, MPI_Datatype origin_type, void* result, Count result_count,
                   MPI_Datatype result_type, int target, MPI_Aint displacement, Count target_count,
                   MPI_Datatype target_type, MPI_Op op, MPI_Win window, Request... request) {
  const ReduceOp reduce = handles::reduce_op(op);
  if constexpr (sizeof...(Request) == 0) {
    const Scope scope;
    const bool one = result_count == 1 && target_count == 1 && result_type == target_type &&
                     (reduce == ReduceOp::kNoOp || (origin_count == 1 && origin_type == target_type));
    if (one &&
        update_at_once<kCall>(
            {.kind = rma::Kind::kGetAccumulate, .op = reduce, .origin = bytes_of(origin), .result = bytes_of(result)},
            target_type, target, displacement, window, scope)) {
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return communicate({.call = kCall,
                      .kind = rma::Kind::kGetAccumulate,
                      .origin = {origin, origin_count, origin_type},
                      .result = {result, result_count, result_type},
                      .op = reduce,
                      .target = target,
                      .displacement = displacement,
                      .target_count = target_count,
                      .target_datatype = target_type,
                      .window = window,
                      .with_request = sizeof...(Request) != 0,
                      .request = request_of(request...),
                      .given_op = op},
                     [&] {
                       return kNative(origin, origin_count, origin_type, result, result_count, result_type, target,
                                      displacement, target_count, target_type, op, window, request...);
                     });
}

int fetch_and_op(const void* origin, void* result, MPI_Datatype datatype, int target, MPI_Aint displacement, MPI_Op op,
                 MPI_Win window) {
  const ReduceOp reduce = handles::reduce_op(op);
  {
    const Scope scope;
    if (update_at_once<MpiCall::kFetch_and_op>(
            {.kind = rma::Kind::kGetAccumulate, .op = reduce, .origin = bytes_of(origin), .result = bytes_of(result)},
            datatype, target, displacement, window, scope)) {
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return communicate({.call = MpiCall::kFetch_and_op,
                      .kind = rma::Kind::kGetAccumulate,
                      .origin = {origin, 1, datatype},
                      .result = {result, 1, datatype},
                      .op = reduce,
                      .target = target,
                      .displacement = displacement,
                      .target_count = 1,
                      .target_datatype = datatype,
                      .single_element = true,
                      .window = window,
                      .given_op = op},
                     [&] { return PMPI_Fetch_and_op(origin, result, datatype, target, displacement, op, window); });
}

int compare_and_swap(const void* origin, const void* compare, void* result, MPI_Datatype datatype, int target,
                     MPI_Aint displacement, MPI_Win window) {
  {
    const Scope scope;
    if (update_at_once<MpiCall::kCompare_and_swap>({.kind = rma::Kind::kCompareAndSwap,
                                                    .origin = bytes_of(origin),
                                                    .result = bytes_of(result),
                                                    .compare = bytes_of(compare)},
                                                   datatype, target, displacement, window, scope)) {
      return MPI_SUCCESS;
    }
    record::call_goes_on();
  }
  return communicate(
      {.call = MpiCall::kCompare_and_swap,
       .kind = rma::Kind::kCompareAndSwap,
       .origin = {origin, 1, datatype},
       .result = {result, 1, datatype},
       .compare = compare,
       .target = target,
       .displacement = displacement,
       .target_count = 1,
       .target_datatype = datatype,
       .single_element = true,
       .window = window},
      [&] { return PMPI_Compare_and_swap(origin, compare, result, datatype, target, displacement, window); });
}

}  // namespace

// The ordinary form of a call, and the one with a request.
#define ROW(name, function) FENCEPOST_ENTRY(name, (function<int, PMPI_##name, MpiCall::k##name>))
#define REQUEST(name, function) FENCEPOST_ENTRY(name, (function<int, PMPI_##name, MpiCall::k##name, MPI_Request*>))
// The same with large counts.
#define LARGE(name, function) FENCEPOST_ENTRY(name, (function<MPI_Count, PMPI_##name, MpiCall::k##name>))
#define LARGE_REQUEST(name, function) \
  FENCEPOST_ENTRY(name, (function<MPI_Count, PMPI_##name, MpiCall::k##name, MPI_Request*>))

std::span<const Entry> rma_communication_entries() {
  static const Entry kEntries[] = {
      ROW(Put, put),
      ROW(Get, get),
      ROW(Accumulate, accumulate),
      ROW(Get_accumulate, get_accumulate),
      REQUEST(Rput, put),
      REQUEST(Rget, get),
      REQUEST(Raccumulate, accumulate),
      REQUEST(Rget_accumulate, get_accumulate),
      LARGE(Put_c, put),
      LARGE(Get_c, get),
      LARGE(Accumulate_c, accumulate),
      LARGE(Get_accumulate_c, get_accumulate),
      LARGE_REQUEST(Rput_c, put),
      LARGE_REQUEST(Rget_c, get),
      LARGE_REQUEST(Raccumulate_c, accumulate),
      LARGE_REQUEST(Rget_accumulate_c, get_accumulate),
      FENCEPOST_ENTRY(Fetch_and_op, fetch_and_op),
      FENCEPOST_ENTRY(Compare_and_swap, compare_and_swap),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
