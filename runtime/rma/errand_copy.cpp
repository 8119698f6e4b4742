#include "rma/errand_copy.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <sched.h>

#include "recorder/invariant.h"
#include "rma/element_types.h"

namespace fencepost::rma {
namespace {

// With fewer pieces than this the kernel is as fast, and also if they are large.
constexpr std::int64_t kFewPieces = 32;
constexpr std::int64_t kLargePiece = 1024;
// The time that the kernel takes for a piece. The owner gets as long to come: so we lose no more than that.
constexpr std::int64_t kKernelTakes = 300;       // ns
constexpr std::int64_t kLeastPatience = 25'000;  // ns
// If the owner has to look at every page: how many bytes there may be for one of data.
constexpr std::int64_t kDense = 32;
// A process that waits in a call of ours has come after this many looks.
constexpr int kLooksBeforeWaking = 20;
constexpr std::uint64_t kDeadAfter = 20'000'000;  // ns: time to see whether the owner lives

std::int64_t pieces_of(const Layout& layout) {
  if (layout.contiguous()) return 1;
  std::int64_t pieces = 0;
  for (const handles::Run& run : layout.type->blocks) pieces += run.repetitions;
  return pieces * layout.count;
}

bool pays(const Layout& there, std::int64_t bytes, std::int64_t pieces, std::uint32_t able) {
  if (pieces < kFewPieces || bytes > pieces * kLargePiece) return false;
  const Layout::Hull hull = there.hull();
  return able == Errands::kAll || (able == Errands::kDense && hull.end - hull.first <= kDense * bytes);
}

bool is_dead(pid_t pid) {
  const int error = errno;
  const bool dead = kill(pid, 0) != 0 && errno == ESRCH;
  errno = error;
  return dead;
}

class ErrandCopy {
 public:
  ErrandCopy(const Peer& peer, Errand::Direction direction, const Layout& here, const Layout& there, std::int64_t bytes,
             std::int64_t patience)
      : peer_(peer),
        errands_(peer.block->errands),
        direction_(direction),
        here_(here),
        there_(there),
        left_(bytes),
        deadline_(now_nanoseconds() + static_cast<std::uint64_t>(patience)) {}

  bool run() {
    if (!enter()) return false;
    const LockGuard inside(errands_.origin, std::adopt_lock);
    bool good = true;
    for (int turn = 0; good && (left_ > 0 || under_way_[turn]); turn ^= 1) {
      Errand& errand = errands_.errand[turn];
      if (under_way_[turn]) good = finish(errand, turn);
      if (good && left_ > 0) post(errand, turn);
    }
    for (int turn = 0; turn < 2; ++turn) {
      if (under_way_[turn]) good = finish(errands_.errand[turn], turn) && good;
    }
    return good;
  }

 private:
  bool overdue() const { return now_nanoseconds() > deadline_; }

  // Until the time is over. Does not give the processor away if the owner has one of its own: we may get it back much
  // later.
  template <class Ready>
  void wait(Bell& bell, Ready&& ready) {
    while (everybody_has_a_processor() && !ready()) {
      if (overdue()) break;
      pay_attention();
      __builtin_ia32_pause();
    }
    bell.wait(ready);
  }

  // (Clang does not follow the lock into the lambda that tries to take it.)
  bool enter() FENCEPOST_THREAD_SAFETY(try_acquire_capability(true, errands_.origin))
      FENCEPOST_THREAD_SAFETY(no_thread_safety_analysis) {
    bool entered = false;
    wait(own_block().bell, [&] { return entered || (entered = errands_.origin.try_lock()) || overdue(); });
    return entered;
  }

  void post(Errand& errand, int turn) {
    errand.direction = direction_;
    errand.processor = sched_getcpu();
    const std::int64_t bytes = describe(errand);
    FENCEPOST_EXPECT(bytes > 0 && bytes <= left_ && errand.rows <= Errand::kMostRows,
                     "an errand moves a part of what is left");
    left_ -= bytes;
    if (direction_ == Errand::Direction::kWrite) {
      Pieces packed(packed_layout(errand, bytes));
      copy(packed, here_);
    }
    bytes_[turn] = bytes;
    under_way_[turn] = true;
    errand.state.store(Errand::kPosted, std::memory_order_release);
    errands_.posted.fetch_add(1, std::memory_order_seq_cst);
  }

