#include "advice/near_misses.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "advice/meeting_place.h"
#include "facts/meant_order.h"
#include "facts/source_order.h"
#include "job/local_flush.h"
#include "words/conflict_words.h"

namespace fencepost {
namespace {

using match::Direction;

constexpr std::size_t kMostSentences = 4;

class NearMisses : private ConflictWords {
 public:
  NearMisses(const Conflict& conflict, const NearCalls& calls, Words& of)
      : ConflictWords(of), conflict_(conflict), calls_(calls) {
    const auto [one, other] = meant_order(conflict, of.symbolizer());
    from_ = lacks_completion() && conflict.remedy.call != MpiCall::kWin_fence ? &conflict.first : &one;
    to_ = from_ == &conflict.first ? &conflict.second : &conflict.first;
  }

  NearMiss all() {
    if (lacks_completion())
      for (const NearCall& call : calls_.of(conflict_.first.place.process))
        if ((!call.varies || is_on_other_window(call)) && comes_in_time(call)) completes(call);
    if (is_completed_by_other_thread())
      for (const NearCall& call : calls_.of(conflict_.first.place.process))
        if ((call.kind == NearKind::kFlush || call.kind == NearKind::kFence) && !call.varies &&
            call.place.thread != conflict_.first.place.thread && comes_in_time(call))
          of_other_thread(call);
    if (lacks_order()) {
      for (const NearCall& call : calls_.of(from_->place.process))
        if (!call.varies && (lies_between(*from_, call.place, to_->place) || is_fence_of_their_line(call)))
          orders(call);
      take_in_vain(*from_, *to_);
      take_in_vain(*to_, *from_);
    }
    const auto memory_synced = lacks_order() ? syncs_of_both() : std::nullopt;
    NearMiss found{.sentences = std::move(sentences_), .places = std::move(places_)};
    found.memory_synced = memory_synced;
    std::ranges::reverse(ends_);
    found.ends = std::move(ends_);
    if (lacks_order() && !memory_synced)
      if (auto at_end = at_end_of_round()) found.fixes.push_back(*std::move(at_end));
    if (in_full_) found.fixes.push_back(*std::move(in_full_));
    if (without_assertion_) found.fixes.push_back(*std::move(without_assertion_));
    if (threads_met_) found.fixes.push_back(*std::move(threads_met_));
    for (const Send& send : sends_) found.fixes.push_back(wait_for_receive(send));
    return found;
  }

 private:
  // A send that would have to wait for its receive, which comes after the access.
  struct Send {
    Place place;
    const ConflictAccess* first;
  };

  // Whether the place comes after one access and before the other in the source.
  bool lies_between(const ConflictAccess& one, const Place& place, const Place& other) {
    Symbolizer& source = words().symbolizer();
    return source_order(one.place, place, source) == SourceOrder::kBefore &&
           source_order(place, other, source) != SourceOrder::kAfter;
  }
  // The statements of a macro have one place. (A fence that orders nothing is worth a sentence there.)
  bool is_fence_of_their_line(const NearCall& call) {
    if (call.kind != NearKind::kFence || call.gives) return false;
    const auto same = [&](const Place& place) {
      return source_order(place, call.place, words().symbolizer()) == SourceOrder::kSame;
    };
    return same(from_->place) && same(to_->place);
  }
  // Whether a completing call would be in time. (The second access may be in the next iteration.) Lines say nothing
  // about what different threads do: there it counts when the call came in the run.
  bool comes_in_time(const NearCall& call) {
    const ConflictAccess& first = conflict_.first;
    if (call.place.thread != first.place.thread && first.start.order < call.order &&
        call.order < conflict_.second.start.order)
      return true;
    return lies_between(first, call.place, conflict_.second.place) ||
           (conflict_.remedy.before.stack && lies_between(first, call.place, conflict_.remedy.before));
  }

