// Info keys of windows: whether processes agree on them, and their promises (family INFO except FP-INFO-005, which is a
// conflict).
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "advice/source_info.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "info_checks/makers.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

constexpr std::array<std::string_view, 3> kMustAgree = {"same_size", "same_disp_unit", "mpi_accumulate_granularity"};
constexpr std::array<std::string_view, 3> kHints = {"no_locks", "accumulate_ops", "accumulate_ordering"};

class InfoCheck : public CheckOf<InfoCheck> {
 public:
  using CheckOf::CheckOf;

  void on_done(const event::WindowCreateEnd& end, const Here& here) {
    const Window* window = here.job.window_by_id(here.place.process, end.window);
    if (!window || checked_.contains(window->key)) return;
    for (const WindowPart& part : window->parts)
      if (!part.defined) return;
    checked_.insert(window->key);
    created(*window);
  }
  void on(const event::LockBegin& lock, const Here& here) {
    if (const WindowCall call = window_call(here, lock.window)) on_lock(here.place, call, Rank(lock.target));
  }
  void on(const event::WindowSetInfo& set, const Here& here) {
    if (const WindowCall call = window_call(here, set.window)) on_set(here.place, call, set.info);
  }

  void operation_issued(const Job& job, const Operation& operation) override {
    if (!operation.atomic() || operation.outcome != 0 || operation.target_bytes.empty()) return;
    used_[{operation.place.process, operation.window}].atomics = true;
    const Window* window = job.window(operation.window);
    const Rank rank = window ? window->rank_of(operation.place.process) : Rank::kNone;
    if (rank == Rank::kNone) return;
    const std::string ordering = window->info(rank, "accumulate_ordering");
    if (ordering.empty()) return;  // the default keeps all orders
    auto& pending = pending_[{{operation.place.process, operation.window}, operation.target}];
    const Datatype* type = job.datatype(operation.place.process, operation.target_buffer.datatype);
    const BasicType basic = type ? type->uniform : BasicType::kUnknown;
    for (const Pending& earlier : pending)
      if (same_epoch(earlier, operation) && same_elements(earlier, operation, basic))
        relies_on(operation, earlier, ordering);
    if (pending.size() < kMostPending)
      pending.push_back({operation.place, operation.number, operation.epoch, operation.target_bytes, basic,
                         operation.op, operation.kind, operation.fetches()});
  }

  void operation_completed(const Job&, const Operation& operation, bool remote) override {
    if (!remote || pending_.empty()) return;
    const auto found = pending_.find({{operation.place.process, operation.window}, operation.target});
    if (found == pending_.end()) return;
    std::erase_if(found->second, [&](const Pending& pending) {
      return pending.number == operation.number && pending.place.thread == operation.place.thread;
    });
  }

  void window_gone(const Window& window) override {
    checked_.erase(window.key);
    forget_sides(used_, window);
    for (const ProcessId process : window.processes) forget_pairs(pending_, Side{process, window.key});
  }

 private:
  static constexpr std::size_t kMostPending = 256;  // of one origin to one target: more would cost too much time
  struct Pending {
    Place place;
    std::uint64_t number = 0;
    std::shared_ptr<const AccessEpoch> epoch;
    ByteSet bytes;
    BasicType basic = BasicType::kUnknown;
    ReduceOp op = ReduceOp::kNull;
    OperationKind kind = OperationKind::kAccumulate;
    bool fetches = false;
  };
  struct Used {
    Place lock;
    bool atomics = false;
  };
  std::set<WindowKey> checked_;
  std::map<Side, Used> used_;
  std::map<std::pair<Side, Rank>, std::vector<Pending>>
      pending_;  // not complete at the target, of windows with the key

  SourceLines sources_;

  // Without the key there is no promise to break, if `given` is the call that set it.
  Fixes without(std::string_view key, const Place& given, WindowKey window) {
    if (!report().options().explains) return {};
    return leave_out_info(key, words().symbolizer().statement(given), window, sources_);
  }

  void add(std::string_view rule, const Place& place, WindowKey window, std::string message, std::string suggestion,
           Fixes fixes) {
    Violation v;
    v.message = std::move(message);
    v.suggestion = std::move(suggestion);
    v.fixes = std::move(fixes);
    Access access = words().call(place);
    access.window = words().window(window);
    v.accesses = {std::move(access)};
    report().add(rule, place, std::move(v));
  }

  // Two ranks that passed different values for a key; nothing if all that passed one agree.
  static std::optional<std::pair<Rank, Rank>> disagreement(const Window& window, std::string_view key) {
    Rank first;
    for (const Rank rank : window.processes.ranks()) {
      const std::string value = window.info(rank, key);
      if (value.empty()) continue;
      if (first == Rank::kNone) {
        first = rank;
      } else if (window.info(first, key) != value) {
        return std::pair(first, rank);
      }
    }
    return std::nullopt;
  }

