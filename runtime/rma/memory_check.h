// Whether a stretch of this process's memory may be read or written: asked before it is touched on behalf of others,
// whose addresses may be of memory that the program has given back. (What the kernel copies it checks itself.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::rma {

class MemoryCheck {
 public:
  enum class Use : std::uint8_t { kRead, kWrite };
  enum class Cost : std::uint8_t { kImpossible, kByPage, kByMapping };

  MemoryCheck();
  ~MemoryCheck();
  MemoryCheck(const MemoryCheck&) = delete;
  MemoryCheck& operator=(const MemoryCheck&) = delete;

  // What this kernel makes it cost.
  Cost cost() const { return cost_; }
  // All of [first, end).
  bool may_use(std::uint64_t first, std::uint64_t end, Use use) const;

 private:
  int maps_ = -1;
  Cost cost_ = Cost::kImpossible;
};

}  // namespace fencepost::rma
