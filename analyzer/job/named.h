// Objects that a program has freed are forgotten, and their memory is freed, unless something still refers to them: an
// operation that may still be compared with others, or a conflict. These hold what they name.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "job/definitions.h"

namespace fencepost {

struct Named {
  std::vector<std::shared_ptr<const Window>> windows;
  struct Type {
    ProcessId process;
    std::uint64_t id = 0;
    std::shared_ptr<const Datatype> type;
  };
  std::vector<Type> types;  // without predefined ones
};

}  // namespace fencepost
