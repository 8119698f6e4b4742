// What becomes of the number of its thread in an OpenMP team, for which a function has asked: whether the parts of
// constructs that follow depend on it, and where it is tested for 0.
//
// A value depends on the number if it is made of it, or if it is written where only a test of the number leads. Where
// the number, or what depends on it, leaves what can be followed (registers and the stack frame) while parts may still
// follow, parts may depend on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "job/number_use.h"
#include "symbolize/decoded_function.h"
#include "symbolize/machine_code.h"

namespace fencepost::symbolize {

// `return_address`: of the call in `function` that has given the number.
NumberUse use_of_number(const MachineCode& code, const MachineCode::Function& function, std::uint64_t return_address);

// A jump, and where the first thread and where the others go on after it.
struct NumberTest {
  std::size_t jump;
  std::size_t first, others;
};
std::vector<NumberTest> tests_of_number(const DecodedFunction& code);

}  // namespace fencepost::symbolize
