// Datatypes and operations of RMA calls: family TYPE.
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "advice/certain_fixes.h"
#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/layout.h"
#include "facts/type_rules.h"
#include "type_checks/makers.h"
#include "words/wrong_argument.h"

namespace fencepost {
namespace {

class TypeCheck : public CheckOf<TypeCheck> {
 public:
  using CheckOf::CheckOf;

  // Followed by the operation. What is no handle of an operation is another check's subject (FP-USE-006).
  void on(const event::WrongArgument& wrong, const Here& here) {
    if (argument_name(here.place.call, wrong.argument) == "op") without_op_.insert(here.place.by());
  }

  void operation_issued(const Job& job, const Operation& operation) override {
    told_ = !without_op_.empty() && without_op_.erase(operation.place.by()) != 0;
    if (operation.target != Rank::kProcNull && operation.window) {
      const Shape shape = shape_of(operation);
      Shape& known = right_.grown(operation.place.process);
      if (!told_ && !(shape == known)) {
        look_at(job, operation);
        if (!told_) known = shape;
      }
    }
    const ThreadName thread = operation.place.by();
    if (operation.outcome != 0 && !told_)
      refused_[thread] = {operation.place, operation.window};
    else if (!refused_.empty())
      refused_.erase(thread);
  }

  // A datatype that the library refused for a reason that the trace does not show: not committed.
  void on(const event::DatatypeGone&, const Here&) { self_overlap_.clear(); }
  void on(const event::CallFailed& failed, const Here& here) {
    const auto refused = refused_.find(here.place.by());
    if (refused == refused_.end()) return;
    const auto [call, window] = refused->second;
    refused_.erase(refused);
    if (failed.name != "MPI_ERR_TYPE" || !report().is_new(rule::kInvalidDatatype, call, window)) return;
    Violation v;
    v.message =
        fmt::format("Rank {} calls {} with a datatype that the MPI library refuses.", call.process, name_of(call.call));
    v.suggestion = "MPI_Type_commit has to come before the first use of the datatype.";
    v.fixes = commit_datatype(call, words());
    Access access = words().call(call);
    access.window = words().window(window);
    v.accesses = {std::move(access)};
    report().add(rule::kInvalidDatatype, call, std::move(v));
  }

 private:
  bool told_ = false;                // the current operation has a finding
  std::set<ThreadName> without_op_;  // whose next operation has something else as its op

  // Everything that this check looks at. Most operations of a program are like the one before.
  struct Shape {
    OperationKind kind = OperationKind::kPut;
    ReduceOp op = ReduceOp::kNull;
    std::int64_t origin_count = -1, result_count = -1, target_count = -1;
    std::uint64_t origin_datatype = 0, result_datatype = 0, target_datatype = 0;
    friend bool operator==(const Shape&, const Shape&) = default;
  };
  static Shape shape_of(const Operation& operation) {
    return {operation.kind,
            operation.op,
            operation.origin.count,
            operation.result.count,
            operation.target_buffer.count,
            operation.origin.datatype,
            operation.result.datatype,
            operation.target_buffer.datatype};
  }
  PerProcess<Shape> right_;  // the last one without a finding

  void look_at(const Job& job, const Operation& operation) {
    const Datatype* target = job.datatype(operation.place.process, operation.target_buffer.datatype);
    const Datatype* origin = job.datatype(operation.place.process, operation.origin.datatype);
    const Datatype* result = job.datatype(operation.place.process, operation.result.datatype);
    if (null_types(operation) || freed_types(operation, target, origin, result)) return;
    if (operation.atomic() && !operations(operation, target, origin)) return;
    if (target && target->size > 0 && operation.target_buffer.count > 0) {
      if (looks_absolute(*target)) return absolute(operation);
    }
    const bool data_from_origin = operation.op != ReduceOp::kNoOp;
    if (data_from_origin && origin && target) signatures(operation, "origin", *origin, operation.origin.count, *target);
    if (operation.fetches() && operation.kind != OperationKind::kGet && result && target)
      signatures(operation, "result", *result, operation.result.count, *target);
    overlaps(operation, target, origin, result);
  }

  std::map<ThreadName, std::pair<Place, WindowKey>> refused_;
  // By type and count. The address of a deleted type may be reused.
  std::map<std::pair<const Datatype*, std::int64_t>, bool> self_overlap_;

  void found(std::string_view rule, const Operation& operation, std::string message, std::string suggestion,
             std::vector<std::string> why = {}, std::optional<Severity> severity = std::nullopt, Fixes fixes = {}) {
    Violation v;
    v.message = std::move(message);
    v.fixes = std::move(fixes);
    v.suggestion = std::move(suggestion);
    v.why = std::move(why);
    v.severity = severity;
    v.accesses = {words().operation(operation)};
    report().add(rule, operation.place, std::move(v));
  }
  bool is_new(std::string_view rule, const Operation& operation) {
    told_ = true;  // now or earlier
    return report().is_new(rule, operation.place, operation.window);
  }
  std::string call_of(const Operation& operation) {
    return fmt::format("Rank {} calls {}", operation.place.process, name_of(operation.place.call));
  }

