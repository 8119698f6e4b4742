#include "match/atomics.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace fencepost::match {

std::size_t Atomics::execute(ProcessId target, std::uint64_t sequence, AtomicExecution execution) {
  Target& at = targets_[target];
  if (sequence < at.next) {  // after an abandoned gap: better late than never
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

bool Atomics::skip_gap(ProcessId target) {
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

// Whether `later` certainly knows everything that `earlier` knows.
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
  return {.before = std::move(both), .last_of_several = other.last()};
}

struct ReachedHash {
  std::size_t operator()(const Reached& one) const {
    return std::hash<const void*>()(one.before.get()) ^ (std::size_t{one.stream} << 40) ^ (std::size_t{one.tick} << 8);
  }
};

}  // namespace

void Atomics::apply(const AtomicExecution& execution) {
  LastWriters* of_memory = nullptr;
  order::Clocks read;
  CallName last;
  bool any = false;
  // Old writers → with this one. Mostly there is one; maps are for the others.
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
  const auto block = [&](std::uint64_t begin, std::uint64_t end) {
    if (execution.fetches) {
      of_memory->each(begin, end, [&](const Reached& writers) {
        if (writers == first_seen) return;
        if (!first_seen.before) {
          first_seen = writers;
        } else if (!seen.insert(writers).second) {
          return;
        }
        join(read, writers);
        last = writers.last();
        any = true;
      });
    }
    if (!execution.changes) return;
    of_memory->write(begin, end, execution.issue,
                     [&](const Reached& old) { return execution.overwrites ? execution.issue : with_this(old); });
  };
  each_memory(execution.bytes, [&](const ByteSet& there) {
    of_memory = &writers_[there.memory];
    for (const Strided& piece : there.pieces) {
      for (std::uint64_t row = 0; row < piece.outer_count; ++row) {
        for (std::uint64_t i = 0; i < piece.count; ++i) {
          const std::uint64_t begin = piece.begin + row * piece.outer_stride + i * piece.stride;
          block(begin, begin + piece.size);
        }
      }
    }
  });
  if (execution.read) execution.read(any ? order::copy_of(read) : nullptr, last);
}

std::size_t Atomics::remembered() const {
  std::size_t count = 0;
  for (const auto& [memory, writers] : writers_) count += writers.runs();
  return count;
}

void Atomics::retire(std::span<const order::Tick> known) {
  if (remembered() < next_retirement_) return;
  for (auto& [memory, of_memory] : writers_) {
    // A process that knows of a call knows what happened before it.
    of_memory.erase_if([&](const Reached& writers) {
      if (writers.tick == 0) return writers.before->strong().within(known);
      return writers.stream < known.size() && writers.tick <= known[writers.stream];
    });
  }
  next_retirement_ = std::max<std::size_t>(4096, 2 * remembered());
}

}  // namespace fencepost::match
