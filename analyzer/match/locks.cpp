#include "match/locks.h"

#include "job/invariant.h"

namespace fencepost::match {

bool Locks::can_grant(const TargetLock& lock, std::uint64_t sequence) {
  for (std::uint64_t number = lock.next; number < sequence; ++number) {
    if (lock.replayed.contains(number)) continue;
    const auto known = lock.ahead.find(number);
    if (known == lock.ahead.end() || known->second) return false;
  }
  return true;
}

void Locks::pass(TargetLock& lock, std::uint64_t sequence) {
  lock.ahead.erase(sequence);
  if (sequence >= lock.next) lock.replayed.insert(sequence);
  while (lock.replayed.erase(lock.next) != 0) ++lock.next;
  FENCEPOST_ASSERT(lock.replayed.empty() || *lock.replayed.begin() > lock.next,
                   "what a lock waits for was not replayed");
}

}  // namespace fencepost::match
