#include "rma/gathered.h"

#include <cstring>
#include <utility>

#include "recorder/invariant.h"

namespace fencepost::rma {

Gathered::~Gathered() {
  if (room_) stop_watching(*this);
}

bool Gathered::take(pid_t target, const Operation& operation) {
  const Layout& here = operation.origin;
  const Layout& there = operation.at_target;
  if (operation.kind != Kind::kPut && operation.kind != Kind::kGet) return false;
  if (!here.contiguous() || !there.contiguous()) return false;
  const auto size = static_cast<std::size_t>(there.bytes());
  if (size > kLargest || here.bytes() != there.bytes()) return false;
  if ((++since_finish_ <= kFew && !many_before_) || was_left_alone_.load(std::memory_order_relaxed)) return false;

  const auto direction = operation.kind == Kind::kPut ? KernelCopy::Direction::kWrite : KernelCopy::Direction::kRead;
  if (!room_) {
    room_ = std::make_unique<Room>(target, direction);
    if (!watch(*this)) was_left_alone_.store(true, std::memory_order_relaxed);
    if (was_left_alone_.load(std::memory_order_relaxed)) return false;
  }
  Room& room = *room_;
  const LockGuard guard(room.lock);
  if (room.transfers == kMost || (room.transfers > 0 && room.copy.direction() != direction)) return false;
  FENCEPOST_EXPECT(room.transfers < kMost && room.bytes + size <= sizeof room.data, "gathered transfers have room");
  room.copy.turn(direction);
  std::byte* local = here.data();
  if (direction == KernelCopy::Direction::kWrite) {
    local = room.data + room.bytes;
    std::memcpy(local, here.data(), size);
    room.bytes += size;
  }
  ++room.taken;
  if (++room.transfers == 1) tell_watch();
  return room.copy.add(local, there.data(), size);
}

bool Gathered::transfer() {
  if (!room_) return true;
  Room& room = *room_;
  const LockGuard guard(room.lock);
  const bool accessible = std::exchange(room.accessible, true);
  if (room.transfers == 0) return accessible;
  room.transfers = room.bytes = 0;
  return room.copy.transfer() && accessible;
}

bool Gathered::transfer_what_is_left() {
  Room& room = *room_;
  const LockGuard guard(room.lock);
  if (room.transfers == 0) return false;
  if (std::exchange(room.taken_at_last_look, room.taken) != room.taken) return true;
  room.transfers = room.bytes = 0;
  room.accessible &= room.copy.transfer();
  was_left_alone_.store(true, std::memory_order_relaxed);
  return true;
}

bool Gathered::finish() {
  many_before_ = since_finish_ > kFew;
  since_finish_ = 0;
  return transfer();
}

}  // namespace fencepost::rma
