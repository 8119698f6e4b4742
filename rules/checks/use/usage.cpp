// Performance and good practice, each with its cost in this run (family USE, off by default).
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "use_checks/makers.h"

namespace fencepost {
namespace {

constexpr std::uint64_t kSmall = 4096;    // bytes: below, latency outweighs bandwidth
constexpr std::uint64_t kOften = 64;      // times at one statement: below, a change is not worth it
constexpr std::uint64_t kManyTiny = 256;  // adjacent operations in a row
constexpr std::uint64_t kTiny = 64;       // bytes

class UsageCheck : public CheckOf<UsageCheck> {
 public:
  explicit UsageCheck(Report& report) : CheckOf(report) {
    for (const std::string_view rule :
         {rule::kFlushPerOperation, rule::kLockPerOperation, rule::kFenceWithoutOperations, rule::kManySmallOperations,
          rule::kExclusiveLockForReading})
      wanted_ = wanted_ || report.wants(rule);
  }

  bool active() const override { return wanted_; }

  void operation_issued(const Job& job, const Operation& operation) override {
    if (!operation.target.ordinary()) return;
    seen(operation.issued);
    const Side side{operation.place.process, operation.window};
    const std::uint64_t bytes = bytes_of(job, operation);
    Activity& activity = since_flush_[{side, operation.target}];
    ++activity.operations;
    activity.bytes += bytes;
    ++fence_operations_[operation.window];
    if (operation.epoch && operation.epoch->kind == EpochKind::kLock) {
      Activity& in_lock = in_lock_[{side, operation.target}];
      ++in_lock.operations;
      in_lock.updates += operation.updates() && !operation.atomic();
    }
    tiny(job, operation, bytes);
  }

  void on(const event::FlushBegin& flush, const Here& here) {
    seen(here.moment);
    const WindowCall call = window_call(here, flush.window);
    if (!call) return;
    const Side side(here.place.process, call.window->key);
    Row& row = flushes_[key(here.place)];
    row.start(here.job, here.place, call.window->key);
    Activity sum;
    for (auto& [of, activity] : since_flush_)
      if (of.first == side && (Rank(flush.target) == Rank::kAllTargets || Rank(flush.target) == of.second)) {
        sum.operations += activity.operations;
        sum.bytes += activity.bytes;
        activity = {};
      }
    if (sum.operations == 1 && sum.bytes <= kSmall) ++row.matching;
    row.bytes += sum.bytes;
    enter(here, &row);
  }
  void on(const event::LockBegin& lock, const Here& here) {
    seen(here.moment);
    const WindowCall call = window_call(here, lock.window);
    if (!call || !Rank(lock.target).ordinary()) return;
    in_lock_[{{here.place.process, call.window->key}, Rank(lock.target)}] = {};
    Row& row = locks_[key(here.place)];
    row.start(here.job, here.place, call.window->key);
    enter(here, &row);
  }
  void on(const event::UnlockBegin& unlock, const Here& here) {
    seen(here.moment);
    if (const WindowCall call = window_call(here, unlock.window)) {
      on_unlock(here.moment, here.place, call, Rank(unlock.target));
      enter(here, last_row_);
    }
  }
  void on(const event::FenceBegin& fence, const Here& here) {
    seen(here.moment);
    if (const WindowCall call = window_call(here, fence.window)) {
      Row& row = fences_[key(here.place)];
      row.start(here.job, here.place, call.window->key);
      enter(here, &row);
    }
  }
  template <Notable Event>
  void on(const Event&, const Here& here) {
    seen(here.moment);
    if constexpr (OneOf<Event, event::FlushEnd, event::FenceEnd, event::UnlockEnd, event::LockEnd>)
      leave(here.place.by(), here.moment.time);
  }

  void collective(const Job&, const CollectiveCall& call) override {
    if (!call.window || !call.complete || call.members.empty() || call.members[0].place.call != MpiCall::kWin_fence)
      return;
    std::uint64_t& operations = fence_operations_[call.window];
    if (operations == 0 && call.number > 1)
      for (const CollectiveMember& member : call.members) ++fences_[key(member.place)].matching;
    operations = 0;
  }

  void window_gone(const Window& window) override {
    fence_operations_.erase(window.key);
    for (const ProcessId process : window.processes) {
      forget_pairs(since_flush_, Side{process, window.key});
      forget_pairs(in_lock_, Side{process, window.key});
    }
  }

