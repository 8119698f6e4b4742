// Memory that operations need: attached and detached (FP-WINDOW-004 to 007, FP-RANGE-002), results that may not have
// arrived yet (FP-RACE-015).
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "advice/source_gap.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/layout.h"
#include "facts/operation_arguments.h"
#include "job/local_flush.h"
#include "window_checks/attachments.h"
#include "window_checks/makers.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

ByteRange range_of(std::uint64_t address, std::uint64_t size) {
  return {address, address + size};
}

class MemoryCheck : public CheckOf<MemoryCheck> {
 public:
  explicit MemoryCheck(Report& report) : CheckOf(report), strict_(report.options().strict) {}

  bool wants_accesses() const override { return strict_; }

  void operation_issued(const Job& job, const Operation& operation) override {
    const Window* window = job.window(operation.window);
    if (window && window->flavor == WindowFlavor::kDynamic && operation.target.ordinary())
      dynamic_access(job, operation, *window);
  }

  void operation_completed(const Job&, const Operation& operation, bool remote) override {
    const OperationKey key = key_of(operation);
    if (remote) {
      if (!half_done_.empty()) half_done_.erase(key);
      if (dynamic_.empty()) return;
      awaiting_execution_.erase(key);
      if (const auto found = dynamic_.find({operation.window, operation.target_process}); found != dynamic_.end())
        for (DynamicAccess& access : found->second)
          if (access.key == key) {
            access.completed = operation.remote;
            access.sequence = operation.sequence;
          }
      return;
    }
    if (operation.atomic() && operation.fetches() && operation.local && !operation.remote &&
        is_local_flush(operation.local->place.call) && strict_)
      half_done_[key] = {operation.place, operation.local->place, operation.result_bytes, operation.window};
  }

  void on(const event::Executed& executed, const Here& here) {
    if (awaiting_execution_.empty()) return;
    const OperationKey key{{here.place.process, ThreadId(executed.thread)}, executed.operation};
    const auto awaiting = awaiting_execution_.find(key);
    if (awaiting == awaiting_execution_.end()) return;
    auto& accesses = dynamic_[awaiting->second];
    awaiting_execution_.erase(awaiting);
    const auto at = std::ranges::find(accesses.rbegin(), accesses.rend(), key, &DynamicAccess::key);
    if (at != accesses.rend()) at->sequence = executed.sequence;
  }
  void on(const event::Attach& attach, const Here& here) {
    if (const WindowCall call = window_call(here, attach.window)) on_attach(here.job, here.place, call, attach);
  }
  void on(const event::Detach& detach, const Here& here) {
    if (const WindowCall call = window_call(here, detach.window))
      on_detach(here.job, here.moment, here.place, call, detach);
  }

