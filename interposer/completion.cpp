// Wait, Test and their plurals, Start, Request_free, Request_get_status, Cancel.
//
// Every completion call claims its requests before the native call, and afterwards completes the claims of those that
// are done; handles/requests.h says why.
#include "interposer/completion.h"

#include <algorithm>
#include <sched.h>
#include <utility>

#include <mpi.h>

#include "handles/requests.h"
#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/freed_receives.h"
#include "interposer/scope.h"
#include "recorder/looks.h"

namespace fencepost::interposer {
namespace {

using handles::CompletionNeed;
using handles::RequestClaim;
using handles::RequestKind;

enum Outcome : std::uint64_t { kDone = 0, kCancelled = 1, kFailed = 2 };

// The claims of one completion call.
class Claims {
 public:
  Claims(const MPI_Request* requests, int count) : claims_(count > 0 ? static_cast<std::size_t>(count) : 0) {
    for (std::size_t i = 0; i < claims_.size(); ++i) {
      claims_[i] = RequestClaim(&requests[i]);
      active_ += claims_[i].id() != 0;
      rma_ += claims_[i].kind() == RequestKind::kRma;
      others_ += claims_[i].id() != 0 && claims_[i].kind() != RequestKind::kRma;
    }
  }

  RequestClaim& operator[](int index) { return claims_[static_cast<std::size_t>(index)]; }
  bool has_rma() const { return rma_ != 0; }
  bool all_rma() const { return others_ == 0; }
  // There are only requests that no event names (rma/requests.h).
  bool untold() const { return rma_ != 0 && active_ == 0; }

  bool any_active() const { return active_ != 0; }

  ScratchArray<std::uint64_t> ids() {
    ScratchArray<std::uint64_t> result(active_);
    std::size_t next = 0;
    for (RequestClaim& claim : claims_) {
      if (claim.id() != 0) result[next++] = claim.id();
    }
    return result;
  }

  // Gives the RMA runtime its chance, if these include requests of it.
  void help_rma(CompletionNeed need) {
    const handles::RmaCompletion hook = handles::rma_completion();
    if (rma_ == 0 || hook == nullptr) return;
    ScratchArray<std::uint64_t> ids(rma_);
    std::size_t next = 0;
    for (RequestClaim& claim : claims_) {
      if (claim.kind() == RequestKind::kRma) ids[next++] = claim.id();
    }
    hook(ids, need);
  }

 private:
  ScratchArray<RequestClaim, 8> claims_;
  std::size_t active_ = 0;
  std::size_t rma_ = 0;
  std::size_t others_ = 0;  // active ones
};

// The RequestsDone event of one completion call.
class Done {
 public:
  Done(MpiCall call, int capacity)
      : call_(call),
        requests_(2 * static_cast<std::size_t>(std::max(capacity, 0))),
        sources_(requests_.size()),
        tags_(requests_.size()),
        cancelled_(requests_.size()) {}

  // The operation of `claim` is complete; `status` is what the native call said about it.
  void add(RequestClaim& claim, MPI_Status& status, bool failed = false, bool stays = false) {
    if (claim.id() != 0) {
      const bool message = claim.kind() == RequestKind::kSend || claim.kind() == RequestKind::kReceive;
      int cancelled = 0;
      if (message && !failed) PMPI_Test_cancelled(&status, &cancelled);
      const Outcome outcome = failed ? kFailed : (cancelled != 0 ? kCancelled : kDone);
      const bool received = claim.kind() == RequestKind::kReceive && outcome == kDone;
      const int asked_source = claim.source();
      const int asked_tag = claim.tag();
      const int source = asked_source != MPI_ANY_SOURCE ? asked_source : status.MPI_SOURCE;
      const int tag = asked_tag != MPI_ANY_TAG ? asked_tag : status.MPI_TAG;
      if (claim.companion() != 0) push(claim.companion(), 0, 0, outcome);
      push(claim.id(), received ? rank_number(source) : 0, received ? tag_number(tag) : 0, outcome);
    }
    if (stays) {
      claim.report();
    } else {
      claim.complete();
    }
  }

  // Something that was recorded with a request of its own and has none of the library's.
  void add(std::uint64_t request) { push(request, 0, 0, kDone); }

  // `always`: also if nothing is complete.
  void write(std::uint64_t stack, bool always) {
    if (count_ == 0 && !always) return;
    record::write(event::RequestsDone{.stack = stack != 0 ? stack : record::current_stack(),
                                      .call = number_of(call_),
                                      .requests = {requests_.data(), count_},
                                      .sources = {sources_.data(), count_},
                                      .tags = {tags_.data(), count_},
                                      .cancelled = {cancelled_.data(), count_}});
    look_at_freed_receives();
  }

