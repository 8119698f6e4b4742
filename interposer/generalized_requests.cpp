// MPI_Grequest_start and MPI_Grequest_complete: what the thread that completes a generalized request did before comes
// before the return of the call that finds it complete, as if the one had released and the other acquired an object.
// (While a completion call waits, it takes its requests out of what is known about requests; so nothing is kept there.)
#include <memory>

#include <mpi.h>

#include "handles/handle_key.h"
#include "handles/requests.h"
#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/scope.h"
#include "record/sync_object.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

// The request as an object that threads release and acquire: neither an address nor a number that others use, with room
// after it for FENCEPOST_NEW_OBJECTS.
std::uint64_t object_of(MPI_Request request) {
  return std::uint64_t{1} << 63 | handles::handle_key(request) * FENCEPOST_NEW_OBJECTS_COUNT;
}

constexpr auto kKind = static_cast<std::uint64_t>(SyncObject::kRequest);

class Completion : public handles::RequestAction {
 public:
  explicit Completion(MPI_Request request) : object_(object_of(request)) {}
  void completed() override {
    record::write(event::Acquire{.order = record::next_order(), .object = object_, .kind = kKind});
  }
  void reported() override { completed(); }

 private:
  std::uint64_t object_;
};

int grequest_start(MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                   MPI_Grequest_cancel_function* cancel, void* state, MPI_Request* request) {
  const Scope scope;
  const int code = PMPI_Grequest_start(query, free, cancel, state, request);
  if (code != MPI_SUCCESS || !scope.records()) return code;
  handles::added_request(request, {.action = std::make_shared<Completion>(*request)});
  return code;
}

int grequest_complete(MPI_Request request) {
  const Scope scope;
  if (scope.records()) {
    // The library may have used the handle before, for another request.
    record::write(event::Release{
        .order = record::next_order(), .object = object_of(request), .kind = kKind | FENCEPOST_NEW_OBJECTS});
  }
  return PMPI_Grequest_complete(request);
}

}  // namespace

std::span<const Entry> generalized_request_entries() {
  static const Entry kEntries[] = {
      FENCEPOST_ENTRY(Grequest_start, grequest_start),
      FENCEPOST_ENTRY(Grequest_complete, grequest_complete),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