  // The first call after a place, or the last one before it, by which a process synchronizes its memory; null: none.
  const NearCall* sync_behind(ProcessId process, const Place& place) { return nearest_sync(process, place, true); }
  const NearCall* sync_before(ProcessId process, const Place& place) { return nearest_sync(process, place, false); }
  const NearCall* nearest_sync(ProcessId process, const Place& place, bool behind) {
    const NearCall* nearest = nullptr;
    const auto in_order = [&](const Place& one, const Place& other) {
      return source_order(one, other, words().symbolizer()) == SourceOrder::kBefore;
    };
    for (const NearCall& call : calls_.of(process)) {
      if (call.kind != NearKind::kSync || !(behind ? in_order(place, call.place) : in_order(call.place, place)))
        continue;
      const bool nearer =
          !nearest || (behind ? in_order(call.place, nearest->place) : in_order(nearest->place, call.place));
      if (nearer) nearest = &call;
    }
    return nearest;
  }

  std::optional<std::pair<FixPlace, FixPlace>> syncs_of_both() {
    const NearCall* const behind = sync_behind(from_->place.process, from_->place);
    const NearCall* const before = sync_before(to_->place.process, to_->place);
    if (!behind || !before) return std::nullopt;
    // If the call of the second process comes first in the source, no meeting fits between the two.
    if (source_order(behind->place, before->place, words().symbolizer()) == SourceOrder::kAfter) return std::nullopt;
    return std::pair{words().fix_place(behind->place), words().fix_place(before->place)};
  }

  // Both accesses are in one loop, and two calls at its end synchronize memory: all may meet between these before the
  // next round.
  std::optional<Fix> at_end_of_round() {
    const NearCall* const behind = sync_behind(from_->place.process, from_->place);
    const NearCall* const next = behind ? sync_behind(to_->place.process, behind->place) : nullptr;
    Symbolizer& source = words().symbolizer();
    if (!next || source_order(to_->place, behind->place, source) != SourceOrder::kBefore) return std::nullopt;
    std::vector<SourceLocation> statements;
    for (const Place* place : {&from_->place, &to_->place, &behind->place, &next->place})
      statements.push_back(source.statement(*place));
    if (!in_one_loop(statements, sources_)) return std::nullopt;
    return Fix{.kind = FixKind::kAdd,
               .purpose = FixPurpose::kOrder,
               .place = words().fix_place(behind->place),
               .met_by = FixMeeting{.rank = to_->place.process.number(), .before = words().fix_place(next->place)},
               .offer = FixOffer::kIfTried,
               .operation = words().fix_place(from_->place, subject(*from_)),
               .window = from_->window ? from_->window : to_->window};
  }

  // Whatever its other arguments.
  bool is_on_other_window(const NearCall& call) const {
    return call.window && call.window != conflict_.first.operation->window;
  }

  bool lacks_completion() const {
    if (!conflict_.first.operation) return false;
    switch (conflict_.remedy.call) {
      case MpiCall::kWin_flush:
      case MpiCall::kWin_flush_local:
      case MpiCall::kWait:
      case MpiCall::kWin_fence:
        return true;
      default:
        return false;
    }
  }
  // The call that completes it is enough. But an earlier one of another thread may have been meant.
  bool is_completed_by_other_thread() const {
    const ConflictAccess& first = conflict_.first;
    return conflict_.remedy.call == MpiCall::kNone && lacks_order() && first.operation && first.end &&
           first.end->place.process == first.place.process && first.end->place.thread != first.place.thread;
  }
  bool lacks_order() const {
    return !conflict_.same_process && conflict_.remedy.needs_synchronization &&
           conflict_.unordered == Unordered::kInEveryRun && !conflict_.other_thread;
  }

