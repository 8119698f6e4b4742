// Origins, results and compare values that a Fortran compiler has copied for the call, in the caller's frame: the copy
// is gone when the call returns, while the operation is still pending (FP-WINDOW-011). A copy on the heap is freed:
// given_back.cpp sees that.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/layout.h"
#include "facts/operation_arguments.h"
#include "window_checks/fortran_calls.h"
#include "window_checks/makers.h"
#include "words/compiler_copy.h"

namespace fencepost {
namespace {

class CompilerCopyCheck : public CheckOf<CompilerCopyCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job& job, const Operation& operation) override {
    if (operation.outcome != 0 || operation.target == Rank::kProcNull || operation.local) return;
    if (!fortran_.has(operation.place, words().symbolizer())) return;
    // A get's buffer is reported as its result, but it is the first argument, like the origin of other operations.
    const bool gets = operation.kind == OperationKind::kGet;
    if (!gets) look(operation, origin_memory(job, operation), 0, "origin");
    look(operation, gets ? *operation.result_bytes : result_memory(job, operation), result_argument(operation.kind),
         "result");
    look(operation, compare_memory(job, operation), kCompareArgument, "compare");
  }

 private:
  FortranCalls fortran_;

  void look(const Operation& operation, const ByteSet& bytes, int argument, std::string_view name) {
    const Place& call = operation.place;
    if (bytes.empty() || bytes.memory.segment != 0) return;
    const auto text = copied_argument(call, argument, bytes.hull().begin, words());
    if (!text || !report().is_new(rule::kPendingBufferFreed, call, operation.window)) return;
    Violation v;
    v.message = fmt::format(
        "The {} buffer of {} of rank {} at {} is a copy of {} that the compiler makes for the call: it is gone when "
        "the "
        "call returns, before the operation is complete at the origin.",
        name, name_of(call.call), call.process, words().position(call), *text);
    v.suggestion = advice_on_compiler_copies();
    Access access = words().operation(operation);
    access.first_byte = bytes.hull().begin;
    access.end_byte = bytes.hull().end;
    access.bytes_part = Rank::kNone;
    access.bytes_of = fmt::format("{} buffer of rank {}", name, call.process);
    v.accesses = {std::move(access)};
    report().add(rule::kPendingBufferFreed, call, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_compiler_copy_check(Report& report) {
  return std::make_unique<CompilerCopyCheck>(report);
}

}  // namespace fencepost
