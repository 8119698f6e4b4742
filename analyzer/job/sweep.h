// When to drop old entries from a growing table: whenever it is twice as large as the last time left it, so examining
// all of it costs no more than adding to it.
#pragma once

#include <algorithm>
#include <cstddef>

namespace fencepost {

template <std::size_t kFew>
class Sweep {
 public:
  bool due(std::size_t size) const { return size >= 2 * left_; }
  void done(std::size_t size) { left_ = std::max(kFew, size); }

 private:
  std::size_t left_ = kFew;
};

}  // namespace fencepost
