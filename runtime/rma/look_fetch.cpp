#include "rma/look_fetch.h"

#include <cstring>

#include "rma/cross_copy.h"
#include "rma/element_types.h"
#include "rma/execute.h"

namespace fencepost::rma {

namespace {

const Layout& fetched_into(const Operation& operation) {
  return operation.kind == Kind::kGet ? operation.origin : operation.result;
}

}  // namespace

bool may_look(const Operation& operation) {
  return operation.kind == Kind::kGet || operation.kind == Kind::kCompareAndSwap ||
         operation.kind == Kind::kGetAccumulate;
}

Looked::Looked(Window& window, Operation& operation, std::uint64_t number) {
  const Layout& to = fetched_into(operation);
  Layout& from = operation.at_target;
  if (to.empty() || to.bytes() != from.bytes() || static_cast<std::uint64_t>(to.bytes()) > kLongest) return;
  const Guard guard(window.mutex);
  Target& target = window.target(operation.target);
  if (!target.direct || !target.open || !target.lock.is_called() || !target.waiting.empty()) return;
  const std::int64_t offset = operation.displacement * target.displacement_unit;
  from.address = target.memory != nullptr
                     ? target.memory + offset
                     : reinterpret_cast<std::byte*>(target.address + static_cast<std::uint64_t>(offset));
  window.note_use(target);
  size_ = static_cast<std::size_t>(to.bytes());
  const bool done = operation.kind == Kind::kGet ? fetch(target, from) : fetch_unchanged(target, operation, number);
  const Layout packed{bytes_.data(), to.bytes(), &element_type(BasicType::kByte)};
  if (done)
    copy(to, packed);
  else
    size_ = 0;
}

bool Looked::fetch(const Target& target, const Layout& from) {
  const Layout packed{bytes_.data(), static_cast<std::int64_t>(size_), &element_type(BasicType::kByte)};
  if (target.memory == nullptr && target.peer->block != &own_block())
    return target.peer->can_copy && read_across(*target.peer, packed, from, false);
  copy(packed, from);
  return true;
}

// False as well if the operation would change something.
bool Looked::fetch_unchanged(const Target& target, const Operation& operation, std::uint64_t number) {
  ProcessBlock& block = *target.peer->block;
  block.atomics.lock();
  const bool unchanged = number != 0 && block.changed_at <= number && fetch(target, operation.at_target);
  block.atomics.unlock();
  return unchanged && leaves_it(operation);
}

bool Looked::leaves_it(const Operation& operation) const {
  if (operation.op == ReduceOp::kNoOp && operation.kind == Kind::kGetAccumulate) return true;
  if (static_cast<std::size_t>(element_bytes(operation.at_target)) != size_) return false;
  std::array<std::byte, kLongest> combined;
  std::memcpy(combined.data(), bytes_.data(), size_);
  return !combine_packed(operation, combined.data()).differs;
}

}  // namespace fencepost::rma
