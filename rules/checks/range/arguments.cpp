// Ranks, counts, displacements and buffers of RMA calls: FP-RANGE-001, 003 to 007. Dynamic windows: memory.cpp.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "advice/certain_fixes.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/layout.h"
#include "facts/mpi_library.h"
#include "ids/in_process.h"
#include "model/source_language.h"
#include "range_checks/makers.h"
#include "words/wrong_argument.h"

namespace fencepost {
namespace {

class ArgumentCheck : public CheckOf<ArgumentCheck> {
 public:
  using CheckOf::CheckOf;

  void operation_issued(const Job& job, const Operation& operation) override {
    const Window* window = job.window(operation.window);
    if (!window) return;
    if (job.state(operation.place.process, operation.window).freed) return;  // other mistakes do not matter then
    if (operation.target == Rank::kProcNull) return null_buffers_for_nobody(job, operation);
    if (!rank_exists(operation.place, *window, operation.target)) return;
    if (!counts(operation, *window)) return;
    const Datatype* type = job.datatype(operation.place.process, operation.target_buffer.datatype);
    // Absolute addresses in the target datatype are FP-TYPE-003.
    if (window->flavor != WindowFlavor::kDynamic && type && !looks_absolute(*type)) bounds(operation, *window, *type);
    null_buffers(job, operation);
    distinct(job, operation);
  }

  void on(const OneOf<event::LockBegin, event::UnlockBegin, event::FlushBegin> auto& call, const Here& here) {
    named(here, call.window, Rank(call.target));
  }
  void on(const event::SharedQuery& query, const Here& here) { named(here, query.window, Rank(query.rank)); }

 private:
  void named(const Here& here, std::uint64_t id, Rank target) {
    if (target == Rank::kAllTargets || target == Rank::kProcNull) return;
    if (const WindowCall call = window_call(here, id)) rank_exists(here.place, *call.window, target);
  }

  bool rank_exists(const Place& place, const Window& window, Rank rank) {
    if (window.has_rank(rank)) return true;
    if (window.processes.empty() || !report().is_new(rule::kTargetRank, place, window.key)) return false;
    const std::size_t size = window.processes.size();
    Violation v;
    v.message =
        fmt::format("Rank {} calls {} with target rank {}, but {} has the rank{} 0{}.", place.process,
                    name_of(place.call), rank_text(rank), words().window_short(window.key), size == 1 ? "" : "s",
                    size == 1   ? " only"
                    : size == 2 ? " and 1"
                                : fmt::format(" to {}", size - 1));
    const std::string meant = world_rank_words(rank, window, words().job());
    v.suggestion = meant.empty() ? "A rank here is a rank in the communicator that the window was created on. For a "
                                   "neighbour that does not exist use MPI_PROC_NULL."
                                 : meant + " A rank here is a rank in the communicator that the window was created on.";
    Access access = words().call(place);
    access.window = words().window(window.key);
    v.accesses = {std::move(access)};
    report().add(rule::kTargetRank, place, std::move(v));
    return false;
  }

  bool counts(const Operation& operation, const Window& window) {
    const bool any = operation.origin.count < 0 || operation.result.count < 0 || operation.target_buffer.count < 0 ||
                     operation.target_buffer.displacement < 0;
    if (!any) return true;
    std::string_view name;
    std::int64_t given = 0;
    const auto look_at = [&](std::string_view argument, std::int64_t value) {
      if (value >= 0) return;
      name = argument;
      given = value;
    };
    look_at("origin count", operation.origin.count);
    look_at("result count", operation.result.count);
    look_at("target count", operation.target_buffer.count);
    if (window.flavor != WindowFlavor::kDynamic) look_at("target displacement", operation.target_buffer.displacement);
    if (name.empty()) return true;
    const std::string what = fmt::format("{} {}", name, number_of(given));
    if (!report().is_new(rule::kInvalidCount, operation.place, operation.window)) return false;
    Violation v;
    v.message = fmt::format("Rank {} calls {} on {} with {}.", operation.place.process, name_of(operation.place.call),
                            words().window_short(operation.window), what);
    v.suggestion = short_integer(operation, window).value_or(advice_on_number(name, given));
    v.accesses = {words().operation(operation)};
    report().add(rule::kInvalidCount, operation.place, std::move(v));
    return false;
  }

