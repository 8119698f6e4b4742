// When operations take effect, where the standard leaves it open.
//   eager        at the call if the target is open, else as soon as a later call finds it open; many small transfers in
//                a row, where each would take a system call, together (gathered.h); the first test of about every
//                other request says that it is not complete, so that a program that does not look is found out
//   lazy         not before a synchronization call demands it; locks are not taken before they are needed; the first
//                test of a request says that it is not complete; a call that completes requests completes no other
//                ones, and one at a time where it needs no more; fetches of a thread that polls take effect at once
//   random:SEED  each time one or the other, and among waiting operations in any allowed order; now and then a process
//                waits a moment after an operation, so that processes take turns where they share processors
// The same seed gives the same decisions for the same sequence of calls of a process.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fencepost::rma {

class Schedule {
 public:
  enum class Kind : std::uint8_t { kEager, kLazy, kRandom };

  // If `text` is none of the three: parses nothing and returns false.
  bool parse(std::string_view text);
  std::string text() const;
  // Decisions differ from rank to rank.
  void seed_for_rank(int rank);

  Kind kind() const { return kind_; }
  bool eager() const { return kind_ == Kind::kEager; }
  bool lazy() const { return kind_ == Kind::kLazy; }

  bool defers_operation() { return kind_ == Kind::kEager ? false : kind_ == Kind::kLazy || coin(2); }
  bool defers_lock() { return kind_ == Kind::kEager ? false : kind_ == Kind::kLazy || coin(2); }
  bool start_waits() { return kind_ == Kind::kRandom && coin(4); }
  // Whether the first MPI_Test of this request should find it incomplete. Any thread.
  bool puts_off_test(std::uint64_t request) const { return kind_ == Kind::kLazy || (mixed(seed_ + request) & 1) != 0; }
  // Whether some waiting operation should be run now although nothing demands it.
  bool runs_another() { return kind_ == Kind::kRandom && coin(4); }
  // Whether the process should wait a moment now, so that others come in between.
  bool pauses() { return kind_ == Kind::kRandom && coin(16); }
  // A number below `bound`, for the order of waiting operations.
  std::uint64_t below(std::uint64_t bound) { return bound ? next() % bound : 0; }
  bool shuffles() const { return kind_ == Kind::kRandom; }

 private:
  bool coin(std::uint64_t sides) { return next() % sides == 0; }
  std::uint64_t next() { return mixed(state_ += 0x9e3779b97f4a7c15U); }
  static std::uint64_t mixed(std::uint64_t z);

  Kind kind_ = Kind::kEager;
  std::uint64_t seed_ = 0;
  std::uint64_t state_ = 0;
};

}  // namespace fencepost::rma
