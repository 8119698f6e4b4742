// Datatypes that read alike have one definition in the trace: programs that make the types of an exchange anew for each
// of many would fill it with them.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "record/event.h"

namespace fencepost::handles {

// One thread at a time.
class DefinedTypes {
 public:
  // The id under which this datatype is known to the trace; defined there at first sight. `definition` without an id.
  std::uint64_t id_of(event::Datatype definition);

 private:
  // By all that the definition says. So many of the last ones: what is made again is made again soon.
  static constexpr std::size_t kMost = 4096;
  static constexpr std::size_t kLongest = std::size_t{64} << 10;  // bytes of what is kept of one
  std::unordered_map<std::string, std::uint64_t> known_, known_before_;
};

}  // namespace fencepost::handles
