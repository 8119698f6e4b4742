// One trace file being written, by one thread at a time: where the next event goes, and how the file grows.
//
// The file grows in mappings of some megabytes whose space is allocated first, so that a full disk is an error here and
// not a SIGBUS in the checked program. No descriptor is kept: programs close descriptors they do not know, and a number
// that was closed without our knowing would be somebody else's file.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "record/encode.h"
#include "record/format.h"

namespace fencepost::record::detail {

// Space kept free at the end of each block for a Lost event.
inline constexpr std::size_t kLostReserve = 160;

class TraceWriter {
 public:
  // What a new file's header says besides the format itself.
  struct Identity {
    format::TraceKind kind = format::TraceKind::kThread;
    std::uint32_t rank = 0;
    std::uint32_t thread = 0;
    std::uint64_t job = 0;
    std::uint64_t start_ticks = 0;
  };

  // Creates (or replaces) the file at `path`, which must outlive the writer, with its first block. `is_there`: an empty
  // file that nobody else uses. 0 or an errno.
  int open(const char* path, const Identity& identity, bool is_there = false);
  bool is_open() const { return block_ != nullptr; }

  // Makes room for `bytes` in the current block or a new one. 0 or an errno; then the file stays as it is.
  int make_room(std::size_t bytes);

  // Appends an event; false: no room, call make_room(bound) first.
  template <class Event>
  bool append(const Event& event, std::uint64_t ticks) {
    const std::size_t bound = encoding::bound_of(event);
    if (static_cast<std::size_t>(end_ - at_) < bound) [[unlikely]]
      return false;
    append_in_room(event, ticks);
    return true;
  }

  // The same with two events of one time.
  template <class First, class Second>
  bool append_both(const First& first, const Second& second, std::uint64_t ticks) {
    const std::size_t bound = encoding::bound_of(first) + encoding::bound_of(second);
    if (static_cast<std::size_t>(end_ - at_) < bound) [[unlikely]]
      return false;
    append_in_room(first, ticks);
    append_in_room(second, ticks);
    return true;
  }

  // Appends into the space reserved for it: once, when make_room has failed.
  void append_lost(std::uint64_t events, const char* reason, std::uint64_t ticks);

  // Seals the last block, marks the file closed, gives back the space after it, and unmaps it.
  void close();

  // Unmaps without touching the file (in a forked child).
  void abandon();

 private:
  template <class Event>
  void append_in_room(const Event& event, std::uint64_t ticks) {
    // Clocks of two processors may disagree by a few ticks; time in a trace never runs backward.
    const std::uint64_t elapsed = ticks > last_ticks_ ? ticks - last_ticks_ : 0;
    at_ = encoding::encode(at_, event, elapsed, last_address_);
    last_ticks_ += elapsed;
    ++events_;
    // What comes before `used` is whole: this store is what makes the event exist for a reader.
    std::atomic_ref<std::uint32_t>(block_->used)
        .store(static_cast<std::uint32_t>(at_ - reinterpret_cast<std::uint8_t*>(block_ + 1)),
               std::memory_order_release);
  }
  int map(std::uint64_t offset, std::size_t size);
  void begin_block(std::uint64_t offset, std::uint32_t units);
  void seal();

  std::uint8_t* at_ = nullptr;
  std::uint8_t* end_ = nullptr;
  format::BlockHeader* block_ = nullptr;
  std::uint64_t last_ticks_ = 0;
  std::uint64_t last_address_ = 0;
  std::uint32_t events_ = 0;  // in this block

  const char* path_ = nullptr;
  std::uint64_t device_ = 0, inode_ = 0;  // of the file we made: at `path_` there may be another one by now
  std::uint64_t start_ticks_ = 0;
  std::uint8_t* map_ = nullptr;
  std::uint64_t map_offset_ = 0;  // in the file
  std::size_t map_size_ = 0;
  std::size_t next_map_size_ = 0;
};

}  // namespace fencepost::record::detail