  bool null_types(const Operation& operation) {
    const bool target = operation.target_buffer.datatype == 0 && operation.target_buffer.count > 0;
    const bool origin = operation.op != ReduceOp::kNoOp && operation.origin.datatype == 0 && operation.origin.count > 0;
    const bool result = operation.result.datatype == 0 && operation.result.count > 0;
    if (!target && !origin && !result) return false;
    if (is_new(rule::kInvalidDatatype, operation))
      found(rule::kInvalidDatatype, operation,
            fmt::format("{} with MPI_DATATYPE_NULL or an invalid datatype for its {} data.", call_of(operation),
                        target   ? "target"
                        : origin ? "origin"
                                 : "result"),
            "The datatype has to be committed and not yet freed.");
    return true;
  }

  bool freed_types(const Operation& operation, const Datatype* target, const Datatype* origin, const Datatype* result) {
    const auto is_freed = [](const Datatype* type) { return type && type->freed; };
    if (operation.op == ReduceOp::kNoOp) origin = nullptr;
    const auto* const type = is_freed(target) ? target : is_freed(origin) ? origin : result;
    if (!is_freed(type)) return false;
    const Place freed = type->freed.value_or(Place{});
    if (!is_new(rule::kInvalidDatatype, operation)) return true;
    Violation v;
    v.message = fmt::format("{} with {} datatype that has been freed ({}).", call_of(operation),
                            type == target   ? "a target"
                            : type == origin ? "an origin"
                                             : "a result",
                            words().call_at(freed));
    v.suggestion =
        "The datatype may be freed only after the last call that takes it; pending operations do not need it.";
    v.why = {
        fmt::format("The handle is a copy of one that stood for {}. The next datatype that the program creates may get "
                    "the same handle.",
                    type_name(*type))};
    v.accesses = {words().operation(operation), words().call(freed)};
    report().add(rule::kInvalidDatatype, operation.place, std::move(v));
    return true;
  }

  // False: nothing more can be said about this call.
  bool operations(const Operation& operation, const Datatype* target, const Datatype* origin) {
    const bool swap = operation.kind == OperationKind::kCompareAndSwap;
    if (!swap && operation.op == ReduceOp::kUserDefined) {
      if (is_new(rule::kUserDefinedOp, operation))
        found(rule::kUserDefinedOp, operation, call_of(operation) + " with a user-defined operation.",
              "The operation has to be a predefined one. What another one does takes a get and a put under one "
              "exclusive lock.");
      return false;
    }
    if (!swap && (operation.op == ReduceOp::kNull ||
                  (operation.op == ReduceOp::kNoOp && operation.kind == OperationKind::kAccumulate))) {
      if (is_new(rule::kOpNotAllowed, operation))
        found(rule::kOpNotAllowed, operation, fmt::format("{} with {}.", call_of(operation), name_of(operation.op)),
              operation.op == ReduceOp::kNoOp
                  ? "MPI_Get_accumulate and MPI_Fetch_and_op with MPI_NO_OP read atomically."
                  : "The operation has to be a predefined one.");
      return false;
    }
    if (!target || target->size == 0) return true;
    if ((swap || operation.kind == OperationKind::kFetchAndOp) && !target->predefined) {
      if (is_new(rule::kFetchAndOpType, operation))
        found(rule::kFetchAndOpType, operation,
              fmt::format("{} with a derived datatype ({}); it works on one element of a predefined type.",
                          call_of(operation), type_name(*target)),
              "Derived datatypes need MPI_Get_accumulate.", {}, std::nullopt,
              target->uniform != BasicType::kUnknown ? fetch_derived(operation.place, words()) : Fixes{});
      return false;
    }
    if (swap) {
      if (target->uniform != BasicType::kUnknown && !compare_and_swap_defined(target->uniform) &&
          is_new(rule::kCompareAndSwapType, operation))
        found(rule::kCompareAndSwapType, operation,
              fmt::format("{} with {}, which is {}.", call_of(operation), type_name(*target),
                          name_of(class_of(target->uniform))),
              "An integer type of the same size compares the bits.");
      return true;
    }
    const bool uses_origin = operation.op != ReduceOp::kNoOp && origin && origin->size > 0;
    const bool mixed_target = target->uniform == BasicType::kUnknown && known(*target);
    const bool mixed_origin = uses_origin && origin->uniform == BasicType::kUnknown && known(*origin);
    const bool differ = uses_origin && !mixed_target && !mixed_origin && origin->uniform != BasicType::kUnknown &&
                        target->uniform != BasicType::kUnknown && origin->uniform != target->uniform;
    if (mixed_target || mixed_origin || differ) {
      if (is_new(rule::kAccumulateTypes, operation)) {
        const std::string message =
            differ ? fmt::format("{} with {} at the origin and {} at the target.", call_of(operation),
                                 name_of(origin->uniform), name_of(target->uniform))
                   : fmt::format("{} with {} datatype that consists of several basic types ({}).", call_of(operation),
                                 mixed_target ? "a target" : "an origin", type_name(mixed_target ? *target : *origin));
        found(rule::kAccumulateTypes, operation, message,
              differ ? "Both sides have to use the same predefined type." : "Each basic type needs a call of its own.");
      }
      return false;
    }
    if (target->uniform != BasicType::kUnknown && !op_defined(operation.op, target->uniform) &&
        is_new(rule::kOpInvalidForType, operation))
      found(rule::kOpInvalidForType, operation,
            fmt::format("{} with {} on {}, for which it is not defined{}.", call_of(operation), name_of(operation.op),
                        name_of(target->uniform),
                        name_of(class_of(target->uniform)) == name_of(target->uniform)
                            ? ""
                            : fmt::format(" ({})", name_of(class_of(target->uniform)))),
            "The operation has to be one that is defined for the type (MPI-4.1, 6.9.2).");
    return true;
  }

