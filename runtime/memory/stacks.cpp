#include "memory/stacks.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <unordered_map>

#include "recorder/memory.h"
#include "recorder/recorder.h"

namespace fencepost::memory {
namespace {

constexpr std::size_t kDeepest = 48;  // frames kept, counted from the innermost

}  // namespace

std::uint64_t define_stack(RecentStacks& recent, const fencepost_frame* bottom, const fencepost_frame* top) {
  if (top == bottom) return 0;
  std::array<std::uint64_t, kDeepest> frames;
  std::size_t depth = 0;
  std::uint64_t hash = 0x84222325cbf29ce4u;
  for (const fencepost_frame* frame = top; frame != bottom && depth < kDeepest;) {
    --frame;
    frames[depth++] = frame->pc;
    hash = (hash ^ frame->pc) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  hash |= 1;  // never 0: that is an empty place

  RecentStacks::Known& place = recent.known[(hash >> 32) % recent.known.size()];
  if (place.hash == hash) return place.id;

  static record::detail::Lock mutex;
  static auto* const known = new std::unordered_map<std::uint64_t, std::uint64_t>;
  const std::lock_guard lock(mutex);
  std::uint64_t& id = (*known)[hash];
  if (id == 0) {
    event::Stack stack;
    stack.id = id = record::next_id();
    stack.frames = std::span<const std::uint64_t>(frames.data(), depth);
    record::define(stack);
  }
  place = {hash, id};
  return id;
}

}  // namespace fencepost::memory
