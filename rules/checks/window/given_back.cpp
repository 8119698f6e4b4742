// Memory that is freed while others need it: memory of a window or attached to one (FP-WINDOW-003), the buffers of a
// pending operation (FP-WINDOW-011). MPI_Win_free frees the memory of MPI_Win_allocate.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "advice/certain_fixes.h"
#include "advice/certain_moves.h"
#include "advice/passed_copy.h"
#include "advice/source_left_out.h"
#include "advice/source_scope.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/freed_buffer.h"
#include "facts/operation_arguments.h"
#include "facts/pending_buffers.h"
#include "facts/source_order.h"
#include "model/source_language.h"
#include "model/template_name.h"
#include "window_checks/fortran_calls.h"
#include "window_checks/makers.h"
#include "window_checks/window_fixes.h"
#include "words/call_text.h"
#include "words/compiler_copy.h"
#include "words/freeing.h"

namespace fencepost {
namespace {

// What a statement frees.
struct Gift {
  Memory memory;
  ByteRange bytes;                  // of the memory
  ByteRange addresses;              // in the process
  std::string fate;                 // "is freed at line"
  std::optional<Access> statement;  // nothing: the end of a thread is no statement
  WindowKey window;                 // the window, if MPI_Win_free does it; it completes the pending operations there
  std::optional<GivenBack> how;     // nothing: by MPI_Win_free
  bool of_block = false;            // kByReturn: the function goes on after the block that had it, or …
  bool of_copy = false;             // … after the call for which the compiler has copied it
  // Whether a statement does it that does nothing else.
  bool by_statement() const { return how == GivenBack::kByAllocator || how == GivenBack::kByFreeMem; }
};

class GivenBackCheck : public CheckOf<GivenBackCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job& job, const Operation& operation) override {
    if (operation.outcome != 0 || operation.target == Rank::kProcNull || operation.local) return;
    pending_.grown(operation.place.process).add(operation.place.thread, operation.number, buffers_of(job, operation));
  }

  void operation_completed(const Job& job, const Operation& operation, bool remote) override {
    if (remote) return;
    frame_left(job, operation);
    pending_.grown(operation.place.process).complete(operation.place.thread, operation.number);
  }

  void window_gone(const Window& window) override { forget_sides(too_early_, window); }

  void on(const event::Freed& freed, const Here& here) {
    const ByteRange bytes{freed.address, freed.address + freed.size};
    given_back(here.job, here.place,
               {.memory = {0, here.place.process},
                .bytes = bytes,
                .addresses = bytes,
                .fate = fate(freed, here.place),
                .statement = statement(freed, here.place),
                .how = how(freed)});
  }
  void on(const event::WindowFreeBegin& free, const Here& here) {
    if (const WindowCall call = window_call(here, free.window)) {
      give_back_after(here.place, call.window->key);
      window_freed(here.job, here.place, call);
    }
  }
  void on_done(const event::FinalizeBegin&, const Here& here) { never_freed(here.job, here.place.process); }

 private:
  SourceLines sources_;
  PerProcess<PendingBuffers> pending_;
  FortranCalls fortran_;
  // For a process, an MPI call, the one that completed it and an address.
  static constexpr std::size_t kMostKnown = 4096;
  std::map<std::tuple<ProcessId, StackId, StackId, std::uint64_t>, std::optional<PassedCopy>> copies_;

  // A statement has freed a window's memory too early: the fix is known when the window is freed at last.
  struct TooEarly {
    Report::Number finding = 0;
    Place freed;
  };
  std::map<Side, TooEarly> too_early_;

  void give_back_after(const Place& window_freed, WindowKey window) {
    const auto found = too_early_.find({window_freed.process, window});
    if (found == too_early_.end()) return;
    const auto [finding, freed] = found->second;
    too_early_.erase(found);
    if (!in_one_function(freed, window_freed, words().symbolizer())) return;
    // (Memory that ends with a block can only move with the block.)
    const std::string word = freeing_word(words().symbolizer().statement(freed), sources_);
    if (freed.call == MpiCall::kWin_free) {
      Fixes later = free_behind(words().fix_place(freed), words().fix_place(window_freed), sources_);
      if (!later.empty()) report().advise(finding, std::move(later));
    }
    if (word.empty()) return;
    report().advise(finding, {{.kind = FixKind::kMove,
                               .purpose = FixPurpose::kOther,
                               .place = words().fix_place(window_freed),
                               .moved = words().fix_place(freed, word + " at " + words().position(freed)),
                               .window = window}});
  }