  void access(const Job& job, const Moment&, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override {
    if (!half_done_.empty()) result_used(job, place, event, where, bytes);
  }

  void window_gone(const Window& window) override {
    for (const ProcessId process : window.processes) {
      dynamic_.erase({window.key, process});
      detached_.erase({window.key, process});
    }
  }

  void finished(const Job&, const EndOfRun&) override {
    for (const Unresolved& access : unresolved_) not_attached(access);
    unresolved_.clear();
    forgotten_.link(report());
  }

 private:
  struct OperationKey {
    ThreadName thread;
    std::uint64_t number = 0;
    friend auto operator<=>(const OperationKey&, const OperationKey&) = default;
  };
  static OperationKey key_of(const Operation& operation) { return {operation.place.by(), operation.number}; }

  // ---- dynamic windows

  struct DynamicAccess {  // an access to a region, for its detach
    OperationKey key;
    Place place;
    OperationKind kind;
    Moment issued;
    ByteRange bytes;
    std::shared_ptr<const Operation::Completion> completed;
    std::uint64_t sequence = 0;  // of an atomic, see Operation

    // Of one element: it has taken effect as a whole, or not at all.
    bool is_of_one_element() const {
      return kind == OperationKind::kFetchAndOp || kind == OperationKind::kCompareAndSwap;
    }
  };
  struct Detached {
    ByteRange bytes;
    Place place;
    Moment at, attached_at;
    bool replaced = false;  // attached anew since then
    bool meets(const ByteRange& other) const { return meet(bytes, other); }
  };
  struct Unresolved {  // nothing was attached there at the time of the call; an attach may still come
    Place place;
    Moment issued;
    WindowKey window;
    Rank target;
    ProcessId target_process;
    ByteRange bytes;
    Access access;
    std::optional<Place> detached;  // the earlier attachment there was detached here
    std::optional<Place> attached_since;
    std::optional<Attachment> in_part;  // a region that contains some of the bytes
    std::optional<Attachment> other;    // nothing is attached there, but here
    std::optional<AttachedElsewhere> elsewhere;
  };
  using Region = std::pair<WindowKey, ProcessId>;  // window, process
  std::map<Region, std::vector<DynamicAccess>> dynamic_;
  std::map<OperationKey, Region> awaiting_execution_;  // atomics of one element
  std::map<Region, std::vector<Detached>> detached_;
  RefusedAttachments refused_;
  ForgottenAttachments forgotten_;
  std::vector<Unresolved> unresolved_;

  void dynamic_access(const Job& job, const Operation& operation, const Window& window) {
    const ByteRange bytes = [&] {
      const auto reach = target_reach(job, operation);
      return reach ? ByteRange{static_cast<std::uint64_t>(reach->begin), static_cast<std::uint64_t>(reach->end)}
                   : ByteRange{};
    }();
    const ProcessId process = operation.target_process;
    if (bytes.empty() || !process.known()) return;
    const WindowState& state = job.state(process, window.key);
    const Datatype* const type = job.datatype(operation.place.process, operation.target_buffer.datatype);
    const auto address = static_cast<std::uint64_t>(operation.target_buffer.displacement);
    const auto regions = attachments_of(state.attached, type->bytes(address, operation.target_buffer.count));
    if (!regions.empty()) {
      for (const Attachment* region : regions) {
        if (job.happened_before(region->at, Order::kObserved)) continue;
        if (const Detached* meant = detached_unseen(job, {window.key, process}, bytes))
          return detached_meanwhile(job, {operation.place, operation.kind}, window, meant->place, process,
                                    words().operation(operation));
        return too_early(operation.place, window.key, operation.target, words().operation(operation), region->attached);
      }
      if (operation.outcome != 0) return;  // what a refused operation does is not checked
      auto& accesses = dynamic_[{window.key, process}];
      forget_old(job, accesses);
      for (const Attachment* region : regions) {
        const ByteRange part{std::max(bytes.begin, region->address),
                             std::min(bytes.end, region->address + region->size)};
        accesses.push_back({key_of(operation), operation.place, operation.kind, operation.issued, part,
                            operation.remote, operation.sequence});
        if (accesses.back().is_of_one_element() && operation.sequence == 0)
          awaiting_execution_[key_of(operation)] = {window.key, process};
      }
      return;
    }
    Unresolved access{operation.place,
                      operation.issued,
                      window.key,
                      operation.target,
                      process,
                      bytes,
                      words().operation(operation),
                      {}};
    for (const Detached& region : detached_[{window.key, process}]) {
      if (region.replaced || !region.meets(bytes)) continue;
      if (!job.happened_before(region.at, Order::kObserved))
        return detached_meanwhile(job, {operation.place, operation.kind}, window, region.place, process, access.access);
      access.detached = region.place;
      access.attached_since = attached_after(state, region.at);
    }
    for (const auto& [begin, region] : state.attached)
      if (meet(range_of(begin, region.size), bytes)) access.in_part = region;
    if (!state.attached.empty()) access.other = state.attached.begin()->second;
    constexpr std::size_t kMostAsked = 256;  // a mistake in a loop; all regions are searched
    if (!access.detached && !access.in_part && unresolved_.size() < kMostAsked)
      access.elsewhere = attached_elsewhere(job, window, process, bytes);
    words().hold(window.key);
    if (access.elsewhere) words().hold(access.elsewhere->window);
    unresolved_.push_back(std::move(access));
  }

  // The last attach of the same thread after a detach: the operation may have been meant for its memory.
  static std::optional<Place> attached_after(const WindowState& state, const Moment& detached) {
    const Attachment* last = nullptr;
    for (const auto& [address, region] : state.attached)
      if (region.at.stream == detached.stream && region.at.event > detached.event &&
          (last == nullptr || region.at.event > last->at.event))
        last = &region;
    return last != nullptr ? std::optional(last->attached) : std::nullopt;
  }

  // The region that the origin was told about, if it is now detached and the same memory is attached anew.
  const Detached* detached_unseen(const Job& job, const Region& region, const ByteRange& bytes) {
    for (const Detached& gone : detached_[region])
      if (gone.meets(bytes) && job.happened_before(gone.attached_at, Order::kObserved) &&
          !job.happened_before(gone.at, Order::kObserved))
        return &gone;
    return nullptr;
  }

  // An operation whose completion is ordered before the present is no danger to a later detach of this process or of
  // one that comes after; this keeps the list short.
  static void forget_old(const Job& job, std::vector<DynamicAccess>& accesses) {
    if (accesses.size() < 4096) return;
    std::erase_if(accesses, [&](const DynamicAccess& access) {
      return access.completed && job.happened_before(access.completed->at, Order::kObserved);
    });
    if (accesses.size() >= 4096) accesses.erase(accesses.begin(), accesses.begin() + 2048);
  }

  void too_early(const Place& operation, WindowKey window, Rank target, Access access, const Place& attached) {
    if (!report().is_new(rule::kAttachNotOrdered, operation, window)) return;
    Violation v;
    v.message = fmt::format(
        "{} of rank {} accesses memory of {} on {}, and nothing makes sure that {} has returned there "
        "before.",
        name_of(operation.call), operation.process, words().target(window, target), words().window_short(window),
        words().call_at(attached));
    v.suggestion =
        fmt::format("The address has to be sent, or a barrier to be entered, after {}.", words().call_at(attached));
    v.fixes = {meeting(words().fix_place(attached), operation, window)};
    Access attach = words().call(attached);
    attach.window = words().window(window);
    v.accesses = {std::move(access), std::move(attach)};
    report().add(rule::kAttachNotOrdered, operation, std::move(v));
  }

  void not_attached(const Unresolved& access) {
    const std::optional<Place>& detached = access.detached;
    if (!report().is_new(rule::kDynamicNotAttached, access.place, access.window)) return;
    Violation v;
    v.message =
        fmt::format("{} of rank {} accesses the addresses {:#x} to {:#x} of {} on {}, where {}.",
                    name_of(access.place.call), access.place.process, access.bytes.begin, access.bytes.end - 1,
                    words().target(access.window, access.target), words().window_short(access.window),
                    detached         ? "the memory was detached by " + words().call_at(*detached)
                    : access.in_part ? fmt::format("not all is attached: {} attached the addresses {:#x} to {:#x}",
                                                   words().call_at(access.in_part->attached), access.in_part->address,
                                                   access.in_part->address + access.in_part->size - 1)
                                     : std::string("no memory is attached"));
    if (is_offset(access.bytes))
      v.why.push_back("In a dynamic window the displacement is an address at the target, not an offset.");
    v.suggestion = detached ? of_what_is_detached(access)
                   : access.in_part
                       ? fmt::format("All that {} accesses has to be attached at {}, or the access is too long.",
                                     name_of(access.place.call), words().call_at(access.in_part->attached))
                       : of_what_is_elsewhere(access);
    v.accesses = {access.access};
    v.accesses[0].first_byte = access.bytes.begin;
    v.accesses[0].end_byte = access.bytes.end;
    v.accesses[0].bytes_of = "memory of " + words().owner(access.window, access.target);
    const Report::Number number = report().add(rule::kDynamicNotAttached, access.place, std::move(v));
    if (const auto cause = refused_.told_of({access.window, access.target_process}, access.bytes))
      report().follows(number, *cause);
    else if (!detached && !access.in_part && !access.elsewhere)
      forgotten_.add(access.window, access.target_process, access.bytes, number,
                     access.other && is_offset(access.bytes));
  }

  // No program has memory at such an address.
  static bool is_offset(const ByteRange& bytes) { return bytes.begin < 0x10000; }

  std::string of_what_is_elsewhere(const Unresolved& access) {
    if (!access.elsewhere && access.other && is_offset(access.bytes))
      return fmt::format(
          "Rank {} has attached {} at {:#x} by {}: the displacement of {} has to be an address in attached memory, "
          "which "
          "MPI_Get_address gives at the target and the target has to send.",
          access.target_process, count_of(access.other->size, "byte"), access.other->address,
          words().call_at(access.other->attached), name_of(access.place.call));
    if (!access.elsewhere)
      return "The memory has to be attached with MPI_Win_attach at the target, and the origin needs the address that "
             "MPI_Get_address gives there.";
    const auto& [window, process, attached] = *access.elsewhere;
    const std::string attacher =
        fmt::format("{} of rank {} has attached these addresses", words().call_at(attached), process);
    if (window == access.window)
      return fmt::format(
          "{}: if they are meant, the target of {} is wrong; if not, the memory has to be attached at the target too.",
          attacher, words().call_at(access.place));
    return fmt::format(
        "{} to {}: if they are meant, the window of {} is wrong; if not, the memory has to be attached to this window "
        "too.",
        attacher, words().window_short(window), words().call_at(access.place));
  }

  // (A detach that nothing orders before the call is another finding.)
  std::string of_what_is_detached(const Unresolved& access) {
    const std::string_view call = name_of(access.place.call);
    const std::string detach = words().call_at(*access.detached);
    if (access.attached_since)
      return fmt::format(
          "{} was called when the memory was already detached: it needs the address of memory that is attached then, "
          "such as that of {}; or rank {} has to call {} later.",
          call, words().call_at(*access.attached_since), access.detached->process, detach);
    return fmt::format(
        "{} was called when the memory was already detached: rank {} has to call {} later, or {} needs the address of "
        "memory that is attached then.",
        call, access.detached->process, detach, call);
  }

  struct StillThere {  // an operation, and the call that has completed it at the target
    Place place;
    OperationKind kind;
    const Operation::Completion* completed = nullptr;
  };

  // A barrier between a call and what another process must not do before it.
  Fix meeting(FixPlace since, const Place& other, WindowKey window) {
    Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kOrder, .place = std::move(since), .window = window};
    fix.met_by = FixMeeting{.rank = other.process.number(), .before = words().fix_place(other)};
    fix.offer = FixOffer::kIfTried;
    return fix;
  }

