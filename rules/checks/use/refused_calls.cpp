// Calls that are refused, or would be: which argument is wrong, and how (event::WrongArgument). If a rule has already
// reported the call, its finding gets what the rule does not know: that two arguments are swapped. Otherwise the rule
// for such an argument reports the call; if there is none, FP-USE-006 does.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/window_creation.h"
#include "record/outside_call.h"
#include "use_checks/makers.h"
#include "words/wrong_argument.h"

namespace fencepost {
namespace {

bool is_of_memory(ArgumentProblem problem) {
  return problem == ArgumentProblem::kUnmapped || problem == ArgumentProblem::kReadOnly ||
         problem == ArgumentProblem::kReadOnlyWindow || problem == ArgumentProblem::kBeyondBlock;
}

// The rule for an argument of that name.
struct RuleOfArgument {
  std::string_view argument, rule;
};
constexpr auto kRules = std::to_array<RuleOfArgument>({{"win", rule::kUseAfterFree},
                                                       {"target_rank", rule::kTargetRank},
                                                       {"rank", rule::kTargetRank},
                                                       {"origin_count", rule::kInvalidCount},
                                                       {"result_count", rule::kInvalidCount},
                                                       {"target_count", rule::kInvalidCount},
                                                       {"target_disp", rule::kInvalidCount},
                                                       {"origin_datatype", rule::kInvalidDatatype},
                                                       {"result_datatype", rule::kInvalidDatatype},
                                                       {"target_datatype", rule::kInvalidDatatype},
                                                       {"datatype", rule::kInvalidDatatype},
                                                       {"lock_type", rule::kInvalidLockType},
                                                       {"origin", rule::kNullBuffer},
                                                       {"result", rule::kNullBuffer},
                                                       {"compare", rule::kNullBuffer}});

// The rules for RMA calls do not cover calls on groups, infos and datatypes.
bool is_of_objects(MpiCall call) {
  constexpr std::array<std::string_view, 4> kObjects = {"MPI_Group_", "MPI_Info_", "MPI_Type_", "MPI_Comm_"};
  return std::ranges::any_of(kObjects, [&](std::string_view start) { return name_of(call).starts_with(start); });
}

std::string_view rule_for(const WrongArgument& wrong, MpiCall call) {
  if (is_of_objects(call)) return rule::kInvalidArgument;
  if (is_of_memory(wrong.problem)) return rule::kInvalidBuffer;
  const std::string name = argument_name(call, wrong.argument);
  if (creates_window(call)) return name == "comm" ? rule::kInvalidCommunicator : rule::kInvalidCreationArguments;
  if (wrong.problem == ArgumentProblem::kWrongFlavor) return rule::kInvalidArgument;
  const auto* const row = std::ranges::find(kRules, name, &RuleOfArgument::argument);
  return row != kRules.end() ? row->rule : rule::kInvalidArgument;
}

class RefusedCallCheck : public CheckOf<RefusedCallCheck> {
 public:
  using CheckOf::CheckOf;

  void on(const event::WrongArgument& wrong, const Here& here) {
    refused_operation_.reset();
    if (died_of(wrong) || outside_of(wrong) != Outside::kNever) return;  // deaths.cpp, outside_calls.cpp report it
    next_call(here.place);
    open_[here.place.by()] = {here.place, wrong_argument_of(wrong), "", false};
  }
  void on(const event::CallFailed& failed, const Here& here) {
    const std::optional<Place> operation = std::exchange(refused_operation_, std::nullopt);
    const bool of_it = operation && operation->by() == here.place.by();
    on_failure(of_it ? *operation : here.place, failed);
  }
  void operation_issued(const Job& job, const Operation& operation) override {
    const auto open = open_.find(operation.place.by());
    if (open == open_.end() || !open->second.wrong || open->second.wrong->problem != ArgumentProblem::kBeyondBlock)
      return;
    const bool result = argument_name(operation.place.call, open->second.wrong->argument) == "result_addr";
    open->second.needs = needs(job, operation.place.process, result ? operation.result : operation.origin);
  }
  void on(const event::WindowCreateEnd&, const Here&) { refused_operation_.reset(); }
  template <Notable Event>
  void on(const Event& event, const Here& here) {
    refused_operation_.reset();
    if constexpr (kFactsOf<Event>.on_window || std::is_same_v<Event, event::WindowCreateBegin>) {
      if constexpr (requires { event.outcome; }) {
        if (event.outcome != 0) refused_operation_ = here.place;
      }
      begins(here.place);
    } else {
      finish(here.place.by());
    }
  }