 private:
  void push(std::uint64_t request, std::int64_t source, std::int64_t tag, Outcome outcome) {
    requests_[count_] = request;
    sources_[count_] = source;
    tags_[count_] = tag;
    cancelled_[count_] = outcome;
    ++count_;
  }

  MpiCall call_;
  ScratchArray<std::uint64_t> requests_;
  ScratchArray<std::int64_t> sources_;
  ScratchArray<std::int64_t> tags_;
  ScratchArray<std::uint64_t> cancelled_;
  std::size_t count_ = 0;
};

// Writes WaitBegin; returns the stack, which the End event has in common with it.
std::uint64_t write_wait_begin(MpiCall call, bool needs_one, Claims& claims) {
  const std::uint64_t stack = record::current_stack();
  ScratchArray<std::uint64_t> ids = claims.ids();
  record::write(
      event::WaitBegin{.stack = stack, .call = number_of(call), .need = needs_one ? 1u : 0u, .requests = ids});
  return stack;
}

// The call has only looked whether requests are complete. (If a loop fetches, the requests of the RMA operations differ
// in each round: what it looks at is what the operation looks at.)
void note_look(MpiCall call, bool needs_one, Claims& claims) {
  using format::LooksFor;
  if (claims.has_rma() && claims.all_rma()) {
    record::looked({.call = call, .what = LooksFor::kMemory, .stack = record::current_stack()});
    return;
  }
  ScratchArray<std::uint64_t> ids = claims.ids();
  record::looked({.call = call,
                  .what = LooksFor::kRequests,
                  .stack = record::current_stack(),
                  .requests = ids,
                  .needs_one = needs_one});
}

// The call has completed nothing except, perhaps, fetches, or has found nothing that it could complete.
void note_end_of_look(MpiCall call, Claims& claims) {
  if (!claims.any_active() || claims.all_rma()) note_look(call, false, claims);
}

// After a native call on one request that failed: whether the request is nevertheless gone.
bool completed_in_error(const MPI_Request& after, const Claims& /*claims*/) {
  return after == MPI_REQUEST_NULL;
}

// After MPI_ERR_IN_STATUS of a call on several requests: what `status` says about one of them.
enum class Fate { kComplete, kPending, kError };
Fate fate_of(const MPI_Status& status, bool statuses_hold_errors) {
  if (!statuses_hold_errors || status.MPI_ERROR == MPI_SUCCESS) return Fate::kComplete;
  int error_class = MPI_ERR_OTHER;
  PMPI_Error_class(status.MPI_ERROR, &error_class);
  return error_class == MPI_ERR_PENDING ? Fate::kPending : Fate::kError;
}

bool is_in_status(int code) {
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(code, &error_class);
  return error_class == MPI_ERR_IN_STATUS;
}

// ---- one request ---------------------------------------------------------------------------------------------------

int wait(MPI_Request* request, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Wait(request, status);
  Claims claims(request, 1);
  const bool told = !claims.untold();
  const std::uint64_t stack = told ? write_wait_begin(MpiCall::kWait, false, claims) : 0;
  claims.help_rma(CompletionNeed::kAll);
  StatusArgument seen(status);
  const int code = PMPI_Wait(request, seen.get());
  note_end_of_look(MpiCall::kWait, claims);
  Done done(MpiCall::kWait, 1);
  if (code == MPI_SUCCESS) {
    done.add(claims[0], *seen.get());
  } else {
    record_failure(code);
    if (completed_in_error(*request, claims)) done.add(claims[0], *seen.get(), true);
  }
  done.write(stack, told);
  return code;
}

int test(MPI_Request* request, int* flag, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Test(request, flag, status);
  Claims claims(request, 1);
  claims.help_rma(CompletionNeed::kTest);
  StatusArgument seen(status);
  const int code = PMPI_Test(request, flag, seen.get());
  if (code == MPI_SUCCESS && *flag == 0) {
    note_look(MpiCall::kTest, false, claims);
    return code;
  }
  note_end_of_look(MpiCall::kTest, claims);
  Done done(MpiCall::kTest, 1);
  if (code == MPI_SUCCESS || completed_in_error(*request, claims))
    done.add(claims[0], *seen.get(), code != MPI_SUCCESS);
  done.write(0, false);
  return code == MPI_SUCCESS ? code : record_failure(code);
}

int request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Request_get_status(request, flag, status);
  Claims claims(&request, 1);
  claims.help_rma(CompletionNeed::kTest);
  StatusArgument seen(status);
  const int code = PMPI_Request_get_status(request, flag, seen.get());
  if (code == MPI_SUCCESS && *flag == 0) note_look(MpiCall::kRequest_get_status, false, claims);
  if (code != MPI_SUCCESS || *flag == 0) return code;
  Done done(MpiCall::kRequest_get_status, 1);
  done.add(claims[0], *seen.get(), false, true);
  done.write(0, false);
  return code;
}

// In all three forms for several requests, the requests stay.
int request_get_status_any(int count, const MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Request_get_status_any(count, requests, index, flag, status);
  Claims claims(requests, count);
  claims.help_rma(CompletionNeed::kTestAny);
  StatusArgument seen(status);
  const int code = PMPI_Request_get_status_any(count, requests, index, flag, seen.get());
  if (code != MPI_SUCCESS || *flag == 0 || *index == MPI_UNDEFINED) return code;
  Done done(MpiCall::kRequest_get_status_any, 1);
  done.add(claims[*index], *seen.get(), false, true);
  done.write(0, false);
  return code;
}

int request_get_status_all(int count, const MPI_Request* requests, int* flag, MPI_Status* given) {
  const Scope scope;
  if (!scope.records()) return PMPI_Request_get_status_all(count, requests, flag, given);
  Claims claims(requests, count);
  claims.help_rma(CompletionNeed::kTest);
  StatusesArgument statuses(given, count);
  const int code = PMPI_Request_get_status_all(count, requests, flag, statuses.get());
  if (code != MPI_SUCCESS || *flag == 0) return code;
  Done done(MpiCall::kRequest_get_status_all, count);
  for (int i = 0; i < count; ++i) done.add(claims[i], statuses[i], false, true);
  done.write(0, false);
  return code;
}

int request_get_status_some(int count, const MPI_Request* requests, int* found, int* indices, MPI_Status* given) {
  const Scope scope;
  if (!scope.records()) return PMPI_Request_get_status_some(count, requests, found, indices, given);
  Claims claims(requests, count);
  claims.help_rma(CompletionNeed::kTestAny);
  StatusesArgument statuses(given, count);
  const int code = PMPI_Request_get_status_some(count, requests, found, indices, statuses.get());
  if (code != MPI_SUCCESS || *found == MPI_UNDEFINED) return code;
  Done done(MpiCall::kRequest_get_status_some, count);
  for (int i = 0; i < *found; ++i) done.add(claims[indices[i]], statuses[i], false, true);
  done.write(0, false);
  return code;
}

int request_free(MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) return PMPI_Request_free(request);
  RequestClaim claim(request);
  for (const std::uint64_t id : {claim.id(), claim.companion()}) {
    if (id != 0) record::write(event::RequestFree{.stack = record::current_stack(), .request = id});
  }
  if (claim.id() != 0 && claim.kind() == RequestKind::kReceive) {
    keep_freed_receive(std::move(claim), std::exchange(*request, MPI_REQUEST_NULL));
    look_at_freed_receives();
    return MPI_SUCCESS;
  }
  claim.remove();
  const int code = PMPI_Request_free(request);
  return code == MPI_SUCCESS ? code : record_failure(code);
}

