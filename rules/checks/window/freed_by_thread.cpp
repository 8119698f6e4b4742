// The buffer of an operation that one thread completes, freed by another thread that does not wait for that
// (FP-WINDOW-011). If the memory is freed while the operation is pending, given_back.cpp says so: which of the two
// happens is luck.
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/threaded_processes.h"
#include "model/source_lines.h"
#include "window_checks/makers.h"
#include "words/call_text.h"
#include "words/freeing.h"

namespace fencepost {
namespace {

class FreedByThreadCheck : public CheckOf<FreedByThreadCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_completed(const Job&, const Operation& operation, bool remote) override {
    const ProcessId process = operation.place.process;
    if (remote || !operation.local || !threaded_.has(process)) return;
    auto& completed = completed_.grown(process);
    // More are not kept: memory that is freed much later is hardly ever freed without order.
    constexpr std::size_t kLast = 64;
    if (completed.size() == kLast) completed.pop_front();
    completed.push_back({operation.place, operation.kind, operation.window, operation.origin_bytes,
                         operation.result_bytes, operation.local});
  }

  void on(const event::Freed& freed, const Here& here) {
    const ProcessId process = here.place.process;
    if (!completed_.has(process)) return;
    const ByteRange bytes{freed.address, freed.address + freed.size};
    std::erase_if(completed_[process], [&](const Completed& operation) {
      const bool origin = meets(operation.origin, process, bytes);
      if (!origin && !meets(operation.result, process, bytes)) return false;
      const Place& completion = operation.local->place;
      if (by_statement(freed) && completion.thread != here.place.thread &&
          !here.job.happened_before(operation.local->at, Order::kObserved))
        tell(here.place, operation, origin ? "origin" : "result");
      return true;  // what is there next is other memory
    });
  }

  auto followers() { return std::tie(threaded_); }

 private:
  struct Completed {
    Place place;
    OperationKind kind = OperationKind::kPut;
    WindowKey window;
    SharedBytes origin, result;
    std::shared_ptr<const Operation::Completion> local;
  };
  ThreadedProcesses threaded_;
  PerProcess<std::deque<Completed>> completed_;

  static bool by_statement(const event::Freed& freed) {
    const auto how = static_cast<GivenBack>(freed.how);
    return how == GivenBack::kByAllocator || how == GivenBack::kByFreeMem;
  }

  static bool meets(const ByteSet& buffer, ProcessId process, ByteRange range) {
    const Strided all{.begin = range.begin, .size = range.end - range.begin};
    bool any = false;
    each_memory(buffer, [&](const ByteSet& there) {
      if (there.memory != Memory{0, process}) return;
      for (const Strided& piece : there.pieces) any = any || overlap(piece, all);
    });
    return any;
  }

  void tell(const Place& freed, const Completed& operation, std::string_view name) {
    if (!report().is_new(rule::kPendingBufferFreed, operation.place, operation.window)) return;
    const Place& completion = operation.local->place;
    Violation v;
    v.message = fmt::format(
        "The {} buffer of {} of rank {} at {} is freed at {} by thread {}, and nothing orders that after {} of thread "
        "{}, "
        "which completes the operation at the origin.",
        name, name_of(operation.place.call), freed.process, words().position(operation.place), words().position(freed),
        freed.thread.number(), words().call_at(completion), completion.thread.number());
    v.why.push_back("In this run the memory was freed after that call. In another one it may be freed before it.");
    v.suggestion = fmt::format(
        "Thread {} has to wait for thread {} before it frees the memory: by a join, a barrier of the threads or what "
        "else makes it wait (a mutex does not).",
        freed.thread.number(), completion.thread.number());
    Access buffer = words().call(operation.place);
    buffer.role = Role::kOrigin;
    buffer.kind = verb_of(operation.kind);
    buffer.window = words().window(operation.window);
    Access statement = words().call(freed);
    statement.call = freeing_word(statement.location, sources_);
    if (statement.call.empty()) statement.call = "release of the memory";
    v.accesses = {std::move(buffer), std::move(statement)};
    report().add(rule::kPendingBufferFreed, operation.place, std::move(v));
  }

  SourceLines sources_;
};

}  // namespace

std::unique_ptr<Check> make_freed_by_thread_check(Report& report) {
  return std::make_unique<FreedByThreadCheck>(report);
}

}  // namespace fencepost
