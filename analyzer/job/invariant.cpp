#include "job/invariant.h"

#include <cstdlib>
#include <string>
#include <string_view>

namespace fencepost {

const bool checks_all_invariants = [] {
  const char* const asked = std::getenv("FENCEPOST_INVARIANTS");
  return asked != nullptr && std::string_view(asked) == "all";
}();

void invariant_is_broken(const char* sentence, const char* file, int line) {
  std::string_view place = file;
  // From the project's folder on: so reports of different builds are alike.
  if (const auto at = place.rfind("analyzer/"); at != std::string_view::npos) place.remove_prefix(at);
  throw BrokenInvariant("an error of Fencepost itself: it must be true that " + std::string(sentence) + " (" +
                        std::string(place) + ":" + std::to_string(line) + ")");
}

}  // namespace fencepost
