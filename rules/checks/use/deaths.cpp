// Processes that die in an MPI call that no rule has found fault with: because a buffer is not memory (FP-RANGE-009),
// or for another reason (FP-USE-006).
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/layout.h"
#include "facts/window_creation.h"
#include "record/died_in_call.h"
#include "use_checks/makers.h"
#include "words/wrong_argument.h"

namespace fencepost {
namespace {

bool is_one_sided(MpiCall call) {
  if (creates_window(call)) return true;
  const auto arguments = arguments_of(call);
  return std::ranges::find(arguments, "win") != arguments.end();
}

class DeathCheck : public CheckOf<DeathCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job&, const Operation& operation) override {
    Recent& recent = recent_.grown(operation.place.process);
    if (recent.operations.empty()) recent.operations.resize(kMostRecent);
    recent.operations[recent.count++ % kMostRecent] = {.place = operation.place,
                                                       .window = operation.window,
                                                       .origin = operation.origin,
                                                       .result = operation.result,
                                                       .compare = operation.compare,
                                                       .target_datatype = operation.target_buffer.datatype};
  }

  void on(const event::WrongArgument& wrong, const Here& here) {
    if (const auto fault = died_of(wrong)) in_call_[here.place.by()] = {here.place, *fault};
  }
  void on(const event::Signal& signal, const Here& here) {
    if (const auto call = in_call_.extract(here.place.by())) died_in(here.job, call.mapped(), here.place, signal);
  }

 private:
  struct Call {
    Place place;
    Fault fault = Fault::kNone;
  };
  // The memory of an operation, to be examined if its process dies.
  struct Used {
    Place place;
    WindowKey window;
    Buffer origin, result;
    std::uint64_t compare = 0;
    std::uint64_t target_datatype = 0;
  };
  static constexpr std::size_t kMostRecent = 32;
  struct Recent {
    std::vector<Used> operations;
    std::size_t count = 0;
  };
  struct Hit {
    const Used* operation = nullptr;
    std::string what;  // "byte 8 of its origin buffer"
  };
  PerProcess<Recent> recent_;
  std::map<ThreadName, Call> in_call_;

  // The program's own code, called from inside the MPI call (an error handler, say).
  bool in_program(const Call& call, const Place& place) {
    return place.stack && words().position(place) != words().position(call.place);
  }

  void died_in(const Job& job, const Call& call, const Place& place, const event::Signal& signal) {
    if (in_program(call, place)) return;
    std::optional<Hit> hit;
    if (signal.address != 0) hit = hit_by(job, call.place, signal.address);
    if (!hit && !is_one_sided(call.place.call)) return;
    if (explained(call.place, place, signal)) return;
    tell(call, signal, hit);
  }

  // Whether a rule has already reported what is wrong with the call.
  bool explained(const Place& call, const Place& place, const event::Signal& signal) {
    const Report::Told* const told = report().told_of_call(call);
    std::optional<Report::Number> number = told != nullptr ? told->finding : std::nullopt;
    if (!number) number = report().number_of(rule::kFreedMemoryUsed, place);
    if (!number) return told != nullptr;
    Finding& finding = report().finding(*number);
    finding.why.push_back(fmt::format("Rank {} dies of it ({}).", call.process, name_of_signal(signal)));
    return true;
  }

  static std::string name_of_signal(const event::Signal& signal) {
    const auto number = static_cast<int>(signal.number);
    return fmt::format("signal {}, {}", number, strsignal(number));
  }

  // The call's own operation, or one that may not be complete (the latest first), with that byte in a buffer.
  std::optional<Hit> hit_by(const Job& job, const Place& call, std::uint64_t address) {
    if (!recent_.has(call.process)) return std::nullopt;
    const auto& [operations, count] = recent_[call.process];
    for (std::size_t back = 1; back <= std::min(count, operations.size()); ++back) {
      const Used& used = operations[(count - back) % operations.size()];
      if (const auto byte = byte_of(job, call.process, used.origin, address))
        return Hit{&used, sentence(*byte, "origin buffer")};
      if (const auto byte = byte_of(job, call.process, used.result, address))
        return Hit{&used, sentence(*byte, "result buffer")};
      const Buffer compare{used.compare, used.compare != 0 ? 1 : 0, used.target_datatype};
      if (const auto byte = byte_of(job, call.process, compare, address))
        return Hit{&used, sentence(*byte, "compare buffer")};
    }
    return std::nullopt;
  }

  static std::string sentence(std::uint64_t byte, std::string_view buffer) {
    return fmt::format("byte {} of its {}", number_of(static_cast<std::int64_t>(byte)), buffer);
  }

  static std::optional<std::uint64_t> byte_of(const Job& job, ProcessId process, const Buffer& buffer,
                                              std::uint64_t address) {
    const Datatype* const type = buffer.count > 0 ? job.datatype(process, buffer.datatype) : nullptr;
    const auto reach = type != nullptr ? reach_of(*type, buffer.count) : std::nullopt;
    if (!reach) return std::nullopt;
    const Reach::Wide at = static_cast<Reach::Wide>(address) - static_cast<Reach::Wide>(buffer.address);
    if (at < reach->begin || at >= reach->end) return std::nullopt;
    return static_cast<std::uint64_t>(at - reach->begin);
  }

  static std::string words_of_fault(Fault fault) {
    switch (fault) {
      case Fault::kNoMemory:
        return "where there is no memory";
      case Fault::kReadOnly:
        return "which cannot be written";
      case Fault::kBeyondFile:
        return "beyond the end of the file that is mapped there";
      case Fault::kNone:
        break;
    }
    return "which it is not allowed to use";
  }

  void tell(const Call& call, const event::Signal& signal, const std::optional<Hit>& hit) {
    const std::string_view rule = hit ? rule::kInvalidBuffer : rule::kInvalidArgument;
    const Place& at = hit ? hit->operation->place : call.place;
    if (!report().is_new(rule, at)) return;
    const std::string where = fmt::format("address {:#x}, {}", signal.address, words_of_fault(call.fault));
    Violation v;
    if (hit) {
      v.message = fmt::format("Rank {} calls {} on {}, and {} is at {}.", at.process, name_of(at.call),
                              words().window_short(hit->operation->window), hit->what, where);
      v.why.push_back(fmt::format("Rank {} dies of it ({}) in {}.", at.process, name_of_signal(signal),
                                  at.stack == call.place.stack ? "this call" : words().call_at(call.place)));
      v.suggestion =
          call.fault == Fault::kReadOnly
              ? "Results need writable memory: this memory is a constant, program text, or mapped read-only."
              : "The memory has been freed, is shorter than count and datatype need, or the pointer was never set.";
    } else {
      v.message = fmt::format("Rank {} dies in {} ({}).", at.process, name_of(at.call), name_of_signal(signal));
      if (signal.address != 0 || call.fault == Fault::kNoMemory)
        v.why.push_back("The access that failed was to " + where + ".");
      v.suggestion = arguments_of(at.call).empty()
                         ? "Check the arguments of the call and what the MPI library has printed."
                         : fmt::format("Check the arguments of the call, {}, and what the MPI library has printed.",
                                       signature_of(at.call));
    }
    Access access = words().call(at);
    if (hit) access.window = words().window(hit->operation->window);
    v.accesses = {std::move(access)};
    if (hit && at.stack != call.place.stack) v.accesses.push_back(words().call(call.place));
    report().add(rule, at, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_death_check(Report& report) {
  return std::make_unique<DeathCheck>(report);
}

}  // namespace fencepost
