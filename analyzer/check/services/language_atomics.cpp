#include "services/language_atomics.h"

namespace fencepost::check {

void LanguageAtomics::used(const Thread& thread, const event::Access& event, const Memory& memory, ByteRange bytes) {
  if (memory.segment == 0) return;  // threads of a process do not concern us
  const Place place{thread.name.process, thread.name.thread, MpiCall::kNone, StackId(event.stack), event.pc};
  const Tick now = thread.tick + 1;
  std::vector<AtomicUse>& uses = uses_.of(thread);
  for (AtomicUse& use : uses) {
    if (use.place != place || use.memory != memory || use.bytes != bytes) continue;
    use.last = now;
    use.number = ++uses_seen_;
    return;
  }
  if (uses.size() == AtomicUse::kMost) return;
  const auto kind = static_cast<AccessKind>(event.kind);
  const std::uint64_t number = ++uses_seen_;
  uses.push_back({place, memory, bytes, kind != AccessKind::kAtomicStore, kind != AccessKind::kAtomicLoad, false, false,
                  now, now, number, number});
}

AtomicUse* LanguageAtomics::last_use(const Thread& thread, std::uint64_t segment, std::uint64_t offset,
                                     bool AtomicUse::* does) {
  AtomicUse* last = nullptr;
  for (AtomicUse& use : uses_.of(thread)) {
    const bool fits =
        use.*does && use.last == thread.tick && use.memory.segment == segment && use.bytes.begin == offset;
    if (fits && (last == nullptr || last->number < use.number)) last = &use;
  }
  return last;
}

void LanguageAtomics::note_order(const Thread& thread, std::uint64_t segment, std::uint64_t offset,
                                 bool AtomicUse::* does, bool AtomicUse::* ordered) {
  if (AtomicUse* const use = last_use(thread, segment, offset, does)) use->*ordered = true;
}

Place LanguageAtomics::place_of_release(const Thread& thread, std::uint64_t segment, std::uint64_t offset) {
  const AtomicUse* const use = last_use(thread, segment, offset, &AtomicUse::writes);
  return use != nullptr ? use->place : Place{thread.name.process, thread.name.thread};
}

std::span<const AtomicUse> LanguageAtomics::of(const Thread* thread, ThreadName name) {
  if (thread != nullptr) return uses_.of(*thread);
  const auto left = left_.find(name);
  return left != left_.end() ? std::span<const AtomicUse>(left->second) : std::span<const AtomicUse>();
}

void LanguageAtomics::leaves(const Thread& thread) {
  std::vector<AtomicUse>& uses = uses_.of(thread);
  if (uses.empty()) return;
  const ThreadName name = thread.name;
  left_[name] = std::move(uses);
  last_left_.push_back(name);
  if (last_left_.size() <= kMostLeft) return;
  left_.erase(last_left_.front());
  last_left_.pop_front();
}

}  // namespace fencepost::check
