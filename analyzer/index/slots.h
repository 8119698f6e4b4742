// The contents of the index's cells: for each piece of an access, the data that most searches need.
#pragma once

#include <cstdint>

#include <boost/container/small_vector.hpp>

#include "index/activity.h"
#include "job/memory.h"

namespace fencepost::index {

// What a search can tell about an entry without looking at its activity.
struct Traits {
  std::uint32_t bits = 0;
  static Traits of(const Activity& activity, const Strided& piece) {
    if (activity.kind == AccessClass::kAtomic || activity.kind == AccessClass::kAtomicRead) {
      return of_atomic(activity, piece);
    }
    const auto kind = static_cast<std::uint32_t>(activity.kind);
    const auto process = static_cast<std::uint32_t>(activity.process.number());
    if (!is_local(activity.kind) || process >= 1U << kProcessBits) return {kind};
    return {kind | kLocal | process << kProcessShift};
  }
  AccessClass kind() const { return static_cast<AccessClass>(bits & 7); }
  bool updates() const { return !reads_only(kind()); }
  // Both are atomic, of whole aligned elements of one type, with one operation or one of them a compare-and-swap, and
  // on one window: compatible in any order.
  bool harmless_with(Traits other) const {
    if (!harmless_among_equals() || !other.harmless_among_equals()) return false;
    constexpr std::uint32_t kKind = 7;
    const std::uint32_t differ = (bits ^ other.bits) & ~kKind;
    return differ == 0 || ((differ & ~kOps) == 0 && (is_no_op_given() || other.is_no_op_given()));
  }
  bool harmless_among_equals() const { return is_atomic(kind()) && (bits >> kWholeShift & 1) != 0; }
  // Loads, stores and buffers of ordinary calls of one process: they never conflict.
  bool of_one_process(Traits other) const {
    constexpr std::uint32_t kKind = 7;
    return ((bits ^ other.bits) & ~kKind) == 0 && (bits & kLocal) != 0 && is_local(kind()) && is_local(other.kind());
  }

 private:
  static constexpr std::uint32_t kLocal = 1 << 3;
  static constexpr unsigned kProcessShift = 4, kProcessBits = 17;  // of those with kLocal
  static constexpr unsigned kTypeShift = 3, kOpShift = 11, kPhaseShift = 16, kWholeShift = 21;
  static constexpr unsigned kWindowShift = 22;  // the remaining bits: the window's number
  static_assert(kWindowShift + Window::kNumberBits <= 32);
  static constexpr std::uint32_t kOps = ((1U << (kPhaseShift - kOpShift)) - 1) << kOpShift;
  // As of a compare-and-swap.
  bool is_no_op_given() const { return (bits & kOps) >> kOpShift == static_cast<std::uint32_t>(ReduceOp::kNull); }
  static Traits of_atomic(const Activity& activity, const Strided& piece);
};

// Whether the piece consists of whole elements of this type, adjacent or at distances of whole elements; for a pair
// with padding: of one part of each.
bool whole_elements(const Strided& piece, BasicType type);

struct Slot {
  ByteRange hull;  // of the entry's piece: most searches need not look at the entry
  std::uint32_t entry = 0;
  Traits traits;
};
// Most cells have one slot of a kind, which then needs no memory of its own.
using Slots = boost::container::small_vector<Slot, 1>;

}  // namespace fencepost::index
