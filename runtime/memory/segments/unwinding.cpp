#include "segments/unwinding.h"

#include <unwind.h>

namespace fencepost::memory {
namespace {

struct Walk {
  Unwound& to;
  std::uintptr_t pc;
  bool found = false;
};

_Unwind_Reason_Code on_frame(_Unwind_Context* context, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  Unwound& to = walk.to;
  const std::uintptr_t ip = _Unwind_GetIP(context);
  if (walk.found && ip != 0) to.frames[to.count++] = {ip, _Unwind_GetCFA(context) - 2 * sizeof(void*)};
  if (ip == walk.pc) walk.found = true;
  return to.count == to.frames.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

Unwound::Unwound(std::uintptr_t pc) {
  Walk walk{*this, pc};
  _Unwind_Backtrace(&on_frame, &walk);
}

std::uintptr_t UnwoundCallers::find(std::uintptr_t pc, std::uintptr_t position, const Range& stack) {
  Place& place = place_of(pc);
  if (place.pc != pc) {
    const Unwound unwound(pc);
    place = {pc, 0};
    if (unwound.count > 0) place.distance = unwound.frames[0].sp + sizeof(void*) - position;
  }
  const std::uintptr_t at = position + place.distance;
  const bool known = place.distance != 0 && at >= stack.begin && at + sizeof(void*) <= stack.end;
  return known && at % sizeof(void*) == 0 ? at : 0;
}

}  // namespace fencepost::memory
