#include "facts/meant_order.h"

#include "facts/source_order.h"

namespace fencepost {
namespace {

// A rank forwards data from its window: the one operation reads where another rank's operation writes.
bool forwards(const ConflictAccess& read, const ConflictAccess& write) {
  return read.operation && read.kind == AccessClass::kOriginRead && read.window && write.operation &&
         write.role == AccessRole::kTarget && !reads_only(write.kind) && read.place.process != write.place.process;
}

}  // namespace

std::pair<const ConflictAccess&, const ConflictAccess&> meant_order(const Conflict& conflict, Symbolizer& source) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  if (forwards(first, second)) return {second, first};
  if (forwards(second, first)) return {first, second};
  const SourceOrder order = source_order(first.place, second.place, source);
  const bool stored_later =
      !first.operation && !second.operation && first.kind != AccessClass::kStore && second.kind == AccessClass::kStore;
  const bool swap = order == SourceOrder::kAfter || (order == SourceOrder::kUnknown && stored_later);
  return {swap ? second : first, swap ? first : second};
}

std::pair<const ConflictAccess&, const ConflictAccess&> in_order_of(const PassedSync& sync, const Conflict& conflict) {
  const bool from_first = sync.given.process == conflict.first.place.process;
  return {from_first ? conflict.first : conflict.second, from_first ? conflict.second : conflict.first};
}

std::pair<const ConflictAccess&, const ConflictAccess&> in_order_of(const Conflict::ToldTooEarly& told,
                                                                    const Conflict& conflict) {
  return {told.of_first ? conflict.first : conflict.second, told.of_first ? conflict.second : conflict.first};
}

bool comes_again(const Conflict& conflict, Symbolizer& source) {
  const auto [one, other] = meant_order(conflict, source);
  const bool swapped = &one == &conflict.second;
  const auto& heard = swapped ? conflict.heard.by_first : conflict.heard.by_second;
  if (!heard) return false;
  const Place& of_one = swapped ? heard->second : heard->first;
  const Place& of_other = swapped ? heard->first : heard->second;
  // Not if the second has learned of the first in this round: then the first was only not complete.
  if (!swapped && conflict.heard.told_since_first) return false;
  // Nor if the access that comes first in a round already waits for the other one of the previous round: then the other
  // one lacks a wait.
  const auto& waited = swapped ? conflict.heard.by_second : conflict.heard.by_first;
  const bool waits = waited && (swapped ? conflict.heard.first_told_last : conflict.heard.second_told_last);
  if (waits && source_order(swapped ? waited->second : waited->first, one.place, source) == SourceOrder::kBefore)
    return false;
  // Not if the wait for this round comes after the other access.
  if (one.end && one.end->place.process == other.place.process &&
      source_order(other.place, one.end->place, source) == SourceOrder::kBefore)
    return false;
  // Nor if a message of this round is received after the load that needs it, because the one before is sent too early.
  // (Not if a flag says that the first is complete.)
  const SourceOrder completed =
      one.end && operation_kind_of(of_one.call) ? source_order(one.end->place, of_one, source) : SourceOrder::kUnknown;
  const bool told_complete = completed == SourceOrder::kBefore || completed == SourceOrder::kSame;
  if (const auto& late = conflict.too_late; late && !told_complete && &in_order_of(*late, conflict).second == &other &&
                                            other.role == AccessRole::kLocal &&
                                            source_order(one.place, late->given, source) == SourceOrder::kBefore &&
                                            source_order(other.place, late->taken, source) == SourceOrder::kBefore)
    return false;
  return of_one.stack && of_other.stack && source_order(one.place, other.place, source) == SourceOrder::kBefore &&
         source_order(one.place, of_one, source) == SourceOrder::kBefore &&
         source_order(of_other, other.place, source) == SourceOrder::kBefore;
}

}  // namespace fencepost
