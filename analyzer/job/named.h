// What a program has freed is forgotten, and its memory with it, but for what is still spoken of: an operation that may
// yet be compared with others, a conflict. They hold what they name.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "job/definitions.h"

namespace fencepost {

struct Named {
  std::vector<std::shared_ptr<const Window>> windows;
  struct Type {
    int process = -1;
    std::uint64_t id = 0;
    std::shared_ptr<const Datatype> type;
  };
  std::vector<Type> types;  // without predefined ones
};

}  // namespace fencepost