int cancel(MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) return PMPI_Cancel(request);
  const std::uint64_t id = handles::request_info(request).id;
  if (id != 0) record::write(event::Cancel{.stack = record::current_stack(), .request = id});
  const int code = PMPI_Cancel(request);
  return code == MPI_SUCCESS ? code : record_failure(code);
}

int start(MPI_Request* request) {
  const Scope scope;
  if (!scope.records()) return PMPI_Start(request);
  handles::start_request(request, MpiCall::kStart);
  const int code = PMPI_Start(request);
  if (code == MPI_SUCCESS) return code;
  handles::start_failed(request);
  return record_failure(code);
}

int startall(int count, MPI_Request* requests) {
  const Scope scope;
  if (!scope.records()) return PMPI_Startall(count, requests);
  for (int i = 0; i < count; ++i) handles::start_request(&requests[i], MpiCall::kStartall);
  const int code = PMPI_Startall(count, requests);
  if (code == MPI_SUCCESS) return code;
  for (int i = 0; i < count; ++i) handles::start_failed(&requests[i]);
  return record_failure(code);
}

// ---- all of several ------------------------------------------------------------------------------------------------

void add_all(Done& done, Claims& claims, int count, StatusesArgument& statuses, bool hold_errors) {
  for (int i = 0; i < count; ++i) {
    const Fate fate = fate_of(statuses[i], hold_errors);
    if (fate != Fate::kPending) done.add(claims[i], statuses[i], fate == Fate::kError);
  }
}