  void finished(const Job&, const EndOfRun&) override {
    while (!open_.empty()) finish(open_.begin()->first);
    for (const Call& call : refused_creations_)
      if (!mistaken_creations_.contains(call.place.call)) refused(call);
  }

 private:
  struct Call {
    Place place;
    std::optional<WrongArgument> wrong;
    std::string failed;  // class of the error that it returned
    bool begun = false;  // its own event has come
    std::string needs;   // a sentence: how long the buffer has to be; "": not known
  };
  std::map<ThreadName, Call> open_;
  std::optional<Place> refused_operation_;  // if it was the last event: the next event of its thread gives the reason
  // The first finding about a process's argument: the same argument elsewhere follows from the same mistake.
  using Mistake = std::tuple<ProcessId, std::uint64_t, ArgumentProblem, std::int64_t>;
  std::map<Mistake, Report::Number> mistakes_;
  std::map<ProcessId, Report::Number> creates_none_;  // by process: the first window that was not made
  // All ranks create a window, or none: if one rank's argument is wrong, the calls of the others are refused, too.
  std::vector<Call> refused_creations_;
  std::set<MpiCall> mistaken_creations_;

  // "10 elements of MPI_DOUBLE need 80 bytes."
  static std::string needs(const Job& job, ProcessId process, const Buffer& buffer) {
    const Datatype* const type = job.datatype(process, buffer.datatype);
    if (type == nullptr || buffer.count <= 0 || type->extent <= 0 || type->true_extent <= 0) return "";
    const std::int64_t bytes = (buffer.count - 1) * type->extent + type->true_extent;
    return fmt::format("{} of {} {} {}.", count_of(static_cast<std::uint64_t>(buffer.count), "element"), type->name,
                       buffer.count == 1 ? "needs" : "need", count_of(static_cast<std::uint64_t>(bytes), "byte"));
  }

  void next_call(const Place& place) {
    finish(place.by());
    report().next_call(place);
  }

  void begins(const Place& place) {
    const auto open = open_.find(place.by());
    if (open != open_.end() && !open->second.begun && open->second.place.call == place.call) {
      open->second.begun = true;
    } else {
      next_call(place);
    }
  }

  void on_failure(const Place& place, const event::CallFailed& failed) {
    const auto open = open_.find(place.by());
    if (open != open_.end() && open->second.place.call == place.call) {
      open->second.failed = failed.name;
    } else if (!arguments_of(place.call).empty()) {
      open_[place.by()] = {place, std::nullopt, std::string(failed.name), true};
    }
  }

  void finish(const ThreadName& thread) {
    if (open_.empty()) return;
    const auto open = open_.extract(thread);
    if (!open) return;
    const Call& call = open.mapped();
    const Report::Told* const told = report().told_of_call(call.place);
    if (creates_window(call.place.call)) {
      if (told || call.wrong) mistaken_creations_.insert(call.place.call);
      if (!told && !call.wrong) {
        refused_creations_.push_back(call);
        return;
      }
    }
    if (told && !told->finding) return;  // the user does not want this finding
    if (call.wrong) {
      judged(call, *call.wrong, told ? told->finding : std::nullopt);
    } else if (!told) {
      refused(call);
    }
  }

  void judged(const Call& call, const WrongArgument& wrong, std::optional<Report::Number> told) {
    if (told) {
      const Fixes& fixes = report().finding(*told).fixes;
      const bool mended = !fixes.empty() && fixes.front().certain;
      if (std::string swapped = swap_words(wrong, call.place.call); !swapped.empty() && !mended)
        report().advise(*told, std::move(swapped));
      add_reason(*told, fmt::format("The call is made with {}.", words_of(wrong, call.place.call)), wrong, call);
    } else {
      told = tell(call, wrong);
    }
    if (told) link(call, wrong, *told);
  }