  static bool known(const Datatype& type) {
    for (const TypeRun& run : type.runs)
      if (run.basic == BasicType::kUnknown) return false;
    return !type.runs.empty();
  }

  static std::string type_name(const Datatype& type) {
    if (!type.name.empty()) return type.name;
    return type.description.empty() ? "a derived datatype" : type.description;
  }

  void absolute(const Operation& operation) {
    if (is_new(rule::kAbsoluteTargetType, operation))
      found(rule::kAbsoluteTargetType, operation,
            fmt::format("{} with a target datatype that holds absolute addresses.", call_of(operation)),
            "The target datatype may have only displacements within the target's window.");
  }

  void signatures(const Operation& operation, std::string_view side, const Datatype& type, std::int64_t count,
                  const Datatype& target) {
    if (count < 0 || operation.target_buffer.count < 0) return;
    const SignatureMatch match = match_signatures(type, count, target, operation.target_buffer.count);
    if (match == SignatureMatch::kSame || match == SignatureMatch::kUnknown) return;
    if (!is_new(rule::kSignatureMismatch, operation)) return;
    const std::string ours = words().elements(count, &type);
    const std::string theirs = words().elements(operation.target_buffer.count, &target);
    const std::int64_t our_bytes = type.size * count, their_bytes = target.size * operation.target_buffer.count;
    std::vector<std::string> why;
    if (our_bytes != their_bytes)
      why.push_back(fmt::format("The {} side has {}, the target side {}.", side,
                                count_of(static_cast<std::uint64_t>(our_bytes), "byte"),
                                count_of(static_cast<std::uint64_t>(their_bytes), "byte")));
    if (match == SignatureMatch::kSameBytes)
      why.push_back(
          "Both sides have the same size and representation here, so this works on machines of one kind, but the "
          "standard requires the same basic types.");
    found(rule::kSignatureMismatch, operation,
          fmt::format("{} with {} at the {} and {} at the target.", call_of(operation), ours, side, theirs),
          "Describe the same sequence of basic elements on both sides.", std::move(why),
          match == SignatureMatch::kSameBytes ? std::optional(Severity::kPortability) : std::nullopt);
  }

  bool overlaps_itself_cached(const Datatype& type, std::int64_t count) {
    if (type.predefined) return false;
    const auto [at, fresh] = self_overlap_.try_emplace({&type, count}, false);
    if (fresh) at->second = overlaps_itself(type, count);
    return at->second;
  }

  void overlaps(const Operation& operation, const Datatype* target, const Datatype* origin, const Datatype* result) {
    const Datatype* type = nullptr;
    std::string_view side;
    if (target && operation.updates() && overlaps_itself_cached(*target, operation.target_buffer.count)) {
      type = target, side = "a target";
    } else if (operation.kind == OperationKind::kGet && origin &&
               overlaps_itself_cached(*origin, operation.origin.count)) {
      type = origin, side = "an origin";
    } else if (operation.fetches() && operation.kind != OperationKind::kGet && result &&
               overlaps_itself_cached(*result, operation.result.count)) {
      type = result, side = "a result";
    }
    if (type && is_new(rule::kOverlappingEntries, operation))
      found(rule::kOverlappingEntries, operation,
            fmt::format("{} with {} datatype that describes some bytes more than once ({}).", call_of(operation), side,
                        type_name(*type)),
            "The entries must not overlap, nor may the elements, which lie one extent of the type apart.");
  }
};

}  // namespace

std::unique_ptr<Check> make_type_check(Report& report) {
  return std::make_unique<TypeCheck>(report);
}

}  // namespace fencepost