  // The window is not freed at all: that is one mistake.
  void never_freed(const Job& job, ProcessId process) {
    for (const auto& [side, early] : too_early_) {
      const Window* window = side.first == process ? job.window(side.second) : nullptr;
      const Rank rank = window ? window->rank_of(process) : Rank::kNone;
      if (rank == Rank::kNone || job.state(process, side.second).freed) continue;
      if (early.freed.call == MpiCall::kWin_free) continue;
      const Place& created = window->part(rank).created;
      const std::string word = freeing_word(words().symbolizer().statement(early.freed), sources_);
      if (Fixes fixes = free_window_before(
              created, early.freed, words().fix_place(early.freed, word + " at " + words().position(early.freed)),
              *window, words());
          !word.empty() && !fixes.empty()) {
        fixes.push_back(must_hold("MPI_Win_free has to come before the memory is freed"));
        report().advise(early.finding, std::move(fixes));
      }
      never_freed_follows(*window, process, early.finding);
    }
  }

  static GivenBack how(const event::Freed& freed) { return static_cast<GivenBack>(freed.how); }

  // What happens to the memory, and where.
  std::string fate(const event::Freed& freed, const Place& place) {
    const auto at = [&](std::string_view verb) { return fmt::format("{} at {}", verb, words().position(place)); };
    switch (how(freed)) {
      case GivenBack::kByFreeMem:
        return at("is freed by MPI_Free_mem");
      case GivenBack::kByReturn:
        return at("has left scope");
      case GivenBack::kByEndOfThread:
        return fmt::format("is gone at the end of thread {}", place.thread.number());
      case GivenBack::kByAllocator:
        break;
    }
    return at("is freed");
  }

  std::optional<Access> statement(const event::Freed& freed, const Place& place) {
    Access access = words().call(place);
    switch (how(freed)) {
      case GivenBack::kByFreeMem:
        access.call = "MPI_Free_mem";
        break;
      case GivenBack::kByReturn:
        access.call = "end of scope";
        access.ends_scope = true;
        break;
      case GivenBack::kByEndOfThread:
        return {};
      case GivenBack::kByAllocator:
        access.call = freeing_word(access.location, sources_);
        if (access.call.empty()) access.call = "release of the memory";
    }
    return access;
  }

  void window_freed(const Job& job, const Place& place, const WindowCall& call) {
    if (call.rank == Rank::kNone || call.window->flavor == WindowFlavor::kCreate ||
        call.window->flavor == WindowFlavor::kDynamic)
      return;
    const WindowPart& part = call.window->part(call.rank);
    if (part.size == 0) return;
    const ByteRange addresses{part.base, part.base + part.size};
    const bool segment = part.segment != 0;
    given_back(job, place,
               {.memory = {part.segment, segment ? ProcessId() : place.process},
                .bytes = segment ? ByteRange{part.segment_offset, part.segment_offset + part.size} : addresses,
                .addresses = addresses,
                .fate = fmt::format("is freed by {}", words().call_at(place)),
                .statement = words().call(place),
                .window = call.window->key});
  }

  // Fortran's array sections: no statement of the program frees the copy.
  bool is_copy_for_the_call(const Place& freed, const Place& call) {
    return is_fortran_source(words().symbolizer().statement(call).file) &&
           words().position(freed) == words().position(call);
  }

