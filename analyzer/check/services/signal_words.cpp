#include "services/signal_words.h"

#include <cstdint>

#include "standard/conflicts.h"

namespace fencepost::check {

using index::Activity;

namespace {

// Whether it looks if another process has changed the word: to wait for that, or to swap the word.
bool takes_signal(const Activity& activity, const std::function<bool(const Activity&)>& waits) {
  if (activity.role == AccessRole::kLocal) return waits(activity);
  if (activity.role != AccessRole::kTarget || !activity.operation || !activity.operation->fetches()) return false;
  const Operation& operation = *activity.operation;
  if (operation.updates())
    return operation.kind == OperationKind::kCompareAndSwap || operation.op == ReduceOp::kReplace;
  return waits(activity);
}

bool is_one_element(const Activity& activity, const Strided& piece) {
  constexpr std::uint64_t kWord = 8;
  if (activity.role != AccessRole::kLocal && activity.role != AccessRole::kTarget) return false;
  return piece.count == 1 && piece.outer_count <= 1 && piece.size <= kWord;
}

}  // namespace

bool looks_often(const Activity& activity) {
  constexpr std::uint32_t kOften = 4;  // two reads happen by chance, too
  return (activity.kind != AccessClass::kLoad || activity.recorded.stride == 0) && activity.repeats >= kOften;
}

std::optional<Conflict::Signal> signal_of(const Activity& earlier, const Activity& later, const Strided& earlier_piece,
                                          const Strided& later_piece,
                                          const std::function<bool(const Activity&)>& waits) {
  Conflict::Signal signal;
  if (!is_one_element(earlier, earlier_piece) || !is_one_element(later, later_piece)) return std::nullopt;
  const auto add = [&](const Activity& given, const Activity& taken) {
    if (reads_only(given.kind)) return;
    const bool takes = takes_signal(taken, waits);
    if (!reads_only(taken.kind) && !takes) return;
    signal.certain |= takes;
    signal.given.push_back({given.place().by(), given.tick});
    signal.taken.push_back({taken.place().by(), taken.seen_since()});
  };
  add(earlier, later);
  add(later, earlier);
  if (signal.given.empty()) return std::nullopt;
  return signal;
}

}  // namespace fencepost::check
