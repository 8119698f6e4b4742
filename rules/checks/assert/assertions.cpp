// The assert argument: its promises compared with the events (family ASSERT; FP-ASSERT-007 within one process is in
// epochs.cpp).
#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "assert_checks/makers.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/layout.h"

namespace fencepost {
namespace {

constexpr std::uint32_t kOfFence = kNoStore | kNoPut | kNoPrecede | kNoSucceed;
constexpr std::uint32_t kOfPost = kNoCheck | kNoStore | kNoPut;
constexpr std::uint32_t kOfStart = kNoCheck;
constexpr std::uint32_t kOfLock = kNoCheck;

std::string names_of(std::uint64_t bits, std::string_view between = " and ") {
  static constexpr std::pair<std::uint32_t, std::string_view> kNames[] = {
      {kNoCheck, "MPI_MODE_NOCHECK"},     {kNoStore, "MPI_MODE_NOSTORE"},
      {kNoPut, "MPI_MODE_NOPUT"},         {kNoPrecede, "MPI_MODE_NOPRECEDE"},
      {kNoSucceed, "MPI_MODE_NOSUCCEED"}, {kUnknownAssert, "bits without a meaning"}};
  std::string text;
  for (const auto& [bit, name] : kNames)
    if (bits & bit) text += (text.empty() ? "" : std::string(between)) + std::string(name);
  return text;
}

class AssertionCheck : public CheckOf<AssertionCheck> {
 public:
  using CheckOf::CheckOf;