  // The call with the target and window as the operation's call has them, whatever expressions they are: to find it in
  // the source.
  std::string as_written(MpiCall call, const StillThere& operation) {
    Symbolizer& source = words().symbolizer();
    const auto target = source.argument_text(operation.place, target_argument(operation.kind));
    const auto window = source.argument_text(operation.place, window_argument(operation.kind));
    if (!target || !window) return completion_text(call, operation.place, operation.kind, words());
    const bool all = call == MpiCall::kWin_flush_all || call == MpiCall::kWin_flush_local_all;
    return all ? fmt::format("{}({})", name_of(call), *window)
               : fmt::format("{}({}, {})", name_of(call), *target, *window);
  }

  // If the call that completes the operation is there already: the detach must only wait for it.
  Fixes wait_before_detach(const StillThere& operation, const Window& window, const Place& detach) {
    const SourceLocation issued = words().symbolizer().statement(operation.place);
    SourceLines sources;
    // (Whether a later call has completed it by now depends on which rank is read first.)
    if (operation.completed) {
      Fixes fixes = {meeting(words().fix_place(operation.completed->place), detach, window.key)};
      for (Fix& fix : complete_at_target(operation, window, issued, sources)) fixes.push_back(std::move(fix));
      return fixes;
    }
    for (const MpiCall call : {MpiCall::kWin_flush, MpiCall::kWin_flush_all}) {
      if (const auto there = stands_behind(issued, {as_written(call, operation) + ";"}, sources)) {
        FixPlace flush = words().fix_place(operation.place);
        flush.at = *there;
        flush.call = name_of(call);
        flush.name = fmt::format("{} at {}", flush.call, position_of(*there));
        return {meeting(std::move(flush), detach, window.key)};
      }
    }
    return complete_at_target(operation, window, issued, sources);
  }