  void finished(const Job& job, const EndOfRun&) override {
    for (const auto& [key, row] : flushes_)
      if (often(row))
        tell(job, rule::kFlushPerOperation, row, row.ticks, "they took",
             fmt::format("{} at {} flush one operation each, of {} on average", count_of(row.matching, "call"),
                         words().call_at(row.place), count_of(row.bytes / row.count, "byte")),
             "One flush is enough for all operations that do not depend on each other.");
    for (const auto& [key, row] : locks_) {
      if (often(row))
        tell(job, rule::kLockPerOperation, row, row.ticks, "lock and unlock took",
             fmt::format("{} at {} open an epoch for one operation each", count_of(row.matching, "call"),
                         words().call_at(row.place)),
             "One MPI_Win_lock_all after the creation of the window is enough, with MPI_Win_flush in place of each "
             "unlock.");
      if (row.exclusive_reads >= 16 && row.exclusive_reads == row.exclusive)
        tell(job, rule::kExclusiveLockForReading, row, row.held, "they were held for",
             fmt::format("All {} at {} protect gets or atomic operations only",
                         count_of(row.exclusive, "exclusive lock"), words().call_at(row.place)),
             "MPI_LOCK_SHARED is enough.",
             {{.kind = FixKind::kReplaceArgument,
               .place = words().fix_place(row.place),
               .argument = {.given = "MPI_LOCK_SHARED", .instead_of = "MPI_LOCK_EXCLUSIVE"},
               .offer = FixOffer::kIfTried,
               .window = row.window}});
    }
    for (const auto& [key, row] : fences_)
      if (often(row))
        tell(job, rule::kFenceWithoutOperations, row, row.ticks, "the fences took",
             fmt::format("{} of {} at {} follow another fence without any communication between the two",
                         number_of(static_cast<std::int64_t>(row.matching)), count_of(row.count, "fence"),
                         words().call_at(row.place)),
             "The window needs no fence there; to synchronize the processes alone, MPI_Barrier is enough.");
    for (const auto& [key, row] : runs_)
      if (row.longest >= kManyTiny)
        tell(job, rule::kManySmallOperations, row, row.longest_ticks, "issuing them took",
             fmt::format("{} at {} in a row move {} each, to adjacent memory of one target",
                         count_of(row.longest, "operation"), words().call_at(row.place), count_of(row.bytes, "byte")),
             "One call with a larger count, or with a derived datatype, moves the same.");
  }

 private:
  struct Activity {
    std::uint64_t operations = 0, bytes = 0, updates = 0;
  };
  struct Row {  // of one statement of one process
    Place place;
    WindowKey window;
    std::uint64_t count = 0, matching = 0, bytes = 0, ticks = 0;
    std::uint64_t exclusive = 0, exclusive_reads = 0, longest = 0;
    std::uint64_t held = 0, longest_ticks = 0;  // from exclusive lock to unlock; from first to last of `longest`
    Named named;                                // the window
    void start(const Job& job, const Place& at, WindowKey of) {
      place = at;
      ++count;
      if (window == of) return;
      window = of;
      named = {};
      job.name_window(named, of);
    }
  };
  struct Run {  // adjacent tiny operations: the last of them
    Rank target;
    std::uint64_t next = 0, length = 0, begun = 0;
  };
  using Key = std::tuple<ProcessId, StackId, std::uint64_t>;  // process, stack, pc
  static Key key(const Place& place) { return {place.process, place.stack, place.pc}; }

  std::map<std::pair<Side, Rank>, Activity> since_flush_, in_lock_;
  std::map<WindowKey, std::uint64_t> fence_operations_;  // on the window since its last fence
  std::map<Key, Row> flushes_, locks_, fences_, runs_;
  std::map<Key, Run> current_runs_;
  std::map<ThreadName, std::pair<Row*, std::uint64_t>> inside_;  // since when
  Row* last_row_ = nullptr;

  bool wanted_ = false;  // any of the rules

  std::map<ProcessId, std::pair<std::uint64_t, std::uint64_t>> spans_;  // first and last time seen of each process

  void seen(const Moment& moment) {
    auto [span, fresh] = spans_.try_emplace(moment.process, moment.time, moment.time);
    span->second.first = std::min(span->second.first, moment.time);
    span->second.second = std::max(span->second.second, moment.time);
  }

