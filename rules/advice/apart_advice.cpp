#include "advice/apart_advice.h"

#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "advice/meeting_place.h"
#include "facts/partial_overlap.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

// `what`: the words for the earlier access, "MPI_Put of rank 0 at halo.c:3 writes".
std::string overlap_in_part(const std::string& later, const std::string& what) {
  return fmt::format(
      "the memory that {} writes partly overlaps the memory that {}: the two must not overlap. (Order would not "
      "help: the later one would overwrite a part of the earlier one)",
      later, what);
}

// While the epoch is open, nobody may read what its operations write. (Under a shared lock, a process that was told
// may read it after a flush.)
bool keeps_readers_out(const AccessEpoch& epoch) {
  if (epoch.kind == EpochKind::kLock) return epoch.lock == LockType::kExclusive;
  return epoch.kind == EpochKind::kFence || epoch.kind == EpochKind::kStart;
}

const ByteSet* written_by(const ConflictAccess& access) {
  if (!access.operation) return nullptr;
  if (access.kind == AccessClass::kPut) return &*access.operation->target_bytes;
  return access.kind == AccessClass::kOriginWrite ? &*access.operation->result_bytes : nullptr;
}

}  // namespace

std::optional<Fix> ApartAdvice::elements_apart(const ConflictAccess& first, const ConflictAccess& second) {
  const auto element = [&](const ConflictAccess& access) -> std::uint64_t {
    const Datatype* type = job().datatype(access.place.process, access.operation->target_buffer.datatype);
    return type ? size_of(type->uniform) : 0;
  };
  const Window* window = job().window(second.window);
  const std::uint64_t size = first.operation && second.operation ? element(first) : 0;
  if (!window || size < 2 || size != element(second) || window->flavor == WindowFlavor::kDynamic) return std::nullopt;
  if (first.bytes.begin % size == second.bytes.begin % size || !second.owner.ordinary()) return std::nullopt;
  const auto unit = window->part(second.owner).displacement_unit;
  if (unit == 0 || unit >= size) return std::nullopt;
  Fix fix =
      must_hold(fmt::format("The elements of {} overlap in part because the window's displacement unit is {}. The "
                            "unit has to be {}, or the displacements have to be multiples of {}",
                            count_of(size, "byte"), count_of(unit, "byte"), size, size / unit));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

std::optional<Fix> ApartAdvice::put_twice(const Conflict& conflict) {
  const ConflictAccess &one = conflict.first, &other = conflict.second;
  const Operation &first = *one.operation, &second = *other.operation;
  const bool same_origin = first.origin.address == second.origin.address && first.origin.count == second.origin.count &&
                           first.origin.datatype == second.origin.datatype;
  const bool same_target = first.target_process == second.target_process &&
                           first.target_buffer.displacement == second.target_buffer.displacement &&
                           first.target_buffer.count == second.target_buffer.count &&
                           first.target_buffer.datatype == second.target_buffer.datatype;
  if (!same_origin || !same_target || first.epoch == nullptr || first.epoch != second.epoch ||
      !keeps_readers_out(*first.epoch) || one.start.stream != other.start.stream)
    return std::nullopt;
  // A loop that does something else in between may lack a synchronization instead.
  const std::uint64_t operations = second.number - first.number;
  if (other.start.tick - one.start.tick != operations || other.start.event - one.start.event != operations)
    return std::nullopt;
  return must_hold(
      fmt::format("{} makes the same transfer twice: from the same bytes of the origin to displacement {} of {}, and "
                  "rank {} only issues operations in between. The origin, rank or displacement of one of the two has "
                  "to be another, or one is too many",
                  words().call_at(other.place), number_of(second.target_buffer.displacement),
                  words().target(second.window, second.target), other.place.process));
}

std::optional<Fix> ApartAdvice::puts_apart(const Conflict& conflict) {
  const Operation *first = conflict.first.operation.get(), *second = conflict.second.operation.get();
  if (!conflict.same_process || conflict.first.kind != AccessClass::kPut || conflict.second.kind != AccessClass::kPut)
    return std::nullopt;
  if (words().position(conflict.first.place) != words().position(conflict.second.place)) return std::nullopt;
  if (auto twice = put_twice(conflict)) return twice;
  if (first->origin.address == second->origin.address) return std::nullopt;
  if (conflict.first.place.thread != conflict.second.place.thread) return std::nullopt;  // not rounds of one loop
  // A loop that completes each at the origin may mean to replace what is there.
  if (conflict.remedy.after_local) return std::nullopt;
  const Window* window = job().window(second->window);
  const bool by_address = window && window->flavor == WindowFlavor::kDynamic;
  const auto place = [&](const Operation& operation) {
    const std::uint64_t at = operation.target_buffer.displacement;
    return by_address ? fmt::format("address {:#x}", at) : "displacement " + number_of(at);
  };
  const char* const word = by_address ? "address" : "displacement";
  Fix fix = must_hold(
      first->target_buffer.displacement == second->target_buffer.displacement
          ? fmt::format("{} writes {} of {} more than once, each time from another place of the origin: each time it "
                        "needs another rank or {} (in a loop that advances the origin, the {} has to advance as "
                        "well). Order would not help: the later write would replace what the earlier one wrote",
                        words().call_at(conflict.second.place), place(*second),
                        words().target(second->window, second->target), word, word)
          : fmt::format("what {} writes at {} overlaps what it writes at {}: the two must not overlap. (Order would "
                        "not help: the later one would overwrite a part of the earlier one)",
                        words().call_at(conflict.second.place), place(*first), place(*second)));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

std::optional<Fix> ApartAdvice::advancing_target(const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  if (!conflict.remedy.after_local || !conflict.same_process || first.kind != AccessClass::kPut ||
      second.kind != AccessClass::kPut || words().position(first.place) != words().position(second.place))
    return std::nullopt;
  const std::uint64_t advanced = second.operation->origin.address - first.operation->origin.address;
  if (advanced != first.bytes.end - first.bytes.begin) return std::nullopt;
  Fix fix = must_hold(
      fmt::format("the rank or displacement of {} has to change with its origin", words().call_at(second.place)));
  fix.purpose = FixPurpose::kApart;
  fix.only_if.clause = "if each time is meant for a place of its own";
  return fix;
}

std::optional<Fix> ApartAdvice::writes_apart(const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  const ByteSet *one = written_by(first), *other = written_by(second);
  if (auto fix = received_over(conflict)) return fix;
  if (auto fix = stored_in_part(first, second)) return fix;
  if (one == nullptr || other == nullptr) return std::nullopt;
  if (!reach_into_each_other(*one, *other))
    return first.kind == AccessClass::kOriginWrite && second.kind == first.kind
               ? std::optional(two_results(first, second))
               : overwritten_unread(first, second);
  const bool same =
      words().position(first.place) == words().position(second.place) && first.place.process == second.place.process;
  const std::string whose = same ? subject(first) + " has written before" : subject(first) + " writes";
  Fix fix = must_hold(overlap_in_part(subject(second), whose));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

std::optional<Fix> ApartAdvice::sent_in_part(const Conflict& conflict) {
  const bool reads_first = conflict.first.kind == AccessClass::kOriginRead;
  const ConflictAccess &read = reads_first ? conflict.first : conflict.second,
                       &put = reads_first ? conflict.second : conflict.first;
  const auto in_such_epoch = [](const ConflictAccess& access) {
    return access.operation && access.operation->epoch && keeps_readers_out(*access.operation->epoch);
  };
  if (read.kind != AccessClass::kOriginRead || put.kind != AccessClass::kPut || !read.window || conflict.same_process ||
      !in_such_epoch(read) || !in_such_epoch(put) ||
      !reach_into_each_other(*read.operation->origin_bytes, *put.operation->target_bytes))
    return std::nullopt;
  Fix fix = must_hold(
      fmt::format("the displacement of {} or the origin of {} is wrong: what the one writes partly overlaps what the "
                  "other reads",
                  subject(put), subject(read)));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

std::optional<Fix> ApartAdvice::received_over(const Conflict& conflict) {
  const ConflictAccess &first = conflict.first, &second = conflict.second;
  const auto is_result = [](const ConflictAccess& access) {
    return access.kind == AccessClass::kStore && !access.operation && access.place.call != MpiCall::kNone;
  };
  const ConflictAccess& put = is_result(first) ? second : first;
  const ConflictAccess& result = is_result(first) ? first : second;
  if (!is_result(result) || put.kind != AccessClass::kPut || !put.operation || !put.operation->epoch ||
      !keeps_readers_out(*put.operation->epoch))
    return std::nullopt;
  const bool in_part = !put.bytes.holds(result.bytes) && !result.bytes.holds(put.bytes);
  // A synchronization leads from one to the other; the first access was meant to be complete by then.
  if (!in_part && conflict.late_at) return std::nullopt;
  Fix fix = must_hold(
      in_part
          ? overlap_in_part(subject(second), subject(first) + " writes")
          : fmt::format("{} and {} write the same place, and nobody can read there what the first writes. If they are "
                        "meant for different places, the displacement of the one or the buffer of the other is wrong",
                        subject(first), subject(second)));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

std::optional<Fix> ApartAdvice::stored_in_part(const ConflictAccess& first, const ConflictAccess& second) {
  const bool put_first = first.kind == AccessClass::kPut;
  const ConflictAccess &put = put_first ? first : second, &store = put_first ? second : first;
  if (put.kind != AccessClass::kPut || store.kind != AccessClass::kStore || store.place.call != MpiCall::kNone ||
      store.access_count < 2 || put.bytes.holds(store.bytes) || store.bytes.holds(put.bytes))
    return std::nullopt;
  Fix fix = must_hold(
      fmt::format("the memory that {} writes partly overlaps the memory that {} writes: the two must not overlap. "
                  "(Order would not help: the later one would overwrite a part of the earlier one.) If {} only "
                  "initializes the memory, a call that all ranks reach must come between the two",
                  subject(store), subject(put), subject(store)));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

Fix ApartAdvice::two_results(const ConflictAccess& first, const ConflictAccess& second) {
  const bool same = words().position(first.place) == words().position(second.place);
  Fix fix = must_hold(
      same ? fmt::format("each {} at {} needs a buffer of its own: the earlier result is overwritten before anybody "
                         "can read it",
                         name_of(second.place.call), words().position(second.place))
           : fmt::format(
                 "{} and {} need different buffers: the first result is overwritten before anybody can read it{}",
                 subject(first), subject(second),
                 !first.operation->updates() ? ". If it is not needed, the first is too many"
                 : first.operation->kind == OperationKind::kCompareAndSwap
                     ? ""
                     : ". If it is not needed, MPI_Accumulate does the rest of what the first does"));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

std::optional<Fix> ApartAdvice::overwritten_unread(const ConflictAccess& first, const ConflictAccess& second) {
  const AccessEpoch *one = first.operation->epoch.get(), *other = second.operation->epoch.get();
  if (first.kind != second.kind || one == nullptr || other == nullptr || one->kind != other->kind ||
      !keeps_readers_out(*one))
    return std::nullopt;
  const bool same_statement = words().position(first.place) == words().position(second.place);
  const bool same_process = first.place.process == second.place.process;
  const bool fences = one->kind == EpochKind::kFence;  // also of two windows that overlap
  const bool together = fences || in_one_exposure(first, second);
  if (same_process ? same_statement || (one != other && (!fences || one->window == other->window)) : !together)
    return std::nullopt;
  std::string holds = same_statement
                          ? fmt::format(
                                "each rank has to access a place of its own in the window: at {} several write the "
                                "same place, and only one value can stay",
                                words().position(second.place))
                          : fmt::format(
                                "{} and {} write the same place, and nobody can read there what the first writes. If "
                                "they are meant for different places, {} of one of them is wrong",
                                subject(first), subject(second),
                                first.kind == AccessClass::kPut ? "the rank or displacement" : "the buffer");
  holds += same_process ? ". If the second is meant to replace the first, the first has to be complete before it"
                        : ". If the values are to be added up, or if it does not matter whose value stays, both have "
                          "to be MPI_Accumulate";
  Fix fix = must_hold(std::move(holds));
  fix.purpose = FixPurpose::kApart;
  return fix;
}

Fix ApartAdvice::one_writer(const Conflict& conflict) {
  const Place &first = conflict.first.place, &second = conflict.second.place;
  const std::string at = words().position(first);
  constexpr std::string_view kOne =
      "only one rank may write that memory, or each rank needs a place of its own, or the writes have to be atomic "
      "operations (MPI_Accumulate, MPI_Fetch_and_op, or those of the language)";
  const Rounds rounds = rounds_of(source().frames(first), source().frames(second), sources_);
  if (rounds.known && (!rounds.loop || rounds.counts)) {
    Fix fix =
        must_hold(fmt::format("all ranks execute the statement at {}, so no barrier can come between: {}", at, kOne));
    fix.purpose = FixPurpose::kApart;
    return fix;
  }
  const std::string of = rounds.known ? fmt::format("different rounds of the loop at {}{}", position_of(*rounds.loop),
                                                    rounds.nested ? " (or of one inside it)" : "")
                                      : "different rounds of a loop, or of different calls of the function";
  Fix fix =
      must_hold(fmt::format("if the two are of {}, all ranks have to meet (in a barrier) between {}. In one round, no "
                            "barrier can come between "
                            "them, for all ranks execute the statement at {}: {}",
                            of, rounds.known ? "two rounds" : "the two", at, kOne));
  fix.purpose = FixPurpose::kOrder;
  return fix;
}

std::optional<Fix> ApartAdvice::own_places(const Conflict& conflict) {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  const bool turns = first.end && first.end->place.call == MpiCall::kWin_fence;  // that fix says so itself
  if (conflict.unordered != Unordered::kInEveryRun || turns || !of_one_statement(conflict)) return std::nullopt;
  if (first.kind != AccessClass::kPut || second.kind != AccessClass::kPut) return std::nullopt;
  Fix fix = must_hold(
      "each rank has to access a place of its own in the window, or all have to use MPI_Accumulate if the values are "
      "to be added up");
  fix.purpose = FixPurpose::kApart;
  return fix;
}

}  // namespace fencepost
