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

void note_look(Conflict::Signal& signal, const Activity& earlier, const Activity& later, std::uint64_t begun,
               order::StreamNumber streams) {
  constexpr order::StreamNumber kMostStreams = 4096;  // of more, what the giver knew is left out
  if (!signal.wants_look(begun)) return;
  const bool is_given = !reads_only(earlier.kind) && (reads_only(later.kind) || !is_atomic(earlier.kind));
  const Activity &given = is_given ? earlier : later, &taken = is_given ? later : earlier;
  Conflict::Signal::Look look{begun, given.stream, given.tick, taken.stream, taken.seen_since(), {}};
  if (streams <= kMostStreams) {
    look.known.resize(streams);
    for (order::StreamNumber stream = 0; stream < streams; ++stream)
      look.known[stream] = given.start->strong().at(stream);
  }
  signal.add(std::move(look));
}

}  // namespace fencepost::check
