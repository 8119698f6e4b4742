#include "words/fix_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "words/thread_words.h"
#include "words/words.h"

namespace fencepost {
namespace {

// If the sentence has already named a place, it is "it".
std::string name_in(const FixPlace& place, const Fix& fix) {
  return fix.only_if.first.known() && fix.only_if.first.name == place.name ? "it" : place.name;
}

std::string until_text(const Fix& fix) {
  if (fix.until.how == FixUntil::kLetsGo) return ", before its thread lets another thread continue";
  if (!fix.until.place.known()) return "";
  if (fix.until.place.name == fix.place.name) return ", before it is called again";
  return fmt::format(", before {}{}", fix.until.place.name,
                     fix.until.how == FixUntil::kReachedAgain ? " is executed again" : "");
}

std::string waited_for(const FixMeeting& meeting) {
  return meeting.thread >= 0 ? fmt::format("thread {} waits for before {}", meeting.thread, meeting.before.name)
                             : fmt::format("rank {} waits for before {}", meeting.rank, meeting.before.name);
}

std::string added(const Fix& fix) {
  const std::string call =
      fix.before_it.function.empty() ? text_of(fix.call) : text_of(fix.before_it) + " and then " + text_of(fix.call);
  const std::string place = name_in(fix.place, fix);
  const std::string block = fix.within.known() && fix.within.name != fix.place.name
                                ? fmt::format(", in the same block as {}", fix.within.name)
                                : "";
  switch (fix.side) {
    case FixSide::kAround:
      return fmt::format(
          "call {} before {} and {} after {}", call, place, text_of(fix.closing),
          !fix.until.place.known() || fix.until.place.name == fix.place.name ? "it" : fix.until.place.name);
    case FixSide::kBetween:
      return fmt::format("call {} between {} and {}", call, place, fix.until.place.name);
    case FixSide::kBefore:
      return fmt::format("add {} before {}{}", call, place, block);
    case FixSide::kRightAfter:
      return fmt::format("add {} right after {}", call, place);
    case FixSide::kAfter:
      break;
  }
  if (fix.call.function.empty() && fix.met_by)
    return fmt::format("add a message or barrier after {} that {}", place, waited_for(*fix.met_by));
  return fmt::format("add {} after {}{}{}", call, place, block, until_text(fix));
}

std::string moved(const Fix& fix) {
  const std::string what = name_in(fix.moved, fix);
  if (fix.within.known() && fix.purpose == FixPurpose::kComplete)
    return fmt::format("take {} out of {}: where that is false, nothing completes {}", what, fix.within.name,
                       fix.operation.name);
  if (fix.within.known() && fix.purpose == FixPurpose::kOpenEpoch)
    return fmt::format("take {} out of {}: where that is false, nothing opens the epoch that {} closes", what,
                       fix.within.name, fix.operation.name);
  if (fix.within.known() && fix.purpose == FixPurpose::kCloseEpoch)
    return fmt::format("take {} out of {}: where that is false, nothing closes the epoch that {} opens", what,
                       fix.within.name, fix.operation.name);
  if (fix.within.known())
    return fmt::format("move {} out of its condition, so that all ranks call it before {}", what, fix.place.name);
  if (fix.until.how == FixUntil::kReachedAgain)
    return fmt::format("move {} into the loop, after {}", what, fix.place.name);
  if (fix.until.how == FixUntil::kPosts) return fmt::format("move {} before rank {} posts", what, fix.place.rank);
  const std::string completes = fix.completes.empty() ? "" : fmt::format(", which completes {}", fix.completes);
  if (fix.side == FixSide::kBefore && !completes.empty())
    return fmt::format("call {}{}, before {}", what, completes, fix.place.name);
  return fmt::format("move {} {} {}{}", what, fix.side == FixSide::kBefore ? "before" : "after", fix.place.name,
                     completes);
}

// " and MPI_Win_unlock at halo.c:33": further places.
std::string also(const Fix& fix) {
  std::string text;
  for (const FixPlace& place : fix.also) text += " and " + place.name;
  return text;
}

std::string core(const Fix& fix) {
  switch (fix.kind) {
    case FixKind::kAdd:
      return added(fix);
    case FixKind::kMove:
      return moved(fix);
    case FixKind::kRemove:
      return fmt::format("remove {}{}{}", fix.place.name, also(fix),
                         fix.info_key.empty() ? "" : ", which sets " + fix.info_key);
    case FixKind::kReplaceCall:
      return fmt::format("call {} instead of {}{}", text_of(fix.call), fix.place.name, also(fix));
    case FixKind::kReplaceArgument:
      if (fix.argument.given.empty())
        return fmt::format("remove {} from {}{}{}", fix.argument.instead_of, fix.place.name, also(fix),
                           fix.call.on_all_ranks ? " on all ranks" : "");
      if (!fix.tried && !fix.holds.empty() && fix.only_if.clause.empty()) return fix.holds;
      return fix.argument.instead_of.empty() ? fmt::format("pass {} in {}", fix.argument.given, fix.place.name)
                                             : fmt::format("pass {} instead of {} in {}{}", fix.argument.given,
                                                           fix.argument.instead_of, fix.place.name, also(fix));
    case FixKind::kGuard:
      return fmt::format("call {} only if {} is not MPI_PROC_NULL", fix.place.name, fix.argument.given);
    case FixKind::kMustHold:
      break;
  }
  return fix.holds;
}

}  // namespace

std::string text_of(const FixCall& call) {
  if (call.function.empty()) return "a message or barrier";
  if (call.same_arguments) return call.function;
  std::string text = call.arguments.empty() && !call.arguments_of.empty()
                         ? fmt::format("{} with {}", call.function, call.arguments_of)
                         : fmt::format("{}({}{}{})", call.function, fmt::join(call.arguments, ", "),
                                       call.error_argument.empty() ? "" : ", ", call.error_argument);
  if (call.on_all_ranks) text += " on all ranks";
  return text;
}

std::string text_of(const Fix& fix) {
  std::string text;
  if (fix.only_if.first.known()) text = fmt::format("if {} is meant to come first, ", fix.only_if.first.name);
  text += core(fix);
  if (fix.met_by && !fix.call.function.empty())
    text += fmt::format(", and after it {} that {}",
                        fix.met_by->thread >= 0 ? kMakesThreadsWait : "a message or barrier", waited_for(*fix.met_by));
  if (fix.until.next_round)
    text += fix.until.how == FixUntil::kPosts ? " for the next iteration" : " of the next iteration";
  if (fix.sync.is_needed())
    text += fmt::format(", with {} before it on one side and after it on the other", text_of(fix.sync.call));
  if (!fix.sync.epoch.function.empty()) text += fmt::format(", in an epoch that {} opens", text_of(fix.sync.epoch));
  if (!fix.only_if.clause.empty()) text += ", " + fix.only_if.clause;
  return text;
}

std::string text_of(const Fixes& fixes) {
  std::string text;
  std::size_t told = 0;
  for (const Fix& fix : fixes) {
    if (fix.offer != FixOffer::kAlways && !fix.tried) continue;
    text += (text.empty() ? "" : "; or ") + text_of(fix);
    ++told;
  }
  if (text.empty()) return "";
  text = upper_first(std::move(text)) + ".";
  if (!fixes.front().tried) return text;
  return text + (told == 1 ? " Tried on the recorded run: this fixes it and breaks nothing."
                           : " The first of these was tried on the recorded run: it fixes this and breaks nothing.");
}

}  // namespace fencepost
