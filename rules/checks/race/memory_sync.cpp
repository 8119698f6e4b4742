// Process synchronization without memory synchronization (FP-RACE-013, with --strict or in the separate memory model):
// the accesses are ordered, but between them the owner of the window made no call that synchronizes the private and the
// public copy of its memory (12.4, 12.7).
#include <deque>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/source_order.h"
#include "race_checks/makers.h"
#include "record/sync_object.h"
#include "words/call_text.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

// What is kept about the windows of one process.
template <class Kept>
auto of_process(std::map<Side, Kept>& all, ProcessId process) {
  return std::ranges::subrange(all.lower_bound({process, WindowKey()}),
                               all.lower_bound({ProcessId(process.number() + 1), WindowKey()}));
}

class MemorySyncCheck : public CheckOf<MemorySyncCheck> {
 public:
  explicit MemorySyncCheck(Report& report) : CheckOf(report) {
    const RuleOptions& options = report.options();
    always_ = is_active(rule_of(rule::kMissingMemorySync), options);
    possible_ = is_active(rule_of(rule::kMissingMemorySync), options, true);
  }

  bool active() const override { return possible_; }

  void on(const event::LockBegin& lock, const Here& here) { begin(here, lock.window, Rank(lock.target)); }
  void on(const event::UnlockBegin& unlock, const Here& here) { begin(here, unlock.window, Rank(unlock.target)); }
  void on(const OneOf<event::WindowSync, event::FenceBegin, event::Post, event::StartBegin, event::CompleteBegin,
                      event::ExposureWaitBegin, event::ExposureTest, event::WindowFreeBegin> auto& call,
          const Here& here) {
    begin(here, call.window, Rank::kAllTargets);
  }
  void on_done(const OneOf<event::WindowSync, event::Post, event::ExposureTest, event::LockEnd, event::UnlockEnd,
                           event::FenceEnd, event::StartEnd, event::CompleteEnd, event::ExposureWaitEnd> auto&,
               const Here& here) {
    if (!concerns(here.job)) return;
    const auto inside = inside_.find(here.place.by());
    if (inside == inside_.end()) return;
    synchronized(here.job, {here.place.process, inside->second});
    inside_.erase(inside);
  }

  // Atomics and locks of the language in memory that ranks share: they synchronize the memory of their process.
  void on(const event::Release& release, const Here& here) {
    if (!concerns(here.job) || (release.kind & FENCEPOST_SHARED_OBJECT) == 0) return;
    for (auto& [side, stores] : of_process(stores_, here.place.process))
      for (Store& store : stores)
        if (!store.synchronized) store.synchronized = here.moment;
  }
  void on_done(const event::Acquire& acquire, const Here& here) {
    if (!concerns(here.job) || (acquire.kind & FENCEPOST_SHARED_OBJECT) == 0) return;
    for (auto& [side, stores] : stores_)
      if (side.first != here.place.process) see(here.job, stores, here.place.process);
  }

  void operation_issued(const Job& job, const Operation& operation) override {
    // From private to public: the owner stored, but did not synchronize before another process read the public copy.
    if (!concerns(job) || !operation.target_process.known() || operation.target_process == operation.place.process ||
        operation.target_bytes.empty())
      return;
    const auto stores = stores_.find({operation.target_process, operation.window});
    if (stores == stores_.end()) return;
    for (const Store& store : stores->second) {
      if (!job.happened_before(store.moment, Order::kObserved)) continue;  // otherwise it is a race
      if (store.synchronized && job.happened_before(*store.synchronized, Order::kObserved)) continue;
      if (!overlap(store.bytes, operation.target_bytes)) continue;
      if (opening_comes_between(job, operation, store)) continue;
      if (!report().is_new(rule::kMissingMemorySync, operation.place, operation.window)) continue;
      Access access = words().call(store.place);
      access.role = Role::kLocal;
      access.kind = AccessVerb::kStore;
      access.window = words().window(operation.window);
      found(
          operation.place, operation.window,
          fmt::format("{} of rank {} accesses what rank {} stored in {} at {}, but between the two rank {} called "
                      "nothing that synchronizes the memory of its window.",
                      name_of(operation.place.call), operation.place.process, operation.target_process,
                      words().window_short(operation.window), words().position(store.place), operation.target_process),
          behind_store(store, operation.window), {std::move(access), words().operation(operation)});
    }
  }

  void operation_completed(const Job& job, const Operation& operation, bool remote) override {
    if (!concerns(job) || !remote || !operation.updates() || !operation.target_process.known() || !operation.remote ||
        operation.target_process == operation.place.process || operation.target_bytes.empty() ||
        !report().wants(rule::kMissingMemorySync, operation.window))
      return;
    auto& updates = updates_[{operation.target_process, operation.window}];
    if (updates.size() >= kMost) updates.pop_front();
    updates.push_back({operation.place, operation.issued, *operation.remote, operation.target_bytes});
  }