int waitall(int count, MPI_Request* requests, MPI_Status* given) {
  const Scope scope;
  if (!scope.records()) return PMPI_Waitall(count, requests, given);
  Claims claims(requests, count);
  const bool told = !claims.untold();
  const std::uint64_t stack = told ? write_wait_begin(MpiCall::kWaitall, false, claims) : 0;
  claims.help_rma(CompletionNeed::kAll);
  StatusesArgument statuses(given, count);
  const int code = PMPI_Waitall(count, requests, statuses.get());
  note_end_of_look(MpiCall::kWaitall, claims);
  Done done(MpiCall::kWaitall, count);
  if (code != MPI_SUCCESS) record_failure(code);
  const bool in_status = code != MPI_SUCCESS && is_in_status(code);
  if (code == MPI_SUCCESS || in_status) add_all(done, claims, count, statuses, in_status);
  done.write(stack, told);
  return code;
}

int testall(int count, MPI_Request* requests, int* flag, MPI_Status* given) {
  const Scope scope;
  if (!scope.records()) return PMPI_Testall(count, requests, flag, given);
  Claims claims(requests, count);
  claims.help_rma(CompletionNeed::kTest);
  StatusesArgument statuses(given, count);
  const int code = PMPI_Testall(count, requests, flag, statuses.get());
  if (code == MPI_SUCCESS && *flag == 0) {
    note_look(MpiCall::kTestall, false, claims);
    return code;
  }
  note_end_of_look(MpiCall::kTestall, claims);
  Done done(MpiCall::kTestall, count);
  const bool in_status = code != MPI_SUCCESS && is_in_status(code);
  if ((code == MPI_SUCCESS && *flag != 0) || in_status) add_all(done, claims, count, statuses, in_status);
  done.write(0, false);
  return code == MPI_SUCCESS ? code : record_failure(code);
}

// ---- one of several ------------------------------------------------------------------------------------------------

// MPI_Waitany, if requests of the RMA runtime are among the requests: they complete only when the runtime gets its
// chance, so nothing may block for long in the library.
int poll_any(Claims& claims, int count, MPI_Request* requests, int* index, MPI_Status* status) {
  for (;;) {
    claims.help_rma(CompletionNeed::kTestAny);
    int flag = 0;
    const int code = PMPI_Testany(count, requests, index, &flag, status);
    if (code != MPI_SUCCESS || flag != 0) return code;
    sched_yield();
  }
}

int waitany(int count, MPI_Request* requests, int* index, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Waitany(count, requests, index, status);
  Claims claims(requests, count);
  const bool told = !claims.untold();
  const std::uint64_t stack = told ? write_wait_begin(MpiCall::kWaitany, true, claims) : 0;
  StatusArgument seen(status);
  const int code = claims.has_rma() ? poll_any(claims, count, requests, index, seen.get())
                                    : PMPI_Waitany(count, requests, index, seen.get());
  note_end_of_look(MpiCall::kWaitany, claims);
  Done done(MpiCall::kWaitany, 1);
  if (code == MPI_SUCCESS) {
    if (*index != MPI_UNDEFINED) done.add(claims[*index], *seen.get());
  } else {
    record_failure(code);
    if (*index >= 0 && *index < count && completed_in_error(requests[*index], claims)) {
      done.add(claims[*index], *seen.get(), true);
    }
  }
  done.write(stack, told);
  return code;
}

int testany(int count, MPI_Request* requests, int* index, int* flag, MPI_Status* status) {
  const Scope scope;
  if (!scope.records()) return PMPI_Testany(count, requests, index, flag, status);
  Claims claims(requests, count);
  claims.help_rma(CompletionNeed::kTestAny);
  StatusArgument seen(status);
  const int code = PMPI_Testany(count, requests, index, flag, seen.get());
  if (code == MPI_SUCCESS && *flag == 0) {
    note_look(MpiCall::kTestany, true, claims);
    return code;
  }
  note_end_of_look(MpiCall::kTestany, claims);
  Done done(MpiCall::kTestany, 1);
  if (code == MPI_SUCCESS && *flag != 0 && *index != MPI_UNDEFINED) done.add(claims[*index], *seen.get());
  done.write(0, false);
  return code == MPI_SUCCESS ? code : record_failure(code);
}