  // If another rule has already reported the call.
  void add_reason(Report::Number number, std::string sentence, const WrongArgument& wrong, const Call& call) {
    Finding& finding = report().finding(number);
    if (finding.rule == rule_for(wrong, call.place.call)) return;
    if (std::ranges::find(finding.why, sentence) == finding.why.end()) finding.why.push_back(std::move(sentence));
  }

  std::optional<Report::Number> tell(const Call& call, const WrongArgument& wrong) {
    const std::string_view rule = rule_for(wrong, call.place.call);
    const Window* const window = report().job().window_by_id(call.place.process, wrong.window);
    const WindowKey key = window != nullptr ? window->key : WindowKey();
    if (!report().is_new(rule, call.place, key)) return report().number_of(rule, call.place);
    Violation v;
    v.message =
        fmt::format("Rank {} calls {}{} with {}.", call.place.process, name_of(call.place.call),
                    window != nullptr ? " on " + words().window_short(key) : "", words_of(wrong, call.place.call));
    v.suggestion = advice_on(wrong, call.place.call);
    if (wrong.problem == ArgumentProblem::kNoRank && window != nullptr) {
      if (std::string meant = world_rank_words(Rank(wrong.given), *window, report().job()); !meant.empty())
        v.suggestion = meant + " " + v.suggestion;
    }
    if (!call.needs.empty()) v.why.push_back(call.needs);
    const std::string& error = call.failed.empty() ? wrong.error : call.failed;
    if (!error.empty()) v.why.push_back(fmt::format("The error class of this is {}.", error));
    add_access(v, call.place, key);
    return report().add(rule, call.place, std::move(v));
  }

  // If an argument names an object, calls that depend on the object are wrong wherever it is passed.
  void link(const Call& call, const WrongArgument& wrong, Report::Number number) {
    constexpr std::array kOfObjects = {
        ArgumentProblem::kNull,   ArgumentProblem::kFreed,   ArgumentProblem::kNoHandle,   ArgumentProblem::kOtherKind,
        ArgumentProblem::kNoRank, ArgumentProblem::kAnybody, ArgumentProblem::kWrongFlavor};
    const std::string name = argument_name(call.place.call, wrong.argument);
    // Its variable still has the value from before.
    const auto made_none = creates_none_.find(call.place.process);
    if (name == "win" && wrong.window == 0 && made_none != creates_none_.end() &&
        (wrong.problem == ArgumentProblem::kNull || wrong.problem == ArgumentProblem::kNoHandle))
      return report().follows(number, made_none->second);
    if (creates_window(call.place.call)) creates_none_.try_emplace(call.place.process, number);
    const bool of_object = name == "win" || name == "group" || name == "rank" || name == "target_rank";
    if (!of_object || std::ranges::find(kOfObjects, wrong.problem) == kOfObjects.end() ||
        creates_window(call.place.call))
      return;
    const Mistake mistake{call.place.process, wrong.window, wrong.problem, wrong.given};
    const auto [first, fresh] = mistakes_.try_emplace(mistake, number);
    if (!fresh && first->second != number) report().follows(number, first->second);
  }

  // For a reason that no rule knows. (If the window is in the wrong state for a call, the rules that know the states
  // are silent only if the error follows from what they have reported.)
  void refused(const Call& call) {
    constexpr std::array<std::string_view, 3> kOfState = {"MPI_ERR_RMA_SYNC", "MPI_ERR_RMA_RANGE",
                                                          "MPI_ERR_RMA_ATTACH"};
    const bool of_state = std::ranges::find(kOfState, call.failed) != kOfState.end();
    if (of_state && (call.failed == "MPI_ERR_RMA_RANGE" || report().has_found(call.place.process))) return;
    if (!report().is_new(rule::kInvalidArgument, call.place)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {}, which the MPI library refuses with the error class {}.",
                            call.place.process, name_of(call.place.call), call.failed);
    v.suggestion = fmt::format("Compare the arguments with {}.", signature_of(call.place.call));
    add_access(v, call.place, {});
    report().add(rule::kInvalidArgument, call.place, std::move(v));
  }

  void add_access(Violation& v, const Place& place, WindowKey window) {
    Access access = words().call(place);
    if (window) access.window = words().window(window);
    v.accesses = {std::move(access)};
  }
};

}  // namespace

std::unique_ptr<Check> make_refused_call_check(Report& report) {
  return std::make_unique<RefusedCallCheck>(report);
}

}  // namespace fencepost
