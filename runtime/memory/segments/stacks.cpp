#include "segments/stacks.h"

#include <array>
#include <cstddef>
#include <mutex>
#include <span>
#include <unordered_map>

#include "recorder/memory.h"
#include "recorder/recorder.h"

namespace fencepost::memory {
namespace {

constexpr std::size_t kDeepest = 48;  // frames kept, counted from the innermost

// Never 0: that is an empty place.
std::uint64_t hash_of(std::span<const std::uint64_t> frames) {
  std::uint64_t hash = 0x84222325cbf29ce4u;
  for (const std::uint64_t frame : frames) {
    hash = (hash ^ frame) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash | 1;
}

std::uint64_t define(std::uint64_t hash, std::span<const std::uint64_t> frames) {
  static record::detail::Lock mutex;
  static auto* const known = new std::unordered_map<std::uint64_t, std::uint64_t>;
  const std::lock_guard lock(mutex);
  std::uint64_t& id = (*known)[hash];
  if (id == 0) {
    event::Stack stack;
    stack.id = id = record::next_id();
    stack.frames = frames;
    record::define(stack);
  }
  return id;
}

}  // namespace

std::uint64_t define_stack(RecentStacks& recent, const fencepost_frame* bottom, const fencepost_frame* top) {
  if (top == bottom) return 0;
  std::array<std::uint64_t, kDeepest> frames;
  std::size_t depth = 0;
  for (const fencepost_frame* frame = top; frame != bottom && depth < kDeepest;) frames[depth++] = (--frame)->pc;
  const std::uint64_t hash = hash_of({frames.data(), depth});
  RecentStacks::Known& place = recent.place_of(hash);
  if (place.hash == hash) return place.id;

  const std::size_t kept = record::without_recursion({frames.data(), depth}, recent.functions);
  const std::span<const std::uint64_t> without(frames.data(), kept);
  const std::uint64_t hash_without = kept == depth ? hash : hash_of(without);
  RecentStacks::Known& place_without = recent.place_of(hash_without);
  if (place_without.hash != hash_without) place_without = {hash_without, define(hash_without, without)};
  return (place = {hash, place_without.id}).id;
}

}  // namespace fencepost::memory
