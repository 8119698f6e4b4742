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
#include "facts/freed_buffer.h"
#include "facts/threaded_processes.h"
#include "model/source_lines.h"
#include "window_checks/makers.h"
#include "words/call_text.h"
#include "words/freeing.h"
#include "words/thread_words.h"

namespace fencepost {
namespace {

class FreedByThreadCheck : public CheckOf<FreedByThreadCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_completed(const Job& job, const Operation& operation, bool remote) override {
    const ProcessId process = operation.place.process;
    if (remote || !operation.local || !threaded_.has(process)) return;
    auto& completed = completed_.grown(process);
    // More are not kept: memory that is freed much later is hardly ever freed without order.
    constexpr std::size_t kLast = 64;
    if (completed.size() == kLast) completed.pop_front();
    completed.push_back({buffers_of(job, operation), operation.local});
  }

  void on(const event::Freed& freed, const Here& here) {
    const ProcessId process = here.place.process;
    if (!completed_.has(process)) return;
    const ByteRange bytes{freed.address, freed.address + freed.size};
    auto& completed = completed_[process];
    for (Completed& operation : completed) {
      while (const auto buffer = freed_buffer(operation.buffers, Memory{0, process}, bytes)) {
        const Place& completion = operation.local->place;
        if (by_statement(freed) && completion.thread != here.place.thread &&
            !here.job.happened_before(operation.local->at, Order::kObserved))
          tell(here.place, operation, buffer->name);
        operation.let_go(*buffer);  // what is there next is other memory
      }
    }
    std::erase_if(completed, [](const Completed& operation) { return operation.has_none(); });
  }

  auto followers() { return std::tie(threaded_); }

 private:
  struct Completed {
    Buffers buffers;
    std::shared_ptr<const Operation::Completion> local;

    void let_go(const FreedBuffer& buffer) {
      // (The bytes of the origin include those that MPI_Compare_and_swap compares.)
      if (buffer.bytes_of == &Buffers::compare) buffers.origin = {};
      buffers.*buffer.bytes_of = {};
    }
    bool has_none() const { return !buffers.origin.set && !buffers.result.set && !buffers.compare.set; }
  };
  ThreadedProcesses threaded_;
  PerProcess<std::deque<Completed>> completed_;

  static bool by_statement(const event::Freed& freed) {
    const auto how = static_cast<GivenBack>(freed.how);
    return how == GivenBack::kByAllocator || how == GivenBack::kByFreeMem;
  }

  void tell(const Place& freed, const Completed& operation, std::string_view name) {
    const Buffers& buffers = operation.buffers;
    if (!report().is_new(rule::kPendingBufferFreed, buffers.place, buffers.window)) return;
    const Place& completion = operation.local->place;
    Violation v;
    v.message = fmt::format(
        "The {} buffer of {} of rank {} at {} is freed at {} by thread {}, and nothing orders that after {} of thread "
        "{}, "
        "which completes the operation at the origin.",
        name, name_of(buffers.place.call), freed.process, words().position(buffers.place), words().position(freed),
        freed.thread.number(), words().call_at(completion), completion.thread.number());
    v.why.push_back("In this run the memory was freed after that call. In another one it may be freed before it.");
    v.suggestion = has_to_wait(freed, completion, "it frees the memory");
    Access buffer = words().call(buffers.place);
    buffer.role = Role::kOrigin;
    buffer.kind = verb_of(buffers.kind);
    buffer.window = words().window(buffers.window);
    Access statement = words().call(freed);
    statement.call = freeing_word(statement.location, sources_);
    if (statement.call.empty()) statement.call = "release of the memory";
    v.accesses = {std::move(buffer), std::move(statement)};
    report().add(rule::kPendingBufferFreed, buffers.place, std::move(v));
  }

  SourceLines sources_;
};

}  // namespace

std::unique_ptr<Check> make_freed_by_thread_check(Report& report) {
  return std::make_unique<FreedByThreadCheck>(report);
}

}  // namespace fencepost
