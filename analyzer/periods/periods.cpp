#include "periods/periods.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace fencepost::periods {

namespace {

using Books = PerProcess<ThreadBook::Result>;

// The meetings that every thread has, in their order; nothing if the order differs.
std::vector<Meeting> common_meetings(const Books& books) {
  std::map<Meeting, std::size_t> seen;
  for (const ThreadBook::Result& book : books) {
    for (const ThreadBook::Cut& cut : book.cuts) ++seen[cut.meeting];
  }
  std::vector<Meeting> first;
  for (bool is_first = true; const ThreadBook::Result& book : books) {
    std::vector<Meeting> common;
    for (const ThreadBook::Cut& cut : book.cuts) {
      if (seen[cut.meeting] == books.size()) common.push_back(cut.meeting);
    }
    if (std::exchange(is_first, false)) {
      first = std::move(common);
    } else if (common != first) {
      return {};
    }
  }
  return first;
}

// The book with only these cuts.
ThreadBook::Result with_these(ThreadBook::Result book, const std::vector<Meeting>& meetings) {
  ThreadBook::Result result;
  Stretch open;
  for (std::size_t i = 0; i < book.stretches.size(); ++i) {
    open.add(book.stretches[i]);
    const bool is_one = i < book.cuts.size() && result.cuts.size() < meetings.size() &&
                        book.cuts[i].meeting == meetings[result.cuts.size()];
    if (!is_one) continue;
    result.cuts.push_back(book.cuts[i]);
    result.stretches.push_back(std::exchange(open, Stretch()));
  }
  result.stretches.push_back(std::move(open));
  return result;
}

}  // namespace

std::uint64_t Periods::events() const {
  std::uint64_t all = 0;
  for (const Period& period : periods) all += period.events;
  return all;
}

Periods find_periods(PerProcess<ThreadBook::Result> books) {
  Periods result;
  if (books.empty() || std::ranges::any_of(books, &ThreadBook::Result::indivisible)) return result;
  const std::vector<Meeting> meetings = common_meetings(books);
  if (meetings.empty()) return result;
  result.periods.resize(meetings.size() + 1);
  std::vector<Stretch> all(result.periods.size());
  std::set<std::uint64_t> exposed;
  result.threads = PerProcess<Periods::OfThread>(books.size());
  for (const ProcessId process : books.processes()) {
    ThreadBook::Result& book = books[process];
    exposed.insert(book.exposed.begin(), book.exposed.end());
    ThreadBook::Result own = with_these(std::move(book), meetings);
    Periods::OfThread& thread = result.threads[process];
    thread.cuts = std::move(own.cuts);
    for (std::size_t i = 0; i < all.size(); ++i) {
      thread.kinds.push_back(std::exchange(own.stretches[i].kinds, {}));
      all[i].add(own.stretches[i]);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    Period& period = result.periods[i];
    period.events = all[i].events;
    const bool numbered = std::ranges::all_of(all[i].sequences, [](const auto& of) { return of.second.contiguous(); });
    // Rules look from both sides at windows that are locked while they are exposed.
    const bool both = std::ranges::any_of(all[i].locked, [&](std::uint64_t key) { return exposed.contains(key); });
    const bool within = i != 0 && i + 1 != all.size();
    period.can_be_skipped = within && !both && all[i].plain && all[i].account == 0 && numbered;
    period.sequences = std::move(all[i].sequences);
  }
  return result;
}

}  // namespace fencepost::periods