  template <std::size_t count>
  void agree(std::string_view rule, const Window& window, const std::array<std::string_view, count>& keys) {
    for (const std::string_view key : keys) {
      const auto pair = disagreement(window, key);
      const Place& place = window.parts[0].created;
      if (!pair || !report().is_new(rule, place, window.key)) continue;
      const auto [a, b] = *pair;
      add(rule, place, window.key,
          fmt::format("The processes of {} pass different values for the info key {}: \"{}\" on {}, \"{}\" on {}.",
                      words().window_short(window.key), key, window.info(a, key), words().owner(window.key, a),
                      window.info(b, key), words().owner(window.key, b)),
          fmt::format("All processes have to pass the same value of {}.", key), without(key, place, window.key));
    }
  }

  void created(const Window& window) {
    agree(rule::kWindowKeysDiffer, window, kMustAgree);
    agree(rule::kHintsDiffer, window, kHints);
    if (window.flavor == WindowFlavor::kDynamic) return;
    promised_same(rule::kSameSizeViolated, window, "same_size", "size", [](const WindowPart& p) { return p.size; });
    promised_same(rule::kSameDispUnitViolated, window, "same_disp_unit", "displacement unit",
                  [](const WindowPart& p) { return p.displacement_unit; });
  }

  template <class Value>
  void promised_same(std::string_view rule, const Window& window, std::string_view key, std::string_view word,
                     Value value) {
    bool promised = false;
    Rank other;
    for (const Rank rank : window.processes.ranks()) {
      promised = promised || window.info(rank, key) == "true";
      if (value(window.part(rank)) != value(window.parts[0])) other = rank;
    }
    const Place& place = window.parts[0].created;
    if (!promised || other == Rank::kNone || !report().is_new(rule, place, window.key)) return;
    add(rule, place, window.key,
        fmt::format("{} was created with {}=true, but its {} is {} on {} and {} on {}.",
                    upper_first(words().window_short(window.key)), key, word,
                    number_of(static_cast<std::int64_t>(value(window.parts[0]))), words().owner(window.key, Rank(0)),
                    number_of(static_cast<std::int64_t>(value(window.part(other)))), words().owner(window.key, other)),
        fmt::format("The key {} must not be set, or all have to pass the same {}.", key, word),
        without(key, place, window.key));
  }

  void on_lock(const Place& place, const WindowCall& call, Rank target) {
    Used& used = used_[{place.process, call.window->key}];
    if (!used.lock.known()) used.lock = place;
    const Window& window = *call.window;
    // MPI_Win_set_info is collective: a value that the process itself has set holds, wherever the others are.
    const bool set = window.part(call.rank).info_set.known();
    Rank promising;
    if (window.info(call.rank, "no_locks") == "true") promising = call.rank;
    const auto promises = [&](Rank rank) {
      return !window.part(rank).info_set.known() && window.info(rank, "no_locks") == "true";
    };
    if (!set && promising == Rank::kNone) {
      if (target != Rank::kAllTargets) {
        if (window.has_rank(target) && promises(target)) promising = target;
      } else {
        for (const Rank rank : window.processes.ranks()) {
          if (promising == Rank::kNone && promises(rank)) promising = rank;
        }
      }
    }
    if (promising == Rank::kNone || !report().is_new(rule::kNoLocksViolated, place, window.key)) return;
    const WindowPart& part = window.part(promising);
    const Place& given = part.info_set.known() ? part.info_set : part.created;
    add(rule::kNoLocksViolated, place, window.key,
        fmt::format("Rank {} calls {} on {}, for which {} passed no_locks=true.", place.process, name_of(place.call),
                    words().window_short(window.key), words().owner(window.key, promising)),
        fmt::format("The key no_locks must not be set at {}, or fences, or post and start, have to synchronize.",
                    words().call_at(given)),
        without("no_locks", given, window.key));
  }

  void on_set(const Place& place, const WindowCall& call, std::string_view info) {
    const auto found = used_.find({place.process, call.window->key});
    if (found == used_.end()) return;
    const Used& used = found->second;
    std::string what;
    std::string_view changed = "no_locks";
    if (used.lock.known() && info_value(info, "no_locks") == "true")
      what = fmt::format("no_locks=true after {}", words().call_at(used.lock));
    for (const std::string_view key : {"accumulate_ops", "accumulate_ordering"})
      if (const std::string value = info_value(info, key);
          used.atomics && !value.empty() && value != call.window->info(call.rank, key))
        what = fmt::format("{}={} after accumulate operations", key, value), changed = key;
    if (what.empty() || !report().is_new(rule::kInfoChangedAfterUse, place, call.window->key)) return;
    add(rule::kInfoChangedAfterUse, place, call.window->key,
        fmt::format("Rank {} sets {} on {}.", place.process, what, words().window_short(call.window->key)),
        "The key has to be passed when the window is created.", without(changed, place, call.window->key));
  }

