#include "services/floors.h"

#include <algorithm>

namespace fencepost::check {

void Floors::hold(const SharedClocks& clocks, StreamNumber owner, Tick own_tick) {
  if (own_tick == kPast && !held_.empty() && held_.back() == clocks && floors_.back().owner == owner &&
      floors_.back().own_tick == kPast)
    return;
  held_.push_back(clocks);
  add(held_.back()->strong(), owner, own_tick);
}

std::vector<Tick> Floors::passed(std::size_t count) const {
  if (count > 64 && floors_.size() > 64) return passed_by_bases(count);
  std::vector<Tick> passed(count, kPast);
  for (const Floor& floor : floors_) {
    for (StreamNumber s = 0; s < count; ++s) {
      passed[s] = std::min(passed[s], s == floor.owner ? floor.own_tick : floor.clock->at(s));
    }
  }
  return passed;
}

// With many threads: the bases that their clocks share are a lower bound, and after a barrier there is only one.
std::vector<Tick> Floors::passed_by_bases(std::size_t count) const {
  constexpr std::size_t kChunk = order::Clock::kChunk;
  std::vector<const order::Clock::Base*> bases;
  for (const Floor& floor : floors_) {
    if (floor.clock->base() == nullptr) return std::vector<Tick>(count, 0);
    if (bases.empty() || bases.back() != floor.clock->base()) bases.push_back(floor.clock->base());
  }
  std::sort(bases.begin(), bases.end());
  bases.erase(std::unique(bases.begin(), bases.end()), bases.end());
  std::vector<Tick> passed(count, kPast);
  for (std::size_t begin = 0; begin < count; begin += kChunk) {
    const order::Clock::Chunk* last = nullptr;
    const std::size_t size = std::min(kChunk, count - begin);
    for (const auto* base : bases) {
      const std::size_t number = begin / kChunk;
      const auto* const chunk = number < base->chunks.size() ? base->chunks[number].get() : nullptr;
      if (chunk == nullptr) {
        std::fill_n(passed.begin() + static_cast<std::ptrdiff_t>(begin), size, 0);
        break;
      }
      if (chunk == last) continue;
      last = chunk;
      for (std::size_t i = 0; i < size; ++i) passed[begin + i] = std::min(passed[begin + i], chunk->ticks[i]);
    }
  }
  return passed;
}

}  // namespace fencepost::check
