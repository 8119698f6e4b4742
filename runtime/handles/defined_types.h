// Datatypes with the same description have one definition in the trace: some programs make the
// types of an exchange anew for each of many exchanges, and would fill the trace with them.
// Definitions that have not been made again for long are gone: the reader need not remember them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "record/event.h"

namespace fencepost::handles {

// An id under which the trace knows a datatype. It stays the datatype's while anybody holds it.
using DefinedType = std::shared_ptr<const std::uint64_t>;

// One thread at a time.
class DefinedTypes {
 public:
  // Defined in the trace at first sight. `definition` without an id.
  DefinedType of(event::Datatype definition);
  // The one with this id; null: it is gone, or was never one of these.
  DefinedType with(std::uint64_t id) const;

  // The ids that became unused since the last call. No later event will have them, and the trace has to say so.
  std::vector<std::uint64_t> take_gone();

 private:
  void forget_oldest();

  // By all that the definition says. As many of the last ones: what is made again is made again soon.
  static constexpr std::size_t kMost = 2048;
  static constexpr std::size_t kMostBytes = std::size_t{2} << 20;
  using Known = std::unordered_map<std::string, DefinedType>;
  Known known_, known_before_;
  std::size_t bytes_ = 0;  // in known_
  std::unordered_map<std::uint64_t, std::weak_ptr<const std::uint64_t>> by_id_;
  std::vector<std::uint64_t> gone_;
};

}  // namespace fencepost::handles
