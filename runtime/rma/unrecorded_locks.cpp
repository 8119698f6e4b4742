#include "rma/unrecorded_locks.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "rma/control.h"

namespace fencepost::rma {
namespace {

// For as many threads as poll by locks at the same time. They outlive the threads.
constinit UnrecordedLocks of_threads[16];

// Those of the thread; null: it holds none that it has not recorded. (Thread-local storage in a back end must be small:
// the pointer is the recorder's.)
UnrecordedLocks* own_locks() {
  return static_cast<UnrecordedLocks*>(record::held_locks());
}

// In pauses of 50 µs.
template <class Ready>
void wait_at_most(int pauses, const Ready& ready) {
  constexpr int kYields = 20;
  constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 50'000};
  for (int i = 0; i < kYields + pauses && !ready(); ++i) {
    // (Not through the C library, because libfencepost.so wraps those functions.)
    i < kYields ? syscall(SYS_sched_yield) : syscall(SYS_nanosleep, &kPause, nullptr);
  }
}

void write(const UnrecordedLocks::One& lock) {
  record::write_from_signal(lock.begin);
  record::write_from_signal(event::LockEnd{});
  if ((lock.begin.asserts & kNoCheck) != 0) return;  // none is taken
  std::int64_t rank = lock.rank == UnrecordedLocks::kAllRanks ? 0 : lock.rank;
  for (const Target& target : lock.targets)
    record::write_from_signal(event::LockGranted{lock.begin.window, rank++, target.control->lock.number()});
}

}  // namespace

// Null: there are none for the thread.
UnrecordedLocks* UnrecordedLocks::own_to_change() noexcept {
  UnrecordedLocks* const mine = own_locks();
  if (mine != nullptr && mine->goes_from(State::kHeld, State::kChanges)) return mine;
  record::write_what_is_held();  // somebody else has recorded them
  const auto takes = [](UnrecordedLocks& locks) { return locks.goes_from(State::kFree, State::kChanges); };
  UnrecordedLocks* const free = std::ranges::find_if(of_threads, takes);
  if (free == std::end(of_threads)) return nullptr;
  free->count_ = 0;
  return free;
}

void UnrecordedLocks::hold(const One& lock) noexcept {
  UnrecordedLocks* const mine = own_to_change();
  const bool has_room = mine != nullptr && mine->has_room();
  if (has_room) mine->locks_[mine->count_++] = lock;
  if (mine != nullptr) mine->state_.store(State::kHeld, std::memory_order_release);
  if (!has_room) {
    record::write_what_is_held();
    return write(lock);
  }
  lock.window->locks.store(mine, std::memory_order_release);
  record::hold(mine);
}

UnrecordedLocks::One* UnrecordedLocks::find(const Looking& window, int rank) noexcept {
  One* const end = locks_.data() + count_;
  One* const found =
      std::find_if(locks_.data(), end, [&](const One& one) { return one.window == &window && one.rank == rank; });
  return found != end ? found : nullptr;
}

bool UnrecordedLocks::any_of(const Looking& window) const noexcept {
  return std::any_of(locks_.data(), locks_.data() + count_, [&](const One& one) { return one.window == &window; });
}

bool UnrecordedLocks::is_held(const Looking& window, int rank) noexcept {
  UnrecordedLocks* const mine = own_locks();
  return mine != nullptr && mine->state_.load(std::memory_order_acquire) == State::kHeld &&
         mine->find(window, rank) != nullptr;
}

bool UnrecordedLocks::drop(const Looking& window, int rank) noexcept {
  UnrecordedLocks* const own = own_locks();
  if (own == nullptr || !own->goes_from(State::kHeld, State::kChanges)) return false;
  UnrecordedLocks& mine = *own;
  One* const one = mine.find(window, rank);
  Looking& of_window = *one->window;
  std::move(one + 1, mine.locks_.data() + mine.count_, one);
  --mine.count_;
  if (!mine.any_of(window)) of_window.locks.store(nullptr, std::memory_order_release);
  if (mine.count_ > 0) {
    mine.state_.store(State::kHeld, std::memory_order_release);
    return true;
  }
  record::hold(nullptr);
  mine.state_.store(State::kFree, std::memory_order_release);
  return true;
}

void UnrecordedLocks::record() noexcept {
  if (!goes_from(State::kHeld, State::kEnds)) return;
  for (std::size_t i = 0; i < count_; ++i) {
    write(locks_[i]);
    locks_[i].window->locks.store(nullptr, std::memory_order_release);
  }
  state_.store(State::kIsRecorded, std::memory_order_release);
}

void UnrecordedLocks::record_own() noexcept {
  record();
  // Another thread may be about to record them.
  while (!goes_from(State::kIsRecorded, State::kFree)) syscall(SYS_sched_yield);
}

UnrecordedLocks::OwnPart& UnrecordedLocks::own_part() noexcept {
  return own_locks()->own_part_;
}

void Looking::admit_beside_locks() noexcept {
  UnrecordedLocks* const held = locks.load(std::memory_order_acquire);
  if (held == nullptr || held == own_locks()) return;
  waiting_.fetch_add(1, std::memory_order_relaxed);
  wait_at_most(200, [&] { return locks.load(std::memory_order_acquire) == nullptr; });
  waiting_.fetch_sub(1, std::memory_order_relaxed);
  if (locks.load(std::memory_order_acquire) == held) held->record();
}

bool Looking::waits_for_others() const noexcept {
  const auto gone = [&] { return waiting_.load(std::memory_order_relaxed) == 0; };
  wait_at_most(20, gone);
  return gone();
}

}  // namespace fencepost::rma