  static std::uint64_t bytes_of(const Job& job, const Operation& operation) {
    const Datatype* type = job.datatype(operation.place.process, operation.target_buffer.datatype);
    return type && operation.target_buffer.count > 0
               ? static_cast<std::uint64_t>(type->size * operation.target_buffer.count)
               : 0;
  }

  void enter(const Here& here, Row* row) { inside_[here.place.by()] = {row, here.moment.time}; }
  void leave(ThreadName thread, std::uint64_t time) {
    const auto inside = inside_.find(thread);
    if (inside == inside_.end()) return;
    if (inside->second.first) inside->second.first->ticks += time - inside->second.second;
    inside_.erase(inside);
  }

  void on_unlock(const Moment& moment, const Place& place, const WindowCall& call, Rank target) {
    last_row_ = nullptr;
    const auto lock = call.state->locks.find(target);
    if (lock == call.state->locks.end()) return;
    Row& row = locks_[key(lock->second->opened)];
    last_row_ = &row;
    const Activity activity = in_lock_[{{place.process, call.window->key}, target}];
    if (activity.operations == 1) ++row.matching;
    if (lock->second->lock == LockType::kExclusive) {
      ++row.exclusive;
      row.exclusive_reads += activity.operations > 0 && activity.updates == 0;
      row.held += moment.time - lock->second->opened_at.time;
    }
  }

  void tiny(const Job& job, const Operation& operation, std::uint64_t bytes) {
    Run& run = current_runs_[key(operation.place)];
    const ByteRange hull = operation.target_bytes->hull();
    if (bytes == 0 || bytes > kTiny || hull.empty()) {
      run = {};
      return;
    }
    run.length = run.target == operation.target && run.next == hull.begin ? run.length + 1 : 1;
    if (run.length == 1) run.begun = operation.issued.time;
    run.target = operation.target;
    run.next = hull.end;
    Row& row = runs_[key(operation.place)];
    row.start(job, operation.place, operation.window);
    row.bytes = bytes;
    if (run.length > row.longest) {
      row.longest = run.length;
      row.longest_ticks = operation.issued.time - run.begun;
    }
  }

  static bool often(const Row& row) { return row.matching >= kOften && row.matching * 10 >= row.count * 9; }

  // "0.41 s", "19.5 ms", "77.2 µs"
  static std::string duration(double seconds) {
    if (seconds >= 0.1) return fmt::format("{:.3g} s", seconds);
    return seconds >= 1e-4 ? fmt::format("{:.3g} ms", seconds * 1e3) : fmt::format("{:.3g} µs", seconds * 1e6);
  }

  // "; on rank 0 this took 0.41 s, 41 % of the run"
  std::string cost(const Job& job, ProcessId process, std::uint64_t ticks, std::string_view what) {
    const std::uint64_t rate = job.process(process).info.ticks_per_second;
    if (rate == 0) return "";
    // A call that need not wait is recorded with one time.
    if (ticks == 0) return fmt::format("; on rank {} {} too little time to measure", process, what);
    std::string text = fmt::format("; on rank {} {} {}", process, what,
                                   duration(static_cast<double>(ticks) / static_cast<double>(rate)));
    const auto [first, last] = spans_[process];
    if (last > first)
      text += fmt::format(", {:.2g} % of the run",
                          std::min(100.0, 100.0 * static_cast<double>(ticks) / static_cast<double>(last - first)));
    return text;
  }

  // `ticks` and `what`: the measured cost, "these calls took".
  void tell(const Job& job, std::string_view rule, const Row& row, std::uint64_t ticks, std::string_view what,
            std::string message, std::string suggestion, Fixes fixes = {}) {
    if (!report().is_new(rule, row.place, row.window)) return;
    Violation v;
    v.message = std::move(message) + cost(job, row.place.process, ticks, what) + ".";
    v.suggestion = std::move(suggestion);
    v.fixes = std::move(fixes);
    v.count = std::max<std::uint64_t>(row.matching, 1);
    Access access = words().call(row.place);
    access.window = words().window(row.window);
    v.accesses = {std::move(access)};
    report().add(rule, row.place, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_usage_check(Report& report) {
  return std::make_unique<UsageCheck>(report);
}

}  // namespace fencepost