  // If the program has a local flush there: it lacks only the target.
  Fixes complete_at_target(const StillThere& operation, const Window& window, const SourceLocation& issued,
                           SourceLines& sources) {
    for (const MpiCall local : {MpiCall::kWin_flush_local, MpiCall::kWin_flush_local_all}) {
      const auto there = stands_behind(issued, {as_written(local, operation) + ";"}, sources);
      if (!there) continue;
      Fix fix{.kind = FixKind::kReplaceCall, .purpose = FixPurpose::kComplete};
      fix.call = {.function = std::string(name_of(in_full(local))), .same_arguments = true};
      fix.place = words().fix_place(operation.place);
      fix.place.at = *there;
      fix.place.call = name_of(local);
      fix.place.name = fmt::format("{} at {}", fix.place.call, position_of(*there));
      fix.operation = words().fix_place(operation.place);
      fix.window = window.key;
      fix.offer = FixOffer::kIfTried;
      return {std::move(fix)};
    }
    return {};
  }

  // The missing call that completes the operation, and how the detaching process learns of it.
  std::string complete_before_detach(const Job& job, const StillThere& operation, const Window& window,
                                     const Place& detach, ProcessId process) {
    const std::string detached = words().call_at(detach);
    const std::string told = fmt::format("rank {} has to learn of that, by a message or barrier,", process);
    if (operation.completed)
      return fmt::format("{} completes the operation: {} before {}.", words().call_at(operation.completed->place), told,
                         detached);
    const WindowState& at_target = job.state(process, window.key);
    if (at_target.exposure)
      return fmt::format(
          "MPI_Win_detach has to come after MPI_Win_wait: only that completes the operations of the epoch that {} "
          "exposes the memory to (12.5.2).",
          words().call_at(at_target.exposure->opened));
    const Rank target = window.rank_of(process);
    const auto epoch = job.state(operation.place.process, window.key).epoch_for(target);
    if (epoch && epoch->kind == EpochKind::kFence)
      return "MPI_Win_detach has to come after the MPI_Win_fence that ends the epoch: only that completes the "
             "operation.";
    const std::string flush = completion_text(MpiCall::kWin_flush, operation.place, operation.kind, words());
    // The program has the call there, but its process had not reached it.
    SourceLines sources;
    const std::string one = as_written(MpiCall::kWin_flush, operation) + ";";
    const std::string all = as_written(MpiCall::kWin_flush_all, operation) + ";";
    if (const auto there = stands_behind(words().symbolizer().statement(operation.place), {one, all}, sources))
      return fmt::format("The flush at {} completes the operation: {} before {}.", position_of(*there), told, detached);
    return fmt::format("{1} has to be complete before {3}: {0} completes it, and {2} first.", flush,
                       words().call_at(operation.place), told, detached);
  }