  // Fortran without interfaces takes a default integer for a displacement, and the library reads the 4 bytes behind it
  // as well. Nothing: the lower half of the displacement is not one that fits.
  std::optional<std::string> short_integer(const Operation& operation, const Window& window) {
    const auto given = static_cast<std::uint64_t>(operation.target_buffer.displacement);
    constexpr std::uint64_t kHalf = 0xffffffff;
    const Datatype* const type = words().job().datatype(operation.place.process, operation.target_buffer.datatype);
    if (given <= kHalf || window.flavor == WindowFlavor::kDynamic || !type ||
        !is_fortran_source(words().symbolizer().statement(operation.place).file))
      return std::nullopt;
    Operation meant = operation;
    meant.target_buffer.displacement = static_cast<std::int64_t>(given & kHalf);
    const auto reach = target_reach(window, *type, meant);
    if (!reach || reach->begin < 0 || reach->end > static_cast<Reach::Wide>(window.part(operation.target).size))
      return std::nullopt;
    return fmt::format(
        "An integer of 4 bytes seems to be passed: the lower half of the displacement is {}, which fits, and the upper "
        "half is memory behind it. A displacement is an integer(kind=MPI_ADDRESS_KIND), which has 8 bytes.",
        number_of(meant.target_buffer.displacement));
  }

  // `behind`: the beginning of a sentence on how large the part would have to be; "": there is none.
  struct BoundsAdvice {
    std::string displacement, behind;
    bool counts_bytes = false;  // the displacement seems to
  };
  struct Needs {
    BoundsAdvice advice;
    Reach::Wide end = 0;  // of what all occurrences access
    std::string text(const WindowPart& part, const Words& words) const {
      if (advice.behind.empty()) return advice.displacement;
      return fmt::format("{} {}, the part of the target needs at least {}: its size is given at {}.",
                         advice.displacement, advice.behind, count_of(static_cast<std::uint64_t>(end), "byte"),
                         words.call_at(part.created));
    }
  };
  std::map<Report::Number, Needs> needs_;
  // Statements that have given a displacement which is no number of bytes.
  std::set<CodeInProcess> in_units_;

  void bounds(const Operation& operation, const Window& window, const Datatype& type) {
    const auto reach = target_reach(window, type, operation);
    if (!reach) return;
    const WindowPart& part = window.part(operation.target);
    const auto size = static_cast<Reach::Wide>(part.size);
    if (part.displacement_unit > 1 &&
        operation.target_buffer.displacement % static_cast<std::int64_t>(part.displacement_unit) != 0)
      in_units_.insert({operation.place.process, operation.place.pc});
    if (reach->begin >= 0 && reach->end <= size) return;
    if (!report().is_new(rule::kTargetOutOfWindow, operation.place, operation.window)) {
      if (const auto told = report().number_of(rule::kTargetOutOfWindow, operation.place))
        needs_more(*told, part, reach->end);
      return;
    }

    const auto signed_of = [](Reach::Wide value) { return static_cast<std::int64_t>(value); };
    const bool before = reach->begin < 0;
    const Reach::Wide beyond = before ? -reach->begin : reach->end - (reach->begin > size ? reach->begin : size);
    Violation v;
    v.message = fmt::format("{} of rank {} accesses bytes {} to {} of the part of {} of {}, which has {}: {}.",
                            name_of(operation.place.call), operation.place.process, number_of(signed_of(reach->begin)),
                            number_of(signed_of(reach->end - 1)), words().owner(operation.window, operation.target),
                            words().window_short(operation.window), count_of(part.size, "byte"),
                            before ? count_of(static_cast<std::uint64_t>(beyond), "byte") + " before its beginning"
                            : reach->begin == size ? "it begins where the part ends"
                            : reach->begin > size
                                ? fmt::format("all of it lies beyond the end; it starts {} after it",
                                              count_of(static_cast<std::uint64_t>(reach->begin - size), "byte"))
                                : count_of(static_cast<std::uint64_t>(reach->end - size), "byte") + " beyond its end");
    if (!before && type.size > 0 && type.extent == type.size && reach->begin < size && beyond % type.size == 0 &&
        type.predefined)
      v.message.insert(v.message.size() - 1,
                       fmt::format(" ({} {})", number_of(signed_of(beyond / type.size)), type.name));

    v.why.push_back(fmt::format(
        "Displacement {} times the target's displacement unit {} is byte {}; {} {} {} from there.",
        number_of(operation.target_buffer.displacement), part.displacement_unit,
        number_of(operation.target_buffer.displacement * static_cast<std::int64_t>(part.displacement_unit)),
        words().elements(operation.place.process, operation.target_buffer.count, operation.target_buffer.datatype),
        operation.target_buffer.count == 1 ? "covers" : "cover",
        count_of(static_cast<std::uint64_t>(reach->end - reach->begin), "byte")));
    const Needs needs{advice_on_bounds(operation, part, *reach), reach->end};
    v.suggestion = needs.text(part, words());
    if (needs.advice.counts_bytes) v.fixes = displace_by_units(operation, part.displacement_unit, words());
    for (Fix& fix : v.fixes) fix.holds = v.suggestion.substr(0, v.suggestion.size() - 1);
    Access access = words().operation(operation);
    words().name_memory(access, operation.window, operation.target);
    if (reach->begin >= 0) {
      access.first_byte = static_cast<std::uint64_t>(reach->begin);
      access.end_byte = static_cast<std::uint64_t>(reach->end);
    }
    v.accesses = {std::move(access)};
    const Report::Number number = report().add(rule::kTargetOutOfWindow, operation.place, std::move(v));
    needs_.try_emplace(number, needs);
    needs_more(number, part, reach->end);
  }

