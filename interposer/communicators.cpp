// Communicators being made, named and freed. Creation is collective over the parent and is recorded so, with two
// exceptions. MPI_Comm_create_group (and _from_group) is collective over the new members alone. MPI_Intercomm_create is
// collective over two groups that had no communicator in common: it is recorded as a collective on the local
// communicator, and then as one on the new communicator.
#include <functional>
#include <memory>
#include <tuple>

#include "interposer/communicator_creation.h"
#include "interposer/communicator_end.h"
#include "interposer/entry.h"
#include "record/text_hash.h"

namespace fencepost::interposer {
namespace {

void write_begin(MpiCall call, std::uint64_t communicator, std::uint64_t request = 0) {
  write_collective_begin(call, communicator, {}, request);
}

// ---- on a parent ---------------------------------------------------------------------------------------------------

// Counted from the front; from the end if negative.
template <int kIndex, class... Args>
auto argument(const Args&... args) {
  constexpr int kPosition = kIndex < 0 ? static_cast<int>(sizeof...(Args)) + kIndex : kIndex;
  return std::get<kPosition>(std::tuple<const Args&...>(args...));
}

template <MpiCall kCall, auto kNative, int kParent, int kCreated>
struct Creation;
template <MpiCall kCall, class... Args, int (*kNative)(Args...), int kParent, int kCreated>
struct Creation<kCall, kNative, kParent, kCreated> {
  static int call(Args... args) {
    return create_on_parent(
        kCall, argument<kParent>(args...), [&] { return kNative(args...); },
        [&] { return *argument<kCreated>(args...); });
  }
};

// Both libraries return the handle at once, although it may be used only when the request is done.
template <MpiCall kCall, class Native>
int idup(MPI_Comm communicator, MPI_Comm* created, MPI_Request* request, const Native& native) {
  const Scope scope;
  const handles::CommunicatorInfo* const info = scope.records() ? handles::communicator_info(communicator) : nullptr;
  if (info == nullptr) return native();
  const std::uint64_t id = record::next_id();
  write_begin(kCall, info->id, id);
  const int code = native();
  if (code != MPI_SUCCESS) return record_failure(code);
  handles::arrived_communicator(*created, handles::announce_communicator(*info, communicator, number_of(kCall)));
  handles::added_request(request, {.id = id, .kind = handles::RequestKind::kCollective});
  return code;
}

int comm_idup(MPI_Comm communicator, MPI_Comm* created, MPI_Request* request) {
  return idup<MpiCall::kComm_idup>(communicator, created, request,
                                   [&] { return PMPI_Comm_idup(communicator, created, request); });
}

int comm_idup_with_info(MPI_Comm communicator, MPI_Info info, MPI_Comm* created, MPI_Request* request) {
  return idup<MpiCall::kComm_idup_with_info>(
      communicator, created, request, [&] { return PMPI_Comm_idup_with_info(communicator, info, created, request); });
}

// ---- on the new members --------------------------------------------------------------------------------------------

// `parent` may be MPI_COMM_NULL.
template <class Native>
int create_from_group(MpiCall call, MPI_Comm parent, MPI_Group group, std::uint64_t tag, MPI_Comm* created,
                      const Native& native) {
  const Scope scope;
  if (!scope.records()) return native();
  handles::CommunicatorInfo info;
  PMPI_Group_rank(group, &info.rank);
  PMPI_Group_size(group, &info.size);
  info.members = handles::processes_of(group);
  if (info.rank == MPI_UNDEFINED || info.members.empty()) {
    const int code = native();
    if (code == MPI_SUCCESS) handles::added_communicator(parent, *created, number_of(call), tag);
    return code;
  }
  const std::uint64_t id = handles::announce_communicator(std::move(info), parent, number_of(call), tag);
  write_begin(call, id);
  const int code = native();
  if (code != MPI_SUCCESS) return record_failure(code);
  record::write(event::CollectiveEnd{});
  handles::arrived_communicator(*created, id);
  await_end_of(*created);
  return code;
}

int comm_create_group(MPI_Comm parent, MPI_Group group, int tag, MPI_Comm* created) {
  return create_from_group(MpiCall::kComm_create_group, parent, group, static_cast<std::uint64_t>(tag), created,
                           [&] { return PMPI_Comm_create_group(parent, group, tag, created); });
}

int comm_create_from_group(MPI_Group group, const char* tag, MPI_Info info, MPI_Errhandler handler, MPI_Comm* created) {
  return create_from_group(MpiCall::kComm_create_from_group, MPI_COMM_NULL, group, text_hash(tag), created,
                           [&] { return PMPI_Comm_create_from_group(group, tag, info, handler, created); });
}

// ---- between two groups --------------------------------------------------------------------------------------------

void added_intercommunicator(MpiCall call, MPI_Comm created, std::uint64_t tag) {
  if (created == MPI_COMM_NULL) return;
  handles::added_communicator(MPI_COMM_NULL, created, number_of(call), tag);
  await_end_of(created);
  write_begin(call, handles::communicator_id(created));
  record::write(event::CollectiveEnd{});
}

int intercomm_create(MPI_Comm local, int local_leader, MPI_Comm peer, int remote_leader, int tag, MPI_Comm* created) {
  const Scope scope;
  if (!scope.records()) return PMPI_Intercomm_create(local, local_leader, peer, remote_leader, tag, created);
  write_begin(MpiCall::kIntercomm_create, handles::communicator_id(local));
  const int code = PMPI_Intercomm_create(local, local_leader, peer, remote_leader, tag, created);
  if (code != MPI_SUCCESS) return record_failure(code);
  record::write(event::CollectiveEnd{});
  added_intercommunicator(MpiCall::kIntercomm_create, *created, static_cast<std::uint64_t>(tag));
  return code;
}

int intercomm_create_from_groups(MPI_Group local, int local_leader, MPI_Group remote, int remote_leader,
                                 const char* tag, MPI_Info info, MPI_Errhandler handler, MPI_Comm* created) {
  const Scope scope;
  const int code =
      PMPI_Intercomm_create_from_groups(local, local_leader, remote, remote_leader, tag, info, handler, created);
  if (scope.records() && code == MPI_SUCCESS) {
    added_intercommunicator(MpiCall::kIntercomm_create_from_groups, *created, text_hash(tag));
  }
  return code;
}

int comm_join(int socket, MPI_Comm* created) {
  const Scope scope;
  const int code = PMPI_Comm_join(socket, created);
  if (scope.records() && code == MPI_SUCCESS) {
    handles::added_communicator(MPI_COMM_NULL, *created, number_of(MpiCall::kComm_join));
    await_end_of(*created);
  }
  return code;
}

// ---- the end, and names --------------------------------------------------------------------------------------------

template <MpiCall kCall, int (*kNative)(MPI_Comm*)>
int free_communicator(MPI_Comm* communicator) {
  return end_communicator(kCall, kNative, communicator);
}

int comm_set_name(MPI_Comm communicator, const char* name) {
  const Scope scope;
  const int code = PMPI_Comm_set_name(communicator, name);
  if (code == MPI_SUCCESS && scope.records()) handles::named_communicator(communicator, name);
  return code;
}

}  // namespace

// The parent is the first argument and the new communicator the last, unless something else is said.
#define CREATION(name) CREATION_AT(name, 0, -1)
#define CREATION_AT(name, parent, created) \
  FENCEPOST_ENTRY(name, (Creation<MpiCall::k##name, &PMPI_##name, parent, created>::call))

std::span<const Entry> communicator_entries() {
  static const Entry kEntries[] = {
      CREATION(Comm_dup),
      CREATION(Comm_dup_with_info),
      CREATION(Comm_create),
      CREATION(Comm_split),
      CREATION(Comm_split_type),
      CREATION(Cart_create),
      CREATION(Cart_sub),
      CREATION(Graph_create),
      CREATION(Dist_graph_create),
      CREATION(Dist_graph_create_adjacent),
      CREATION(Intercomm_merge),
      CREATION_AT(Comm_spawn, 5, -2),
      CREATION_AT(Comm_spawn_multiple, 6, -2),
      CREATION_AT(Comm_accept, 3, -1),
      CREATION_AT(Comm_connect, 3, -1),
      FENCEPOST_ENTRY(Comm_join, comm_join),
      FENCEPOST_ENTRY(Comm_idup, comm_idup),
      FENCEPOST_ENTRY(Comm_create_group, comm_create_group),
      FENCEPOST_ENTRY(Intercomm_create, intercomm_create),
      FENCEPOST_ENTRY(Comm_free, (free_communicator<MpiCall::kComm_free, &PMPI_Comm_free>)),
      FENCEPOST_ENTRY(Comm_disconnect, (free_communicator<MpiCall::kComm_disconnect, &PMPI_Comm_disconnect>)),
      FENCEPOST_ENTRY(Comm_set_name, comm_set_name),
      FENCEPOST_ENTRY(Comm_idup_with_info, comm_idup_with_info),
      FENCEPOST_ENTRY(Comm_create_from_group, comm_create_from_group),
      FENCEPOST_ENTRY(Intercomm_create_from_groups, intercomm_create_from_groups),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
