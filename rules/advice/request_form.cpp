#include "advice/request_form.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "advice/source_tree.h"
#include "model/word_text.h"
#include "words/words.h"

namespace fencepost {
namespace {

struct Found {
  int declaration = -1, operation = -1, wait = -1;
  std::vector<std::string> arguments;  // without the request
};

// "MPI_Get"; "": the call has no request.
std::string plain_form(const std::string& call) {
  constexpr std::string_view kPrefix = "MPI_R";
  if (!call.starts_with(kPrefix) || call.size() <= kPrefix.size()) return "";
  std::string plain = "MPI_" + call.substr(kPrefix.size());
  const std::size_t first = std::string_view("MPI_").size();
  plain[first] = static_cast<char>(std::toupper(static_cast<unsigned char>(plain[first])));
  return plain;
}

std::optional<Found> find(const FixPlace& place, const SourceTree& tree) {
  Found found;
  found.operation = tree.sound() ? tree.statement_at(place.at.line) : -1;
  if (found.operation < 0 || tree.node(tree.node(found.operation).parent).kind != SourceTree::Kind::kBlock)
    return std::nullopt;
  const std::string text = tree.text_of(found.operation);
  found.arguments = arguments_in(text, place.call);
  if (!text.starts_with(place.call + "(") || !text.ends_with(");") || found.arguments.size() < 2) return std::nullopt;
  const std::string request = found.arguments.back();
  found.arguments.pop_back();
  const auto& all = tree.node(tree.node(found.operation).parent).children;
  const auto wait = std::next(std::ranges::find(all, found.operation));
  if (!request.starts_with('&') || wait == all.end() || std::next(wait) == all.end()) return std::nullopt;
  found.wait = *wait;
  const std::vector<std::string> waited = arguments_in(tree.text_of(found.wait), "MPI_Wait");
  const std::vector<std::string> fenced = arguments_in(tree.text_of(*std::next(wait)), "MPI_Win_fence");
  if (!tree.text_of(found.wait).starts_with("MPI_Wait(") || waited.size() != 2 || waited.front() != request ||
      waited.back() != "MPI_STATUS_IGNORE" || fenced.size() != 2 || fenced.back() != found.arguments.back())
    return std::nullopt;
  const std::string name = request.substr(1);
  const int function = tree.function_of(found.operation);
  if (function < 0 || name.empty() || !std::ranges::all_of(name, in_name)) return std::nullopt;
  constexpr int kUses = 3;  // its declaration and the two calls
  if (uses_of(name, tree.text_of(function)) != kUses) return std::nullopt;
  for (int at = 0; tree.has(at); ++at)
    if (tree.function_of(at) == function && tree.text_of(at) == "MPI_Request " + name + ";") found.declaration = at;
  for (const int one : {found.declaration, found.operation, found.wait})
    if (one < 0 || !tree.fills_its_lines(one)) return std::nullopt;
  return found;
}

}  // namespace

Fixes without_request(const FixPlace& operation, SourceLines& sources) {
  const std::string plain = plain_form(operation.call);
  if (plain.empty() || !can_be_read_as_c(operation.at)) return {};
  const SourceTree& tree = SourceTree::of(sources.of(operation.at.file));
  const auto found = find(operation, tree);
  if (!found) return {};
  Fix fix{.kind = FixKind::kReplaceCall, .certain = true};
  fix.call = {.function = plain, .arguments = found->arguments};
  fix.place = operation;
  const SourceLocation at = first_line_of(tree, found->wait, operation.at);
  fix.also = {{.at = at, .name = "MPI_Wait at " + position_of(at), .call = "MPI_Wait"}};
  return {std::move(fix)};
}

std::vector<SourceEdit> without_request_edits(const Fix& fix, SourceLines& sources) {
  const std::string& file = fix.place.at.file;
  if (!can_be_read_as_c(fix.place.at)) return {};
  const std::vector<std::string>& lines = sources.of(file);
  const SourceTree& tree = SourceTree::of(lines);
  const auto found = find(fix.place, tree);
  if (!found) return {};
  std::vector<SourceEdit> edits;
  for (const int one : {found->declaration, found->operation, found->wait}) {
    const SourceTree::Node& node = tree.node(one);
    const std::string& first = lines[static_cast<std::size_t>(node.first_line) - 1];
    SourceEdit edit = replaced(tree, one, one, file, sources);
    if (one == found->operation)
      edit.added = {fmt::format("{}{}({});", first.substr(0, first.find_first_not_of(" \t")), fix.call.function,
                                fmt::join(fix.call.arguments, ", "))};
    edits.push_back(std::move(edit));
  }
  std::ranges::sort(edits, {}, &SourceEdit::line);
  return edits;
}

bool waits_at_once(const Fix& fix) {
  const FixCall& call = fix.call;
  if (fix.kind != FixKind::kAdd || call.function != "MPI_Wait" || call.arguments.empty() || !fix.place.known())
    return false;
  const bool right_after = fix.side == FixSide::kAfter || fix.side == FixSide::kRightAfter;
  const std::string& request = call.arguments.front();
  const bool kept = request.find("->") != std::string::npos || request.find('.') != std::string::npos ||
                    request.find('%') != std::string::npos;
  return right_after && kept && fix.place.call == fix.operation.call && fix.place.at.line == fix.operation.at.line;
}

}  // namespace fencepost
