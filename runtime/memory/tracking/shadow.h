// One byte for each page of the address space: whether loads and stores in it can be of interest. What the hooks look
// at.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hook_table/table.h"
#include "tracking/page_maps.h"
#include "tracking/ranges.h"

namespace fencepost::memory {

inline constexpr std::size_t kPage = std::size_t{1} << FENCEPOST_HOOKS_PAGE_SHIFT;

// The widest access of a hook that looks at the byte of its first page only. The page before a tracked range is partly
// tracked if an access that begins in it may reach over.
inline constexpr std::size_t kWidestAccess = 64;
static_assert(kWidestAccess <= FENCEPOST_PAGE_MAP_BEYOND);

class Shadow {
 public:
  // Reserves the table: a byte per page of 47-bit addresses if that much address space is available (it costs memory
  // only where something is tracked), else a smaller one in which far-apart pages share a byte, which is slower where
  // they meet but never wrong.
  Shadow();

  const std::uint8_t* table() const { return table_; }
  std::uint64_t mask() const { return mask_; }
  // The maps whose numbers are the bytes from FENCEPOST_PAGE_MAPPED on.
  const fencepost_page_map* page_maps() const { return maps_.maps(); }
  // Goes up after each change of the table, for code that remembers what it saw there.
  const std::uint64_t* changes() const { return &changes_; }
  // The one of the process, the last that was made.
  static std::uint8_t of_process(std::uintptr_t address) {
    return process_table_[(address >> FENCEPOST_HOOKS_PAGE_SHIFT) & process_mask_];
  }
  std::uint8_t at(std::uintptr_t address) const { return table_[(address >> FENCEPOST_HOOKS_PAGE_SHIFT) & mask_]; }

  // `ranges` changed in `changed`: updates the bytes of its pages. Under the lock of the ranges' writer. Pages
  // that stay tracked are never seen as untracked by readers.
  void refresh(Range changed, const RangeSet& ranges);

 private:
  void set(std::uintptr_t first_page, std::uintptr_t end_page, std::uint8_t value);

  static constinit const std::uint8_t* process_table_;
  static constinit std::uint64_t process_mask_;

  std::uint8_t* table_ = nullptr;
  std::uint64_t mask_ = 0;
  std::uint64_t changes_ = 0;
  bool exact_ = false;  // each page has a byte of its own
  PageMaps maps_;
};

}  // namespace fencepost::memory
