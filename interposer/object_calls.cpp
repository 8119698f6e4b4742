// Groups and infos, of which windows and their calls are made.
#include "interposer/judged_call.h"

#define ROW FENCEPOST_JUDGED

namespace fencepost::interposer {

std::span<const Entry> object_entries() {
  using enum Role;
  static const Entry kEntries[] = {
      ROW(Comm_group, kCommunicator, kPlace),
      ROW(Group_size, kGroup, kPlace),
      ROW(Group_rank, kGroup, kPlace),
      ROW(Group_translate_ranks, kGroup, kCount, kList, kGroup, kList),
      ROW(Group_compare, kGroup, kGroup, kPlace),
      ROW(Group_union, kGroup, kGroup, kPlace),
      ROW(Group_intersection, kGroup, kGroup, kPlace),
      ROW(Group_difference, kGroup, kGroup, kPlace),
      ROW(Group_incl, kGroup, kCount, kRanks, kPlace),
      ROW(Group_excl, kGroup, kCount, kRanks, kPlace),
      ROW(Group_range_incl, kGroup, kCount, kList, kPlace),
      ROW(Group_range_excl, kGroup, kCount, kList, kPlace),
      ROW(Group_free, kOwnGroup),
      ROW(Info_create, kPlace),
      ROW(Info_dup, kInfo, kPlace),
      ROW(Info_free, kOwnInfo),
      ROW(Info_set, kInfo, kKey, kText),
      ROW(Info_get, kInfo, kKey, kCount, kText, kPlace),
      ROW(Info_get_valuelen, kInfo, kKey, kPlace, kPlace),
      ROW(Info_delete, kInfo, kKey),
      ROW(Info_get_nkeys, kInfo, kPlace),
      ROW(Info_get_nthkey, kInfo, kCount, kText),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
