// Who wrote each byte of a memory last, as far as it must be remembered: runs of bytes with one writer (or several
// together). They are kept by page, because atomic operations are small and come at random places; a run over many
// pages has a part in each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

#include "order/clock.h"

namespace fencepost::match {

// A call, by its position in the clocks; tick 0: none.
struct CallName {
  order::StreamNumber stream = 0;
  order::Tick tick = 0;
  friend bool operator==(const CallName&, const CallName&) = default;
};

// What had happened up to and including one call, or (tick 0) before several together.
struct Reached {
  order::SharedClocks before;
  order::StreamNumber stream = 0;
  order::Tick tick = 0;
  CallName last_of_several;  // the one that wrote last
  CallName last() const { return tick != 0 ? CallName{stream, tick} : last_of_several; }
  friend bool operator==(const Reached&, const Reached&) = default;
};

class LastWriters {
 public:
  // Ranges are [begin, end), not empty.
  template <class Visit>
  void each(std::uint64_t begin, std::uint64_t end, Visit&& visit) const {
    for (std::uint64_t number = begin / kPage; number <= (end - 1) / kPage; ++number) {
      const auto page = pages_.find(number);
      if (page == pages_.end()) continue;
      const auto [from, to] = part(number, begin, end);
      const Runs& runs = page->second;
      for (std::size_t i = first_behind(runs, from); i < runs.size() && runs[i].begin < to; ++i) visit(runs[i].writers);
    }
  }

  // `by` writes the range; if there was a writer before, together(by_before) gives the new value there.
  template <class Together>
  void write(std::uint64_t begin, std::uint64_t end, const Reached& by, Together&& together) {
    for (std::uint64_t number = begin / kPage; number <= (end - 1) / kPage; ++number) {
      const auto [from, to] = part(number, begin, end);
      Runs& runs = pages_[number];
      std::size_t i = first_behind(runs, from);
      if (i < runs.size() && runs[i].begin == from && runs[i].end == to) {  // the usual case
        runs[i].writers = together(runs[i].writers);
        continue;
      }
      split(runs, from);
      split(runs, to);
      i = first_behind(runs, from);
      for (Offset at = from; at < to; ++i) {
        const bool there = i < runs.size() && runs[i].begin == at;
        if (there) {
          runs[i].writers = together(runs[i].writers);
        } else {
          const Offset until = i < runs.size() ? std::min(runs[i].begin, to) : to;
          insert(runs, i, {at, until, by});
        }
        at = runs[i].end;
      }
    }
  }

  // Forgets the runs whose writers satisfy the predicate.
  template <class Predicate>
  void erase_if(Predicate&& predicate) {
    for (auto page = pages_.begin(); page != pages_.end();) {
      count_ -= std::erase_if(page->second, [&](const Run& run) { return predicate(run.writers); });
      page = page->second.empty() ? pages_.erase(page) : std::next(page);
    }
  }

  std::size_t runs() const { return count_; }

 private:
  using Offset = std::uint32_t;
  static constexpr std::uint64_t kPage = 2048;
  struct Run {
    Offset begin = 0, end = 0;  // in the page
    Reached writers;
  };
  using Runs = std::vector<Run>;  // by address

  static std::pair<Offset, Offset> part(std::uint64_t page, std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t start = page * kPage;
    return {static_cast<Offset>(std::max(begin, start) - start), static_cast<Offset>(std::min(end - start, kPage))};
  }
  // The first run that ends after `at`.
  static std::size_t first_behind(const Runs& runs, Offset at) {
    const auto found = std::partition_point(runs.begin(), runs.end(), [&](const Run& run) { return run.end <= at; });
    return static_cast<std::size_t>(found - runs.begin());
  }
  void insert(Runs& runs, std::size_t at, const Run& run) {
    runs.insert(runs.begin() + static_cast<std::ptrdiff_t>(at), run);
    ++count_;
  }
  void split(Runs& runs, Offset at) {
    const std::size_t i = first_behind(runs, at);
    if (i == runs.size() || runs[i].begin >= at) return;
    Run rest = runs[i];
    runs[i].end = rest.begin = at;
    insert(runs, i + 1, rest);
  }

  std::unordered_map<std::uint64_t, Runs> pages_;
  std::size_t count_ = 0;  // runs in all pages
};

}  // namespace fencepost::match
