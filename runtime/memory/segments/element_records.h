// What the bits of touched elements become in the trace: runs and rows if they are regular, otherwise the bits.
//
// Takes blocks in ascending order by instruction and place. Sink: run(instruction, Run in elements: `first` is an
// element number, strides count elements) and bits(instruction, first element, words).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "segments/sweep.h"

namespace fencepost::memory {

template <class Sink>
class ElementRecords {
 public:
  static constexpr std::size_t kBlockWords = 4;
  static constexpr std::uint64_t kWordElements = 64;
  using Words = std::span<const std::uint64_t, kBlockWords>;

  explicit ElementRecords(Sink& sink) : sink_(sink) {}

  void add(std::uint32_t instruction, std::uint64_t first, Words words) {
    if (instruction != instruction_) {
      finish();
      instruction_ = instruction;
    }
    if (is_irregular(words)) return add_bits(first, words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i] != 0) add_word(first + i * kWordElements, words[i]);
    }
  }

  void finish() {
    push();
    write_rows();
    write_bits();
  }

 private:
  // Runs of elements that are written one by one when they have no order. If there are more, bits are better.
  static constexpr int kFewRuns = 6;
  static constexpr std::size_t kMostWords = 256;  // in one record

  struct Elements {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
  };

  // The oldest processors have no instruction for it, and std::popcount is a call for them.
  static int count(std::uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>(bits * 0x0101010101010101u >> 56);
  }

  static std::uint64_t beginnings(std::uint64_t word, std::uint64_t before) {
    return word & ~(word << 1 | before >> 63);
  }

  // Filled with a pattern that repeats, as by a sweep over structures: the quick answer for many.
  static bool is_periodic(Words words) {
    const std::uint64_t word = words[0];
    if (std::any_of(words.begin(), words.end(), [&](std::uint64_t other) { return other != word; })) return false;
    const int runs = count(beginnings(word, word));
    return runs != 0 && 64 % runs == 0 && std::rotl(word, 64 / runs) == word;
  }

  static bool is_irregular(Words words) {
    if (is_periodic(words)) return false;
    int runs = 0;
    std::uint64_t before = 0;
    for (const std::uint64_t word : words) {
      // One by one: there is no instruction for it on the oldest processors, and few are enough to know.
      for (std::uint64_t rest = beginnings(word, before); rest != 0 && runs <= kFewRuns; rest &= rest - 1) ++runs;
      before = word;
    }
    if (runs <= kFewRuns) return false;
    // All others have to follow from the first two runs that the block's beginning does not cut off.
    Elements first = run_from(words, 0);
    if (first.first == 0) first = run_from(words, first.count);
    const Elements second = run_from(words, first.first + first.count);
    return !repeats(words, first.first, second.first - first.first);
  }

  // Whether the elements between `from` and the last one repeat every `distance` elements.
  static bool repeats(Words words, std::uint64_t from, std::uint64_t distance) {
    std::uint64_t last = words.size() - 1;
    while (words[last] == 0) --last;
    const std::uint64_t end = last * 64 + static_cast<std::uint64_t>(64 - std::countl_zero(words[last]));
    const std::uint64_t begin = from + distance;
    const std::uint64_t whole = distance / 64;
    const std::uint64_t rest = distance % 64;
    for (std::uint64_t word = begin / 64; word <= last; ++word) {
      std::uint64_t before = word >= whole ? words[word - whole] << rest : 0;
      if (rest != 0 && word > whole) before |= words[word - whole - 1] >> (64 - rest);
      std::uint64_t compared = ~std::uint64_t{0};
      if (word == begin / 64) compared <<= begin % 64;
      if (word == last && end % 64 != 0) compared &= ~std::uint64_t{0} >> (64 - end % 64);
      if (((words[word] ^ before) & compared) != 0) return false;
    }
    return true;
  }

  // The first run at or after `element`; count 0: none.
  static Elements run_from(Words words, std::uint64_t element) {
    constexpr std::uint64_t kEnd = kBlockWords * kWordElements;
    Elements run{element, 0};
    while (run.first < kEnd) {
      const std::uint64_t rest = words[run.first / 64] >> run.first % 64;
      if (rest != 0) {
        run.first += static_cast<std::uint64_t>(std::countr_zero(rest));
        break;
      }
      run.first = run.first / 64 * 64 + 64;
    }
    for (std::uint64_t at = run.first; at < kEnd && (words[at / 64] >> at % 64 & 1) != 0; at = run.first + run.count) {
      run.count += static_cast<std::uint64_t>(std::countr_one(words[at / 64] >> at % 64));
    }
    return run;
  }

  void add_word(std::uint64_t first, std::uint64_t word) {
    // One more of the same, as in a sweep over structures: rows that are known to continue.
    const auto runs = static_cast<std::uint64_t>(count(beginnings(word, 0)));
    const bool goes_on = word == last_word_ && first == next_word_ && (word >> 63 & word & 1) == 0;
    last_word_ = word;
    next_word_ = first + kWordElements;
    if (goes_on && rows_.rows + 1 >= runs && rows_.rows >= 2 && open_.count == rows_.count &&
        open_.first == next_row() && rows_.row_stride > 0 &&
        runs * static_cast<std::uint64_t>(rows_.row_stride) == kWordElements) {
      rows_.rows += runs;
      open_.first += kWordElements;
      return;
    }
    for (std::uint64_t rest = word; rest != 0;) {
      const int from = std::countr_zero(rest);
      const int count = std::countr_one(rest >> from);
      rest &= rest + (rest & (~rest + 1));  // without its lowest run
      const Elements now{first + static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(count)};
      if (open_.count != 0 && now.first == open_.first + open_.count) {
        open_.count += now.count;
      } else {
        push();
        open_ = now;
      }
    }
  }

  std::uint64_t next_row() const { return rows_.first + static_cast<std::uint64_t>(rows_.row_stride) * rows_.rows; }

  // The open run is complete: one more row, or the first of others.
  void push() {
    if (open_.count == 0) return;
    if (rows_.count == open_.count) {
      if (rows_.rows == 1) rows_.row_stride = static_cast<std::int64_t>(open_.first - rows_.first);
      if (open_.first == next_row()) {
        ++rows_.rows;
        open_ = {};
        return;
      }
    }
    write_rows();
    rows_ = {open_.first, 1, open_.count, 0, 1};
    open_ = {};
  }

  void write_rows() {
    if (rows_.count == 0) return;
    if (rows_.count == 1 && rows_.rows > 1) rows_ = {rows_.first, rows_.row_stride, rows_.rows, 0, 1};
    sink_.run(instruction_, rows_);
    rows_ = {};
  }

  void add_bits(std::uint64_t first, Words words) {
    // A gap of some blocks costs less than a new record.
    constexpr std::uint64_t kGap = 2 * kBlockWords;
    std::size_t at = bits_count_ == 0 ? 0 : (first - bits_first_) / kWordElements;
    if (bits_count_ != 0 && (at > bits_count_ + kGap || at + words.size() > kMostWords)) {
      write_bits();
      at = 0;
    }
    if (bits_count_ == 0) bits_first_ = first;
    std::fill(bits_.begin() + static_cast<std::ptrdiff_t>(bits_count_), bits_.begin() + static_cast<std::ptrdiff_t>(at),
              0);
    std::copy(words.begin(), words.end(), bits_.begin() + static_cast<std::ptrdiff_t>(at));
    bits_count_ = at + words.size();
  }

  void write_bits() {
    if (bits_count_ == 0) return;
    sink_.bits(instruction_, bits_first_, std::span<const std::uint64_t>(bits_.data(), bits_count_));
    bits_count_ = 0;
  }

  Sink& sink_;
  std::uint32_t instruction_ = 0;
  Elements open_;  // may continue in the next word
  Run rows_;       // of complete runs; count 0: none
  std::uint64_t last_word_ = 0;
  std::uint64_t next_word_ = 0;
  std::uint64_t bits_first_ = 0;
  std::size_t bits_count_ = 0;
  std::array<std::uint64_t, kMostWords> bits_;
};

}  // namespace fencepost::memory
