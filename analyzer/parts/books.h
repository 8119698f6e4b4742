// What a rank of an analysis divided by time tells the others about the processes whose events it has read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "periods/thread_book.h"

namespace fencepost::parts {

struct Books {
  std::uint64_t job = 0, threads = 0;  // of the trace; of the rank: must be equal on all ranks
  std::vector<std::uint64_t> counts;   // of what was read, in the command's order
  std::vector<std::pair<ProcessId, periods::ThreadBook::Result>> of;  // by process
};

std::string books_to_bytes(const Books& books);
// Nothing: they are damaged, or from another build.
std::optional<Books> books_from_bytes(std::string_view bytes);

// Several such strings as one. If the bytes are damaged: the requested number of empty strings.
std::string strings_to_bytes(const std::vector<std::string>& strings);
std::vector<std::string> strings_from_bytes(std::string_view bytes, std::size_t wanted);

}  // namespace fencepost::parts
