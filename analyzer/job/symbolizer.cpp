#include "job/symbolizer.h"

#include <utility>

namespace fencepost {

SourceLocation Symbolizer::statement(const Place& place) {
  auto all = frames(place);
  return all.empty() ? SourceLocation{} : std::move(all.front());
}

std::vector<SourceLocation> Symbolizer::frames(const Place& place) {
  auto callers = stack(place.process, place.stack);
  if (place.pc != 0) callers.insert(callers.begin(), locate(place.process, place.pc));
  return callers;
}

}  // namespace fencepost
