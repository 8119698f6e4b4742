#include "segments/sweep.h"

namespace fencepost::memory {
namespace {

constexpr std::uint64_t kNotInIt = UINT64_MAX;

// How many elements of the row come after `address`, if it is an element of the run; else kNotInIt.
std::uint64_t elements_after(const Run& run, std::uintptr_t address) {
  auto offset = static_cast<std::int64_t>(address - run.first);
  if (run.rows > 1) {
    // Rows may be longer than the distance between them only in odd cases; those are taken for unknown.
    const std::int64_t row = offset / run.row_stride;
    const auto in_row = [&](std::int64_t r) {
      if (r < 0 || static_cast<std::uint64_t>(r) >= run.rows) return kNotInIt;
      Run one = run;
      one.first += static_cast<std::uintptr_t>(r * run.row_stride);
      one.rows = 1;
      return elements_after(one, address);
    };
    for (const std::int64_t near : {row, row - 1, row + 1}) {
      if (const std::uint64_t after = in_row(near); after != kNotInIt) return after;
    }
    return kNotInIt;
  }
  if (run.count == 1) return offset == 0 ? 0 : kNotInIt;
  if (run.stride < 0 ? offset > 0 : offset < 0) return kNotInIt;
  if (offset % run.stride != 0) return kNotInIt;
  const auto index = static_cast<std::uint64_t>(offset / run.stride);
  return index < run.count ? run.count - 1 - index : kNotInIt;
}

}  // namespace

void Sweep::reset() {
  next_ = 0;
  stride_ = 0;
  left_ = 0;
  growing_ = false;
  current_ = {};
  closed_count_ = 0;
}

// The quick path's additions become part of the current run.
void Sweep::settle() {
  current_.count = count();
  growing_ = false;
  left_ = 0;
}

// Whether `address` is in the set already. Then the elements after it are expected next.
bool Sweep::known(std::uintptr_t address) {
  const auto look_in = [&](const Run& run) {
    const std::uint64_t after = elements_after(run, address);
    if (after == kNotInIt) return false;
    expect(address + static_cast<std::uintptr_t>(run.stride), run.stride, after);
    return true;
  };
  if (look_in(current_)) return true;
  for (std::size_t i = closed_count_; i-- > 0;) {
    if (look_in(closed_[i])) return true;
  }
  return false;
}

bool Sweep::add_unexpected(std::uintptr_t address) {
  if (current_.count == 0) {
    current_ = {address, 0, 1, 0, 1};
    expect(address, 0, 0);
    return true;
  }
  settle();
  const std::uintptr_t end = current_.first + current_.count * static_cast<std::uintptr_t>(current_.stride);
  if (current_.count > 1 && address == end) {
    ++current_.count;
  } else if (known(address)) {
    return true;
  } else if (current_.count == 1) {
    current_.stride = static_cast<std::int64_t>(address - current_.first);
    current_.count = 2;
  } else {
    if (!close()) {
      // Only the cursor has changed: the next look is from here again.
      expect(0, 0, 0);
      return false;
    }
    current_ = {address, 0, 1, 0, 1};
    expect(address, 0, 0);
    return true;
  }
  growing_ = true;
  expect(address + static_cast<std::uintptr_t>(current_.stride), current_.stride, kUnlimited);
  return true;
}

// The current run is complete: the next row of the one before it, or a run of its own.
bool Sweep::close() {
  if (closed_count_ > 0) {
    Run& last = closed_[closed_count_ - 1];
    if (last.count == current_.count && last.stride == current_.stride) {
      const auto distance = static_cast<std::int64_t>(current_.first - last.first);
      if (distance != 0 && (last.rows == 1 || distance == last.row_stride * static_cast<std::int64_t>(last.rows))) {
        if (last.rows == 1) last.row_stride = distance;
        ++last.rows;
        return true;
      }
    }
  }
  if (closed_count_ == kClosedRuns) return false;
  closed_[closed_count_++] = current_;
  return true;
}

bool Sweep::add_rows(const Run& run) {
  for (std::size_t i = 0; i < closed_count_; ++i) {
    if (closed_[i] == run) return true;
  }
  if (current_.count != 0) {
    settle();
    if (!close()) return false;
    current_ = {};
    expect(0, 0, 0);
  }
  if (closed_count_ == kClosedRuns) return false;
  closed_[closed_count_++] = run;
  return true;
}

bool Sweep::add(const Run& run) {
  if (run.count == 0 || run.rows == 0) return true;
  if (run.rows > 1) return add_rows(run);
  if (run.count == 1) return add(run.first);
  if (current_.count != 0) {
    settle();
    const std::uintptr_t end = current_.first + current_.count * static_cast<std::uintptr_t>(current_.stride);
    if (current_.stride == run.stride && run.first == end) {
      current_.count += run.count;
      expect(0, 0, 0);
      return true;
    }
    if (current_.stride == run.stride && elements_after(current_, run.first) != kNotInIt) {
      // Begins inside: as much longer as it reaches beyond.
      const std::uint64_t before = current_.count - 1 - elements_after(current_, run.first);
      if (before + run.count > current_.count) current_.count = before + run.count;
      expect(0, 0, 0);
      return true;
    }
    for (std::size_t i = closed_count_; i-- > 0;) {
      const std::uint64_t after = elements_after(closed_[i], run.first);
      if (closed_[i].stride == run.stride && after != kNotInIt && after + 1 >= run.count) return true;
    }
    if (!close()) return false;
  }
  current_ = run;
  current_.row_stride = 0;
  current_.rows = 1;
  expect(0, 0, 0);
  return true;
}

}  // namespace fencepost::memory
