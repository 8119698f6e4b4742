// Ranks of windows and communicators: how calls name a process of the group that they are about. The rank of a process
// in MPI_COMM_WORLD is something else (which process of the job it is).
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "ids/id.h"
#include "record/vocabulary.h"

namespace fencepost {

// Besides the ranks from 0 on, it can be one of the special values below, or a negative number without a meaning that
// the program gave. No two of these are equal, whatever numbers the MPI library has for them.
class Rank {
 public:
  static const Rank kNone;  // there is no rank: the process is not in the group, or the call names none
  static const Rank kAnySource;
  static const Rank kProcNull;
  static const Rank kRootOfIntercommunicator;  // MPI_ROOT
  static const Rank kAllTargets;               // of lock_all, unlock_all, flush_all, flush_local_all
  static const Rank kLowest, kHighest;         // no rank comes before or after it: for ranges of maps

  constexpr Rank() = default;  // kNone
  // From a number of an event (see record/vocabulary.h), or a position in a group. Do not shorten the event's number.
  template <std::integral Number>
  constexpr explicit Rank(Number number) : number_(static_cast<std::int64_t>(number)) {}

  // As events have it.
  constexpr std::int64_t number() const { return number_; }
  // As the program gave it, if it has no meaning.
  constexpr std::int64_t given() const { return number_ < INT32_MIN ? number_ + kNoRankOffset : number_; }
  // No special value and not negative: a group with enough processes has it.
  constexpr bool ordinary() const { return number_ >= 0; }
  // One of the special values above.
  constexpr bool special() const { return number_ >= fencepost::kAllTargets && number_ < 0; }
  // A group with this many processes has it.
  constexpr bool below(std::size_t processes) const { return ordinary() && index() < processes; }
  // Of an ordinary one, where lists by rank have it.
  constexpr std::size_t index() const { return static_cast<std::size_t>(number_); }

  friend constexpr bool operator==(const Rank&, const Rank&) = default;
  friend constexpr auto operator<=>(const Rank&, const Rank&) = default;

 private:
  std::int64_t number_ = INT64_MIN;
};

inline constexpr Rank Rank::kNone{};
inline constexpr Rank Rank::kAnySource{fencepost::kAnySource};
inline constexpr Rank Rank::kProcNull{fencepost::kProcNull};
inline constexpr Rank Rank::kRootOfIntercommunicator{fencepost::kRootOfIntercommunicator};
inline constexpr Rank Rank::kAllTargets{fencepost::kAllTargets};
inline constexpr Rank Rank::kLowest{INT64_MIN};
inline constexpr Rank Rank::kHighest{INT64_MAX};

// The ranks of a group with this many processes, to loop over.
class Ranks {
 public:
  explicit Ranks(std::size_t processes) : processes_(processes) {}
  class Iterator {
   public:
    explicit Iterator(std::size_t at) : at_(at) {}
    Rank operator*() const { return Rank(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    std::size_t at_;
  };
  Iterator begin() const { return Iterator(0); }
  Iterator end() const { return Iterator(processes_); }

 private:
  std::size_t processes_;
};

template <>
inline constexpr bool is_id<Rank> = true;

}  // namespace fencepost

template <>
struct std::hash<fencepost::Rank> {
  std::size_t operator()(fencepost::Rank rank) const noexcept { return std::hash<std::int64_t>()(rank.number()); }
};