  void access(const Job& job, const Moment& moment, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override {
    const auto kind = static_cast<AccessKind>(event.kind);
    if (kind == AccessKind::kLoad || kind == AccessKind::kAtomicLoad) return;
    changed(job, moment, place, where, bytes.hull(), AccessVerb::kStore);
  }

  void on(const event::FenceBegin& fence, const Here& here) {
    if (const WindowCall call = window_call(here, fence.window)) on_fence(here.place, call, fence);
  }
  void on(const event::Post& post, const Here& here) {
    if (const WindowCall call = window_call(here, post.window)) {
      bits(here.place, call, post.asserts, kOfPost);
      if (post.asserts & kNoStore) no_store(rule::kPostNostore, here.place, call);
    }
  }
  void on(const event::StartBegin& start, const Here& here) {
    if (const WindowCall call = window_call(here, start.window)) on_start(here.place, call, start);
  }
  void on_done(const event::StartBegin&, const Here&) { starting_ = false; }
  void on(const event::CallFailed&, const Here& here) {
    std::erase_if(early_starts_, [&](const auto& early) { return early.second == here.place; });
  }
  void on(const event::LockBegin& lock, const Here& here) {
    if (const WindowCall call = window_call(here, lock.window)) {
      bits(here.place, call, lock.asserts, kOfLock);
      on_lock(here.job, here.place, call, lock);
    }
  }
  void on(const event::UnlockBegin& unlock, const Here& here) {
    if (const WindowCall call = window_call(here, unlock.window))
      on_unlock(here.moment, here.place, call, Rank(unlock.target));
  }
  void on(const event::ReceiveBegin& receive, const Here& here) {
    buffer_changed(here.job, here.moment, here.place, receive.buffer);
  }
  void on(const event::CollectiveBegin& collective, const Here& here) {
    for (const Buffer& buffer : collective.writes) buffer_changed(here.job, here.moment, here.place, buffer);
  }
  void on_done(const event::WindowCreateEnd& created, const Here& here) {
    if (const WindowCall call = window_call(here, created.window); call && call.rank != Rank::kNone)
      own_windows_[here.place.process].push_back(call.window->key);
  }

  void operation_issued(const Job& job, const Operation& operation) override {
    if (operation.outcome != 0 || operation.target == Rank::kProcNull) return;
    // A get into one's own window changes it like a store does.
    if (operation.fetches()) {
      const ByteSet& written = operation.result_bytes;
      if (!written.empty())
        changed(job, operation.issued, operation.place, written.memory, written.hull(), verb_of(operation.kind));
    }
    if (!operation.updates() || !operation.epoch || operation.target_bytes.empty()) return;
    if (operation.epoch->kind == EpochKind::kStart) put_in_start(job, operation);
    if (operation.epoch->kind == EpochKind::kFence) put_in_fence(job, operation);
  }

  void epochs_matched(const Job& job, const EpochMatch& match) override {
    const bool start = (match.access->asserts & kNoCheck) != 0;
    const bool post = (match.exposure->asserts & kNoCheck) != 0;
    if (start && !post) nocheck_pair(rule::kStartNocheck, match, match.access->opened, match.exposure->opened);
    if (post && !start) nocheck_pair(rule::kPostNocheck, match, match.exposure->opened, match.access->opened);
    const Pair key(match.access->window, match.origin, match.target);
    if (const auto early = early_starts_.find(key);
        early != early_starts_.end() && early->second == match.access->opened) {
      if (!starting_ || !job.happened_before(match.exposure->opened_at, Order::kStrong))
        start_too_early(early->second, match.access->window, match.target, &match.exposure->opened);
      early_starts_.erase(early);
    }
    Started& started = started_for(key, match.access);
    started.exposure = match.exposure;
    if (started.put && (match.exposure->asserts & kNoPut)) put_against_promise(*started.put, match.exposure->opened);
    started.put.reset();
  }

  void window_gone(const Window& window) override {
    forget_sides(changes_, window);
    for (const ProcessId process : window.processes) {
      if (const auto own = own_windows_.find(process); own != own_windows_.end()) std::erase(own->second, window.key);
      forget_pairs(noput_fences_, Side{process, window.key});
      forget_pairs(puts_before_fence_, Side{process, window.key});
    }
    std::erase_if(started_, [&](const auto& pair) { return std::get<0>(pair.first) == window.key; });
    unchecked_windows_.erase(window.key);
    forget_pairs(closed_, window.key);
  }

  void finished(const Job&, const EndOfRun&) override {
    for (const auto& [key, place] : early_starts_) start_too_early(place, std::get<0>(key), std::get<2>(key), nullptr);
    early_starts_.clear();
  }

  void collective(const Job&, const CollectiveCall& call) override {
    if (!call.window || call.members.empty() || call.members[0].place.call != MpiCall::kWin_fence) return;
    all_or_none(rule::kFenceNoprecede, call, kNoPrecede);
    all_or_none(rule::kFenceNosucceed, call, kNoSucceed);
  }

 private:
  Violation violation(const Place& place, WindowKey window, std::string message) {
    Violation v;
    v.message = std::move(message);
    Access access = words().call(place);
    access.window = words().window(window);
    v.accesses = {std::move(access)};
    return v;
  }
  Access other(const Place& place, WindowKey window) {
    Access access = words().call(place);
    access.window = words().window(window);
    return access;
  }

  // ---- bits

  void bits(const Place& place, const WindowCall& call, std::uint64_t asserts, std::uint32_t allowed) {
    const std::uint64_t wrong = asserts & ~static_cast<std::uint64_t>(allowed);
    if (wrong == 0 || !report().is_new(rule::kInvalidAssert, place, call.window->key)) return;
    Violation v = violation(place, call.window->key,
                            fmt::format("Rank {} passes {} the assertion {}, which has no meaning there.",
                                        place.process, name_of(place.call), names_of(wrong)));
    const char* const several = std::has_single_bit(allowed) ? "" : ", alone or together";
    v.fixes = {must_hold(fmt::format("{} takes 0 or {}{}", name_of(place.call), names_of(allowed, ", "), several))};
    if (std::has_single_bit(wrong) && (wrong & kUnknownAssert) == 0) {
      Fix fix = leave_out(names_of(wrong), place);
      fix.window = call.window->key;
      fix.holds = v.fixes.front().holds;
      v.fixes = {std::move(fix)};
    }
    report().add(rule::kInvalidAssert, place, std::move(v));
  }

  // ---- NOSTORE: changes of the caller's own window memory since its last synchronization on the window

  struct Change {
    Place place;
    std::uint64_t order = 0;
    AccessVerb how = AccessVerb::kStore;
  };
  std::map<Side, Change> changes_;                                     // the last one
  std::unordered_map<ProcessId, std::vector<WindowKey>> own_windows_;  // by process: the windows that it has not freed

  void changed(const Job& job, const Moment& moment, const Place& place, const Memory& where, const ByteRange& bytes,
               AccessVerb how) {
    const auto own = own_windows_.find(place.process);
    if (own == own_windows_.end()) return;
    std::erase_if(own->second, [&](const WindowKey key) {
      const Window& window = *job.window(key);
      const Rank rank = window.rank_of(place.process);
      const WindowPart& part = window.part(rank);
      if (part.freed.known()) {
        changes_.erase({place.process, key});
        return true;
      }
      const auto [memory, begin] = job.place_of_part(window, rank);
      if (memory == where && bytes.begin < begin + part.size && begin < bytes.end)
        changes_[{place.process, key}] = {place, moment.order, how};
      return false;
    });
  }

  void buffer_changed(const Job& job, const Moment& moment, const Place& place, const Buffer& buffer) {
    const Datatype* type = job.datatype(place.process, buffer.datatype);
    if (!type || buffer.count <= 0 || type->size == 0) return;
    const ByteSet bytes = job.bytes_at(place.process, type->bytes(buffer.address, buffer.count));
    each_memory(bytes, [&](const ByteSet& there) {
      changed(job, moment, place, there.memory, there.hull(), AccessVerb::kCall);
    });
  }

  void no_store(std::string_view rule, const Place& place, const WindowCall& call) {
    const auto found = changes_.find({place.process, call.window->key});
    if (found == changes_.end()) return;
    const Change& change = found->second;
    const WindowState& state = *call.state;
    if (state.last_synchronization_place.known() && change.order <= state.last_synchronization.order) return;
    if (!report().is_new(rule, place, call.window->key)) return;
    Violation v = violation(
        place, call.window->key,
        fmt::format("Rank {} promises MPI_MODE_NOSTORE in {} on {}, but it has changed its window "
                    "memory with the {} at {} since the last synchronization.",
                    place.process, words().call_at(place), words().window_short(call.window->key),
                    change.how == AccessVerb::kCall ? "receive" : name_of(change.how), words().position(change.place)));
    v.why.push_back(state.last_synchronization_place.known()
                        ? fmt::format("The last synchronization of this rank on the window was {}.",
                                      words().call_at(state.last_synchronization_place))
                        : "The rank has not synchronized the window before.");
    v.fixes = {leave_out("MPI_MODE_NOSTORE", place)};
    Access store = other(change.place, call.window->key);
    store.role = Role::kLocal;
    if (change.how == AccessVerb::kStore) store.kind = change.how;
    v.accesses.push_back(std::move(store));
    report().add(rule, place, std::move(v));
  }

  Fix leave_out(std::string assertion, const Place& call) {
    return {.kind = FixKind::kReplaceArgument,
            .purpose = FixPurpose::kKeepPromise,
            .place = words().fix_place(call, words().call_to_change(call)),
            .argument = {.instead_of = std::move(assertion)}};
  }

  // ---- fences

  using FenceOf = std::pair<Side, std::uint64_t>;  // and its number
  std::map<FenceOf, Place> noput_fences_;
  std::map<FenceOf, Operation> puts_before_fence_;  // into processes whose fence of that number has not been seen

  void on_fence(const Place& place, const WindowCall& call, const event::FenceBegin& fence) {
    const WindowKey window = call.window->key;
    const WindowState& state = *call.state;
    bits(place, call, fence.asserts, kOfFence);
    if (fence.asserts & kNoStore) no_store(rule::kFenceNostore, place, call);
    if ((fence.asserts & kNoPrecede) && state.fence && state.fence->active() &&
        report().is_new(rule::kFenceNoprecede, place, window)) {
      Violation v =
          violation(place, window,
                    fmt::format("Rank {} promises MPI_MODE_NOPRECEDE in {} on {}, but has issued {} since {}.",
                                place.process, words().call_at(place), words().window_short(window),
                                count_of(state.fence->operations, "operation"), words().call_at(state.fence->opened)));
      v.why.push_back("A fence with MPI_MODE_NOPRECEDE completes nothing.");
      v.fixes = {leave_out("MPI_MODE_NOPRECEDE", place)};
      v.fixes.front().call.on_all_ranks = true;
      v.accesses.push_back(other(state.fence->opened, window));
      report().add(rule::kFenceNoprecede, place, std::move(v));
    }
    const std::uint64_t number = state.fences + 1;
    // The promise concerns the epoch that this fence opens. Other processes may still be in the previous epoch; entries
    // of still earlier epochs are no longer needed.
    if (number > 3) noput_fences_.erase({{place.process, window}, number - 3});
    const FenceOf self{{place.process, window}, number};
    if (fence.asserts & kNoPut) {
      if (const auto put = puts_before_fence_.find(self); put != puts_before_fence_.end())
        put_against_promise(put->second, place);
      noput_fences_[self] = place;
    }
    puts_before_fence_.erase(self);
  }

  void put_in_fence(const Job& job, const Operation& operation) {
    const std::uint64_t number = job.state(operation.place.process, operation.window).fences;
    const FenceOf target{{operation.target_process, operation.window}, number};
    if (const auto promise = noput_fences_.find(target); promise != noput_fences_.end()) {
      put_against_promise(operation, promise->second);
    } else if (operation.target_process.known() &&
               job.state(operation.target_process, operation.window).fences < number) {
      puts_before_fence_.try_emplace(target, operation);
    }
  }

  void all_or_none(std::string_view rule, const CollectiveCall& call, std::uint32_t bit) {
    const CollectiveMember *with = nullptr, *without = nullptr;
    for (const CollectiveMember& member : call.members) {
      if (!member.called) continue;
      (member.asserts & bit ? with : without) = &member;
    }
    if (!with || !without || !report().is_new(rule, with->place, call.window)) return;
    Violation v =
        violation(with->place, call.window,
                  fmt::format("Rank {} passes {} in {} on {}, but rank {} does not pass it in {}.", with->place.process,
                              names_of(bit), words().call_at(with->place), words().window_short(call.window),
                              without->place.process, words().call_at(without->place)));
    v.suggestion = fmt::format("All ranks have to pass {}, or none.", names_of(bit));
    v.accesses.push_back(other(without->place, call.window));
    report().add(rule, with->place, std::move(v));
  }

  // ---- NOPUT

  // The latest access epoch of an origin for a target. A start does not wait for its post: the target may still be in
  // the previous exposure epoch.
  struct Started {
    std::shared_ptr<const AccessEpoch> epoch;
    std::shared_ptr<const ExposureEpoch> exposure;  // null: its post has not been seen
    std::optional<Operation> put;                   // issued before the post
  };
  using Pair = std::tuple<WindowKey, Rank, Rank>;  // window, origin, target
  std::map<Pair, Started> started_;

  Started& started_for(const Pair& pair, const std::shared_ptr<const AccessEpoch>& epoch) {
    Started& started = started_[pair];
    if (started.epoch != epoch) started = {.epoch = epoch, .exposure = nullptr, .put = std::nullopt};
    return started;
  }

  void put_against_promise(const Operation& operation, const Place& promise) {
    if (!report().is_new(rule::kNoput, operation.place, operation.window)) return;
    Violation v;
    v.message = fmt::format("{} of rank {} updates the window memory of {} of {}, which promised MPI_MODE_NOPUT in {}.",
                            name_of(operation.place.call), operation.place.process,
                            words().target(operation.window, operation.target), words().window_short(operation.window),
                            words().call_at(promise));
    v.fixes = {leave_out("MPI_MODE_NOPUT", promise)};
    v.accesses = {words().operation(operation), other(promise, operation.window)};
    report().add(rule::kNoput, operation.place, std::move(v));
  }

  void put_in_start(const Job& job, const Operation& operation) {
    const Window* window = job.window(operation.window);
    const Rank origin = window ? window->rank_of(operation.place.process) : Rank::kNone;
    Started& started = started_for({operation.window, origin, operation.target}, operation.epoch);
    if (started.exposure) {
      if (started.exposure->asserts & kNoPut) put_against_promise(operation, started.exposure->opened);
    } else if (!started.put) {
      started.put = operation;
    }
  }

  // ---- NOCHECK

  void nocheck_pair(std::string_view rule, const EpochMatch& match, const Place& with, const Place& without) {
    if (!report().is_new(rule, with, match.access->window)) return;
    Violation v =
        violation(with, match.access->window,
                  fmt::format("{} of rank {} has MPI_MODE_NOCHECK, but the matching {} of rank {} does not.",
                              words().call_at(with), with.process, words().call_at(without), without.process));
    v.fixes = {leave_out("MPI_MODE_NOCHECK", with), must_hold("both sides have to pass it")};
    v.accesses.push_back(other(without, match.access->window));
    report().add(rule, with, std::move(v));
  }

  void on_start(const Place& place, const WindowCall& call, const event::StartBegin& start) {
    bits(place, call, start.asserts, kOfStart);
    if (!(start.asserts & kNoCheck)) return;
    starting_ = true;
    for (const std::uint64_t target : start.group) {
      if (!call.window->has_rank(Rank(target))) continue;
      early_starts_[{call.window->key, call.rank, Rank(target)}] = place;
      words().hold(call.window->key);
    }
  }

  bool starting_ = false;               // the current event is the StartBegin: matching posts were made before
  std::map<Pair, Place> early_starts_;  // until their posts are known

  void start_too_early(const Place& place, WindowKey window, Rank target, const Place* post) {
    if (!report().is_new(rule::kStartNocheck, place, window)) return;
    Violation v =
        violation(place, window,
                  fmt::format("Rank {} passes MPI_MODE_NOCHECK in {}, but nothing makes sure that {} has {} by then.",
                              place.process, words().call_at(place), words().target(window, target),
                              post ? "returned from " + words().call_at(*post) : "posted the window"));
    Fix unchecked = leave_out("MPI_MODE_NOCHECK", place);
    if (post) unchecked.also = {words().fix_place(*post)};
    v.fixes = {std::move(unchecked),
               must_hold(fmt::format("a message sent after the post has to reach rank {} first", place.process))};
    if (post) v.accesses.push_back(other(*post, window));
    report().add(rule::kStartNocheck, place, std::move(v));
  }

  struct Locked {  // a lock epoch that was closed
    Place opened;
    Moment closed;
    ProcessId process;
    LockType type = LockType::kShared;
    bool nocheck = false;
  };
  static constexpr std::size_t kMostClosed = 16;
  std::set<WindowKey> unchecked_windows_;                             // on which some lock was given MPI_MODE_NOCHECK
  std::map<std::pair<WindowKey, Rank>, std::vector<Locked>> closed_;  // by window, target (or kAllTargets)

  static bool exclude(LockType a, LockType b) { return a == LockType::kExclusive || b == LockType::kExclusive; }

  void on_lock(const Job& job, const Place& place, const WindowCall& call, const event::LockBegin& lock) {
    const Window& window = *call.window;
    const bool nocheck = (lock.asserts & kNoCheck) != 0;
    const Rank locked(lock.target);
    const auto type = locked == Rank::kAllTargets ? LockType::kShared : static_cast<LockType>(lock.type);
    if (nocheck) unchecked_windows_.insert(window.key);
    if (!unchecked_windows_.contains(window.key)) return;
    // Open epochs of other processes, or closed ones not ordered with this one: one of the two without the check.
    for (const ProcessId process : window.processes) {
      if (process == place.process) continue;
      const WindowState& state = job.state(process, window.key);
      const auto against = [&](const AccessEpoch& epoch) {
        const bool its = (epoch.asserts & kNoCheck) != 0;
        if (exclude(type, epoch.lock) && (nocheck || its))
          unchecked(place, window, nocheck, epoch.opened, its, type == LockType::kExclusive);
      };
      if (state.lock_all) against(*state.lock_all);
      for (const auto& [target, epoch] : state.locks)
        if (locked == Rank::kAllTargets || target == locked) against(*epoch);
    }
    for (auto at = closed_.lower_bound({window.key, Rank::kAllTargets}); at != closed_.end(); ++at) {
      const auto& [key, locks] = *at;
      if (key.first != window.key) break;
      if (key.second != locked && key.second != Rank::kAllTargets && locked != Rank::kAllTargets) continue;
      for (const Locked& other_lock : locks)
        if (other_lock.process != place.process && exclude(type, other_lock.type) && (nocheck || other_lock.nocheck) &&
            !job.happened_before(other_lock.closed, Order::kObserved))
          unchecked(place, window, nocheck, other_lock.opened, other_lock.nocheck, type == LockType::kExclusive);
    }
  }

  // Two locks, the first of which is taken now; `own`, `others`: without the check (at least one of them). `exclusive`:
  // whether the first is exclusive; if not, the other one is.
  void unchecked(const Place& place, const Window& window, bool own, const Place& opened, bool others, bool exclusive) {
    const Place& with = own ? place : opened;
    const Place& conflicting = own ? opened : place;
    if (!report().is_new(rule::kLockNocheck, with, window.key)) return;
    Violation v = violation(with, window.key,
                            fmt::format("Rank {} passes MPI_MODE_NOCHECK in {} on {}, but {} of rank {} takes a "
                                        "conflicting lock, and nothing orders the two epochs.",
                                        with.process, words().call_at(with), words().window_short(window.key),
                                        words().call_at(conflicting), conflicting.process));
    // Without the assertion, one process would wait for the other's lock, perhaps while the other waits for it: for
    // instance an event that is posted under one lock and polled for under another.
    v.fixes = {must_hold(
        fmt::format("no conflicting lock may be held at the same time: {} has to take a shared lock, if everything "
                    "done under it is atomic, or something has to order the two epochs. If neither waits for the other "
                    "inside its epoch, the promise may also be left out: MPI_MODE_NOCHECK in {}{}",
                    words().call_at(exclusive ? place : opened), words().call_to_change(with),
                    own && others ? " and in " + words().call_to_change(conflicting) : ""))};
    v.fixes.front().purpose = FixPurpose::kKeepPromise;
    v.accesses.push_back(other(conflicting, window.key));
    report().add(rule::kLockNocheck, with, std::move(v));
  }

  void on_unlock(const Moment& moment, const Place& place, const WindowCall& call, Rank target) {
    const AccessEpoch* epoch = nullptr;
    if (target == Rank::kAllTargets) {
      epoch = call.state->lock_all.get();
    } else if (const auto found = call.state->locks.find(target); found != call.state->locks.end()) {
      epoch = found->second.get();
    }
    if (!epoch) return;
    const bool nocheck = (epoch->asserts & kNoCheck) != 0;
    // A shared lock_all without the check excludes only exclusive locks; those are rare and are remembered.
    auto& locks = closed_[{call.window->key, target}];
    std::erase_if(locks, [&](const Locked& lock) { return lock.process == place.process; });
    if (locks.size() >= kMostClosed) locks.erase(locks.begin());
    locks.push_back({epoch->opened, moment, place.process, epoch->lock, nocheck});
  }
};

}  // namespace

std::unique_ptr<Check> make_assertion_check(Report& report) {
  return std::make_unique<AssertionCheck>(report);
}

}  // namespace fencepost
