// Python's part of call stacks: the places of the code that an interpreter in this process executes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fencepost::record {

// Whether the calling thread is one of an interpreter's, so that its stacks tell more than machine code does.
bool in_interpreter() noexcept;

// Interpreters print where the calling thread is to this file descriptor, which no file has. The wrapper of the C
// library's write() passes that on, piece by piece.
inline constexpr int kPrintFile = -0x4650;
void take_printed(const void* text, std::size_t size) noexcept;

namespace detail {

struct ThreadTrace;

// Looks for an interpreter in this process. Not under a lock: the loader takes one of its own.
void find_interpreter() noexcept;

// Whether there is one.
bool has_interpreter() noexcept;

// Whether it lies in this loaded object.
bool is_interpreter(std::uint64_t begin, std::uint64_t end) noexcept;

// What the calling thread executes, as the interpreter prints it, a line for each place, innermost first; empty:
// nothing. Valid until this thread calls it again.
std::string_view interpreted_places(ThreadTrace& trace) noexcept;

// The stack whose id was found last for these places (and the rest of it); 0: none.
std::uint64_t known_interpreted(const ThreadTrace& trace, std::uint64_t hash) noexcept;
void remember_interpreted(ThreadTrace& trace, std::uint64_t hash, std::uint64_t id) noexcept;

// Writes the addresses of the places in `text` to `addresses`, at most `most`, and defines those that are new. Returns
// how many there are. Under the lock.
std::size_t define_interpreted(std::string_view text, std::uint64_t* addresses, std::size_t most) noexcept;

// From now on no place counts as defined. Callers hold the lock or are alone.
void forget_interpreted() noexcept;

}  // namespace detail
}  // namespace fencepost::record