  void detached_meanwhile(const Job& job, const StillThere& operation, const Window& window, const Place& detach,
                          ProcessId process, Access access) {
    if (!report().is_new(rule::kDetachBeforeCompletion, detach, window.key)) return;
    Violation v;
    v.message = fmt::format("Rank {} detaches memory from {} with {} while {} of rank {} at {} may still access it.",
                            process, words().window_short(window.key), words().call_at(detach),
                            name_of(operation.place.call), operation.place.process, words().position(operation.place));
    v.suggestion = complete_before_detach(job, operation, window, detach, process);
    v.fixes = wait_before_detach(operation, window, detach);
    Access second = words().call(detach);
    second.window = words().window(window.key);
    v.accesses = {std::move(access), std::move(second)};
    report().add(rule::kDetachBeforeCompletion, detach, std::move(v));
  }

  void on_attach(const Job& job, const Place& place, const WindowCall& call, const event::Attach& attach) {
    const ByteRange fresh = range_of(attach.address, attach.size);
    if (attach.size == 0) return;
    forgotten_.attached(call.window->key, place.process);
    const Region here{call.window->key, place.process};
    refused_.attached(here, fresh);
    for (const auto& [address, other] : call.state->attached) {
      if (!meet(range_of(address, other.size), fresh)) continue;
      if (!report().is_new(rule::kAttachOverlap, place, call.window->key)) {
        if (const auto told = report().number_of(rule::kAttachOverlap, place)) refused_.add(here, fresh, *told);
        break;
      }
      Violation v;
      v.message =
          fmt::format("Rank {} attaches {} at {:#x} to {}, and they overlap the {} attached by {}.", place.process,
                      count_of(attach.size, "byte"), attach.address, words().window_short(call.window->key),
                      count_of(other.size, "byte"), words().call_at(other.attached));
      v.suggestion = "The old region has to be detached first, or one region has to cover both.";
      Access first = words().call(other.attached), second = words().call(place);
      first.window = second.window = words().window(call.window->key);
      v.accesses = {std::move(second), std::move(first)};
      refused_.add(here, fresh, report().add(rule::kAttachOverlap, place, std::move(v)));
      break;
    }
    for (Detached& region : detached_[{call.window->key, place.process}])
      if (region.meets(fresh)) region.replaced = true;
    // Accesses that came earlier: the attach was not ordered before them. (An access that this process knows of was
    // meant for the earlier attachment.)
    for (auto at = unresolved_.begin(); at != unresolved_.end();) {
      if (at->window != call.window->key || at->target_process != place.process || at->bytes.begin < fresh.begin ||
          at->bytes.end > fresh.end) {
        ++at;
        continue;
      }
      if (at->detached && job.happened_before(at->issued, Order::kObserved))
        not_attached(*at);
      else
        too_early(at->place, at->window, at->target, std::move(at->access), place);
      at = unresolved_.erase(at);
    }
  }

