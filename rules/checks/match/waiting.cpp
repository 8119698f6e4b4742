// Deadlocks that this run escaped, as notes: locks in different orders (FP-MATCH-006), blocking calls under a lock that
// the partner needs (FP-MATCH-007), starts that must not wait for their posts (FP-MATCH-005).
//
// Only locks of MPI_Win_lock count. MPI_Win_lock_all is shared and held for long, so it rarely meets exclusive locks of
// the same window, and the standard does not say when it waits for which target.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "advice/certain_fixes.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "ids/in_process.h"
#include "match_checks/locks_taken.h"
#include "match_checks/makers.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

class WaitingCheck : public CheckOf<WaitingCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::LockBegin& lock, const Here& here) {
    if (const WindowCall call = window_call(here, lock.window))
      if (Rank(lock.target).ordinary() && !(lock.asserts & kNoCheck)) {
        const Lock of_call{call.window->key, Rank(lock.target)};
        on_lock(here.job, here.moment, here.place, of_call, static_cast<LockType>(lock.type));
        asked_.insert_or_assign(here.place.by(), of_call);
      }
  }
  void on(const event::LockEnd&, const Here& here) {
    const auto asked = asked_.find(here.place.by());
    if (asked == asked_.end()) return;
    // The lock of one's own rank is there when the call returns.
    const Window* window = here.job.window(asked->second.first);
    if (window && window->rank_of(here.place.process) == asked->second.second)
      locks_.taken(here.place.process, asked->second, here.moment);
    asked_.erase(asked);
  }
  // The lock that was refused had no effect.
  void on(const event::CallFailed&, const Here& here) {
    const auto asked = asked_.find(here.place.by());
    if (asked == asked_.end()) return;
    locks_.refused(here.place.process, asked->second);
    asked_.erase(asked);
  }
  void on(const event::FlushBegin& flush, const Here& here) {
    flushes_.erase(here.place.by());
    const WindowCall call = window_call(here, flush.window);
    if (!call) return;
    for (const auto& [target, epoch] : call.state->locks)
      if ((!Rank(flush.target).ordinary() || Rank(flush.target) == target) && epoch->operations > 0)
        flushes_[here.place.by()].emplace_back(call.window->key, target);
  }
  void on(const event::FlushEnd&, const Here& here) {
    const auto flush = flushes_.find(here.place.by());
    if (flush == flushes_.end()) return;
    for (const Lock& lock : flush->second) locks_.taken(here.place.process, lock, here.moment);
    flushes_.erase(flush);
  }
  void on(const event::UnlockBegin& unlock, const Here& here) {
    if (const WindowCall call = window_call(here, unlock.window))
      if (Rank(unlock.target).ordinary()) on_unlock(here.moment, here.place, {call.window->key, Rank(unlock.target)});
  }
  void on(const event::Post& post, const Here& here) {
    posting_.reset();
    if (const WindowCall call = window_call(here, post.window)) posting_ = call.state->start;
    posting_process_ = here.place.process;
  }
  void on_done(const event::Post& post, const Here& here) {
    if (!posting_) return;
    if (const WindowCall call = window_call(here, post.window); call && call.state->exposure)
      posted_behind(call.state->exposure);
    posting_.reset();
  }
  void on(const event::ReceiveBegin& receive, const Here& here) {
    if (receive.request == 0)
      receives_[here.place.by()] = {receive.communicator, here.place};
    else
      posted_[{here.place.process, receive.request}] = receive.communicator;
  }
  void on(const event::RequestFree& free, const Here& here) { posted_.erase({here.place.process, free.request}); }
  void on(const event::WaitBegin& wait, const Here& here) {
    if (wait.need == 0) waits_in_[here.place.by()] = here.place;
  }
  void on(const event::ExposureWaitBegin& wait, const Here& here) {
    if (const WindowCall call = window_call(here, wait.window); call && call.state->exposure)
      exposed_[here.place.by()] = {here.place, call.state->exposure};
  }

  // After these events, the partner's earlier calls are ordered before the present.
  void on_done(const event::ReceiveEnd& end, const Here& here) { on_receive(here.job, here.place, Rank(end.source)); }
  void on_done(const event::RequestsDone& done, const Here& here) { on_requests(here.job, here.place, done); }
  void on_done(const event::ExposureWaitEnd&, const Here& here) { on_exposure_over(here.job, here.place); }

  void epochs_matched(const Job&, const EpochMatch& match) override {
    // The two match while the post is being made, or later.
    if (posting_ && match.exposure->process == posting_process_) posted_behind(match.exposure);
    const auto behind = behind_.find(match.exposure);
    if (behind == behind_.end()) return;
    // The start of `match.access` may wait for a post that comes after the start `behind->second`.
    const auto [waits, added] = waits_.try_emplace(match.access);
    waits->second.push_back(behind->second);
    if (added) keep_recent(recent_waits_[match.access->process], match.access, waits_);
    if (const auto cycle = start_cycle(match.access); !cycle.empty()) starts(cycle, *match.exposure);
  }

  void window_gone(const Window& window) override { locks_.window_gone(window); }

  void finished(const Job&, const EndOfRun& end) override {
    for (const auto& cycle : cycles_)
      if (!hangs(cycle, end)) lock_cycle(cycle);
    cycles_.clear();
  }

  void collective(const Job&, const CollectiveCall& call) override {
    if (!call.complete) return;
    for (const CollectiveMember& holder : call.members)
      for (const auto& [lock, held] : locks_.held_at(holder.process, holder.begun)) {
        // Left open when its window is freed: FP-EPOCH-013.
        if (holder.place.call == MpiCall::kWin_free && lock.first == call.window) continue;
        for (const CollectiveMember& partner : call.members) {
          if (partner.process == holder.process) continue;
          under_lock(lock, held, holder.place, partner.process,
                     [&](const LocksTaken::Epoch& epoch) { return precedes(epoch.closed, partner.begun); });
          // Both can only be there because this run puts off what the locks need.
          for (const auto& [other, theirs] : locks_.held_at(partner.process, partner.begun))
            if (other == lock) both_hold(lock, held, holder.place, partner.process, theirs);
        }
      }
  }

 private:
  using Lock = LocksTaken::Lock;
  using Hold = LocksTaken::Hold;
  using EpochPointer = std::shared_ptr<const AccessEpoch>;

  static bool exclude(LockType a, LockType b) { return a == LockType::kExclusive || b == LockType::kExclusive; }

  LocksTaken locks_;
  RecyclingMap<ThreadName, Lock> asked_;             // by the call of the thread, which has not ended
  std::map<ThreadName, std::vector<Lock>> flushes_;  // likewise: the locks for which it waits

  // ---- FP-MATCH-006: "holds `outer` and takes `inner`"

  struct Edge {
    ProcessId process;
    Lock outer, inner;
    LockType outer_type = LockType::kShared, inner_type = LockType::kShared;
    Place outer_place, inner_place;
    std::vector<std::pair<Lock, LockType>> guards;  // further locks held meanwhile
    bool open = true;                               // the outer lock is still held
    Moment closed;                                  // when it was released
    std::set<std::size_t> before;                   // earlier edges that have certainly ended when this one begins
  };
  static constexpr std::size_t kMostEdges = 2048;
  std::vector<Edge> edges_;

  void on_lock(const Job& job, const Moment& now, const Place& place, const Lock& lock, LockType type) {
    auto& mine = locks_.of(place.process);
    for (auto& [outer, outer_held] : mine) {
      if (outer == lock || edges_.size() >= kMostEdges || known(place, outer_held.place)) continue;
      Edge edge{place.process, outer, lock, outer_held.type, type, outer_held.place, place, {}, true, {}, {}};
      for (const auto& [guard, guard_held] : mine)
        if (guard != outer) edge.guards.emplace_back(guard, guard_held.type);
      for (std::size_t i = 0; i < edges_.size(); ++i)
        if (!edges_[i].open && job.happened_before(edges_[i].closed, Order::kStrong)) edge.before.insert(i);
      outer_held.nested.push_back(edges_.size());
      words().hold(outer.first);
      words().hold(lock.first);
      edges_.push_back(std::move(edge));
      std::vector<std::size_t> path{edges_.size() - 1};
      if (close_cycle(path)) cycles_.push_back(std::move(path));
    }
    mine[lock] = {{place, type, now, job.order_now()}, {}, {}};
  }

  // The same two statements of the same process were seen often enough.
  bool known(const Place& inner, const Place& outer) const {
    const auto same = [&](const Edge& edge) { return edge.inner_place == inner && edge.outer_place == outer; };
    return std::ranges::count_if(edges_, same) >= 4;
  }

  // Whether a further lock that both hold keeps the two apart.
  static bool guarded(const Edge& a, const Edge& b) {
    return std::ranges::any_of(a.guards, [&](const auto& mine) {
      return std::ranges::any_of(
          b.guards, [&](const auto& other) { return mine.first == other.first && exclude(mine.second, other.second); });
    });
  }

  // Extends the path of edges to a cycle: each next edge holds the lock that the previous one takes and belongs to
  // another process, and no edge ends before another begins.
  bool close_cycle(std::vector<std::size_t>& path) const {
    const Edge& last = edges_[path.back()];
    const Edge& first = edges_[path.front()];
    if (path.size() > 1 && last.inner == first.outer && exclude(last.inner_type, first.outer_type)) return true;
    if (path.size() == 8) return false;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const Edge& next = edges_[i];
      if (next.outer != last.inner || !exclude(last.inner_type, next.outer_type)) continue;
      const bool fits = std::ranges::all_of(path, [&](std::size_t at) {
        return edges_[at].process != next.process && !edges_[at].before.contains(i) && !next.before.contains(at) &&
               !guarded(edges_[at], next);
      });
      if (!fits) continue;
      path.push_back(i);
      if (close_cycle(path)) return true;
      path.pop_back();
    }
    return false;
  }

  std::vector<std::vector<std::size_t>> cycles_;

  // If all processes of a cycle wait for their next lock at the end, the run did not escape it: it hangs.
  bool hangs(const std::vector<std::size_t>& cycle, const EndOfRun& end) const {
    return std::ranges::all_of(cycle, [&](std::size_t index) {
      return std::ranges::any_of(end.blocked, [&](const BlockedCall& call) {
        return call.place.process == edges_[index].process && call.waits_for == WaitsFor::kLock;
      });
    });
  }

  std::string lock_text(const Lock& lock) {
    return fmt::format("{} on {}", words().target(lock.first, lock.second), words().window_short(lock.first));
  }

  void lock_cycle(const std::vector<std::size_t>& path) {
    const Edge& first = edges_[path.front()];
    if (!report().is_new(rule::kLockOrderCycle, first.inner_place, first.inner.first)) return;
    Violation v;
    for (const std::size_t index : path) {
      const Edge& edge = edges_[index];
      v.why.push_back(fmt::format("Rank {} holds the lock of {} ({}) and takes that of {} ({}).", edge.process,
                                  lock_text(edge.outer), words().call_at(edge.outer_place), lock_text(edge.inner),
                                  words().call_at(edge.inner_place)));
      Access access = words().call(edge.inner_place);
      access.window = words().window(edge.inner.first);
      access.target = edge.inner.second;
      access.target_process = words().world_rank(edge.inner.first, edge.inner.second).number();
      access.locks = {fmt::format("lock of {}", lock_text(edge.outer))};
      v.accesses.push_back(std::move(access));
    }
    std::vector<ProcessId> ranks;
    ranks.reserve(v.accesses.size());
    for (const Access& access : v.accesses) ranks.emplace_back(access.rank);
    v.message = fmt::format(
        "{} take several locks in different orders: each can get its first lock and then wait forever "
        "for the next.",
        upper_first(ranks_of(ranks)));
    v.suggestion =
        "All ranks have to take the locks in the same order, or hold only one at a time, or use MPI_Win_lock_all.";
    report().add(rule::kLockOrderCycle, first.inner_place, std::move(v));
  }

  void on_unlock(const Moment& moment, const Place& place, const Lock& lock) {
    auto& mine = locks_.of(place.process);
    const auto held = mine.find(lock);
    if (held == mine.end()) return;
    for (const std::size_t index : held->second.nested) {
      edges_[index].open = false;
      edges_[index].closed = moment;
    }
    locks_.released(place.process, held, moment);
  }

  // ---- FP-MATCH-007

  std::map<ThreadName, std::pair<std::uint64_t, Place>> receives_;                        // blocking: communicator
  std::map<RequestInProcess, std::uint64_t> posted_;                                      // the communicator of each
  std::map<ThreadName, Place> waits_in_;                                                  // for all of several requests
  std::map<ThreadName, std::pair<Place, std::shared_ptr<const ExposureEpoch>>> exposed_;  // in MPI_Win_wait

  void on_receive(const Job& job, const Place& place, Rank source) {
    const auto receive = receives_.find(place.by());
    if (receive == receives_.end()) return;
    const auto [communicator, call] = receive->second;
    receives_.erase(receive);
    message_of(job, call, communicator, source);
  }

  void on_requests(const Job& job, const Place& place, const event::RequestsDone& done) {
    const auto wait = waits_in_.find(place.by());
    for (std::size_t i = 0; i < done.requests.size(); ++i) {
      const auto posted = posted_.find({place.process, done.requests[i]});
      if (posted == posted_.end()) continue;
      const std::uint64_t communicator = posted->second;
      posted_.erase(posted);
      if (wait != waits_in_.end() && i < done.sources.size())
        message_of(job, wait->second, communicator, Rank(done.sources[i]));
    }
    if (wait != waits_in_.end()) waits_in_.erase(wait);
  }

  void message_of(const Job& job, const Place& waiting, std::uint64_t communicator, Rank source) {
    const auto* const held = locks_.find(waiting.process);
    if (held == nullptr) return;
    const auto part = job.communicator_part(waiting.process, communicator);
    if (!part) return;
    const auto& peers = part->remote_members.empty() ? part->members : part->remote_members;
    if (peers.has(source)) under_locks(job, *held, waiting, peers[source]);
  }

  void on_exposure_over(const Job& job, const Place& place) {
    const auto found = exposed_.find(place.by());
    if (found == exposed_.end()) return;
    const auto [waiting, exposure] = found->second;
    exposed_.erase(found);
    const auto* const held = locks_.find(place.process);
    const Window* window = job.window(exposure->window);
    if (held == nullptr || !window) return;
    for (const Rank origin : exposure->origins)
      if (window->has_rank(origin)) under_locks(job, *held, waiting, window->processes[origin]);
  }

  void under_locks(const Job& job, const LocksTaken::HeldLocks& locks, const Place& waiting, ProcessId partner) {
    if (partner == waiting.process) return;  // a message or an epoch of its own: its lock does not keep it waiting
    const auto* const theirs = locks_.find(partner);
    for (const auto& [lock, held] : locks) {
      under_lock(lock, held, waiting, partner, [&](const LocksTaken::Epoch& epoch) {
        return job.happened_before(epoch.closed.moment(), Order::kStrong);
      });
      if (theirs == nullptr) continue;
      const auto same = theirs->find(lock);
      if (same != theirs->end() && job.happened_before(same->second.opened.moment(), Order::kStrong))
        both_hold(lock, held, waiting, partner, same->second);
    }
  }

  void both_hold(const Lock& lock, const Hold& held, const Place& waiting, ProcessId partner, const Hold& theirs) {
    if (exclude(held.type, theirs.type)) waits_under_lock(lock, held, waiting, partner, theirs.place);
  }

  // `partner` has made the call that `waiting` waits for. Whether it took, on its way there, a lock that the waiting
  // process holds, and whether it could have come second.
  template <class OnItsWay>
  void under_lock(const Lock& lock, const Hold& held, const Place& waiting, ProcessId partner, OnItsWay&& on_its_way) {
    const auto* const theirs = locks_.last_epoch(partner, lock, on_its_way);
    if (theirs == nullptr || !exclude(held.type, theirs->type)) return;
    const auto ordered = locks_.taken_before(held, partner, lock);
    if (ordered && precedes(theirs->taken, *ordered)) return;
    waits_under_lock(lock, held, waiting, partner, theirs->place);
  }

  void waits_under_lock(const Lock& lock, const Hold& held, const Place& waiting, ProcessId partner,
                        const Place& theirs) {
    if (!report().is_new(rule::kBlockingCallUnderLock, waiting, lock.first)) return;
    Violation v;
    v.message = fmt::format(
        "Rank {} waits in {} while it holds the lock of {}, which rank {} takes before it reaches its matching call.",
        waiting.process, words().call_at(waiting), lock_text(lock), partner);
    v.why = {fmt::format("Rank {} locked with {}.", waiting.process, words().call_at(held.place)),
             fmt::format("Rank {} locks with {}, and only the timing of this run puts that first.", partner,
                         words().call_at(theirs))};
    v.suggestion =
        fmt::format("{} has to come before {}.", unlock_text(held.place, waiting, words()), words().call_at(waiting));
    Access first = words().call(waiting), second = words().call(theirs);
    first.locks = {fmt::format("lock of {}", lock_text(lock))};
    first.window = second.window = words().window(lock.first);
    second.target = lock.second;
    second.target_process = words().world_rank(lock.first, lock.second).number();
    v.accesses = {std::move(first), std::move(second)};
    report().add(rule::kBlockingCallUnderLock, waiting, std::move(v));
  }

  // ---- FP-MATCH-005

  ProcessId posting_process_;
  std::shared_ptr<const AccessEpoch> posting_;                           // the open start during the current post
  std::map<std::shared_ptr<const ExposureEpoch>, EpochPointer> behind_;  // posts made inside a start epoch
  std::map<EpochPointer, std::vector<EpochPointer>> waits_;
  // Epochs that could wait for each other are close together: the last ones of each process are remembered.
  std::map<ProcessId, std::deque<std::shared_ptr<const ExposureEpoch>>> recent_behind_;
  std::map<ProcessId, std::deque<EpochPointer>> recent_waits_;

  template <class Recent, class Map>
  static void keep_recent(Recent& recent, const typename Map::key_type& key, Map& map) {
    constexpr std::size_t kMost = 32;
    if (recent.size() == kMost) {
      map.erase(recent.front());
      recent.pop_front();
    }
    recent.push_back(key);
  }

  void posted_behind(const std::shared_ptr<const ExposureEpoch>& exposure) {
    if (behind_.insert_or_assign(exposure, posting_).second)
      keep_recent(recent_behind_[exposure->process], exposure, behind_);
  }

  std::vector<EpochPointer> start_cycle(const EpochPointer& first) const {
    std::vector<EpochPointer> path{first};
    std::set<EpochPointer> seen{first};
    return walk(first, path, seen) ? path : std::vector<EpochPointer>{};
  }
  bool walk(const EpochPointer& first, std::vector<EpochPointer>& path, std::set<EpochPointer>& seen) const {
    const auto next = waits_.find(path.back());
    if (next == waits_.end()) return false;
    for (const EpochPointer& epoch : next->second) {
      if (epoch == first) return true;
      if (!seen.insert(epoch).second) continue;
      path.push_back(epoch);
      if (walk(first, path, seen)) return true;
      path.pop_back();
    }
    return false;
  }

  void starts(const std::vector<EpochPointer>& cycle, const ExposureEpoch& post) {
    const AccessEpoch& first = *cycle.front();
    if (!report().is_new(rule::kStartBeforePost, first.opened, first.window)) return;
    Violation v;
    std::vector<ProcessId> ranks;
    for (const EpochPointer& epoch : cycle) {
      ranks.push_back(epoch->process);
      v.why.push_back(fmt::format("Rank {} calls {} before its own MPI_Win_post, which another rank's start waits for.",
                                  epoch->process, words().call_at(epoch->opened)));
      Access access = words().call(epoch->opened);
      access.window = words().window(epoch->window);
      v.accesses.push_back(std::move(access));
    }
    v.message = fmt::format(
        "{} call MPI_Win_start before the MPI_Win_post that another rank's start needs: if start waits for the post, "
        "none can continue.",
        upper_first(ranks_of(ranks)));
    v.suggestion = fmt::format("{} has to come before the start on each of the ranks.", words().call_at(post.opened));
    const auto is_there = [&](const EpochPointer& epoch) {
      return words().position(epoch->opened) == words().position(first.opened);
    };
    if (std::ranges::all_of(cycle, is_there)) v.fixes = post_before_start(first.opened, post.opened, words());
    report().add(rule::kStartBeforePost, first.opened, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_waiting_check(Report& report) {
  return std::make_unique<WaitingCheck>(report);
}

}  // namespace fencepost
