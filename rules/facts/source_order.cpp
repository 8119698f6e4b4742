#include "facts/source_order.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace fencepost {
namespace {

// All lambdas have the same name.
bool is_same_function(const SourceLocation& a, const SourceLocation& b) {
  return !a.function.empty() && a.function != "operator()" && a.file == b.file && a.function == b.function;
}

// Outermost first, without frames of libraries that have no source: an OpenMP runtime calls the same function in
// different ways on different threads.
std::vector<SourceLocation> source_frames(const Place& place, Symbolizer& symbolizer) {
  std::vector<SourceLocation> frames = symbolizer.frames(place);
  std::erase_if(frames, [](const SourceLocation& frame) { return frame.file.empty(); });
  std::ranges::reverse(frames);
  return frames;
}

// Two stacks, and the point where they part.
struct Parting {
  std::vector<SourceLocation> one, other;     // outermost first
  std::size_t at_one = 0, at_other = 0;       // in the two
  SourceOrder order = SourceOrder::kUnknown;  // kBefore, kAfter: of two statements of one function
};

Parting parting_of(const Place& first, const Place& second, Symbolizer& symbolizer) {
  Parting found{source_frames(first, symbolizer), source_frames(second, symbolizer)};
  auto& [one, other, a, b, order] = found;
  // The stacks of threads begin further inside.
  if (one.empty() || other.empty()) return found;
  if (!is_same_function(one[0], other[0])) {
    const auto further =
        std::ranges::find_if(one, [&](const auto& frame) { return is_same_function(frame, other[0]); });
    if (further != one.end()) {
      a = static_cast<std::size_t>(further - one.begin());
    } else {
      while (b < other.size() && !is_same_function(one[0], other[b])) ++b;
    }
  }
  for (; a < one.size() && b < other.size(); ++a, ++b) {
    if (!is_same_function(one[a], other[b])) return found;
    const int line = one[a].line, its_line = other[b].line, column = one[a].column, its_column = other[b].column;
    const bool parts = line != its_line || (column != its_column && column != 0 && its_column != 0);
    if (!parts) continue;
    order = std::pair(line, column) < std::pair(its_line, its_column) ? SourceOrder::kBefore : SourceOrder::kAfter;
    return found;
  }
  if (a == one.size() && b == other.size()) order = SourceOrder::kSame;
  return found;
}

}  // namespace

SourceOrder source_order(const Place& first, const Place& second, Symbolizer& symbolizer) {
  return parting_of(first, second, symbolizer).order;
}

std::optional<LeadingCall> leading_call(const Place& place, const Place& other, Symbolizer& symbolizer) {
  const Parting parting = parting_of(place, other, symbolizer);
  if (parting.order != SourceOrder::kBefore && parting.order != SourceOrder::kAfter) return std::nullopt;
  const std::size_t inside = parting.at_one + 1;
  if (inside >= parting.one.size()) return std::nullopt;
  return LeadingCall{parting.one[parting.at_one], parting.one[inside].function};
}

bool in_one_function(const Place& a, const Place& b, Symbolizer& symbolizer) {
  const SourceLocation one = symbolizer.statement(a), other = symbolizer.statement(b);
  return one.file == other.file && one.function == other.function;
}

}  // namespace fencepost
