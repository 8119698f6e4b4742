// A call in which only the arguments concern Fencepost: one row for each, with the role of every
// argument.
//
// What is wrong is recorded, and then it goes as the program's error handler wants. The library does not get what it
// may crash over.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include "handles/freed_objects.h"
#include "handles/handle_key.h"
#include "interposer/arguments.h"
#include "interposer/entry.h"
#include "interposer/failure.h"
#include "interposer/judgement.h"
#include "interposer/scope.h"
#include "memory/memory_check.h"

namespace fencepost::interposer {

enum class Role : std::uint8_t {
  kAny,
  kCommunicator,
  kGroup,
  kInfo,
  kType,
  kOwnType,   // a pointer to a datatype: committed or freed
  kOwnGroup,  // a pointer to a group to be freed
  kOwnInfo,
  kCount,       // not negative; what comes after it has this many elements
  kLength,      // not negative
  kDimensions,  // positive; what comes after it has this many elements, or is one of this many
  kList,        // a pointer, null only if there are no elements
  kRanks,       // the same: of the group before, each once
  kTypes,
  kLengths,        // a list of numbers that are not negative
  kSizes,          // a list of positive numbers
  kSubsizes,       // the same, none larger than that of the list before
  kStarts,         // so that sizes of the list before, from there on, fit into the one before that
  kMember,         // one of this many, from 0
  kDistributions,  // a list of MPI_DISTRIBUTE_BLOCK and the like
  kBlocks,         // a list of positive numbers or MPI_DISTRIBUTE_DFLT_DARG
  kOrder,          // MPI_ORDER_C or MPI_ORDER_FORTRAN
  kKey,            // text that an info may have as a key
  kText,
  kPlace,     // where the answer goes
  kNewGroup,  // where a group goes
  kNewInfo,
};

// What the earlier arguments say about the current one.
struct Before {
  MPI_Group group = MPI_GROUP_NULL;
  std::int64_t count = 0;
  // The last two lists of sizes.
  const void* sizes = nullptr;
  const void* subsizes = nullptr;
};

inline Judgement not_negative(std::int64_t value, int position, int error) {
  if (value >= 0) return {};
  return {.problem = ArgumentProblem::kNegative, .argument = position, .error = error, .given = value};
}

inline Judgement positive(std::int64_t value, int position, int error) {
  if (value > 0) return {};
  return {.problem = ArgumentProblem::kNotPositive, .argument = position, .error = error, .given = value};
}

inline Judgement at_most(std::int64_t value, std::int64_t most, int position, int error) {
  if (value <= most) return {};
  return {.problem = ArgumentProblem::kTooMuch,
          .argument = position,
          .error = error,
          .given = value,
          .against = static_cast<std::uint64_t>(most)};
}

inline Judgement judge_ranks(const int* ranks, const Before& before, int position) {
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

inline Judgement judge_type(MPI_Datatype datatype, int position) {
  return judge_handle(handles::verdict_on_datatype(datatype), handles::handle_key(datatype), position, MPI_ERR_TYPE);
}
inline Judgement judge_group(MPI_Group group, int position) {
  return judge_handle(handles::verdict_on_group(group), handles::handle_key(group), position, MPI_ERR_GROUP);
}

inline Judgement judge_types(const MPI_Datatype* types, std::int64_t count, int position) {
  for (std::int64_t i = 0; i < count; ++i)
    if (const auto wrong = judge_type(types[i], position)) return wrong;
  return {};
}

inline Judgement judge_key(const char* key, int position) {
  if (const auto wrong = judge_pointer(key, position)) return {wrong.problem, position, MPI_ERR_INFO_KEY};
  const std::size_t length = strnlen(key, MPI_MAX_INFO_KEY + 1);
  if (length > 0 && length <= MPI_MAX_INFO_KEY) return {};
  return {.problem = length == 0 ? ArgumentProblem::kUnknownValue : ArgumentProblem::kTooLong,
          .argument = position,
          .error = MPI_ERR_INFO_KEY,
          .given = static_cast<std::int64_t>(length),
          .against = MPI_MAX_INFO_KEY};
}

// A list of numbers, as long as an earlier argument says.
template <Role kRole, class Number>
Judgement judge_numbers(const Number* list, int position, Before& before) {
  const auto* const sizes = static_cast<const Number*>(before.sizes);
  const auto* const subsizes = static_cast<const Number*>(before.subsizes);
  for (std::int64_t i = 0; i < before.count; ++i) {
    Judgement wrong;
    if constexpr (kRole == Role::kLengths) {
      wrong = not_negative(list[i], position, MPI_ERR_COUNT);
    } else if constexpr (kRole == Role::kStarts) {
      wrong = not_negative(list[i], position, MPI_ERR_ARG);
      if (!wrong) wrong = at_most(list[i], sizes[i] - subsizes[i], position, MPI_ERR_ARG);
    } else if constexpr (kRole == Role::kDistributions) {
      constexpr std::array kAllowed = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
      if (std::ranges::find(kAllowed, list[i]) == kAllowed.end())
        wrong = {
            .problem = ArgumentProblem::kUnknownValue, .argument = position, .error = MPI_ERR_ARG, .given = list[i]};
    } else if constexpr (kRole == Role::kBlocks) {
      if (list[i] != MPI_DISTRIBUTE_DFLT_DARG) wrong = positive(list[i], position, MPI_ERR_ARG);
    } else {
      wrong = positive(list[i], position, MPI_ERR_ARG);
      if (!wrong && kRole == Role::kSubsizes) wrong = at_most(list[i], sizes[i], position, MPI_ERR_ARG);
    }
    if (wrong) return wrong;
  }
  if constexpr (kRole == Role::kSizes) before.sizes = list;
  if constexpr (kRole == Role::kSubsizes) before.subsizes = list;
  return {};
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
    return not_negative(argument, position, before.group == MPI_GROUP_NULL ? MPI_ERR_COUNT : MPI_ERR_ARG);
  } else if constexpr (kRole == Role::kLength) {
    return not_negative(argument, position, MPI_ERR_COUNT);
  } else if constexpr (kRole == Role::kDimensions) {
    before.count = argument;
    return positive(argument, position, MPI_ERR_ARG);
  } else if constexpr (kRole == Role::kMember) {
    return judge_rank(argument, static_cast<int>(before.count), position, Nobody::kRefused);
  } else if constexpr (kRole == Role::kOrder) {
    if (argument == MPI_ORDER_C || argument == MPI_ORDER_FORTRAN) return {};
    return {.problem = ArgumentProblem::kUnknownValue, .argument = position, .error = MPI_ERR_ARG, .given = argument};
  } else if constexpr (kRole == Role::kList || kRole == Role::kRanks || kRole == Role::kTypes ||
                       kRole == Role::kLengths || kRole == Role::kSizes || kRole == Role::kSubsizes ||
                       kRole == Role::kStarts || kRole == Role::kDistributions || kRole == Role::kBlocks) {
    if (before.count == 0) return {};
    const Judgement wrong = judge_pointer(argument, position);
    if (wrong || kRole == Role::kList) return wrong;
    if constexpr (kRole == Role::kRanks) {
      return judge_ranks(argument, before, position);
    } else if constexpr (kRole == Role::kTypes) {
      return judge_types(argument, before.count, position);
    } else if constexpr (kRole != Role::kList) {
      return judge_numbers<kRole>(argument, position, before);
    }
    return {};
  } else if constexpr (kRole == Role::kKey) {
    return judge_key(argument, position);
  } else if constexpr (kRole == Role::kText || kRole == Role::kPlace || kRole == Role::kNewGroup ||
                       kRole == Role::kNewInfo) {
    return judge_pointer(argument, position);
  } else {
    return {};
  }
}

// What the call has made.
template <Role kRole, class Argument>
void note_made(Argument argument) {
  if constexpr (kRole == Role::kNewGroup) handles::got_group(*argument);
  if constexpr (kRole == Role::kNewInfo) handles::got_info(*argument);
}

// The program's handler, of the communicator on which errors without one are raised.
inline int raise(int error) {
  PMPI_Comm_call_errhandler(MPI_COMM_WORLD, error);
  return error;
}

// Forbidden, but libraries take it and do what the program wants: it goes on, and the library decides.
inline bool is_accepted_somewhere(const Judgement& wrong) {
  return wrong.problem == ArgumentProblem::kRepeated;
}

template <MpiCall kCall, auto kNative, Role... kRoles>
struct Judged;

template <MpiCall kCall, class... Arguments, int (*kNative)(Arguments...), Role... kRoles>
struct Judged<kCall, kNative, kRoles...> {
  static_assert(sizeof...(Arguments) == sizeof...(kRoles));

  static int call(Arguments... arguments) {
    const Scope scope;
    if (!scope.records()) return make(arguments...);
    Before before;
    Judgement wrong;
    int position = 0;
    ((wrong ? void() : void(wrong = judge<kRoles>(arguments, position, before)), ++position), ...);
    if (wrong) {
      write_judgement(wrong, kCall, 0, scope.stack());
      return is_accepted_somewhere(wrong) ? make(arguments...) : raise(wrong.error);
    }
    const int code = make(arguments...);
    if (code != MPI_SUCCESS) {
      int error = MPI_ERR_UNKNOWN;
      PMPI_Error_class(code, &error);
      write_judgement({.problem = ArgumentProblem::kByLibrary, .error = error}, kCall, 0, scope.stack());
    }
    return code;
  }

 private:
  static int make(Arguments... arguments) {
    const int code = kNative(arguments...);
    if (code == MPI_SUCCESS) (note_made<kRoles>(arguments), ...);
    return code;
  }
};

}  // namespace fencepost::interposer

#define FENCEPOST_JUDGED(name, ...) FENCEPOST_ENTRY(name, (Judged<MpiCall::k##name, &PMPI_##name, __VA_ARGS__>::call))
