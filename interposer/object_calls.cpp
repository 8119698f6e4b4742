// Groups and infos, of which windows and their calls are made.
#include "handles/freed_objects.h"
#include "interposer/judged_call.h"

#define ROW FENCEPOST_JUDGED

namespace fencepost::interposer {

namespace {
int comm_rank(MPI_Comm communicator, int* rank) {
  return PMPI_Comm_rank(communicator, rank);
}
int comm_size(MPI_Comm communicator, int* size) {
  return PMPI_Comm_size(communicator, size);
}
}  // namespace

std::span<const Entry> object_entries() {
  using enum Role;
  static const Entry kEntries[] = {
      ROW(Comm_group, kCommunicator, kNewGroup),
      ROW(Comm_remote_group, kCommunicator, kNewGroup),
      ROW(File_get_group, kAny, kNewGroup),
      ROW(Group_from_session_pset, kAny, kText, kNewGroup),
      ROW(Group_size, kGroup, kPlace),
      ROW(Group_rank, kGroup, kPlace),
      ROW(Group_translate_ranks, kGroup, kCount, kList, kGroup, kList),
      ROW(Group_compare, kGroup, kGroup, kPlace),
      ROW(Group_union, kGroup, kGroup, kNewGroup),
      ROW(Group_intersection, kGroup, kGroup, kNewGroup),
      ROW(Group_difference, kGroup, kGroup, kNewGroup),
      ROW(Group_incl, kGroup, kCount, kRanks, kNewGroup),
      ROW(Group_excl, kGroup, kCount, kRanks, kNewGroup),
      ROW(Group_range_incl, kGroup, kCount, kList, kNewGroup),
      ROW(Group_range_excl, kGroup, kCount, kList, kNewGroup),
      FENCEPOST_ENTRY(Group_free, (Judged<MpiCall::kGroup_free, &handles::free_group, kOwnGroup>::call)),
      ROW(Info_create, kNewInfo),
      ROW(Info_dup, kInfo, kNewInfo),
      FENCEPOST_ENTRY(Info_free, (Judged<MpiCall::kInfo_free, &handles::free_info, kOwnInfo>::call)),
      ROW(Info_set, kInfo, kKey, kText),
      ROW(Info_get, kInfo, kKey, kCount, kText, kPlace),
      ROW(Info_get_valuelen, kInfo, kKey, kPlace, kPlace),
      ROW(Info_delete, kInfo, kKey),
      ROW(Info_get_nkeys, kInfo, kPlace),
      ROW(Info_get_nthkey, kInfo, kCount, kText),
      // (Only for who calls them before MPI_Init or after MPI_Finalize.)
      FENCEPOST_ENTRY(Comm_rank, comm_rank),
      FENCEPOST_ENTRY(Comm_size, comm_size),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
