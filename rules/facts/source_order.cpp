#include "facts/source_order.h"

#include <algorithm>
#include <vector>

namespace fencepost {
namespace {

// Lambdas all have the same name.
bool is_same_function(const SourceLocation& a, const SourceLocation& b) {
  return !a.function.empty() && a.function != "operator()" && a.file == b.file && a.function == b.function;
}

// Outermost first, without those of libraries that have no source: a runtime of OpenMP calls the same function in
// different ways on different threads.
std::vector<SourceLocation> source_frames(const Place& place, Symbolizer& symbolizer) {
  std::vector<SourceLocation> frames = symbolizer.frames(place);
  std::erase_if(frames, [](const SourceLocation& frame) { return frame.file.empty(); });
  std::ranges::reverse(frames);
  return frames;
}

}  // namespace

SourceOrder source_order(const Place& first, const Place& second, Symbolizer& symbolizer) {
  const std::vector<SourceLocation> one = source_frames(first, symbolizer), other = source_frames(second, symbolizer);
  // Threads begin further inside.
  auto a = one.begin(), b = other.begin();
  if (a == one.end() || b == other.end()) return SourceOrder::kUnknown;
  if (!is_same_function(*a, *b)) {
    const auto further = std::ranges::find_if(one, [&](const auto& frame) { return is_same_function(frame, *b); });
    if (further != one.end()) {
      a = further;
    } else {
      b = std::ranges::find_if(other, [&](const auto& frame) { return is_same_function(*a, frame); });
    }
  }
  for (; a != one.end() && b != other.end(); ++a, ++b) {
    if (!is_same_function(*a, *b)) return SourceOrder::kUnknown;
    if (a->line != b->line) return a->line < b->line ? SourceOrder::kBefore : SourceOrder::kAfter;
    if (a->column != b->column && a->column != 0 && b->column != 0)
      return a->column < b->column ? SourceOrder::kBefore : SourceOrder::kAfter;
  }
  return a == one.end() && b == other.end() ? SourceOrder::kSame : SourceOrder::kUnknown;
}

bool in_one_function(const Place& a, const Place& b, Symbolizer& symbolizer) {
  const SourceLocation one = symbolizer.statement(a), other = symbolizer.statement(b);
  return one.file == other.file && one.function == other.function;
}

}  // namespace fencepost
