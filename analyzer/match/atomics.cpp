#include "match/atomics.h"

#include <algorithm>
#include <unordered_map>

namespace fencepost::match {

std::size_t Atomics::execute(int target, std::uint64_t sequence, AtomicExecution execution) {
  Target& at = targets_[target];
  if (sequence < at.next) {  // after a gap that was given up: better late than never
    apply(execution);
    return 1;
  }
  at.waiting.emplace(sequence, std::move(execution));
  return drain(at);
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

void Atomics::apply(const AtomicExecution& execution) {
  auto& locations = locations_[execution.bytes.memory];
  order::Clocks read;
  bool any = false;
  // Old writers → with this one. The old ones are kept: their addresses are the keys.
  // Mostly there is one; maps take the others.
  std::pair<SharedClocks, SharedClocks> first_joined;
  std::unordered_map<const order::Clocks*, std::pair<SharedClocks, SharedClocks>> joined;
  SharedClocks first_seen;
  std::unordered_map<const order::Clocks*, SharedClocks> seen;
  const auto with_this = [&](const SharedClocks& old) {
    const bool first = !first_joined.first || first_joined.first == old;
    auto& [kept, result] = first ? first_joined : joined[old.get()];
    if (!result) {
      kept = old;
      auto both = order::copy_of(*old);
      both->join(*execution.issue);
      result = std::move(both);
    }
    return result;
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
        const SharedClocks& writers = at->second.writers;
        if (writers == first_seen) continue;
        if (!first_seen) {
          first_seen = writers;
        } else if (!seen.emplace(writers.get(), writers).second) {
          continue;
        }
        read.join(*at->second.writers);
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

}  // namespace fencepost::match