  void access(const Job& job, const Moment& moment, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override {
    if (!concerns(job)) return;
    const auto kind = static_cast<AccessKind>(event.kind);
    const bool store =
        kind == AccessKind::kStore || kind == AccessKind::kAtomicStore || kind == AccessKind::kAtomicUpdate;
    const ByteSet touched{where, {bytes}};
    for (const auto& [side, updates] : of_process(updates_, place.process)) {
      for (const Update& update : updates) {
        if (!overlap(update.bytes, touched) || !job.happened_before(update.remote.at, Order::kObserved)) continue;
        if (!report().is_new(rule::kMissingMemorySync, place, side.second)) break;
        Access local = words().call(place), remote = words().call(update.place);
        local.role = Role::kLocal;
        local.kind = store ? AccessVerb::kStore : AccessVerb::kLoad;
        remote.role = Role::kTarget;
        local.window = remote.window = words().window(side.second);
        found(
            place, side.second,
            fmt::format(
                "Rank {} {} at {} what {} of rank {} at {} wrote in {}, but has called nothing since that synchronizes "
                "the memory of its window.",
                place.process, store ? "overwrites" : "loads", words().position(place), name_of(update.place.call),
                update.place.process, words().position(update.place), words().window_short(side.second)),
            in_front(job, place, side.second, store), {std::move(remote), std::move(local)});
        break;
      }
    }
    const auto window = job.covering_window(where, bytes.begin);
    const bool atomic = kind != AccessKind::kLoad && kind != AccessKind::kStore;
    if (window && where.segment != 0) neighbor(job, place, store, atomic, window->window, touched);
    if (!store) return;
    if (!window || !report().wants(rule::kMissingMemorySync, window->window)) return;
    auto& stores = stores_[{place.process, window->window}];
    if (stores.size() >= kMost) stores.pop_front();
    const WindowState& state = job.state(place.process, window->window);
    stores.push_back({.place = place,
                      .moment = moment,
                      .bytes = touched,
                      .last = state.last_synchronization_place,
                      .atomic = atomic,
                      .fences = state.fences,
                      .passive = state.passive_open()});
  }

  void window_gone(const Window& window) override {
    forget_sides(updates_, window);
    forget_sides(stores_, window);
  }

 private:
  // Whether there can be findings: in the default case, without a separate window, the check must cost nothing.
  bool concerns(const Job& job) const { return always_ || (possible_ && job.has_separate_window()); }

  static constexpr std::size_t kMost = 512;  // remembered for each part of a window; older ones are forgotten
  struct Update {
    Place place;
    Moment issued;
    Operation::Completion remote;
    ByteSet bytes;
  };
  struct Store {
    Place place;
    Moment moment;
    ByteSet bytes;
    Place last;                               // last_of() then
    std::optional<Moment> synchronized = {};  // the first call after it that synchronizes the memory of its process
    std::set<ProcessId> seen_by = {};         // processes that synchronized theirs after that
    bool atomic = false;                      // by an atomic of the language
    std::uint64_t fences = 0;                 // that its process had begun
    bool passive = false;                     // in a lock epoch of its process
  };
  bool always_ = false;                         // for all windows
  bool possible_ = false;                       // for windows of the separate model, if there are any
  std::map<Side, std::deque<Update>> updates_;  // in the public copy of the process's part
  std::map<Side, std::deque<Store>> stores_;    // in its private copy
  std::map<ThreadName, WindowKey> inside_;      // the window of the call it is in

  void begin(const Here& here, std::uint64_t id, Rank target) {
    if (!concerns(here.job)) return;
    const Place& place = here.place;
    const WindowCall call = window_call(here, id);
    if (!call) return;
    // A lock of another process's part does not synchronize one's own, unless both can reach it.
    const bool shared = call.window->flavor == WindowFlavor::kAllocateShared;
    if (target != Rank::kAllTargets && target != call.rank && !shared) return;
    inside_[place.by()] = call.window->key;
    const auto stores = stores_.find({place.process, call.window->key});
    if (stores == stores_.end()) return;
    for (Store& store : stores->second)
      if (!store.synchronized) store.synchronized = here.moment;
  }

  // An operation waits for the call by which its target opens the epoch: a post, or the fence of the same round. The
  // replay may reach that call later than the operation. Only a store after that call is not synchronized by it.
  static bool opening_comes_between(const Job& job, const Operation& operation, const Store& store) {
    if (!operation.epoch) return false;
    if (operation.epoch->kind == EpochKind::kFence)
      return store.fences < job.state(operation.place.process, operation.window).fences;
    if (operation.epoch->kind != EpochKind::kStart) return false;
    return store.synchronized || !job.state(operation.target_process, operation.window).exposure;
  }

  // A neighbor's store in a shared window: it must synchronize after the store, the loading process before the load.
  void neighbor(const Job& job, const Place& place, bool stores_too, bool atomic, WindowKey window,
                const ByteSet& bytes) {
    for (const auto& [side, stores] : stores_) {
      if (side.first == place.process || side.second != window) continue;
      for (const Store& store : stores) {
        if (store.seen_by.contains(place.process) || (store.atomic && atomic) || !overlap(store.bytes, bytes) ||
            !job.happened_before(store.moment, Order::kObserved))
          continue;
        if (!report().is_new(rule::kMissingMemorySync, place, window)) return;
        const bool written = store.synchronized && job.happened_before(*store.synchronized, Order::kObserved);
        const ProcessId forgot = written ? place.process : side.first;
        Access first = words().call(store.place), second = words().call(place);
        first.role = second.role = Role::kLocal;
        first.kind = AccessVerb::kStore;
        second.kind = stores_too ? AccessVerb::kStore : AccessVerb::kLoad;
        first.window = second.window = words().window(window);
        found(place, window,
              fmt::format("Rank {} {} at {} what rank {} stored at {} in {}, but between the two rank {} called "
                          "nothing that synchronizes its memory.",
                          place.process, stores_too ? "overwrites" : "loads", words().position(place), side.first,
                          words().position(store.place), words().window_short(window), forgot),
              written ? in_front(job, place, window, stores_too) : behind_store(store, window),
              {std::move(first), std::move(second)});
        return;
      }
    }
  }

  // The process has synchronized its memory: it now has everything that had reached the common copy before.
  static void see(const Job& job, std::deque<Store>& stores, ProcessId process) {
    for (Store& store : stores)
      if (store.synchronized && job.happened_before(*store.synchronized, Order::kObserved))
        store.seen_by.insert(process);
  }

  void synchronized(const Job& job, const Side& side) {
    for (auto& [other, stores] : stores_) {
      if (other.second == side.second && other.first != side.first) see(job, stores, side.first);
    }
    const auto updates = updates_.find(side);
    if (updates == updates_.end()) return;
    std::erase_if(updates->second, [&](const Update& update) {
      // A fence completes at origin and target alike.
      const Moment& end = update.remote.place.call == MpiCall::kWin_fence ? update.issued : update.remote.at;
      return job.happened_before(end, Order::kObserved);
    });
  }

  // The last call that synchronized the window, by the process of `place`.
  static const Place& last_of(const Job& job, const Place& place, WindowKey window) {
    return job.state(place.process, window).last_synchronization_place;
  }

  std::optional<std::string> window_name(const Place& last, const Place& at) {
    return window_argument_text(in_one_function(last, at, words().symbolizer()) ? last : at, words());
  }
  // MPI_Win_sync(halo), with the window as that call names it, to be written at `at`.
  FixCall sync_call(const Place& last, const Place& at, WindowKey window) {
    auto name = window_name(last, at);
    FixCall call{.function = std::string(name_of(MpiCall::kWin_sync))};
    if (name)
      call.arguments = {*std::move(name)};
    else
      call.arguments_of = words().window_short(window);
    return call;
  }

  // An access next to which its process must synchronize the memory of the window.
  struct Beside {
    Place place;
    std::string_view kind;  // "store", "load"
    FixSide side;
    WindowKey window;
    Place last;            // last_of() then
    bool passive = false;  // in an epoch in which MPI_Win_sync is allowed
  };
  static Beside behind_store(const Store& store, WindowKey window) {
    return {store.place, "store", FixSide::kAfter, window, store.last, store.passive};
  }
  static Beside in_front(const Job& job, const Place& place, WindowKey window, bool store) {
    return {place,  store ? "store" : "load",    FixSide::kBefore,
            window, last_of(job, place, window), job.state(place.process, window).passive_open()};
  }

  void advise(const Beside& at, Violation& v) {
    const char* const side = at.side == FixSide::kAfter ? "after" : "before";
    const std::string access = fmt::format("the {} at {}", at.kind, words().position(at.place));
    if (!at.passive) {  // where MPI_Win_sync is not allowed
      v.suggestion = fmt::format(
          "The memory of rank {} has to be synchronized {} {}: by a fence of the window, by a lock and unlock of its "
          "own part, or by MPI_Win_sync between MPI_Win_lock_all and MPI_Win_unlock_all.",
          at.place.process, side, access);
      return;
    }
    Fix fix{.kind = FixKind::kAdd,
            .call = sync_call(at.last, at.place, at.window),
            .side = at.side,
            .place = words().fix_place(at.place, access)};
    v.suggestion =
        fmt::format("{} has to be called on rank {} {} {}.", text_of(fix.call), at.place.process, side, access);
    fix.operation = words().fix_place(at.last);
    fix.window = at.window;
    fix.offer = FixOffer::kIfTried;
    v.fixes = {std::move(fix)};
  }

  // Something new. (Whoever calls this has asked, before it made the words.)
  void found(const Place& place, WindowKey window, std::string message, const Beside& beside,
             std::vector<Access> accesses) {
    Violation v;
    v.message = std::move(message);
    v.why = {"The accesses are ordered, but the copies of the memory need not agree (12.4)."};
    advise(beside, v);
    v.accesses = std::move(accesses);
    const Window* found = report().job().window(window);
    if (is_separate(report().options(), found && found->model == MemoryModel::kSeparate))
      v.severity = Severity::kUndefined;
    report().add(rule::kMissingMemorySync, place, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_memory_sync_check(Report& report) {
  return std::make_unique<MemorySyncCheck>(report);
}

}  // namespace fencepost
