// The calls that make datatypes and ask about them. (MPI_Type_free: datatypes.cpp.)
#include "interposer/judged_call.h"

#define ROW FENCEPOST_JUDGED

namespace fencepost::interposer {

std::span<const Entry> type_entries() {
  using enum Role;
  static const Entry kEntries[] = {
      ROW(Type_contiguous, kCount, kType, kPlace),
      ROW(Type_contiguous_c, kCount, kType, kPlace),
      ROW(Type_vector, kCount, kLength, kAny, kType, kPlace),
      ROW(Type_vector_c, kCount, kLength, kAny, kType, kPlace),
      ROW(Type_create_hvector, kCount, kLength, kAny, kType, kPlace),
      ROW(Type_create_hvector_c, kCount, kLength, kAny, kType, kPlace),
      ROW(Type_indexed, kCount, kLengths, kList, kType, kPlace),
      ROW(Type_indexed_c, kCount, kLengths, kList, kType, kPlace),
      ROW(Type_create_indexed_block, kCount, kLength, kList, kType, kPlace),
      ROW(Type_create_indexed_block_c, kCount, kLength, kList, kType, kPlace),
      ROW(Type_create_hindexed, kCount, kLengths, kList, kType, kPlace),
      ROW(Type_create_hindexed_c, kCount, kLengths, kList, kType, kPlace),
      ROW(Type_create_hindexed_block, kCount, kLength, kList, kType, kPlace),
      ROW(Type_create_hindexed_block_c, kCount, kLength, kList, kType, kPlace),
      ROW(Type_create_struct, kCount, kLengths, kList, kTypes, kPlace),
      ROW(Type_create_struct_c, kCount, kLengths, kList, kTypes, kPlace),
      ROW(Type_create_subarray, kDimensions, kSizes, kSubsizes, kStarts, kOrder, kType, kPlace),
      ROW(Type_create_subarray_c, kDimensions, kSizes, kSubsizes, kStarts, kOrder, kType, kPlace),
      ROW(Type_create_darray, kDimensions, kMember, kDimensions, kSizes, kDistributions, kBlocks, kSizes, kOrder, kType,
          kPlace),
      ROW(Type_create_darray_c, kDimensions, kMember, kDimensions, kSizes, kDistributions, kBlocks, kSizes, kOrder,
          kType, kPlace),
      ROW(Type_create_resized, kType, kAny, kAny, kPlace),
      ROW(Type_create_resized_c, kType, kAny, kAny, kPlace),
      ROW(Type_dup, kType, kPlace),
      ROW(Type_commit, kOwnType),
      ROW(Type_size, kType, kPlace),
      ROW(Type_size_c, kType, kPlace),
      ROW(Type_size_x, kType, kPlace),
      ROW(Type_get_extent, kType, kPlace, kPlace),
      ROW(Type_get_extent_c, kType, kPlace, kPlace),
      ROW(Type_get_extent_x, kType, kPlace, kPlace),
      ROW(Type_get_true_extent, kType, kPlace, kPlace),
      ROW(Type_get_true_extent_c, kType, kPlace, kPlace),
      ROW(Type_get_true_extent_x, kType, kPlace, kPlace),
      ROW(Type_get_envelope, kType, kPlace, kPlace, kPlace, kPlace),
      ROW(Type_get_contents, kType, kLength, kLength, kLength, kAny, kAny, kAny),
      ROW(Type_create_f90_integer, kAny, kPlace),
      ROW(Type_create_f90_real, kAny, kAny, kPlace),
      ROW(Type_create_f90_complex, kAny, kAny, kPlace),
      ROW(Type_match_size, kAny, kAny, kPlace),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
