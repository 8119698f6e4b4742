#include "words/thread_words.h"

#include <fmt/format.h>

namespace fencepost {

std::string has_to_wait(const Place& first, const Place& other, std::string_view before) {
  return fmt::format("Thread {} has to wait for thread {} before {}, by {} (a mutex does not make it wait).",
                     first.thread.number(), other.thread.number(), before, kMakesThreadsWait);
}

}  // namespace fencepost
