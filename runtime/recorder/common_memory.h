// Memory that the recorded processes of a machine have in common for as long as the job runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::record {

// Maps a file in the job's directory. `machine`: the same number in all its processes. The memory is zero at first, and
// never given back. Null: there is none. To be called once.
void* common_memory(std::uint64_t machine, std::size_t size) noexcept;

}  // namespace fencepost::record