  // The call that completes an operation at the origin in the open epoch of its target, before its buffer is freed.
  Fixes complete_before(const Place& freed, const Gift& gift, const Buffers& buffers,
                        const std::shared_ptr<AccessEpoch>& epoch) {
    const bool fence = epoch && epoch->kind == EpochKind::kFence;
    if (fence || (epoch && epoch->kind == EpochKind::kStart)) {
      const std::string window = call_text(buffers.place, buffers.kind, words()).window.value_or("win");
      return {must_hold(fmt::format("{} has to come while the buffer still exists, or the buffer has to live longer",
                                    fence ? fmt::format("MPI_Win_fence(0, {}) on all ranks", window)
                                          : fmt::format("MPI_Win_complete({})", window)))};
    }
    Fix flush{.kind = FixKind::kAdd,
              .purpose = FixPurpose::kComplete,
              .call = completion_call(buffers.may_tell ? MpiCall::kWin_flush : MpiCall::kWin_flush_local, buffers.place,
                                      buffers.kind, words()),
              .side = FixSide::kRightAfter};
    flush.place = flush.operation = words().fix_place(buffers.place);
    flush.window = buffers.window;
    if (auto path = added_where_left_out(flush, words().symbolizer().statement(freed), sources_))
      return {*std::move(path), must_hold("the buffer has to live longer")};
    // As late as possible, if the buffer is freed by a statement of its own that is always reached after the operation.
    if (gift.by_statement() && in_one_function(buffers.place, freed, words().symbolizer()) &&
        source_order(buffers.place, freed, words().symbolizer()) == SourceOrder::kBefore) {
      Fix late = flush;
      late.side = FixSide::kBefore;
      late.place = words().fix_place(freed, fmt::format("{} at {}", gift.statement->call, words().position(freed)));
      return {std::move(late), std::move(flush), must_hold("the buffer has to live longer")};
    }
    return {std::move(flush), must_hold("the buffer has to live longer")};
  }

  void given_back(const Job& job, const Place& place, const Gift& gift) {
    pending_.grown(place.process).each([&](const Buffers& buffers) {
      if (gift.window && gift.window == buffers.window) return;
      buffer_given_back(place, gift, buffers, job.state(place.process, buffers.window).epoch_for(buffers.target));
    });
    for (const auto& [key, window] : job.windows()) window_memory_given_back(job, place, gift, *window);
  }

  // The function that had a buffer may have returned unseen: if the frame of another one lies there when its thread
  // makes the next call.
  void frame_left(const Job& job, const Operation& operation) {
    if (operation.outcome != 0 || operation.target == Rank::kProcNull || !operation.local) return;
    const Place& end = operation.local->place;
    for (const ByteSet* all : {&*operation.origin_bytes, &*operation.result_bytes})
      each_memory(*all, [&](const ByteSet& buffer) {
        const bool result = all == &*operation.result_bytes;
        const ByteRange bytes = buffer.hull();
        if (buffer.memory.segment != 0) return;
        const bool of_block = !words().symbolizer().is_left(operation.place, bytes.begin, end);
        const auto block_end = of_block ? end_of_block(operation, bytes.begin, end) : std::nullopt;
        if (of_block && !block_end) {
          copy_left(job, operation, bytes, result);
          return;
        }
        Access statement = end_of_scope(end, block_end);
        const Gift gift{.memory = buffer.memory,
                        .bytes = bytes,
                        .addresses = bytes,
                        .fate = fmt::format("has left scope at {}", position_of(statement.location)),
                        .statement = std::move(statement),
                        .window = {},
                        .how = GivenBack::kByReturn,
                        .of_block = of_block};
        buffer_given_back(end, gift, buffers_of(job, operation), operation.epoch);
      });
  }

  // The compiler had copied the buffer, on the heap, for the call of a procedure.
  std::optional<PassedCopy> freed_copy(const Gift& gift, const Place& call, int argument, const Place& freed) {
    if (gift.how != GivenBack::kByAllocator || !fortran_.has(call, words().symbolizer())) return std::nullopt;
    return PassedCopies(words().symbolizer(), sources_).freed_at(call, argument, freed);
  }

  // The compiler had copied the buffer for the call of a procedure that has returned.
  void copy_left(const Job& job, const Operation& operation, ByteRange bytes, bool result) {
    const Place &call = operation.place, &end = operation.local->place;
    if (!fortran_.has(call, words().symbolizer())) return;
    if (copies_.size() >= kMostKnown) copies_.clear();
    auto [known, is_new] = copies_.try_emplace({call.process, call.stack, end.stack, bytes.begin});
    if (is_new)
      known->second = PassedCopies(words().symbolizer(), sources_)
                          .left(call, result ? result_argument(operation.kind) : 0, bytes.begin, end);
    const std::optional<PassedCopy>& copy = known->second;
    if (!copy) return;
    const Gift gift{
        .memory = {0, operation.place.process},
        .bytes = bytes,
        .addresses = bytes,
        .fate = fmt::format("is a copy of {} that the compiler makes for the call of {} at {}, and has left scope "
                            "with its return",
                            copy->text, copy->procedure, position_of(copy->call)),
        .statement = end_of_scope(end, copy->call),
        .window = {},
        .how = GivenBack::kByReturn,
        .of_copy = true};
    buffer_given_back(end, gift, buffers_of(job, operation), operation.epoch);
  }

