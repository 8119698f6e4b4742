#include "symbolize/bytes_of_argument.h"

#include <algorithm>
#include <capstone.h>
#include <limits>
#include <map>
#include <set>

#include "symbolize/decoded_function.h"
#include "symbolize/number_state.h"
#include "symbolize/number_steps.h"

namespace fencepost::symbolize {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kDeepestCall = 3;
constexpr std::size_t kMostStepsTaken = 20000;
// The pointer counts as one to this place in the function's own frame, where nothing else is.
constexpr std::int64_t kPlace = std::int64_t{1} << 30;
constexpr std::int64_t kMost = 4096;

// The end of what is used there; nothing: not known.
bool extend(const FrameSlot& slot, std::int64_t& end) {
  if (slot.begin < kPlace / 2) return true;
  if (slot.begin < kPlace || slot.end > kPlace + kMost) return false;
  end = std::max(end, slot.end);
  return true;
}

// Whether an instruction counts down how much memory it uses.
bool repeats(const DecodedFunction& code, std::size_t i) {
  const std::uint8_t prefix = code.detail(i).prefix[0];
  return (prefix == X86_PREFIX_REP || prefix == X86_PREFIX_REPNE) &&
         std::ranges::any_of(code.registers_of(i), [](const DecodedFunction::UsedRegister& one) {
           return one.room == X86_REG_RCX && one.written;
         });
}

}  // namespace

std::uint64_t bytes_of_argument(const MachineCode& machine_code, std::uint64_t function, unsigned argument,
                                unsigned depth) {
  if (depth >= kDeepestCall || argument >= std::size(kArgumentRegisters)) return kUnknown;
  const DecodedFunction code(machine_code, machine_code.function_at(function));
  if (code.count() == 0) return kUnknown;
  const NumberSteps steps(code, bytes_of_argument, depth + 1);
  std::map<std::size_t, NumberState> in;
  in[0].set(X86_REG_RSP, {NumberValue::kFrame, 0});
  in[0].set(kArgumentRegisters[argument], {NumberValue::kFrame, kPlace});
  std::int64_t end = kPlace;
  std::set<std::size_t> todo{0};
  for (std::size_t done = 0; !todo.empty(); ++done) {
    if (done > kMostStepsTaken) return kUnknown;
    const std::size_t i = *todo.begin();
    todo.erase(todo.begin());
    NumberState state = in.at(i);
    const NumberEffects effects = steps.step(i, state);
    if (effects.somewhere_in_frame || repeats(code, i)) return kUnknown;
    for (const std::vector<FrameSlot>* slots : {&effects.slots, &effects.loaded, &effects.shown})
      for (const FrameSlot& slot : *slots)
        if (!extend(slot, end)) return kUnknown;
    const bool leaves = code.next(i).empty() && code.instruction(i).id != X86_INS_CALL;
    if (leaves && state.in(X86_REG_RAX).is_frame()) return kUnknown;
    for (const std::size_t to : code.next(i)) {
      if (to >= code.count()) continue;
      const auto [known, added] = in.try_emplace(to, state);
      if (added || known->second.join(state)) todo.insert(to);
    }
  }
  return static_cast<std::uint64_t>(end - kPlace);
}

}  // namespace fencepost::symbolize