  // Adds a sentence about these calls.
  void say(std::initializer_list<const NearCall*> calls, std::string sentence) {
    sentence = upper_first(std::move(sentence));
    if (sentences_.size() == kMostSentences || std::ranges::find(sentences_, sentence) != sentences_.end()) return;
    sentences_.push_back(std::move(sentence));
    for (const NearCall* call : calls) places_.push_back({{call->place, call->order}});
  }
  std::string call_at(const NearCall& call) { return words().call_at(call.place); }

  // ---- calls that do not complete the first access

  void completes(const NearCall& call) {
    switch (call.kind) {
      case NearKind::kFlush:
      case NearKind::kEnd:
      case NearKind::kFence:
        if (call.place.thread != conflict_.first.place.thread) return of_other_thread(call);
        return completes_window(call);
      case NearKind::kWait:
        return wait(call);
      default:
        return;
    }
  }

  void completes_window(const NearCall& call) {
    if (!call.window) return;
    const Operation& operation = *conflict_.first.operation;
    const std::string at = call_at(call), what(name_of(operation.place.call));
    if (call.window != operation.window) {
      if (std::exchange(told_of_window_, true)) return;
      const std::string its = words().window_short(call.window), other = words().window_short(operation.window);
      say({&call}, its == other
                       ? fmt::format("{} completes operations on another window, and {} is not one of them.", at, what)
                       : fmt::format("{} completes operations on {}, but {} is on {}.", at, its, what, other));
    } else if (call.target != Rank::kAllTargets && call.target != operation.target) {
      say({&call}, fmt::format("{} completes operations to {} of this window, but {} goes to {}.", at,
                               !call.target.ordinary() ? "nobody" : words().target(call.window, call.target), what,
                               words().target(operation.window, operation.target)));
    } else if (is_local_flush(call.place.call) && conflict_.remedy.call == MpiCall::kWin_flush) {
      complete_in_full(call);
    }
  }

  // The last call that completes the operation at the origin, which it may already have been: in place of it, one flush
  // completes all operations that were issued before.
  void complete_in_full(const NearCall& call) {
    const Operation& operation = *conflict_.first.operation;
    if (!operation.local || operation.local->by_request || operation.local->place == call.place) return;
    say({&call}, fmt::format("{} completes operations at the origin only.", call_at(call)));
    in_full_ = Fix{.kind = FixKind::kReplaceCall,
                   .purpose = FixPurpose::kComplete,
                   .call = {.function = std::string(name_of(in_full(call.place.call))), .same_arguments = true},
                   .place = words().fix_place(call.place),
                   .operation = words().fix_place(conflict_.first.place, subject(conflict_.first)),
                   .window = conflict_.first.window};
  }

  // This call would complete the first access if its thread waited for the thread that issued it.
  void of_other_thread(const NearCall& call) {
    const Operation& operation = *conflict_.first.operation;
    if (call.window != operation.window || (call.target != Rank::kAllTargets && call.target != operation.target))
      return;
    // (One that completes at the origin only would not be enough.)
    if (is_local_flush(call.place.call) && conflict_.first.role == AccessRole::kTarget) return;
    const Place& issued = conflict_.first.place;
    say({&call},
        fmt::format("{} is called by thread {} of rank {}, and nothing makes it wait for thread {}, which calls {}.",
                    call_at(call), call.place.thread.number(), issued.process, issued.thread.number(),
                    words().call_at(issued)));
    if (threads_met_) return;
    threads_met_ = must_hold(
        fmt::format("the threads of rank {} have to meet between {} and {}, by a barrier, by a join or by the end of a "
                    "construct of OpenMP without nowait: that call completes only what was issued before it",
                    issued.process, words().call_at(issued), call_at(call)));
  }

  void wait(const NearCall& call) {
    const std::uint64_t request = conflict_.first.operation->request;
    if (request == 0 || std::ranges::find(call.requests, request) != call.requests.end()) return;
    if (conflict_.first.operation->local && conflict_.first.operation->local->place == call.place) return;
    say({&call}, fmt::format("{} waits for a different request, not for that of {}.", call_at(call),
                             words().call_at(conflict_.first.place)));
  }

