// The addresses that one instruction has touched, kept as briefly as they are regular.
//
// A Sweep takes addresses one after the other and holds the set of them: exactly, without regard to order and number.
// What a loop touches is one Run, the rows of a nested loop are one Run with rows, going over the same elements again
// adds nothing. Irregular addresses pile up as short runs until the owner takes them out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fencepost::memory {

// first + row * row_stride + i * stride, for row < rows and i < count.
struct Run {
  std::uintptr_t first = 0;
  std::int64_t stride = 0;
  std::uint64_t count = 0;
  std::int64_t row_stride = 0;
  std::uint64_t rows = 1;

  friend bool operator==(const Run&, const Run&) = default;
};

class Sweep {
 public:
  static constexpr std::size_t kClosedRuns = 12;

  // Adds one address. False: there is no room for it; take everything out (`each`, `reset`) and add it again.
  bool add(std::uintptr_t address) {
    // As expected: the next element of the loop, or one that is known to be in the set already.
    if (address == next_ && left_ > 0) {
      next_ += static_cast<std::uintptr_t>(stride_);
      --left_;
      return true;
    }
    // The same again. (No address is 0, which is what an empty sweep expects.)
    return address == next_ - static_cast<std::uintptr_t>(stride_) || add_unexpected(address);
  }

  // Adds a whole run, with its rows. As `add`.
  bool add(const Run& run);

  // Of the latest run.
  std::int64_t stride() const { return current_.stride; }
  bool empty() const { return current_.count == 0 && closed_count_ == 0; }
  // Elements that runs have in common count more than once.
  std::uint64_t elements() const {
    std::uint64_t elements = 0;
    each([&](const Run& run) { elements += run.count * run.rows; });
    return elements;
  }
  bool holds_one() const { return count() == 1 && closed_count_ == 0; }
  void reset();

  // Every run held. Runs may have elements in common when addresses came in no order.
  template <class Visitor>
  void each(Visitor visit) const {
    for (std::size_t i = 0; i < closed_count_; ++i) visit(closed_[i]);
    Run last = current_;
    last.count = count();
    if (last.count != 0) visit(last);
  }

 private:
  static constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 62;

  bool add_unexpected(std::uintptr_t address);
  bool add_rows(const Run& run);
  bool close();
  void settle();
  bool known(std::uintptr_t address);
  void expect(std::uintptr_t address, std::int64_t stride, std::uint64_t left) {
    next_ = address;
    stride_ = stride;
    left_ = left;
  }
  // Elements of the current run, those included that the quick path has let in.
  std::uint64_t count() const { return growing_ ? current_.count + (kUnlimited - left_) : current_.count; }

  std::uintptr_t next_ = 0;  // the address expected,
  std::int64_t stride_ = 0;  // the step from it to the one after,
  std::uint64_t left_ = 0;   // and how many more are taken without a look
  bool growing_ = false;     // those taken are new ones at the end of the current run
  Run current_;              // being built; count 0: nothing yet
  std::size_t closed_count_ = 0;
  std::array<Run, kClosedRuns> closed_;
};

}  // namespace fencepost::memory
