#include "rma/gathered.h"

#include <cstring>

namespace fencepost::rma {

bool Gathered::take(pid_t target, const Operation& operation) {
  const Layout& here = operation.origin;
  const Layout& there = operation.at_target;
  if (operation.kind != Kind::kPut && operation.kind != Kind::kGet) return false;
  if (!here.contiguous() || !there.contiguous()) return false;
  const auto size = static_cast<std::size_t>(there.bytes());
  if (size > kLargest || here.bytes() != there.bytes()) return false;
  if (++since_finish_ <= kFew && !many_before_) return false;

  const auto direction = operation.kind == Kind::kPut ? KernelCopy::Direction::kWrite : KernelCopy::Direction::kRead;
  if (!room_) room_ = std::make_unique<Room>(target, direction);
  Room& room = *room_;
  if (room.transfers == kMost || (room.transfers > 0 && room.copy.direction() != direction)) return false;
  room.copy.turn(direction);
  std::byte* local = here.data();
  if (direction == KernelCopy::Direction::kWrite) {
    local = room.data + room.bytes;
    std::memcpy(local, here.data(), size);
    room.bytes += size;
  }
  ++room.transfers;
  return room.copy.add(local, there.data(), size);
}

bool Gathered::transfer() {
  if (!room_ || room_->transfers == 0) return true;
  room_->transfers = room_->bytes = 0;
  return room_->copy.transfer();
}

bool Gathered::finish() {
  many_before_ = since_finish_ > kFew;
  since_finish_ = 0;
  return transfer();
}

}  // namespace fencepost::rma