  // ---- calls that do not make the second access wait for the first

  void orders(const NearCall& call) {
    switch (call.kind) {
      case NearKind::kSync:
        return sync(call);
      case NearKind::kEnd:
        return end_of_epoch(call);
      case NearKind::kFence:
      case NearKind::kFree:
        return of_window(call);
      case NearKind::kCollective:
        return collective(call);
      default:
        return;
    }
  }

  void sync(const NearCall& call) {
    say({&call},
        fmt::format(
            "{} synchronizes only the memory of rank {}: it waits for no other rank, so it does not order the two.",
            call_at(call), call.place.process));
  }

  void end_of_epoch(const NearCall& call) {
    if (call.place.thread == from_->place.thread) ends_.push_back(words().fix_place(call.place));
    if (call.place.call == MpiCall::kWin_unlock_all && !all_met_before(call))
      say({&call}, fmt::format("{} is not a collective call (12.5.3): it does not make rank {} wait.", call_at(call),
                               to_->place.process));
  }

  // Whether the two ranks meet between the first access and this call. (Where the access comes in the other rank is not
  // known then, or it comes before.)
  bool all_met_before(const NearCall& call) {
    const auto precedes = [&](const Place& one, const Place& other) {
      return source_order(one, other, words().symbolizer()) == SourceOrder::kBefore;
    };
    return std::ranges::any_of(calls_.of(call.place.process), [&](const NearCall& meeting) {
      return meeting.kind == NearKind::kCollective && meeting.direction == Direction::kAll &&
             meeting.has(to_->place.process) && precedes(from_->place, meeting.place) &&
             precedes(meeting.place, call.place) && !precedes(meeting.place, to_->place);
    });
  }

  void of_window(const NearCall& call) {
    const ProcessId other = to_->place.process;
    if (!call.window || call.members.size() < 2) return;
    if (!call.has(other))
      say({&call}, fmt::format("{} is a call on {}, to which rank {} does not belong.", call_at(call),
                               words().window_short(call.window), other));
    else if (!call.gives && call.kind == NearKind::kFence)
      empty_fence(call);
    else if (!call.gives)
      say({&call}, fmt::format("{} frees a window with no_locks: no rank needs to wait in it for another one (12.2.5).",
                               call_at(call)));
  }

  // Without its assertion, the fence would order the two: it waits for all ranks, and synchronizes their memory.
  void empty_fence(const NearCall& call) {
    say({&call}, fmt::format("{} is given MPI_MODE_NOPRECEDE: it ends no epoch, so no rank needs to wait in it for "
                             "another one (12.5.1).",
                             call_at(call)));
    if (without_assertion_) return;
    without_assertion_ = Fix{.kind = FixKind::kReplaceArgument,
                             .purpose = FixPurpose::kOrder,
                             .place = words().fix_place(call.place, words().call_to_change(call.place)),
                             .argument = {.instead_of = "MPI_MODE_NOPRECEDE"},
                             .window = call.window};
    without_assertion_->call.on_all_ranks = true;
  }

  void collective(const NearCall& call) {
    const ProcessId other = to_->place.process;
    if (call.members.size() < 2) return;
    if (!call.has(other)) {
      say({&call}, fmt::format("{} is a call on {}, to which rank {} does not belong.", call_at(call),
                               words().communicator(call.communicator), other));
    } else if (auto reason = why_nobody_waits(call, other); reason && !is_of_another_round(call)) {
      say({&call}, *std::move(reason));
    }
  }

  // One statement leads to different calls, as by a pointer to a function, and it is known which of them was made
  // between the two accesses.
  bool is_of_another_round(const NearCall& call) {
    if (!conflict_.wrong_way || !is_blocking_collective(conflict_.wrong_way->given.call)) return false;
    const auto& [given, taken] = *conflict_.wrong_way;
    const Place& made = given.process == call.place.process ? given : taken;
    return made.process == call.place.process && words().position(made) != words().position(call.place) &&
           source_order(made, call.place, words().symbolizer()) == SourceOrder::kUnknown;
  }

