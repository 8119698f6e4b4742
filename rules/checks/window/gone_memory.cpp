// Loads and stores of window memory after MPI_Win_free (FP-WINDOW-014).
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/source_order.h"
#include "window_checks/makers.h"

namespace fencepost {
namespace {

class GoneMemoryCheck : public CheckOf<GoneMemoryCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::WindowMemoryGone& gone, const Here& here) { memory_gone(here.job, here.moment, gone); }
  void on(const event::Signal& signal, const Here& here) { died(here.job, here.place, signal); }

  void access(const Job& job, const Moment&, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override {
    if (where.segment != 0) return;
    const auto gone = gone_.find(place.process);
    if (gone == gone_.end()) return;
    const ByteRange range = bytes.hull();
    for (const Gone& memory : gone->second) {
      if (!meet(range, memory.range)) continue;
      // Earlier accesses of another thread are recorded only with its next event.
      if (!job.happened_before(memory.since, Order::kObserved)) continue;
      seen_.insert(place.process);
      const auto kind = static_cast<AccessKind>(event.kind);
      const bool loads = kind == AccessKind::kLoad || kind == AccessKind::kAtomicLoad;
      used(place, memory.window, loads ? "loads" : "stores to", loads ? AccessVerb::kLoad : AccessVerb::kStore);
      return;
    }
  }

 private:
  struct Gone {
    ByteRange range;
    Moment since;
    WindowKey window;  // key
  };
  std::map<ProcessId, std::vector<Gone>> gone_;  // by process: the memory that it must not touch now
  std::set<ProcessId> seen_;                     // processes whose access itself was seen

  void memory_gone(const Job& job, const Moment& moment, const event::WindowMemoryGone& gone) {
    const ProcessId process = moment.process;
    std::vector<Gone>& all = gone_[process];
    const ByteRange range{gone.address, gone.address + gone.size};
    std::erase_if(all, [&](const Gone& other) { return other.range == range; });
    if (gone.reusable != 0) return;
    if (const Window* window = job.window_by_id(process, gone.window)) all.push_back({range, moment, window->key});
  }

  // A fault there, in code whose loads and stores are not seen.
  void died(const Job& job, const Place& place, const event::Signal& signal) {
    if (signal.address == 0 || seen_.contains(place.process)) return;
    WindowKey last;
    const auto reaches = [&](const Window& window) {
      const Rank rank = window.rank_of(place.process);
      if (rank == Rank::kNone ||
          (window.flavor != WindowFlavor::kAllocate && window.flavor != WindowFlavor::kAllocateShared))
        return false;
      const WindowPart& part = window.part(rank);
      return signal.address >= part.base && signal.address - part.base < part.size;
    };
    for (const auto& window : job.last_gone_windows())
      if (reaches(*window)) last = window->key;
    for (const auto& [key, window] : job.windows()) {
      if (!reaches(*window)) continue;
      const WindowState& state = job.state(place.process, key);
      if (state.created && !state.freed) return;  // memory of a living window: another mistake
      if (state.freed) last = std::max(last, key);
    }
    if (last) used(place, last, "accesses", std::nullopt, true);
  }

  Place freed_at(ProcessId process, WindowKey key) {
    const Window* const window = report().job().window(key);
    const Rank rank = window != nullptr ? window->rank_of(process) : Rank::kNone;
    return rank == Rank::kNone ? Place() : window->part(rank).freed;
  }

  void used(const Place& place, WindowKey window, std::string_view does, std::optional<AccessVerb> kind,
            bool died = false) {
    if (!report().is_new(rule::kFreedMemoryUsed, place, window)) return;
    const Place freed = freed_at(place.process, window);
    const bool known = freed.known();
    const std::string word = kind ? name_of(*kind) : "access";
    Violation v;
    v.message = fmt::format("Rank {} {} memory of {} at {}, which {} has freed.", place.process, does,
                            words().window_short(window), words().position(place),
                            known ? words().call_at(freed) : std::string("MPI_Win_free"));
    v.why.push_back("MPI allocated this memory together with the window, and frees it with the window.");
    v.fixes = {
        must_hold("what is still needed has to be copied before MPI_Win_free, or the window has to be freed later")};
    if (known && in_one_function(freed, place, words().symbolizer()) &&
        source_order(freed, place, words().symbolizer()) == SourceOrder::kBefore)
      v.fixes.insert(v.fixes.begin(),
                     {.kind = FixKind::kMove,
                      .place = words().fix_place(place, fmt::format("the {} at {}", word, words().position(place))),
                      .moved = words().fix_place(freed),
                      .offer = FixOffer::kIfTried,
                      .window = window});
    Access access = words().call(place);
    access.role = Role::kLocal;
    // (For a process that died, it is not known whether it loaded or stored.)
    if (kind)
      access.kind = *kind;
    else
      access.call = word;
    access.window = words().window(window);
    v.accesses = {std::move(access)};
    if (known) v.accesses.push_back(words().call(freed));
    const Report::Number number = report().add(rule::kFreedMemoryUsed, place, std::move(v));
    if (!died || !known) return;
    // In a call that accesses the memory for another window, or as a buffer.
    for (const std::string_view rule : {rule::kMemoryFreed, rule::kPendingBufferFreed})
      if (const auto cause = report().number_of(rule, freed)) return report().follows(number, *cause);
  }
};

}  // namespace

std::unique_ptr<Check> make_gone_memory_check(Report& report) {
  return std::make_unique<GoneMemoryCheck>(report);
}

}  // namespace fencepost
