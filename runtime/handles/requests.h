// Which operation of the trace a request handle stands for: for every request that is not yet
// complete, and for persistent ones until they are freed. Compiled once per MPI library. Any thread.
//
// Libraries reuse handles as soon as an operation is complete, and give operations that complete at once a handle
// shared by all of them. Hence two rules: a completion call claims its requests *before* the native call; and if a
// handle stands for several operations, we prefer the one that was made in the same variable, otherwise the
// oldest.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <mpi.h>

#include "record/vocabulary.h"

namespace fencepost::handles {

enum class RequestKind : std::uint8_t { kSend, kReceive, kCollective, kRma, kOther };

// What else happens to a request besides its number. Called outside all locks by the thread that makes the MPI call.
class RequestAction {
 public:
  virtual ~RequestAction() = default;
  // A persistent request is about to be started as operation `id` by `call` (Start or Startall): write its Begin event.
  virtual void started(std::uint64_t /*id*/, MpiCall /*call*/) {}
  // The operation has completed, or (persistent) the request is freed.
  virtual void completed() {}
  // The program has seen that the operation is complete, and the request stays (MPI_Request_get_status).
  virtual void reported() {}
};

struct RequestInfo {
  std::uint64_t id = 0;         // of the operation, from record::next_id(); 0: a persistent request that is not active
  std::uint64_t companion = 0;  // MPI_Isendrecv: of the sending half, complete together with `id`
  // MPI_Isendrecv and partitioned receives: as the program asked, because MPICH does not give them in the status.
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
  RequestKind kind = RequestKind::kOther;
  std::uint64_t communicator = 0;  // kReceive: as the trace numbers it
  bool persistent = false;
  std::shared_ptr<RequestAction> action;  // may be null
};

// While it lives, on its thread: requests at `copy`, …, `copy + count - 1` count as those
// in the program's Fortran variables.
class RequestAlias {
 public:
  RequestAlias(const MPI_Request* copy, const MPI_Fint* variable, int count);
  ~RequestAlias();
  RequestAlias(const RequestAlias&) = delete;
  RequestAlias& operator=(const RequestAlias&) = delete;

 private:
  friend const void* variable_of(const MPI_Request* request);
  const MPI_Request* copy_;
  const MPI_Fint* variable_;
  int count_;
  const RequestAlias* outer_;
};

// After the native call has made `*request`. `request` must be the variable the program gave. MPI_REQUEST_NULL:
// ignored.
void added_request(const MPI_Request* request, RequestInfo info);

// The operation that `*request` stands for, without claiming it; all zero if there is none.
RequestInfo request_info(const MPI_Request* request);

struct RequestNode;

// A request while a completion call works on it. Empty (id 0) for null handles, inactive and unknown requests.
class RequestClaim {
 public:
  RequestClaim() = default;
  explicit RequestClaim(const MPI_Request* request);  // takes it out of the registry (persistent ones stay)
  RequestClaim(RequestClaim&& other) noexcept;
  RequestClaim& operator=(RequestClaim&& other) noexcept;
  ~RequestClaim();  // gives it back if it is still held

  std::uint64_t id() const;  // 0: nothing to complete
  std::uint64_t companion() const;
  int source() const;
  int tag() const;
  RequestKind kind() const;
  std::uint64_t communicator() const;
  void complete();  // the operation is complete: a persistent request becomes inactive, any other is gone
  void report();    // the program has seen that the operation is complete (MPI_Request_get_status); the request stays
  void remove();    // the request is freed (MPI_Request_free): gone, also a persistent one

 private:
  RequestNode* node_ = nullptr;
  bool unlinked_ = false;
};

// A persistent request is started: writes its Begin event by its action. Before the native call. The number, 0 if
// unknown.
std::uint64_t start_request(const MPI_Request* request, MpiCall call);
// The native start failed: inactive again.
void start_failed(const MPI_Request* request);

// The RMA runtime's own requests (kind kRma) are generalized requests of the MPI library, which complete
// only when the runtime says so. Before a completion call tests or blocks on some of them, it calls this
// hook with their numbers. kTest: complete those that can be completed now; kTestAny: the same, if one
// complete request is enough for the call; kAll: return when all of them are complete. Null: no such hook.
enum class CompletionNeed : std::uint8_t { kTest, kTestAny, kAll };
using RmaCompletion = void (*)(std::span<const std::uint64_t> requests, CompletionNeed need);
void set_rma_completion(RmaCompletion hook);
RmaCompletion rma_completion();

}  // namespace fencepost::handles
