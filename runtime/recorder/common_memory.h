// Memory that the recorded processes of a machine have in common for as long as the job runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::record {

// A file in the job's directory. `machine`: the same number in all processes of it. Zeros at first, and never given
// back. Null: there is none to be had. To be asked for once.
void* common_memory(std::uint64_t machine, std::size_t size) noexcept;

}  // namespace fencepost::record