  // If the memory belongs to a block that has ended when the thread comes to `later`: where.
  std::optional<SourceLocation> end_of_block(const Operation& operation, std::uint64_t address, const Place& later) {
    const auto block = words().symbolizer().left_block(operation.place, address, later);
    if (!block || !report().is_new(rule::kPendingBufferFreed, operation.place, operation.window)) return std::nullopt;
    return end_of_its_block(block->used, block->variable, block->later, sources_);
  }

  // `seen`: the call that shows it. `at`: the statement where it is, if that is known.
  Access end_of_scope(const Place& seen, const std::optional<SourceLocation>& at) {
    Access statement = words().call(seen);
    if (at) place_at(statement, *at);
    statement.call = "end of scope";
    statement.ends_scope = true;
    return statement;
  }

  // A statement of a function that is on the access's stack.
  static void place_at(Access& access, const SourceLocation& statement) {
    const auto of_function = std::ranges::find_if(access.stack, [&](const SourceLocation& frame) {
      return frame.file == statement.file && frame.function == statement.function;
    });
    if (of_function != access.stack.end()) access.stack.erase(access.stack.begin(), std::next(of_function));
    access.stack.insert(access.stack.begin(), statement);
    access.location = statement;
  }

  // A function's return is noticed only at the caller's next call: the finding names the place of the function's call.
  // `user`: the call that was given the memory.
  Gift by_return(const Gift& gift, const Place& place, const Place& user) {
    const auto call = leading_call(user, place, words().symbolizer());
    if (gift.how != GivenBack::kByReturn || gift.of_block || gift.of_copy || !call || !gift.statement) return gift;
    Gift told = gift;
    told.fate = fmt::format("has left scope with the return of {}, which is called at {}",
                            template_name(call->function), position_of(call->at));
    told.statement->location = call->at;
    std::vector<SourceLocation>& stack = told.statement->stack;
    const auto caller = std::ranges::find_if(stack, [&](const SourceLocation& frame) {
      return frame.file == call->at.file && frame.function == call->at.function;
    });
    stack.erase(stack.begin(), caller == stack.end() ? caller : std::next(caller));
    stack.insert(stack.begin(), call->at);
    return told;
  }

  // `epoch`: of the operation, which completes it.
  void buffer_given_back(const Place& place, const Gift& given_back, const Buffers& buffers,
                         const std::shared_ptr<AccessEpoch>& epoch) {
    const Gift gift = by_return(given_back, place, buffers.place);
    const auto freed = freed_buffer(buffers, gift.memory, gift.bytes);
    if (!freed || !report().is_new(rule::kPendingBufferFreed, buffers.place, buffers.window)) return;
    const bool as_if_copied = is_copy_for_the_call(place, buffers.place);
    const auto text = words().symbolizer().argument_text(buffers.place, freed->argument);
    const auto passed = freed_copy(gift, buffers.place, freed->argument, place);
    const bool copied = gift.of_copy || passed || (as_if_copied && !(text && is_name(*text)));
    std::string fate = gift.fate;
    if (passed)
      fate = fmt::format(
          "is a copy of {} that the compiler makes for the call of {} at {}, and is freed when that returns",
          passed->text, passed->procedure, position_of(passed->call));
    else if (copied && as_if_copied && text && is_copied_for_calls(*text))
      fate = fmt::format("is a copy of {} that the compiler makes for the call, and is freed when that returns", *text);
    Violation v;
    v.message =
        fmt::format("The {} buffer of {} of rank {} at {} {}, before the operation is complete at the origin.",
                    freed->name, name_of(buffers.place.call), place.process, words().position(buffers.place), fate);
    if (copied)
      v.suggestion = advice_on_compiler_copies();
    else
      v.fixes = complete_before(place, gift, buffers, epoch);
    // Memory that is freed at the line of the call may be the program's own, if it is the last call before its end.
    if (as_if_copied && !copied)
      v.fixes.push_back(
          must_hold(fmt::format("if {} is not contiguous, so that the compiler makes a copy for the call alone, the "
                                "memory has to be contiguous",
                                *text)));
    Access operation = words().call(buffers.place);
    operation.role = Role::kOrigin;
    operation.kind = verb_of(buffers.kind);
    operation.window = words().window(buffers.window);
    operation.target = buffers.target;
    operation.target_process = buffers.target_process.number();
    const ByteRange range = freed->bytes;
    operation.first_byte = range.begin - gift.bytes.begin + gift.addresses.begin;
    operation.end_byte = range.end - gift.bytes.begin + gift.addresses.begin;
    operation.bytes_of = fmt::format("{} buffer of rank {}", freed->name, place.process);
    v.accesses = {std::move(operation)};
    if (gift.statement) v.accesses.push_back(*gift.statement);
    const Report::Number number = report().add(rule::kPendingBufferFreed, buffers.place, std::move(v));
    if (!copied) report().missing().completion({number, buffers.place, place});
    // For consequences: they can look it up by the place of MPI_Win_free.
    if (gift.window) report().belongs(number, rule::kPendingBufferFreed, place, *gift.statement);
  }