  // The reason why the other rank does not wait for this one in a call that both make.
  std::optional<std::string> why_nobody_waits(const NearCall& call, ProcessId other) {
    const ProcessId own = call.place.process;
    const std::string at = call_at(call);
    if (call.direction == Direction::kNone) return fmt::format("{} need not wait for other ranks.", at);
    if (!call.own_group.empty()) {
      const bool together = std::ranges::find(call.own_group, other) != call.own_group.end();
      if (!together || match::orders_each_group(call.place.call) || call.direction != Direction::kAll) return {};
      return fmt::format(
          "{} is a call on an intercommunicator: ranks {} and {} are in the same group of it, and each waits only for "
          "the other group.",
          at, std::min(own, other), std::max(own, other));
    }
    switch (call.direction) {
      case Direction::kFromRoot:
        if (!call.root.known() || call.root == own) break;
        return fmt::format(
            "In {} the data goes from the root, rank {}, to the others: rank {} does not wait for rank {}.", at,
            call.root, other, own);
      case Direction::kToRoot:
        if (!call.root.known() || call.root == other) break;
        return fmt::format("In {} the data goes to the root, rank {}: rank {} does not wait for rank {}.", at,
                           call.root, other, own);
      case Direction::kPrefix:
        if (std::ranges::find(call.members, own) < std::ranges::find(call.members, other)) break;
        return fmt::format("In {} each rank waits only for lower ranks: rank {} does not wait for rank {}.", at, other,
                           own);
      case Direction::kNeighbors:
        if (call.destinations.empty() || std::ranges::find(call.destinations, other) != call.destinations.end()) break;
        return fmt::format(
            "In {0} rank {1} is not a neighbor that rank {2} sends to: rank {1} does not wait for rank {2}.", at, other,
            own);
      case Direction::kAll:
      case Direction::kNone:
        break;
    }
    if (!call.gives)
      return fmt::format("Rank {} contributes no data to {}, so no rank needs to wait for it there.", own, at);
    return as_the_other_calls_it(call, other);
  }

  // The other rank makes the same call, but receives nothing from this one.
  std::optional<std::string> as_the_other_calls_it(const NearCall& call, ProcessId other) {
    const std::string at = words().position(call.place);
    for (const NearCall& its : calls_.of(other)) {
      if (its.varies || its.kind != call.kind || its.communicator != call.communicator) continue;
      if (its.place.call != call.place.call || words().position(its.place) != at) continue;
      if (!its.takes)
        return fmt::format("Rank {} receives no data in {}, so it does not need to wait for any rank there.", other,
                           words().call_at(its.place));
      if (its.direction == Direction::kNeighbors &&
          std::ranges::find(its.sources, call.place.process) == its.sources.end())
        return fmt::format("Rank {0} receives nothing from rank {1} in {2}, so it does not wait for rank {1} there.",
                           other, call.place.process, words().call_at(its.place));
    }
    return std::nullopt;
  }

  // ---- calls of the second's process that do not wait for the calls after the first access

  void take_in_vain(const ConflictAccess& one, const ConflictAccess& other) {
    Symbolizer& source = words().symbolizer();
    const ProcessId giver = one.place.process, taker = other.place.process;
    for (const NearCall& taken : calls_.of(taker)) {
      const bool asks = taken.kind == NearKind::kStart || taken.kind == NearKind::kPost ||
                        taken.kind == NearKind::kSend || taken.kind == NearKind::kExposureWait;
      if (!asks || taken.varies || source_order(taken.place, other.place, source) != SourceOrder::kBefore) continue;
      if (taken.kind == NearKind::kExposureWait) {
        if (&one == from_) wait_for_others(taken);
        continue;
      }
      for (const NearCall& given : calls_.of(giver)) {
        if (given.varies || source_order(one.place, given.place, source) != SourceOrder::kBefore) continue;
        if (answers(given, taken, giver, taker)) {
          do_not_wait(given, taken, one);
          break;
        }
      }
    }
  }

