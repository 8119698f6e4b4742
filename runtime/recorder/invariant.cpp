#include "recorder/invariant.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace fencepost::record {

void expectation_is_broken(const char* sentence, const char* file, int line) noexcept {
  static constinit std::atomic<bool> told{false};
  if (told.exchange(true)) return;
  const char* const name = std::strrchr(file, '/');
  char text[500];
  const int length = std::snprintf(text, sizeof text,
                                   "fencepost: an error in Fencepost itself (%s:%d): it does not hold that %s. The "
                                   "report on this run may be wrong. Please report this.\n",
                                   name != nullptr ? name + 1 : file, line, sentence);
  if (length > 0 && ::write(STDERR_FILENO, text, static_cast<std::size_t>(length)) < 0) return;
  const char* const asked = std::getenv("FENCEPOST_INVARIANTS");
  if (asked != nullptr && std::strcmp(asked, "all") == 0) std::abort();
}

}  // namespace fencepost::record