  // An atomic after it has returned, to a process that this one has heard from: it has taken effect, complete or not.
  static bool has_been_read(const Job& job, const DynamicAccess& access, const std::vector<DynamicAccess>& others) {
    if (!access.is_of_one_element() || access.sequence == 0) return false;
    return std::ranges::any_of(others, [&](const DynamicAccess& other) {
      return other.is_of_one_element() && other.bytes == access.bytes && other.sequence > access.sequence &&
             other.completed && job.happened_before(other.completed->at, Order::kObserved);
    });
  }

  void on_detach(const Job& job, const Moment& moment, const Place& place, const WindowCall& call,
                 const event::Detach& detach) {
    const auto found = call.state->attached.find(detach.address);
    if (found == call.state->attached.end()) {
      if (!report().is_new(rule::kDetachUnattached, place, call.window->key)) return;
      Violation v;
      v.message = fmt::format("Rank {} detaches the address {:#x} from {}, where nothing was attached.", place.process,
                              detach.address, words().window_short(call.window->key));
      for (const auto& [address, region] : call.state->attached)
        if (meet(range_of(address, region.size), range_of(detach.address, 1)))
          v.why.push_back(fmt::format("It lies {} after the start of the region attached by {}.",
                                      count_of(detach.address - address, "byte"), words().call_at(region.attached)));
      v.suggestion = "The address has to be the one that was passed to MPI_Win_attach.";
      Access access = words().call(place);
      access.window = words().window(call.window->key);
      v.accesses = {std::move(access)};
      const Report::Number number = report().add(rule::kDetachUnattached, place, std::move(v));
      if (const auto cause = refused_.told_of({call.window->key, place.process}, {detach.address, detach.address + 1}))
        report().follows(number, *cause);
      return;
    }
    const ByteRange region = range_of(detach.address, found->second.size);
    auto& accesses = dynamic_[{call.window->key, place.process}];
    for (const DynamicAccess& access : accesses) {
      if (!meet(access.bytes, region)) continue;
      if (access.completed) {
        // A fence completes at origin and target alike: whoever has passed it comes after the operation.
        const Moment& end = access.completed->place.call == MpiCall::kWin_fence ? access.issued : access.completed->at;
        if (job.happened_before(end, Order::kObserved)) continue;
      }
      if (has_been_read(job, access, accesses)) continue;
      Access first = words().call(access.place);
      first.window = words().window(call.window->key);
      first.target = call.window->rank_of(place.process);
      first.target_process = place.process.number();
      first.first_byte = access.bytes.begin;
      first.end_byte = access.bytes.end;
      words().name_memory(first, call.window->key, first.target);
      detached_meanwhile(job, {access.place, access.kind, access.completed.get()}, *call.window, place, place.process,
                         std::move(first));
      break;
    }
    std::erase_if(accesses, [&](const DynamicAccess& access) { return meet(access.bytes, region); });
    auto& gone = detached_[{call.window->key, place.process}];
    if (gone.size() >= 1024) gone.erase(gone.begin());
    gone.push_back({region, place, moment, found->second.at});
  }

