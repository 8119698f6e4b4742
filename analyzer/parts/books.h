// What a rank of an analysis that is divided by time tells the others of the processes whose events it has read.
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
  std::uint64_t job = 0, threads = 0;  // of the trace; of the rank, which each must have alike
  std::vector<std::uint64_t> counts;   // of what was read, in the order that the command gives them
  std::vector<std::pair<int, periods::ThreadBook::Result>> of;  // by process
};

std::string books_to_bytes(const Books& books);
// Nothing: they are damaged, or of another build.
std::optional<Books> books_from_bytes(std::string_view bytes);

// Several such strings as one. Of a damaged one: as many as are wanted, all empty.
std::string strings_to_bytes(const std::vector<std::string>& strings);
std::vector<std::string> strings_from_bytes(std::string_view bytes, std::size_t wanted);

}  // namespace fencepost::parts