  // ---- accumulate_ordering (12.7.2)

  static bool contains(std::string_view list, std::string_view word) {
    return ("," + std::string(list) + ",").find("," + std::string(word) + ",") != std::string::npos;
  }
  static bool writes(ReduceOp op, OperationKind kind) {
    return kind == OperationKind::kCompareAndSwap || op != ReduceOp::kNoOp;
  }
  // Sums and the like may be applied in any order; a replacing value may not.
  static bool replaces(ReduceOp op, OperationKind kind) {
    return kind == OperationKind::kCompareAndSwap || op == ReduceOp::kReplace;
  }

  // The call that completes earlier operations, and its place: "Call MPI_Win_flush(1, win) before".
  std::string completing(const Operation& later) {
    const EpochKind kind = later.epoch ? later.epoch->kind : EpochKind::kLock;
    if (kind == EpochKind::kStart)
      return "MPI_Win_complete and MPI_Win_start have to begin another access epoch before";
    if (kind == EpochKind::kFence)
      return fmt::format("all ranks have to call MPI_Win_fence(0, {}) before",
                         call_text(later, words()).window.value_or("win"));
    return fmt::format("{} has to come before", completion_text(MpiCall::kWin_flush, later.place, later.kind, words()));
  }

  // Operations of an earlier epoch are complete before a later one opens the target. With post and start that is at the
  // target's wait, which may be replayed later.
  static bool same_epoch(const Pending& earlier, const Operation& later) {
    return !earlier.epoch || !later.epoch || earlier.epoch == later.epoch;
  }
  // Between different processes no key keeps an order: such accesses race.
  static bool same_elements(const Pending& earlier, const Operation& later, BasicType basic) {
    const std::uint64_t size = size_of(basic), a = earlier.bytes.hull().begin, b = later.target_bytes->hull().begin;
    return earlier.basic == basic && (size == 0 || (std::max(a, b) - std::min(a, b)) % size == 0);
  }

  void relies_on(const Operation& later, const Pending& earlier, const std::string& ordering) {
    std::string_view order;
    if (replaces(earlier.op, earlier.kind) || replaces(later.op, later.kind)) {
      if (writes(earlier.op, earlier.kind) && writes(later.op, later.kind) && !contains(ordering, "waw"))
        order = "waw";
      else if (replaces(earlier.op, earlier.kind) && later.fetches() && !contains(ordering, "raw"))
        order = "raw";
      else if (earlier.fetches && replaces(later.op, later.kind) && !contains(ordering, "war"))
        order = "war";
    }
    if (order.empty()) return;
    const auto common = overlap(earlier.bytes, later.target_bytes);
    if (!common || !report().is_new(rule::kAccumulateOrderingRelaxed, later.place, later.window)) return;
    Violation v;
    v.message =
        fmt::format("{} and {} of rank {} access the same {} of {}, and accumulate_ordering={} removes their order.",
                    words().call_at(earlier.place), words().call_at(later.place), later.place.process,
                    count_of(common->end - common->begin, "byte"), words().window_short(later.window), ordering);
    v.why.push_back(fmt::format("The order needed is {}.", order == "waw"   ? "waw (write after write)"
                                                           : order == "raw" ? "raw (read after write)"
                                                                            : "war (write after read)"));
    // If the two operations differ, one is too many for accumulate_ops, whoever makes them.
    const bool differ = order == "waw" && earlier.op != later.op && earlier.kind != OperationKind::kCompareAndSwap &&
                        later.kind != OperationKind::kCompareAndSwap;
    if (differ) {
      v.severity = Severity::kPortability;
      v.why.push_back(
          fmt::format("{} and {} are unordered then, and the default accumulate_ops=same_op_no_op allows only "
                      "one operation (12.2.1).",
                      name_of(earlier.op), name_of(later.op)));
    }
    const Window* window = words().job().window(later.window);
    if (window && !window->parts.empty())
      v.fixes = without("accumulate_ordering", window->parts.front().created, later.window);
    v.fixes.push_back(must_hold(lower_first(fmt::format("{} {}, or accumulate_ordering has to contain {}",
                                                        completing(later), words().call_at(later.place), order))));
    Access first = words().call(earlier.place);
    first.kind = verb_of(earlier.kind);
    first.window = words().window(later.window);
    v.accesses = {std::move(first), words().operation(later)};
    report().add(rule::kAccumulateOrderingRelaxed, later.place, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_info_check(Report& report) {
  return std::make_unique<InfoCheck>(report);
}

}  // namespace fencepost