  void window_memory_given_back(const Job& job, const Place& place, const Gift& gift, const Window& window) {
    const Rank rank = window.rank_of(place.process);
    if (rank == Rank::kNone) return;
    const WindowPart& part = window.part(rank);
    const WindowState& state = job.state(place.process, window.key);
    if (!state.created || part.freed.known() || state.freed) return;  // definitions are read ahead of the events
    Place exposed = part.created;
    std::string what;
    Gift told = gift;
    Fixes fixes;
    if (window.flavor == WindowFlavor::kCreate && part.size > 0 &&
        meet(gift.addresses, {part.base, part.base + part.size})) {
      told = by_return(gift, place, exposed);
      what = fmt::format("memory of {} on rank {} {}, but the window has not been freed.",
                         words().window_short(window.key), place.process, told.fate);
    } else if (window.flavor == WindowFlavor::kDynamic) {
      for (const auto& [address, attachment] : state.attached)
        if (meet(gift.addresses, {address, address + attachment.size})) {
          exposed = attachment.attached;
          told = by_return(gift, place, exposed);
          what = fmt::format("memory attached to {} by {} on rank {} {}, but has not been detached.",
                             words().window_short(window.key), words().call_at(exposed), place.process, told.fate);
          if (gift.how == GivenBack::kByAllocator && gift.addresses.begin == address)
            fixes = detach_before(exposed, words().fix_place(place, "free at " + words().position(place)), window.key,
                                  words());
          break;
        }
    }
    if (what.empty() || !report().is_new(rule::kMemoryFreed, place, window.key)) return;
    Violation v;
    v.message = upper_first(what);
    const std::string_view ends = window.flavor == WindowFlavor::kDynamic ? "MPI_Win_detach" : "MPI_Win_free";
    v.suggestion = gift.how == GivenBack::kByReturn
                       ? fmt::format(
                             "The memory has to live longer (static, or from MPI_Alloc_mem), or {} has to come "
                             "before its function returns.",
                             ends)
                       : fmt::format("{} has to come before the memory is freed.", ends);
    v.fixes = std::move(fixes);
    Access expose = words().call(exposed);
    expose.window = words().window(window.key);
    if (told.statement) {
      Access free = *told.statement;
      free.window = expose.window;
      v.accesses.push_back(std::move(free));
    }
    v.accesses.push_back(std::move(expose));
    const Report::Number number = report().add(rule::kMemoryFreed, place, std::move(v));
    if ((!gift.how || gift.how == GivenBack::kByAllocator) && window.flavor == WindowFlavor::kCreate)
      too_early_[{place.process, window.key}] = {number, place};
  }
};

}  // namespace

std::unique_ptr<Check> make_given_back_check(Report& report) {
  return std::make_unique<GivenBackCheck>(report);
}

}  // namespace fencepost
