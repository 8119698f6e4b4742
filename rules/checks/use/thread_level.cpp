// Calls of threads that the thread level of the process does not allow (FP-USE-007). There are no findings about a
// process that did not initialize MPI by MPI_Init or MPI_Init_thread: each session has its own level.
#include <map>
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
    const bool of_world = here.place.call == MpiCall::kInit || here.place.call == MpiCall::kInit_thread;
    if (of_world && here.job.process(here.place.process).info.thread_level < kSerialized)
      initialized_.emplace(here.place.process, here.place);
  }

  void on(const OneOf<event::FenceBegin, event::Post, event::StartBegin, event::CompleteBegin, event::ExposureWaitBegin,
                      event::ExposureTest, event::LockBegin, event::UnlockBegin, event::FlushBegin, event::WindowSync,
                      event::WindowCreateBegin, event::WindowFreeBegin, event::Attach, event::Detach, event::SendBegin,
                      event::ReceiveBegin, event::WaitBegin, event::ProbeBegin, event::CollectiveBegin> auto&,
          const Here& here) {
    called(here.place, {});
  }
  void operation_issued(const Job&, const Operation& operation) override { called(operation.place, operation.window); }

 private:
  void called(const Place& place, WindowKey window) {
    const auto process = initialized_.find(place.process);
    if (process == initialized_.end() || process->second.thread == place.thread) return;
    if (!report().is_new(rule::kThreadLevel, place, window)) return;
    const Place& init = process->second;
    const bool single = report().job().process(place.process).info.thread_level == 0;
    const std::string_view level = single ? "MPI_THREAD_SINGLE" : "MPI_THREAD_FUNNELED";
    Violation v;
    v.message = fmt::format(
        "Rank {} calls {} in another thread than {}, which gave it {}: only the thread that has "
        "initialized MPI may call it.",
        place.process, name_of(place.call), words().call_at(init), level);
    v.suggestion = fmt::format(
        "Ask for MPI_THREAD_MULTIPLE with MPI_Init_thread, or for MPI_THREAD_SERIALIZED if no two threads call MPI at "
        "the same time, and look at the level that it gives; or leave all calls to the thread of {}.",
        words().call_at(init));
    v.accesses = {words().call(place), words().call(init)};
    report().add(rule::kThreadLevel, place, std::move(v));
  }

  std::map<int, Place> initialized_;  // by process: the call, made by the only thread that may make others
};

}  // namespace

std::unique_ptr<Check> make_thread_level_check(Report& report) {
  return std::make_unique<ThreadLevelCheck>(report);
}

}  // namespace fencepost
