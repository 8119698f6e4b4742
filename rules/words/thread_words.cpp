#include "words/thread_words.h"

#include <fmt/format.h>

namespace fencepost {

std::string has_to_wait(const Place& first, const Place& other, std::string_view before) {
  return fmt::format(
      "Thread {} has to wait for thread {} before {}: by a join, a barrier of the threads or what else makes it wait "
      "(a mutex does not).",
      first.thread.number(), other.thread.number(), before);
}

}  // namespace fencepost