  // ---- results after flush_local (FP-RACE-015, with --strict)

  struct HalfDone {
    Place place, flushed;
    ByteSet result;
    WindowKey window;
  };
  const bool strict_;
  std::map<OperationKey, HalfDone> half_done_;

  // A flush that also completes at the target, with the same arguments.
  Fixes flush_instead(const Place& flushed, WindowKey window) {
    const bool all = flushed.call == MpiCall::kWin_flush_local_all;
    Fix fix{.kind = FixKind::kReplaceCall, .purpose = FixPurpose::kComplete};
    fix.call.function = name_of(in_full(flushed.call));
    for (int index = 0; index < (all ? 1 : 2); ++index) {
      const auto text = argument_text(flushed, index, words());
      if (!text) return {};
      fix.call.arguments.push_back(*text);
    }
    fix.place = words().fix_place(flushed);
    fix.window = window;
    fix.offer = FixOffer::kIfTried;
    return {fix};
  }

  void result_used(const Job&, const Place& place, const event::Access& event, const Memory& where,
                   const Strided& bytes) {
    const auto kind = static_cast<AccessKind>(event.kind);
    if (kind == AccessKind::kStore || kind == AccessKind::kAtomicStore) return;
    for (const auto& [key, operation] : half_done_) {
      if (key.thread.process != place.process || !overlap(operation.result, ByteSet{where, {bytes}})) continue;
      if (!report().is_new(rule::kFetchResultAfterFlushLocal, place, operation.window)) continue;
      Violation v;
      v.message =
          fmt::format("Rank {} loads the result of {} at {}, which only {} has completed so far.", place.process,
                      words().call_at(operation.place), words().position(place), words().call_at(operation.flushed));
      v.suggestion = fmt::format("MPI_Win_flush has to complete the operation, in place of {}.",
                                 words().call_at(operation.flushed));
      v.fixes = flush_instead(operation.flushed, operation.window);
      Access load = words().call(place), fetch = words().call(operation.place);
      load.role = Role::kLocal;
      load.kind = AccessVerb::kLoad;
      fetch.window = words().window(operation.window);
      v.accesses = {std::move(fetch), std::move(load)};
      report().add(rule::kFetchResultAfterFlushLocal, place, std::move(v));
    }
  }
};

}  // namespace

std::unique_ptr<Check> make_memory_check(Report& report) {
  return std::make_unique<MemoryCheck>(report);
}

}  // namespace fencepost