  // Another occurrence may reach further.
  void needs_more(Report::Number number, const WindowPart& part, Reach::Wide end) {
    const auto known = needs_.find(number);
    if (known == needs_.end() || known->second.end >= end || known->second.advice.behind.empty()) return;
    known->second.end = end;
    report().advise(number, known->second.text(part, words()));
  }

  BoundsAdvice advice_on_bounds(const Operation& operation, const WindowPart& part, const Reach& reach) {
    const auto signed_of = [](Reach::Wide value) { return static_cast<std::int64_t>(value); };
    const auto size = static_cast<Reach::Wide>(part.size);
    const Reach::Wide unit = part.displacement_unit;
    const Reach::Wide length = reach.end - reach.begin;
    const Reach::Wide start = static_cast<Reach::Wide>(operation.target_buffer.displacement) * unit;
    const Reach::Wide last = (size - (reach.end - start)) / unit;
    // A displacement in bytes where units are expected is the usual mistake.
    const Reach::Wide as_bytes = reach.begin - (unit - 1) * operation.target_buffer.displacement;
    const bool in_units = in_units_.contains({operation.place.process, operation.place.pc});
    if (!in_units && unit > 1 && operation.target_buffer.displacement % signed_of(unit) == 0 && as_bytes >= 0 &&
        as_bytes + length <= size)
      return {fmt::format("With this count and datatype the last displacement that fits is {}. It counts in units of "
                          "{} at this target: if byte {} is meant, it has to be {}.",
                          number_of(signed_of(last)), count_of(part.displacement_unit, "byte"),
                          number_of(operation.target_buffer.displacement),
                          number_of(operation.target_buffer.displacement / signed_of(unit))),
              "If not", true};
    if (const auto half = short_integer(operation, *words().job().window(operation.window))) return {*half, ""};
    if (length > size)
      return {
          fmt::format("The access needs {}, more than the whole part of the target: its count, or the size given at "
                      "{}, is wrong.",
                      count_of(static_cast<std::uint64_t>(length), "byte"), words().call_at(part.created)),
          ""};
    if (reach.begin < 0)
      return {fmt::format("With this datatype the first displacement that fits is {}.",
                          number_of(signed_of((start - reach.begin + unit - 1) / unit))),
              ""};
    if (last < 0) return {"The displacement, the count or the datatype is wrong.", ""};
    return {
        fmt::format("With this count and datatype the last displacement that fits is {}.", number_of(signed_of(last))),
        "If the displacement is right"};
  }

  void null_buffers(const Job& job, const Operation& operation) {
    const auto is_null = [&](const Buffer& buffer) {
      if (buffer.address != 0 || buffer.count <= 0) return false;
      const Datatype* type = job.datatype(operation.place.process, buffer.datatype);
      return type && type->size > 0 && !looks_absolute(*type);  // MPI_BOTTOM is null as well
    };
    const bool origin = operation.op != ReduceOp::kNoOp && is_null(operation.origin);
    const bool result = is_null(operation.result);
    if (!origin && !result) return;
    if (!report().is_new(rule::kNullBuffer, operation.place, operation.window)) return;
    const Buffer& buffer = origin ? operation.origin : operation.result;
    Violation v;
    v.message = fmt::format("Rank {} calls {} with a null {} buffer for {}.", operation.place.process,
                            name_of(operation.place.call), origin ? "origin" : "result",
                            words().elements(operation.place.process, buffer.count, buffer.datatype));
    v.suggestion = "The call needs a buffer, or a count of 0 if there is nothing to move.";
    v.accesses = {words().operation(operation)};
    report().add(rule::kNullBuffer, operation.place, std::move(v));
  }

