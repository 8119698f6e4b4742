#include "words/call_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "facts/operation_arguments.h"
#include "facts/source_order.h"
#include "facts/window_creation.h"
#include "model/source_language.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

bool is_short_expression(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.empty() || text.size() > kLongest) return false;
  for (const std::string_view effect : {"++", "--", "=", "\"", ","}) {
    if (text.find(effect) != std::string_view::npos) return false;
  }
  for (std::size_t open = text.find('('); open != std::string_view::npos; open = text.find('(', open + 1)) {
    const std::size_t before = open == 0 ? std::string_view::npos : text.find_last_not_of(' ', open - 1);
    if (before != std::string_view::npos && (std::isalnum(static_cast<unsigned char>(text[before])) != 0 ||
                                             text[before] == '_' || text[before] == ')' || text[before] == ']'))
      return false;
  }
  return true;
}

}  // namespace

std::optional<std::string> argument_text(const Place& call, int index, Words& words) {
  auto text = words.symbolizer().argument_text(call, index);
  return text && is_short_expression(*text) ? text : std::nullopt;
}

CallText call_text(const Place& operation, OperationKind kind, Words& words) {
  const auto argument = [&](int index) { return argument_text(operation, index, words); };
  return {argument(target_argument(kind)), argument(window_argument(kind)), {}};
}

CallText call_text(const Operation& operation, Words& words) {
  CallText text = call_text(operation.place, operation.kind, words);
  if (operation.request != 0) text.request = request_text(operation.place, operation.kind, words);
  return text;
}

namespace {

// The handle that a call with the argument "&win" sets or resets: "win".
std::string pointed_to(const std::string& text, const Place& call, Words& words) {
  if (text.starts_with('&')) return text.substr(1);
  return is_fortran_source(words.symbolizer().statement(call).file) ? text : "*" + text;
}

}  // namespace

std::optional<std::string> window_argument_text(const Place& call, Words& words) {
  constexpr std::array<std::pair<MpiCall, int>, 20> kArguments = {{
      {MpiCall::kWin_fence, 1},
      {MpiCall::kWin_post, 2},
      {MpiCall::kWin_start, 2},
      {MpiCall::kWin_complete, 0},
      {MpiCall::kWin_wait, 0},
      {MpiCall::kWin_test, 0},
      {MpiCall::kWin_lock, 3},
      {MpiCall::kWin_unlock, 1},
      {MpiCall::kWin_lock_all, 1},
      {MpiCall::kWin_unlock_all, 0},
      {MpiCall::kWin_flush, 1},
      {MpiCall::kWin_flush_local, 1},
      {MpiCall::kWin_flush_all, 0},
      {MpiCall::kWin_flush_local_all, 0},
      {MpiCall::kWin_sync, 0},
      {MpiCall::kWin_free, 0},
      {MpiCall::kWin_create, 5},
      {MpiCall::kWin_allocate, 5},
      {MpiCall::kWin_allocate_shared, 5},
      {MpiCall::kWin_create_dynamic, 2},
  }};
  for (const auto& [kind, index] : kArguments) {
    if (kind != call.call) continue;
    const auto text = argument_text(call, index, words);
    if (!text) break;
    // (In a loop that creates several windows, the expression names only the last one.)
    if (creates_window(kind) && text->find_first_of("([") != std::string::npos) break;
    return kind == MpiCall::kWin_free || creates_window(kind) ? pointed_to(*text, call, words) : *text;
  }
  return std::nullopt;
}

std::string window_text(const Place& call, Words& words) {
  return window_argument_text(call, words).value_or("win");
}

std::string window_text(const Place& call, const Place& at, Words& words) {
  return window_text(in_one_function(call, at, words.symbolizer()) ? call : at, words);
}

std::optional<NamedWindow> window_named_beside(WindowKey window, const Place& place, Words& words) {
  std::vector<Place> calls = {words.job().state(place.process, window).last_synchronization_place};
  if (const Window* const known = words.job().window(window))
    if (const Rank rank = known->rank_of(place.process); rank != Rank::kNone)
      calls.push_back(known->part(rank).created);
  for (const Place& call : calls) {
    if (!call.known() || !in_one_function(call, place, words.symbolizer())) continue;
    if (auto text = window_argument_text(call, words)) return NamedWindow{*std::move(text), call};
  }
  return std::nullopt;
}

