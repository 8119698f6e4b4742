// What loops touch again and again in an order that is not known before: a byte for each element, which their code sets
// itself (struct fencepost_marks in hook_table/table.h says how). Cheaper than the bits of scatter.h, if it pays: the
// bytes have to be read when the segment ends.
//
// Of one thread's segment. A loop gets marks when it begins and keeps them until the next event, because a loop that
// has marks makes none.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <emmintrin.h>
#include <span>

#include "hook_table/table.h"
#include "tracking/ranges.h"

namespace fencepost::memory {

class Marks {
 public:
  using Entry = fencepost_marks;
  // Neighbouring elements that go into the records together.
  static constexpr std::size_t kBlockElements = 256;
  using Words = std::array<std::uint64_t, kBlockElements / 64>;

  // One instruction's: what the records of it say.
  struct Owner {
    std::uintptr_t pc = 0;
    std::uint64_t stack = 0;
    std::uint32_t what = 0;  // as Instruction::what
    std::uint32_t size = 0;
  };

  // Those of the instruction `tag` that reach `address`, if there are any: from now on its code finds them, too.
  const Entry* find(std::uint64_t site, std::uint64_t tag, std::uintptr_t address);
  // Whether there is room for new ones for elements of `size` bytes around `address` and within `tracked`.
  bool has_room(std::uintptr_t address, Range tracked, std::uint32_t size) const;
  // Whether new ones would pay, judged by earlier ones. Called once for each time they are wanted.
  bool pays(std::uint64_t tag);
  // New ones for elements of `owner.size` bytes (a power of two), around `address` and within `tracked`; null: no room.
  const Entry* make(std::uint64_t site, std::uint64_t tag, std::uintptr_t address, Range tracked, Owner owner);

  // visit(owner, number of the first element by address, words) for each block that has marks, ascending by owner;
  // none are left.
  template <class Visitor>
  void take(Visitor visit);
  // After `take`: the loops that had them have ended.
  void release();

  bool empty() const { return used_count_ == 0; }
  // [FENCEPOST_MARKS], where code looks for its entry.
  const Entry* entries() const { return entries_.data(); }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 23;         // memory only where they are set
  static constexpr std::size_t kMostElements = std::size_t{1} << 20;  // of one instruction
  static constexpr std::size_t kMostOwners = 64;

  struct Used {
    Entry entry;
    Owner owner;
    std::uint64_t site = 0;
    std::uint64_t first = 0;  // element, by its address
    std::uint8_t* marks = nullptr;
    std::size_t bytes = 0;
    std::uint64_t touched = 0;  // blocks
  };
  struct Extent {
    std::uintptr_t low = 0;  // the first block's
    std::size_t bytes = 0;   // of marks
  };
  // Of the instruction that was there last, called from one place: how long to do without.
  struct History {
    std::uint64_t tag = 0;
    std::uint16_t wait = 0;
    std::uint16_t next_wait = 1;
  };

  static std::size_t place_of(std::uint64_t site) { return site % FENCEPOST_MARKS; }
  static Extent extent_of(std::uintptr_t address, Range tracked, std::uint32_t size);
  // Not by site: a function that calls itself from several places would find the result of another one.
  History& history_of(std::uint64_t tag) { return history_[tag * FENCEPOST_SITE_FACTOR >> 56]; }
  static std::uint64_t bits_of(const std::uint8_t* marks);  // of 64
  static bool has_any(const std::uint8_t* marks);           // of a block

  std::size_t used_count_ = 0;
  std::size_t used_bytes_ = 0;
  std::array<Used, kMostOwners> used_;
  std::array<History, 256> history_;
  std::array<Entry, FENCEPOST_MARKS> entries_{};
  alignas(64) std::array<std::uint8_t, kBytes> marks_;
};

inline std::uint64_t Marks::bits_of(const std::uint8_t* marks) {
  std::uint64_t bits = 0;
  for (int i = 0; i < 4; ++i) {
    const __m128i sixteen = _mm_load_si128(reinterpret_cast<const __m128i*>(marks) + i);
    // The lowest bit of each byte, as its highest.
    bits |= std::uint64_t{static_cast<unsigned>(_mm_movemask_epi8(_mm_slli_epi16(sixteen, 7)))} << 16 * i;
  }
  return bits;
}

// Most blocks of a large window have none.
inline bool Marks::has_any(const std::uint8_t* marks) {
  const auto* const vectors = reinterpret_cast<const __m128i*>(marks);
  __m128i any = _mm_load_si128(vectors);
  for (std::size_t i = 1; i < kBlockElements / sizeof(__m128i); ++i) {
    any = _mm_or_si128(any, _mm_load_si128(vectors + i));
  }
  return _mm_movemask_epi8(_mm_cmpeq_epi8(any, _mm_setzero_si128())) != 0xffff;
}

template <class Visitor>
void Marks::take(Visitor visit) {
  for (std::size_t i = 0; i < used_count_; ++i) {
    Used& used = used_[i];
    for (std::size_t block = 0; block < used.bytes; block += kBlockElements) {
      std::uint8_t* const marks = used.marks + block;
      if (!has_any(marks)) continue;
      Words words;
      for (std::size_t word = 0; word < words.size(); ++word) words[word] = bits_of(marks + 64 * word);
      ++used.touched;
      __builtin_memset(marks, 0, kBlockElements);
      visit(static_cast<const Owner&>(used.owner), used.first + block, words);
    }
  }
}

}  // namespace fencepost::memory