  // Fills the rows with the next part of the peer's memory.
  std::int64_t describe(Errand& errand) {
    std::int64_t room = std::min(left_, Errand::kMostBytes), bytes = 0;
    errand.rows = 0;
    while (room > 0 && errand.rows < Errand::kMostRows) {
      const auto address = reinterpret_cast<std::uint64_t>(there_.address());
      const std::int64_t size = std::min(there_.size(), room);
      const std::int64_t count = size < there_.size() ? 1 : std::min(there_.repeats(), room / size);
      if (count == 1) {
        if (!continues(errand, address, size)) errand.row[errand.rows++] = {address, size, 0, 1};
        there_.advance(size);
      } else {
        errand.row[errand.rows++] = {address, size, there_.stride(), count};
        there_.skip(count);
      }
      room -= size * count;
      bytes += size * count;
    }
    return bytes;
  }

  // Pieces of a type that is one piece come one by one.
  static bool continues(Errand& errand, std::uint64_t address, std::int64_t size) {
    if (errand.rows == 0) return false;
    Errand::Row& last = errand.row[errand.rows - 1];
    if (last.size != size) return false;
    const auto distance = static_cast<std::int64_t>(address - last.address);
    if (last.count == 1) {
      last.stride = distance;
    } else if (distance != last.stride * last.count) {
      return false;
    }
    ++last.count;
    return true;
  }

  bool finish(Errand& errand, int turn) {
    under_way_[turn] = false;
    bool withdrawn = false, dead = false;
    int looks = 0;
    wait(errand.bell, [&] {
      std::uint32_t state = errand.state.load(std::memory_order_acquire);
      if (state == Errand::kDone || state == Errand::kRefused || withdrawn || dead) return true;
      if (++looks == kLooksBeforeWaking) errands_.wake();
      if (looks < kLooksBeforeWaking || !overdue()) return false;
      if (state == Errand::kPosted && errand.state.compare_exchange_strong(state, Errand::kFree)) {
        errands_.posted.fetch_sub(1, std::memory_order_relaxed);
        withdrawn = true;
      } else {
        dead = now_nanoseconds() > deadline_ + kDeadAfter && is_dead(peer_.pid);
      }
      return withdrawn || dead;
    });
    const bool good = !withdrawn && !dead && errand.state.load(std::memory_order_relaxed) == Errand::kDone;
    errand.state.store(Errand::kFree, std::memory_order_relaxed);
    if (good && direction_ == Errand::Direction::kRead) {
      Pieces packed(packed_layout(errand, bytes_[turn]));
      copy(here_, packed);
    }
    return good;
  }

  static Layout packed_layout(Errand& errand, std::int64_t bytes) {
    return {errand.data, bytes, &element_type(BasicType::kByte)};
  }

  const Peer& peer_;
  Errands& errands_;
  Errand::Direction direction_;
  Pieces here_;
  Pieces there_;
  std::int64_t left_;
  std::uint64_t deadline_;
  bool under_way_[2] = {false, false};
  std::int64_t bytes_[2] = {0, 0};
};

}  // namespace

bool copy_by_owner(const Peer& peer, Errand::Direction direction, const Layout& here, const Layout& there) {
  if (here.empty() || there.empty()) return false;
  const std::uint32_t able = peer.block->errands.able.load(std::memory_order_acquire);
  if (able == Errands::kNothing) return false;
  const std::int64_t bytes = std::min(here.bytes(), there.bytes());
  const std::int64_t pieces = pieces_of(there);
  if (!pays(there, bytes, pieces, able)) return false;
  return ErrandCopy(peer, direction, here, there, bytes, std::max(kLeastPatience, pieces * kKernelTakes)).run();
}

}  // namespace fencepost::rma
