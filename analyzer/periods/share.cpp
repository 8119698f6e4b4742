#include "periods/share.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fencepost::periods {

namespace {

// By period: whether the worker can leave it out because another worker has it.
std::vector<bool> foreign_periods(const Periods& all, std::size_t worker, std::size_t workers) {
  std::uint64_t total = 0, before = 0;
  for (const Period& period : all.periods) total += period.can_be_skipped ? period.events : 0;
  std::vector<bool> foreign;
  for (const Period& period : all.periods) {
    if (!period.can_be_skipped || total == 0) {
      foreign.push_back(false);
      continue;
    }
    const std::uint64_t middle = before + period.events / 2;
    before += period.events;
    foreign.push_back(std::min<std::uint64_t>(middle * workers / total, workers - 1) != worker);
  }
  return foreign;
}

// In periods [begin, end), the last synchronizations of each kind of each thread stay.
void keep_last_of_kinds(const Periods& all, std::size_t begin, std::size_t end, std::vector<bool>& skipped) {
  for (const Periods::OfThread& thread : all.threads) {
    std::unordered_map<std::uint64_t, std::size_t> last;
    for (std::size_t i = begin; i < end; ++i) {
      for (const std::uint64_t kind : thread.kinds[i]) last[kind] = i;
    }
    for (const auto& [kind, period] : last) skipped[period] = false;
  }
}

Share share_without(const Periods& all, std::vector<bool> skipped) {
  Share share;
  for (std::size_t begin = 0; begin < skipped.size();) {
    std::size_t end = begin;
    while (end < skipped.size() && skipped[end]) ++end;
    if (end == begin) {
      ++begin;
      continue;
    }
    keep_last_of_kinds(all, begin, end, skipped);
    begin = end;
  }
  for (std::size_t i = 0; i < skipped.size(); ++i) {
    if (!skipped[i]) {
      share.events += all.periods[i].events;
    } else if (!share.skips.empty() && share.skips.back().to == i - 1) {
      share.skips.back().to = i;
    } else {
      share.skips.push_back({i - 1, i});
    }
  }
  return share;
}

}  // namespace

Share share_of(const Periods& all, std::size_t worker, std::size_t workers) {
  return share_without(all, foreign_periods(all, worker, workers));
}

Share share_with(const Periods& all, const std::vector<bool>& needed) {
  std::vector<bool> skipped;
  for (std::size_t i = 0; i < all.periods.size(); ++i)
    skipped.push_back(all.periods[i].can_be_skipped && !(i < needed.size() && needed[i]));
  return share_without(all, std::move(skipped));
}

std::uint64_t number_in_run(const Periods& all, const Share& share, ProcessId process, std::uint64_t operation) {
  const auto& cuts = all.threads[process].cuts;
  for (const Skip& skip : share.skips) {
    const std::uint64_t before = cuts[skip.from].operations;
    if (operation <= before) break;
    operation += cuts[skip.to].operations - before;
  }
  return operation;
}

bool worth_dividing(const Periods& periods, std::size_t workers) {
  if (workers < 2 || periods.periods.size() < 2 * workers) return false;
  std::uint64_t most = 0;
  for (std::size_t worker = 0; worker < workers; ++worker)
    most = std::max(most, share_of(periods, worker, workers).events);
  return most * 10 <= periods.events() * 7;
}

}  // namespace fencepost::periods