// ---- some of several -----------------------------------------------------------------------------------------------

// `indices` says which, and `statuses` stand in its order.
void add_some(Done& done, Claims& claims, int found, const int* indices, StatusesArgument& statuses, bool hold_errors) {
  for (int i = 0; i < found; ++i) {
    const Fate fate = fate_of(statuses[i], hold_errors);
    if (fate != Fate::kPending) done.add(claims[indices[i]], statuses[i], fate == Fate::kError);
  }
}

int poll_some(Claims& claims, int count, MPI_Request* requests, int* found, int* indices, MPI_Status* statuses) {
  for (;;) {
    claims.help_rma(CompletionNeed::kTestAny);
    const int code = PMPI_Testsome(count, requests, found, indices, statuses);
    if (code != MPI_SUCCESS || *found != 0) return code;
    sched_yield();
  }
}

int waitsome(int count, MPI_Request* requests, int* found, int* indices, MPI_Status* given) {
  const Scope scope;
  if (!scope.records()) return PMPI_Waitsome(count, requests, found, indices, given);
  Claims claims(requests, count);
  const bool told = !claims.untold();
  const std::uint64_t stack = told ? write_wait_begin(MpiCall::kWaitsome, true, claims) : 0;
  StatusesArgument statuses(given, count);
  const int code = claims.has_rma() ? poll_some(claims, count, requests, found, indices, statuses.get())
                                    : PMPI_Waitsome(count, requests, found, indices, statuses.get());
  note_end_of_look(MpiCall::kWaitsome, claims);
  Done done(MpiCall::kWaitsome, count);
  if (code != MPI_SUCCESS) record_failure(code);
  const bool in_status = code != MPI_SUCCESS && is_in_status(code);
  if ((code == MPI_SUCCESS || in_status) && *found != MPI_UNDEFINED) {
    add_some(done, claims, *found, indices, statuses, in_status);
  }
  done.write(stack, told);
  return code;
}

int testsome(int count, MPI_Request* requests, int* found, int* indices, MPI_Status* given) {
  const Scope scope;
  if (!scope.records()) return PMPI_Testsome(count, requests, found, indices, given);
  Claims claims(requests, count);
  claims.help_rma(CompletionNeed::kTestAny);
  StatusesArgument statuses(given, count);
  const int code = PMPI_Testsome(count, requests, found, indices, statuses.get());
  if (code == MPI_SUCCESS && *found == 0) {
    note_look(MpiCall::kTestsome, true, claims);
    return code;
  }
  note_end_of_look(MpiCall::kTestsome, claims);
  Done done(MpiCall::kTestsome, count);
  const bool in_status = code != MPI_SUCCESS && is_in_status(code);
  if ((code == MPI_SUCCESS || in_status) && *found != MPI_UNDEFINED) {
    add_some(done, claims, *found, indices, statuses, in_status);
  }
  done.write(0, false);
  return code == MPI_SUCCESS ? code : record_failure(code);
}

}  // namespace

bool report_if_complete(MPI_Request request, MpiCall call) {
  Claims claims(&request, 1);
  MPI_Status status{};
  int flag = 0;
  if (PMPI_Request_get_status(request, &flag, &status) != MPI_SUCCESS || flag == 0) return false;
  Done done(call, 1);
  done.add(claims[0], status, false, true);
  done.write(0, false);
  return true;
}

void write_done(MpiCall call, std::uint64_t request) {
  Done done(call, 1);
  done.add(request);
  done.write(0, true);
}

std::span<const Entry> completion_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Wait, wait),
      FENCEPOST_ENTRY(Waitany, waitany),
      FENCEPOST_ENTRY(Waitall, waitall),
      FENCEPOST_ENTRY(Waitsome, waitsome),
      FENCEPOST_ENTRY(Test, test),
      FENCEPOST_ENTRY(Testany, testany),
      FENCEPOST_ENTRY(Testall, testall),
      FENCEPOST_ENTRY(Testsome, testsome),
      FENCEPOST_ENTRY(Start, start),
      FENCEPOST_ENTRY(Startall, startall),
      FENCEPOST_ENTRY(Request_free, request_free),
      FENCEPOST_ENTRY(Request_get_status, request_get_status),
      FENCEPOST_ENTRY(Request_get_status_any, request_get_status_any),
      FENCEPOST_ENTRY(Request_get_status_all, request_get_status_all),
      FENCEPOST_ENTRY(Request_get_status_some, request_get_status_some),
      FENCEPOST_ENTRY(Cancel, cancel),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
