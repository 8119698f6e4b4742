#include "match/atomics.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace fencepost::match {

std::size_t Atomics::execute(int target, std::uint64_t sequence, AtomicExecution execution) {
  Target& at = targets_[target];
  if (sequence < at.next) {  // after a gap that was given up: better late than never
    apply(execution);
    return 1;
  }
  if (sequence == at.next) {
    ++at.next;
    apply(execution);
    return 1 + drain(at);
  }
  at.waiting.emplace(sequence, std::move(execution));
  return 0;
}

bool Atomics::skip_gap(int target) {
  Target& at = targets_[target];
  if (at.waiting.empty()) return false;
  at.next = at.waiting.begin()->first;
  return drain(at) > 0;
}

std::size_t Atomics::drain(Target& target) {
  std::size_t applied = 0;
  while (!target.waiting.empty() && target.waiting.begin()->first == target.next) {
    const auto node = target.waiting.extract(target.waiting.begin());
    ++target.next;
    ++applied;
    apply(node.mapped());
  }
  return applied;
}

namespace {

void join(order::Clocks& clocks, const Reached& other) {
  clocks.join(*other.before);
  if (other.tick != 0) clocks.raise(other.stream, other.tick);
}

// Whether `later` is known to have all that `earlier` has.
bool surely_after(const Reached& later, const Reached& earlier) {
  if (earlier.tick != 0) {
    if (later.tick != 0 && earlier.stream == later.stream) return earlier.tick <= later.tick;
    return later.before->strong().covers(earlier.stream, earlier.tick);
  }
  return later.before->strong().surely_contains(earlier.before->strong()) &&
         later.before->observed().surely_contains(earlier.before->observed());
}

Reached together(const Reached& one, const Reached& other) {
  if (surely_after(other, one)) return other;
  if (surely_after(one, other)) return one;
  auto both = order::copy_of(*one.before);
  if (one.tick != 0) both->raise(one.stream, one.tick);
  join(*both, other);
  return {std::move(both)};
}

struct ReachedHash {
  std::size_t operator()(const Reached& one) const {
    return std::hash<const void*>()(one.before.get()) ^ (std::size_t{one.stream} << 40) ^ (std::size_t{one.tick} << 8);
  }
};

}  // namespace

void Atomics::apply(const AtomicExecution& execution) {
  auto& locations = locations_[execution.bytes.memory];
  order::Clocks read;
  bool any = false;
  // Old writers → with this one. Mostly there is one; maps take the others.
  std::pair<Reached, Reached> first_joined;
  std::unordered_map<Reached, Reached, ReachedHash> joined;
  Reached first_seen;
  std::unordered_set<Reached, ReachedHash> seen;
  const auto with_this = [&](const Reached& old) {
    if (!first_joined.first.before) first_joined = {old, together(old, execution.issue)};
    if (first_joined.first == old) return first_joined.second;
    const auto [at, added] = joined.try_emplace(old);
    if (added) at->second = together(old, execution.issue);
    return at->second;
  };
  const auto split_at = [&](std::uint64_t position) {
    auto above = locations.upper_bound(position);
    if (above == locations.begin()) return;
    --above;
    if (above->first < position && position < above->second.end) {
      const Location rest = above->second;
      above->second.end = position;
      locations.emplace(position, rest);
    }
  };
  const auto block = [&](std::uint64_t begin, std::uint64_t end) {
    if (execution.fetches) {
      auto at = locations.upper_bound(begin);
      if (at != locations.begin() && std::prev(at)->second.end > begin) --at;
      for (; at != locations.end() && at->first < end; ++at) {
        const Reached& writers = at->second.writers;
        if (writers == first_seen) continue;
        if (!first_seen.before) {
          first_seen = writers;
        } else if (!seen.insert(writers).second) {
          continue;
        }
        join(read, writers);
        any = true;
      }
    }
    if (!execution.changes) return;
    split_at(begin);
    split_at(end);
    auto at = locations.lower_bound(begin);
    if (execution.overwrites) {
      while (at != locations.end() && at->first < end) at = locations.erase(at);
      locations[begin] = {end, execution.issue};
      return;
    }
    std::uint64_t position = begin;
    while (position < end) {
      if (at == locations.end() || at->first >= end) {
        locations[position] = {end, execution.issue};
        break;
      }
      if (at->first > position) locations[position] = {at->first, execution.issue};
      at->second.writers = with_this(at->second.writers);
      position = at->second.end;
      ++at;
    }
  };
  for (const Strided& piece : execution.bytes.pieces) {
    for (std::uint64_t row = 0; row < piece.outer_count; ++row) {
      for (std::uint64_t i = 0; i < piece.count; ++i) {
        const std::uint64_t begin = piece.begin + row * piece.outer_stride + i * piece.stride;
        block(begin, begin + piece.size);
      }
    }
  }
  if (execution.read) execution.read(any ? order::copy_of(read) : nullptr);
}

std::size_t Atomics::locations() const {
  std::size_t count = 0;
  for (const auto& [memory, locations] : locations_) count += locations.size();
  return count;
}

void Atomics::retire(std::span<const order::Tick> known) {
  if (locations() < next_retirement_) return;
  // Who knows of a call knows what happened before it.
  const auto is_known = [&](const Reached& writers) {
    if (writers.tick != 0) return writers.stream < known.size() && writers.tick <= known[writers.stream];
    return writers.before->strong().within(known);
  };
  for (auto& [memory, locations] : locations_) {
    std::erase_if(locations, [&](const auto& location) { return is_known(location.second.writers); });
  }
  next_retirement_ = std::max<std::size_t>(4096, 2 * locations());
}

}  // namespace fencepost::match