  // The standard does not say whether a buffer that nobody touches may be null.
  void null_buffers_for_nobody(const Job& job, const Operation& operation) {
    const bool refused = is_mpich_4(job.process(operation.place.process));
    if (operation.outcome != 0 || (!refused && !report().options().strict)) return;
    const auto is_null = [&](const Buffer& buffer) {
      if (buffer.address != 0 || buffer.count <= 0) return false;
      const Datatype* type = job.datatype(operation.place.process, buffer.datatype);
      return type && type->size > 0 && type->true_lower_bound == 0;
    };
    const char* null = nullptr;
    if (operation.kind == OperationKind::kCompareAndSwap && operation.compare == 0) null = "compare";
    if (is_null(operation.result)) null = "result";
    if (operation.op != ReduceOp::kNoOp && is_null(operation.origin)) null = "origin";
    if (null == nullptr || !report().is_new(rule::kNullBuffer, operation.place, operation.window)) return;
    Violation v;
    v.severity = Severity::kPortability;
    v.message = fmt::format("Rank {} calls {} with a null {} buffer; its target is MPI_PROC_NULL.",
                            operation.place.process, name_of(operation.place.call), null);
    v.why.push_back(
        "The operation does nothing, but the standard does not say that its buffer may be null then, and libraries "
        "differ.");
    if (refused) v.why.push_back("MPICH refuses this call; by default, the job aborts.");
    v.suggestion = "The call needs a buffer, or a count of 0 if there is nothing to move.";
    v.fixes = guard_against_nobody(operation, words());
    if (!v.fixes.empty())
      v.fixes.push_back(must_hold("the call needs a buffer, or a count of 0 if there is nothing to move"));
    v.accesses = {words().operation(operation)};
    report().add(rule::kNullBuffer, operation.place, std::move(v));
  }

  void distinct(const Job& job, const Operation& operation) {
    const bool self = operation.target_process == operation.place.process;
    if (!self && !operation.fetches()) return;
    const ByteSet origin = origin_memory(job, operation);
    const ByteSet result = result_memory(job, operation);
    if (self) {
      const ByteSet target = target_memory(job, operation);
      if (const auto common = overlap(origin, target)) {
        overlapping(operation, rule::kOriginOverlapsTarget, "The origin buffer", "target memory", origin, *common);
      } else if (const auto of_result = overlap(result, target)) {
        overlapping(operation, rule::kOriginOverlapsTarget, "The result buffer", "target memory", result, *of_result);
      }
    }
    if (result.empty()) return;
    if (const auto common = overlap(origin, result)) {
      overlapping(operation, rule::kLocalBuffersOverlap, "The origin buffer", "result buffer", origin, *common);
      return;
    }
    const ByteSet compare = compare_memory(job, operation);
    if (const auto of_compare = overlap(compare, result))
      overlapping(operation, rule::kLocalBuffersOverlap, "The compare buffer", "result buffer", compare, *of_compare);
  }

  // `common`: the first bytes that both contain.
  void overlapping(const Operation& operation, std::string_view rule, std::string_view one, std::string_view other,
                   const ByteSet& bytes_of_one, const ByteRange& common) {
    if (!report().is_new(rule, operation.place, operation.window)) return;
    Violation v;
    const std::uint64_t after = common.begin - bytes_of_one.hull().begin;
    v.message = fmt::format("{} of {} of rank {} overlaps its {}: both contain {}, {} the beginning of that buffer.",
                            one, name_of(operation.place.call), operation.place.process, other,
                            count_of(common.end - common.begin, "byte"),
                            after == 0 ? "at" : count_of(after, "byte") + " after");
    v.suggestion = rule == rule::kOriginOverlapsTarget
                       ? "The two must not overlap; memmove copies between places that do."
                       : "The result needs a buffer of its own.";
    v.accesses = {words().operation(operation)};
    report().add(rule, operation.place, std::move(v));
  }
};

}  // namespace

std::unique_ptr<Check> make_argument_check(Report& report) {
  return std::make_unique<ArgumentCheck>(report);
}

}  // namespace fencepost
