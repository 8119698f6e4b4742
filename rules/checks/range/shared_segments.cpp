// Segments of shared windows that need not be contiguous: accessed without a query, or missed (FP-RANGE-008).
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "range_checks/makers.h"

namespace fencepost {
namespace {

Strided bytes_between(std::uint64_t begin, std::uint64_t end) {
  return {.begin = begin, .size = end - begin};
}

class SharedSegmentCheck : public CheckOf<SharedSegmentCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::SharedQuery& query, const Here& here) {
    if (const WindowCall call = window_call(here, query.window))
      queried_.insert({{here.place.process, call.window->key}, Rank(query.rank)});
  }

  void on_done(const event::WindowCreateEnd& end, const Here& here) {
    const WindowCall call = window_call(here, end.window);
    if (call && call.rank != Rank::kNone && call.window->flavor == WindowFlavor::kAllocateShared &&
        call.window->info(call.rank, "alloc_shared_noncontig") == "true")
      noncontiguous_.insert(call.window->key);
  }

  void access(const Job& job, const Moment&, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override {
    if (where.segment == 0) return;
    for (const WindowKey key : noncontiguous_) {
      const Window* window = job.window(key);
      const Rank self = window ? window->rank_of(place.process) : Rank::kNone;
      if (self == Rank::kNone || job.state(place.process, key).freed) continue;
      if (window->part(self).segment != where.segment) continue;
      of_others(*window, self, place, event, bytes);
      of_nobody(*window, place, event, bytes);
    }
  }

  void window_gone(const Window& window) override {
    noncontiguous_.erase(window.key);
    for (const ProcessId process : window.processes) forget_pairs(queried_, Side{process, window.key});
  }

 private:
  std::set<WindowKey> noncontiguous_;
  std::set<std::pair<Side, Rank>> queried_;  // the rank that was asked for

  bool has_asked_for(Rank rank, const Window& window, ProcessId process) const {
    // MPI_PROC_NULL asks for the lowest rank with memory: counted as an answer for all ranks.
    const Side side{process, window.key};
    return queried_.contains({side, rank}) || queried_.contains({side, Rank::kProcNull});
  }

  void of_others(const Window& window, Rank self, const Place& place, const event::Access& event,
                 const Strided& bytes) {
    const std::uint64_t segment = window.part(self).segment;
    for (const Rank rank : window.processes.ranks()) {
      const WindowPart& part = window.part(rank);
      if (!part.defined || part.segment != segment || part.size == 0 || rank == self) continue;
      if (!overlap(bytes_between(part.segment_offset, part.segment_offset + part.size), bytes)) continue;
      if (has_asked_for(rank, window, place.process)) continue;
      not_queried(window, place, event,
                  fmt::format("Rank {} accesses the segment of {} of {} at {}, but has never asked for its address.",
                              place.process, words().owner(window.key, rank), words().window_short(window.key),
                              words().position(place)),
                  rank_text(rank));
    }
  }

  // An access may begin in a segment and continue after its end: each gap is checked separately.
  void of_nobody(const Window& window, const Place& place, const event::Access& event, const Strided& bytes) {
    std::vector<ByteRange> parts;
    for (const WindowPart& part : window.parts) {
      if (!part.defined) return;  // its address is not known
      if (part.size != 0) parts.push_back({part.segment_offset, part.segment_offset + part.size});
    }
    std::sort(parts.begin(), parts.end(), [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
    parts.push_back({~std::uint64_t{0}, ~std::uint64_t{0}});
    std::uint64_t end_of_last = 0;
    for (const ByteRange& part : parts) {
      if (part.begin > end_of_last && overlap(bytes_between(end_of_last, part.begin), bytes)) {
        not_queried(window, place, event,
                    fmt::format("Rank {} accesses memory between the segments of {} at {}, which belongs to no rank.",
                                place.process, words().window_short(window.key), words().position(place)),
                    "rank");
        return;
      }
      end_of_last = std::max(end_of_last, part.end);
    }
  }

  void not_queried(const Window& window, const Place& place, const event::Access& event, std::string message,
                   const std::string& rank) {
    if (!report().is_new(rule::kSharedSegmentNotQueried, place, window.key)) return;
    Violation v;
    v.message = std::move(message);
    v.why.push_back("The window was allocated with alloc_shared_noncontig=true: segments need not be contiguous.");
    v.suggestion =
        fmt::format("The address has to come from MPI_Win_shared_query(win, {}, &size, &disp_unit, &base).", rank);
    Access access = words().call(place);
    const auto kind = static_cast<AccessKind>(event.kind);
    access.role = Role::kLocal;
    access.kind = kind == AccessKind::kLoad || kind == AccessKind::kAtomicLoad ? AccessVerb::kLoad : AccessVerb::kStore;
    access.window = words().window(window.key);
    v.accesses = {std::move(access)};
    report().add(rule::kSharedSegmentNotQueried, place, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_shared_segment_check(Report& report) {
  return std::make_unique<SharedSegmentCheck>(report);
}

}  // namespace fencepost