FixCall call_with_window(MpiCall function, std::vector<std::string> arguments, std::optional<std::string> window,
                         MpiCall whose) {
  FixCall call{.function = std::string(name_of(function))};
  if (window) {
    call.arguments = std::move(arguments);
    call.arguments.push_back(*std::move(window));
  } else {
    call.arguments_of = fmt::format("{}{}the window of {}", fmt::join(arguments, ", "),
                                    arguments.empty() ? "" : " and ", name_of(whose));
  }
  return call;
}

std::optional<std::string> request_text(const Place& operation, OperationKind kind, Words& words) {
  return argument_text(operation, window_argument(kind) + 1, words);
}

std::optional<std::string> request_text(const Place& call, Words& words) {
  constexpr std::array<std::pair<MpiCall, int>, 25> kArguments = {{
      {MpiCall::kIsend, 6},
      {MpiCall::kIbsend, 6},
      {MpiCall::kIssend, 6},
      {MpiCall::kIrsend, 6},
      {MpiCall::kIrecv, 6},
      {MpiCall::kImrecv, 4},
      {MpiCall::kStart, 0},
      {MpiCall::kIbcast, 5},
      {MpiCall::kIreduce, 7},
      {MpiCall::kIallreduce, 6},
      {MpiCall::kIgather, 8},
      {MpiCall::kIscatter, 8},
      {MpiCall::kIallgather, 7},
      {MpiCall::kIalltoall, 7},
      {MpiCall::kIscan, 6},
      {MpiCall::kFile_iread, 4},
      {MpiCall::kFile_iread_all, 4},
      {MpiCall::kFile_iread_at, 5},
      {MpiCall::kFile_iread_at_all, 5},
      {MpiCall::kFile_iread_shared, 4},
      {MpiCall::kFile_iwrite, 4},
      {MpiCall::kFile_iwrite_all, 4},
      {MpiCall::kFile_iwrite_at, 5},
      {MpiCall::kFile_iwrite_at_all, 5},
      {MpiCall::kFile_iwrite_shared, 4},
  }};
  for (const auto& [kind, index] : kArguments)
    if (kind == call.call) return argument_text(call, index, words);
  return std::nullopt;
}

bool is_split_end(MpiCall call) {
  const std::string_view name = name_of(call);
  return name.starts_with("MPI_File_") && name.ends_with("_end");
}

FixCall split_end_call(MpiCall call, const Place& begin, Words& words) {
  const auto file = argument_text(begin, 0, words);
  const int buffer_at = name_of(begin.call).find("_at_") != std::string_view::npos ? 2 : 1;  // after an offset
  if (const auto buffer = argument_text(begin, buffer_at, words); file && buffer)
    return {.function = std::string(name_of(call)), .arguments = {*file, *buffer, "MPI_STATUS_IGNORE"}};
  return {.function = std::string(name_of(call)),
          .arguments_of = fmt::format("the file and buffer of {}", name_of(begin.call))};
}

FixCall completion_call(MpiCall call, const Place& operation, OperationKind kind, Words& words) {
  const bool all = call == MpiCall::kWin_flush_all || call == MpiCall::kWin_flush_local_all;
  const CallText text = call_text(operation, kind, words);
  FixCall fix{.function = std::string(name_of(call))};
  if (text.window && (all || text.target)) {
    if (!all) fix.arguments.push_back(*text.target);
    fix.arguments.push_back(*text.window);
  } else {
    fix.arguments_of = fmt::format("the {} of {}", all ? "window" : "target and window", name_of(operation.call));
  }
  return fix;
}

std::string completion_text(MpiCall call, const Place& operation, OperationKind kind, Words& words) {
  return text_of(completion_call(call, operation, kind, words));
}

FixCall unlock_call(const Place& locked, const Place& at, Words& words) {
  const bool at_hand = in_one_function(locked, at, words.symbolizer());
  auto rank = argument_text(locked, 1, words);
  const auto window = at_hand ? argument_text(locked, 3, words) : window_argument_text(at, words);
  // (A number means the same everywhere. But another occurrence of the lock may have had another number.)
  const bool a_number = rank && std::ranges::all_of(*rank, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!at_hand && !a_number) rank.reset();
  FixCall call{.function = std::string(name_of(MpiCall::kWin_unlock))};
  if (rank && window)
    call.arguments = {*rank, *window};
  else
    call.arguments_of = fmt::format("the target and window of {}", name_of(locked.call));
  return call;
}

std::string unlock_text(const Place& locked, const Place& at, Words& words) {
  return text_of(unlock_call(locked, at, words));
}

}  // namespace fencepost
