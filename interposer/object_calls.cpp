// Groups, infos and datatypes: calls that Fencepost has nothing to do with but for their arguments, which windows and
// their calls are made of. One row each, with the role of every argument.
//
// What is wrong is told, and then it is as the program's error handler wants it. The library is not given what it may
// crash over.
#include <array>
#include <cstdint>
#include <cstring>

#include "handles/handle_key.h"
#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/judgement.h"
#include "interposer/scope.h"
#include "memory/memory_check.h"

namespace fencepost::interposer {
namespace {

enum class Role : std::uint8_t {
  kAny,
  kCommunicator,
  kGroup,
  kInfo,
  kType,
  kOwnType,   // a pointer to a datatype: committed or freed
  kOwnGroup,  // a pointer to a group to be freed
  kOwnInfo,
  kCount,  // not negative; what is behind it has so many elements
  kList,   // a pointer, null only if there are no elements
  kRanks,  // the same: of the group before, each once
  kTypes,
  kKey,  // text that an info may have as a key
  kText,
  kPlace,  // where the answer goes
};

// What the arguments before say about the one in hand.
struct Before {
  MPI_Group group = MPI_GROUP_NULL;
  std::int64_t count = 0;
};

Judgement judge_ranks(const int* ranks, const Before& before, int position) {
  int size = 0;
  if (PMPI_Group_size(before.group, &size) != MPI_SUCCESS) return {};
  for (std::int64_t i = 0; i < before.count; ++i) {
    if (const auto wrong = judge_rank(ranks[i], size, position, Nobody::kRefused)) return wrong;
    for (std::int64_t k = 0; k < i && i < 64; ++k) {
      if (ranks[k] == ranks[i])
        return {.problem = ArgumentProblem::kRepeated, .argument = position, .error = MPI_ERR_RANK, .given = ranks[i]};
    }
  }
  return {};
}

Judgement judge_type(MPI_Datatype datatype, int position) {
  return judge_handle(handles::verdict_on_datatype(datatype), handles::handle_key(datatype), position, MPI_ERR_TYPE);
}
Judgement judge_group(MPI_Group group, int position) {
  return judge_handle(handles::verdict_on_group(group), handles::handle_key(group), position, MPI_ERR_GROUP);
}

Judgement judge_types(const MPI_Datatype* types, std::int64_t count, int position) {
  for (std::int64_t i = 0; i < count; ++i)
    if (const auto wrong = judge_type(types[i], position)) return wrong;
  return {};
}

Judgement judge_key(const char* key, int position) {
  if (const auto wrong = judge_pointer(key, position)) return {wrong.problem, position, MPI_ERR_INFO_KEY};
  const std::size_t length = strnlen(key, MPI_MAX_INFO_KEY + 1);
  if (length > 0 && length <= MPI_MAX_INFO_KEY) return {};
  return {.problem = length == 0 ? ArgumentProblem::kUnknownValue : ArgumentProblem::kTooLong,
          .argument = position,
          .error = MPI_ERR_INFO_KEY,
          .given = static_cast<std::int64_t>(length),
          .against = MPI_MAX_INFO_KEY};
}

template <Role kRole, class Argument>
Judgement judge(Argument argument, int position, Before& before) {
  if constexpr (kRole == Role::kCommunicator) {
    return judge_handle(handles::verdict_on_communicator(argument), handles::handle_key(argument), position,
                        MPI_ERR_COMM);
  } else if constexpr (kRole == Role::kGroup) {
    before.group = argument;
    return judge_group(argument, position);
  } else if constexpr (kRole == Role::kInfo) {
    return judge_info(argument, position, Null::kRefused);
  } else if constexpr (kRole == Role::kType) {
    return judge_type(argument, position);
  } else if constexpr (kRole == Role::kOwnType) {
    return argument == nullptr ? judge_pointer(argument, position) : judge_type(*argument, position);
  } else if constexpr (kRole == Role::kOwnGroup) {
    return argument == nullptr ? judge_pointer(argument, position) : judge_group(*argument, position);
  } else if constexpr (kRole == Role::kOwnInfo) {
    return argument == nullptr ? judge_pointer(argument, position) : judge_info(*argument, position, Null::kRefused);
  } else if constexpr (kRole == Role::kCount) {
    before.count = argument;
    if (argument >= 0) return {};
    const int error = before.group == MPI_GROUP_NULL ? MPI_ERR_COUNT : MPI_ERR_ARG;
    return {.problem = ArgumentProblem::kNegative, .argument = position, .error = error, .given = argument};
  } else if constexpr (kRole == Role::kList || kRole == Role::kRanks || kRole == Role::kTypes) {
    if (before.count == 0) return {};
    const Judgement wrong = judge_pointer(argument, position);
    if (wrong) return wrong;
    if constexpr (kRole == Role::kRanks) return judge_ranks(argument, before, position);
    if constexpr (kRole == Role::kTypes) return judge_types(argument, before.count, position);
    return {};
  } else if constexpr (kRole == Role::kKey) {
    return judge_key(argument, position);
  } else if constexpr (kRole == Role::kText || kRole == Role::kPlace) {
    return judge_pointer(argument, position);
  } else {
    return {};
  }
}

// The program's handler, of the communicator that errors without one are raised on.
int raise(int error) {
  PMPI_Comm_call_errhandler(MPI_COMM_WORLD, error);
  return error;
}

template <MpiCall kCall, auto kNative, Role... kRoles>
struct Judged;

template <MpiCall kCall, class... Arguments, int (*kNative)(Arguments...), Role... kRoles>
struct Judged<kCall, kNative, kRoles...> {
  static_assert(sizeof...(Arguments) == sizeof...(kRoles));

  static int call(Arguments... arguments) {
    const Scope scope;
    if (!scope.records()) return kNative(arguments...);
    Before before;
    Judgement wrong;
    int position = 0;
    ((wrong ? void() : void(wrong = judge<kRoles>(arguments, position, before)), ++position), ...);
    if (wrong) {
      write_judgement(wrong, kCall, 0, scope.stack());
      return raise(wrong.error);
    }
    const int code = kNative(arguments...);
    if (code != MPI_SUCCESS) {
      int error = MPI_ERR_UNKNOWN;
      PMPI_Error_class(code, &error);
      write_judgement({.problem = ArgumentProblem::kByLibrary, .error = error}, kCall, 0, scope.stack());
    }
    return code;
  }
};

}  // namespace

#define ROW(name, ...) FENCEPOST_ENTRY(name, (Judged<MpiCall::k##name, &PMPI_##name, __VA_ARGS__>::call))

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
      ROW(Type_contiguous, kCount, kType, kPlace),
      ROW(Type_vector, kCount, kCount, kAny, kType, kPlace),
      ROW(Type_create_hvector, kCount, kCount, kAny, kType, kPlace),
      ROW(Type_indexed, kCount, kList, kList, kType, kPlace),
      ROW(Type_create_indexed_block, kCount, kAny, kList, kType, kPlace),
      ROW(Type_create_hindexed, kCount, kList, kList, kType, kPlace),
      ROW(Type_create_hindexed_block, kCount, kAny, kList, kType, kPlace),
      ROW(Type_create_struct, kCount, kList, kList, kTypes, kPlace),
      ROW(Type_create_resized, kType, kAny, kAny, kPlace),
      ROW(Type_dup, kType, kPlace),
      ROW(Type_commit, kOwnType),
      ROW(Type_size, kType, kPlace),
      ROW(Type_get_extent, kType, kPlace, kPlace),
      ROW(Type_get_true_extent, kType, kPlace, kPlace),
  };
  return kEntries;
}

}  // namespace fencepost::interposer