  static bool answers(const NearCall& given, const NearCall& taken, ProcessId giver, ProcessId taker) {
    switch (taken.kind) {
      case NearKind::kSend:
        return given.kind == NearKind::kReceive && taken.peer == giver && given.peer == taker && !taken.synchronous &&
               given.communicator == taken.communicator && (given.tag < 0 || given.tag == taken.tag);
      case NearKind::kStart:
        return given.kind == NearKind::kPost && given.window == taken.window && given.has(taker) && taken.has(giver);
      case NearKind::kPost:
        return given.kind == NearKind::kStart && given.window == taken.window && given.has(taker) && taken.has(giver);
      default:
        return false;
    }
  }

  // `first`: the access that the second's process would wait for.
  void do_not_wait(const NearCall& given, const NearCall& taken, const ConflictAccess& first) {
    const ProcessId giver = given.place.process, taker = taken.place.process;
    const std::string at = call_at(taken), its = call_at(given);
    if (taken.kind == NearKind::kSend) {
      // MPI_Sendrecv waits for what it receives.
      if (taken.place.call != MpiCall::kSend && taken.place.call != MpiCall::kRsend &&
          taken.place.call != MpiCall::kBsend)
        return;
      if (taken.place.call == MpiCall::kSend) sends_.push_back({taken.place, &first});
      return say({&taken, &given},
                 fmt::format("{} of rank {} may return before {} of rank {}: only MPI_Ssend would wait for it.", at,
                             taker, its, giver));
    }
    if (taken.kind == NearKind::kStart)
      return say({&taken, &given},
                 fmt::format("{} of rank {} may return before {} of rank {} (12.5.2).", at, taker, its, giver));
    say({&taken},
        fmt::format("{} of rank {} waits for no other rank: MPI_Win_wait does, for the MPI_Win_complete of rank {} "
                    "(12.5.2).",
                    at, taker, giver));
  }

  Fix wait_for_receive(const Send& send) {
    Fix fix{.kind = FixKind::kReplaceCall,
            .purpose = FixPurpose::kOrder,
            .call = {.function = std::string(name_of(MpiCall::kSsend)), .same_arguments = true},
            .place = words().fix_place(send.place),
            .offer = FixOffer::kIfTried,
            .window = to_->window ? to_->window : from_->window};
    if (send.first != from_) fix.only_if.first = words().fix_place(send.first->place, subject(*send.first));
    return fix;
  }

  // The end of an exposure epoch for other origins.
  void wait_for_others(const NearCall& call) {
    const ProcessId giver = from_->place.process;
    if (!lies_between(*from_, call.place, to_->place) || call.has(giver) || call.members.empty()) return;
    say({&call}, fmt::format("{} of rank {} waits for the MPI_Win_complete of {}, not for rank {}.", call_at(call),
                             call.place.process, ranks_of(call.members), giver));
  }

  const Conflict& conflict_;
  const NearCalls& calls_;
  const ConflictAccess *from_ = nullptr, *to_ = nullptr;
  std::vector<std::string> sentences_;
  std::vector<NamedPlace> places_;
  std::vector<Send> sends_;
  std::vector<FixPlace> ends_;
  SourceLines sources_;
  std::optional<Fix> threads_met_;
  std::optional<Fix> in_full_;
  std::optional<Fix> without_assertion_;  // of a fence
  bool told_of_window_ = false;           // one call on another window is enough
};

}  // namespace

NearMiss near_misses(const Conflict& conflict, const NearCalls& calls, Words& words) {
  if (conflict.kind != ConflictKind::kData) return {};
  return NearMisses(conflict, calls, words).all();
}

}  // namespace fencepost
