#include "lint/flow_words.h"

#include <array>

#include <fmt/format.h>

#include "registry/rule_ids.h"

namespace fencepost::lint {
namespace {

using clang::CallExpr;

// The calls that complete an operation on a window, as advice.
std::string completion(const std::string& window, const std::string& target) {
  return fmt::format("MPI_Win_flush_local({}, {}) in a passive target epoch, or the call that ends the epoch", target,
                     window);
}

std::string epoch_words(Epoch epoch) {
  switch (epoch) {
    case Epoch::kUnknown:
    case Epoch::kLost:
      break;
    case Epoch::kNone:
      return "no access epoch is open";
    case Epoch::kFence:
    case Epoch::kFenceUsed:
      return "a fence epoch is open";
    case Epoch::kFenceSucceeds:
      return "the last fence had MPI_MODE_NOSUCCEED";
    case Epoch::kStarted:
      return "an epoch of MPI_Win_start is open";
    case Epoch::kLocked:
      return "other targets are locked";
    case Epoch::kLockedAll:
      return "an epoch of MPI_Win_lock_all is open";
    case Epoch::kFreed:
      return "the window has been freed";
  }
  return "";
}

std::string suggestion(const Wrong& wrong, const std::string& window, const std::string& target) {
  struct Advice {
    std::string_view rule, text;
  };
  if (wrong.rule == rule::kEpochsOverlap && wrong.epoch == Epoch::kNone)
    return "It has to come before that epoch begins, with a fence that closes the fence epoch there, or within that "
           "epoch.";
  static constexpr std::array kAdvice = {
      Advice{rule::kOperationOutsideEpoch,
             "It needs an access epoch that is opened before it, by MPI_Win_fence, MPI_Win_start, MPI_Win_lock for "
             "{1}, or MPI_Win_lock_all."},
      Advice{rule::kTargetNotInEpoch,
             "This target has to be locked as well, or the one that is locked has to be meant."},
      Advice{rule::kEpochsOverlap, "The open epoch has to be ended first."},
      Advice{rule::kStartWhileStarted, "MPI_Win_complete({0}) has to come first."},
      Advice{rule::kCompleteWithoutStart, "MPI_Win_start has to come first, or this call is too many."},
      Advice{rule::kPostWhilePosted, "MPI_Win_wait({0}) has to come first."},
      Advice{rule::kWaitWithoutPost, "MPI_Win_post has to come first, or this call is too many."},
      Advice{rule::kAlreadyLocked, "The target has to be unlocked first, or this call is too many."},
      Advice{rule::kUnlockWithoutLock, "The unlock has to be of what is locked, or this call is too many."},
      Advice{rule::kFlushOutsidePassiveEpoch,
             "A flush has to come between lock and unlock; other epochs are completed by the call that ends them."},
      Advice{rule::kEpochOpenAtFree, "The epoch has to be ended before MPI_Win_free."},
      Advice{rule::kRequestOperationOutsidePassiveEpoch,
             "The operation needs the form without a request, or an epoch of MPI_Win_lock or MPI_Win_lock_all."},
      Advice{rule::kUseAfterFree, "The window may be freed only after its last use."},
      Advice{rule::kFenceNoprecede, "The fence must not have MPI_MODE_NOPRECEDE: operations precede it."},
      Advice{rule::kFenceNosucceed, "The last fence must not have MPI_MODE_NOSUCCEED: operations follow it."},
  };
  for (const Advice& advice : kAdvice)
    if (advice.rule == wrong.rule) return fmt::format(fmt::runtime(advice.text), window, target.empty() ? "…" : target);
  return "";
}

}  // namespace

std::string FlowWords::at(const clang::Expr& expression) const {
  return Notes::position(context_, expression.getBeginLoc());
}

// Code from a macro's body, as clang prints it.
std::string FlowWords::spelled(const clang::Expr& expression) const {
  std::string text = text_of(&expression, context_);
  if (!text.empty()) return text;
  llvm::raw_string_ostream stream(text);
  expression.IgnoreParenCasts()->printPretty(stream, nullptr, clang::PrintingPolicy(context_.getLangOpts()));
  return text;
}

std::string FlowWords::window_of(const CallExpr& call, int argument) const {
  const std::string text = spelled(*call.getArg(static_cast<unsigned>(argument)));
  return text.starts_with('&') ? text.substr(1) : text;
}

AccessVerb FlowWords::kind_of(const CallShape& shape) {
  switch (shape.kind) {
    case CallKind::kPut:
      return AccessVerb::kPut;
    case CallKind::kGet:
      return AccessVerb::kGet;
    case CallKind::kAccumulate:
      return shape.compare >= 0 ? AccessVerb::kCompareAndSwap
             : shape.result < 0 ? AccessVerb::kAccumulate
             : shape.count < 0  ? AccessVerb::kFetchAndOp
                                : AccessVerb::kGetAccumulate;
    default:
      return AccessVerb::kCall;
  }
}

Site FlowWords::site(const CallExpr& call) const {
  const auto* callee = call.getDirectCallee();
  const std::string name(callee != nullptr ? plain_name(callee->getName()) : "");
  const CallShape* shape = callee != nullptr ? shape_of(callee->getName()) : nullptr;
  Site site{.expression = &call, .call = name};
  if (shape == nullptr) return site;
  if (shape->window >= 0) site.window = window_of(call, shape->window);
  if (shape->is_operation()) {
    site.kind = kind_of(*shape);
    site.role = Role::kOrigin;
  }
  return site;
}

Site FlowWords::site(const Operation& operation) const {
  return site(*operation.call);
}

Note FlowWords::wrong_call(const Wrong& wrong, const CallExpr& call, const CallShape& shape,
                           const std::string& name) const {
  const std::string window = window_of(call, shape.window);
  const std::string target = shape.target >= 0 ? spelled(*call.getArg(static_cast<unsigned>(shape.target))) : "";
  Note note{.rule = wrong.rule};
  std::string since;
  const auto* before = static_cast<const CallExpr*>(wrong.before);
  note.sites.push_back(site(call));
  if (before != nullptr && before != &call) {
    note.sites.push_back(site(*before));
    since = fmt::format(", since {} at {}", note.sites.back().call, at(*before));
  }
  std::string state = epoch_words(wrong.epoch);
  if (wrong.rule == rule::kFenceNoprecede) state = "operations have been issued on it";
  if (wrong.rule == rule::kPostWhilePosted || (wrong.rule == rule::kEpochOpenAtFree && wrong.epoch != Epoch::kStarted &&
                                               wrong.epoch != Epoch::kLocked && wrong.epoch != Epoch::kLockedAll)) {
    state = "it is exposed by MPI_Win_post";
    since.clear();
  }
  if (wrong.rule == rule::kWaitWithoutPost) {
    state = "it is not exposed";
    since.clear();
  }
  if (wrong.rule == rule::kAlreadyLocked && wrong.epoch == Epoch::kLocked)
    state = target.empty() ? "targets are locked" : fmt::format("target {} is locked", target);
  if (wrong.rule == rule::kEpochOpenAtFree && wrong.epoch == Epoch::kLocked) state = "a target is locked";
  if (wrong.rule == rule::kEpochsOverlap && wrong.epoch == Epoch::kLocked) state = "a target is locked";
  if (wrong.rule == rule::kEpochsOverlap && wrong.epoch == Epoch::kNone)
    state = "another epoch comes between it and the fence that it belongs to";
  if (wrong.rule == rule::kCompleteWithoutStart && wrong.epoch == Epoch::kLocked) state = "a target is locked";
  note.message =
      fmt::format("{} on window {} at {}: {}{}, on every path that leads there.", name, window, at(call), state, since);
  note.suggestion = suggestion(wrong, window, target);
  return note;
}

Note FlowWords::at_finalize(const Wrong& wrong, const CallExpr& call) const {
  const auto* before = static_cast<const CallExpr*>(wrong.before);
  Note note{.rule = wrong.rule};
  if (before != nullptr) note.sites.push_back(site(*before));
  const std::string window = before != nullptr ? note.sites.back().window : "";
  note.sites.push_back(site(call));
  if (wrong.rule == rule::kNeverFreed) {
    note.message = fmt::format("Window {} has not been freed when MPI_Finalize is called at {}.", window, at(call));
    note.suggestion = fmt::format("MPI_Win_free(&{}) has to come before MPI_Finalize.", window);
  } else {
    note.message = fmt::format("An epoch of window {} is open when MPI_Finalize is called at {}: {} at {} opened it.",
                               window, at(call), before != nullptr ? note.sites.front().call : "a call",
                               before != nullptr ? at(*before) : "");
    note.suggestion = "The epoch has to be ended, and the window freed, before MPI_Finalize.";
  }
  return note;
}

Note FlowWords::buffer_used(const Operation& operation, const Buffer& buffer, const clang::Expr& by, bool written,
                            AccessVerb kind, const std::string& call) const {
  const std::string window = window_of(*operation.call, operation.shape->window);
  const std::string target = spelled(*operation.call->getArg(static_cast<unsigned>(operation.shape->target)));
  const std::string text = spelled(*buffer.expression);
  Note note{.rule = !call.empty() && kind == AccessVerb::kCall ? rule::kMessageBuffer
                    : buffer.written                           ? rule::kResultBufferUsed
                                                               : rule::kOriginBufferReused};
  const std::string doer = call.empty() ? fmt::format("The {}", name_of(kind)) : call;
  note.message = fmt::format("{} at {} {} the {} buffer {} of {} at {}, which {} complete.", doer, at(by),
                             written ? "writes" : "reads", buffer.name, text, operation.name, at(*operation.call),
                             operation.call == &by ? "issued it one iteration earlier and is not" : "is not");
  Site user{.expression = &by, .call = call, .kind = kind, .role = call.empty() ? Role::kLocal : Role::kCall};
  Site origin = site(operation);
  origin.description = fmt::format("{} buffer {}", buffer.name, text);
  note.sites = {std::move(user), std::move(origin)};
  note.why.push_back(
      fmt::format("No call between the two completes {} on any path: until one does, its {} buffer must not be {}.",
                  operation.name, buffer.name, buffer.written ? "read or written" : "written"));
  note.suggestion =
      operation.shape->request >= 0
          ? fmt::format("A wait for the request, or {}, has to come between the two.", completion(window, target))
          : fmt::format("{} has to come between the two.", completion(window, target));
  return note;
}

Note FlowWords::buffer_freed(const Operation& operation, const Buffer& buffer, clang::SourceLocation end,
                             const CallExpr* by, const std::string& how) const {
  const std::string window = window_of(*operation.call, operation.shape->window);
  const std::string target = spelled(*operation.call->getArg(static_cast<unsigned>(operation.shape->target)));
  const std::string text = spelled(*buffer.expression);
  Note note{.rule = rule::kPendingBufferFreed};
  note.message = fmt::format("The {} buffer {} of {} at {} {} at {}, before the operation is complete at the origin.",
                             buffer.name, text, operation.name, at(*operation.call),
                             by != nullptr ? "is freed" : "leaves scope", Notes::position(context_, end));
  Site origin = site(operation);
  origin.description = fmt::format("{} buffer {}", buffer.name, text);
  note.sites.push_back(std::move(origin));
  note.sites.push_back({.expression = by, .location = end, .call = how});
  note.suggestion = fmt::format("{} has to come while the buffer still exists, or the buffer has to live longer.",
                                completion(window, target));
  return note;
}

Note FlowWords::same_target(const Operation& before, const Operation& now) const {
  const std::string window = window_of(*now.call, now.shape->window);
  const std::string target = spelled(*now.call->getArg(static_cast<unsigned>(now.shape->target)));
  const std::string displacement = spelled(*now.call->getArg(static_cast<unsigned>(now.shape->displacement)));
  Note note{.rule = rule::kSameOriginOperations};
  note.message = before.call == now.call
                     ? fmt::format(
                           "{} at {} goes to displacement {} of target {} in each iteration of a loop, and nothing "
                           "completes it between two iterations.",
                           now.name, at(*now.call), displacement, target)
                     : fmt::format(
                           "{} at {} and {} at {} go to displacement {} of target {}, and nothing completes the first "
                           "before the second.",
                           before.name, at(*before.call), now.name, at(*now.call), displacement, target);
  note.sites = {site(now), site(before)};
  if (before.call == now.call) note.sites.pop_back();
  note.why.push_back("Operations of one process take effect in any order, unless both are atomic updates.");
  note.suggestion = fmt::format(
      "MPI_Win_flush({}, {}), in a passive target epoch, or the call that ends the epoch has to come between the two.",
      target, window);
  return note;
}

Note FlowWords::mixed_types(const Operation& before, const Operation& now) const {
  const auto type = [&](const Operation& one) {
    return spelled(*one.call->getArg(static_cast<unsigned>(one.shape->target_type)));
  };
  Note note = same_target(before, now);
  note.rule = rule::kMixedAccumulates;
  note.why = {
      fmt::format("Only operations on elements of one predefined type are atomic with each other: here {} and {}.",
                  type(before), type(now))};
  note.suggestion = "Both have to use the same predefined datatype.";
  return note;
}

}  // namespace fencepost::lint
