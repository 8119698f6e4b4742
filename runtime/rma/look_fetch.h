// A fetch of a thread that polls, of any datatypes and with or without a request: a get, or an atomic operation that
// leaves the value as it is, such as one with MPI_NO_OP, a replacement by the same value or a compare-and-swap that
// finds another one. It is executed immediately, so that whoever called it can compare what it got with what it got
// before, and need not record it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "rma/operation.h"
#include "rma/window.h"

namespace fencepost::rma {

// Whether the operation can be such a fetch.
bool may_look(const Operation& operation);

// What was fetched, without what is between its parts; empty: nothing was done.
class Looked {
 public:
  static constexpr std::size_t kLongest = 1024;  // a call that gets more does not look for something to happen

  // `number`: of the thread's last atomic operation there; 0: not known. An atomic operation is not executed if
  // somebody may have changed something since. check() has allowed the operation.
  Looked(Window& window, Operation& operation, std::uint64_t number);
  std::span<const std::byte> bytes() const { return {bytes_.data(), size_}; }

 private:
  bool fetch(const Target& target, const Layout& from);
  bool fetch_unchanged(const Target& target, const Operation& operation, std::uint64_t number);
  bool leaves_it(const Operation& operation) const;

  std::array<std::byte, kLongest> bytes_;
  std::size_t size_ = 0;
};

}  // namespace fencepost::rma
