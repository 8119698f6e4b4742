// Calls of threads that the thread level of the process does not allow (FP-USE-007): of another thread than the first
// (MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED), or of two at the same time (MPI_THREAD_SERIALIZED). There are no findings
// about a process that did not initialize MPI by MPI_Init or MPI_Init_thread: each session has its own level.
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "use_checks/makers.h"

namespace fencepost {
namespace {

constexpr std::uint64_t kSerialized = 2;  // of event::Process

class ThreadLevelCheck : public CheckOf<ThreadLevelCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::InitEnd&, const Here& here) {
    if (here.place.call != MpiCall::kInit && here.place.call != MpiCall::kInit_thread) return;
    const std::uint64_t level = here.job.process(here.place.process).info.thread_level;
    auto& initialized = initialized_.grown(here.place.process);
    if (level <= kSerialized && !initialized) initialized = Initialized{level, here.place};
  }

  void on(const OneOf<event::FenceBegin, event::Post, event::StartBegin, event::CompleteBegin, event::ExposureWaitBegin,
                      event::ExposureTest, event::LockBegin, event::UnlockBegin, event::FlushBegin, event::WindowSync,
                      event::WindowCreateBegin, event::WindowFreeBegin, event::Attach, event::Detach, event::SendBegin,
                      event::ReceiveBegin, event::WaitBegin, event::ProbeBegin, event::CollectiveBegin> auto&,
          const Here& here) {
    called(here.job, here.place, here.moment, {});
  }
  void operation_issued(const Job& job, const Operation& operation) override {
    called(job, operation.place, operation.issued, operation.window);
  }

 private:
  struct Call {
    Place place;
    Moment begun;
  };

  void called(const Job& job, const Place& place, const Moment& begun, WindowKey window) {
    if (!initialized_.has(place.process) || !initialized_[place.process]) return;
    const Initialized& initialized = *initialized_[place.process];
    if (initialized.level == kSerialized) {
      called_beside(job, place, begun, window, initialized.call);
    } else if (initialized.call.thread != place.thread) {
      called_by_another(place, window, initialized.call);
    }
  }

  void called_by_another(const Place& place, WindowKey window, const Place& init) {
    if (!report().is_new(rule::kThreadLevel, place, window)) return;
    const bool single = report().job().process(place.process).info.thread_level == 0;
    const std::string_view level = single ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED";
    Violation v;
    v.message = fmt::format(
        "Rank {} calls {} in another thread than {}, which gave it {}: only the thread that has "
        "initialized MPI may call it.",
        place.process, name_of(place.call), words().call_at(init), level);
    v.suggestion = fmt::format(
        "MPI_Init_thread has to ask for MPI_THREAD_MULTIPLE, or for MPI_THREAD_SERIALIZED if no two threads call MPI "
        "at the same time, and to give that level; or the thread of {} has to make all calls.",
        words().call_at(init));
    v.fixes = ask_for_multiple(init, level);
    v.accesses = {words().call(place), words().call(init)};
    report().add(rule::kThreadLevel, place, std::move(v));
  }

  // Where the program asks for a level, it can ask for the one that allows every call.
  Fixes ask_for_multiple(const Place& init, std::string_view level) {
    if (init.call != MpiCall::kInit_thread) return {};
    return {{.kind = FixKind::kReplaceArgument,
             .place = words().fix_place(init),
             .argument = {.given = "MPI_THREAD_MULTIPLE", .instead_of = std::string(level)},
             .offer = FixOffer::kIfTried}};
  }

  // If each call comes after the last one before it, no two are concurrent. (Where not all order between threads is
  // seen, calls count as ordered: segments/call_order.h.)
  void called_beside(const Job& job, const Place& place, const Moment& begun, WindowKey window, const Place& init) {
    const auto [last, first] = last_.try_emplace(place.process, Call{place, begun});
    if (first) return;
    const Call& other = last->second;
    if (other.place.thread != place.thread && !job.happened_before(other.begun, Order::kObserved))
      tell(place, other.place, init, window);
    last->second = {place, begun};
  }

  void tell(const Place& place, const Place& other, const Place& init, WindowKey window) {
    if (!report().is_new(rule::kThreadLevel, place, window)) return;
    Violation v;
    v.message = fmt::format(
        "Rank {} calls {} in one thread, and {} in another thread may not have ended by then: {} gave the process "
        "MPI_THREAD_SERIALIZED, so no two threads may call MPI at the same time.",
        place.process, name_of(place.call), words().call_at(other), words().call_at(init));
    v.suggestion =
        "Make all MPI calls of these threads under one mutex, or ask for MPI_THREAD_MULTIPLE with MPI_Init_thread and "
        "look at the level that it gives.";
    v.fixes = ask_for_multiple(init, "MPI_THREAD_SERIALIZED");
    v.accesses = {words().call(place), words().call(other)};
    report().add(rule::kThreadLevel, place, std::move(v));
  }

  // The call that gave a level below MPI_THREAD_MULTIPLE. Below MPI_THREAD_SERIALIZED only its thread may make others.
  struct Initialized {
    std::uint64_t level = 0;
    Place call;
  };
  PerProcess<std::optional<Initialized>> initialized_;
  std::map<ProcessId, Call> last_;  // of processes with MPI_THREAD_SERIALIZED
};

}  // namespace

std::unique_ptr<Check> make_thread_level_check(Report& report) {
  return std::make_unique<ThreadLevelCheck>(report);
}

}  // namespace fencepost
