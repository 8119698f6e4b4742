// Code that finds out which thread runs it: it reads a variable of which each thread has its own, or asks the system;
// or the region around it gets something that no other thread gets (turns_in_code.h). What it does after that may be
// for one thread only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// Whether the function at an address does so, or one of those in the same file that it calls. True also for code that
// cannot be decoded; false for code that is not there.
bool asks_which_thread(const MachineCode& code, std::uint64_t address);

class DecodedFunction;

// Whether an instruction adds the address of the thread's own records to a register, as our pass for clang inserts it.
bool adds_own_records(const DecodedFunction& code, std::size_t i);

}  // namespace fencepost::symbolize
