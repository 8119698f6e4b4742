#include "trial/other_argument.h"

#include <utility>
#include <variant>

namespace fencepost::trial {

bool give_window(AnyEvent& any, std::uint64_t window) {
  return std::visit(
      [&](auto& event) {
        if constexpr (requires { event.window = window; }) {
          event.window = window;
          return true;
        } else {
          return false;
        }
      },
      any);
}

bool HeldLock::can_wait(const AnyEvent& any) {
  return std::holds_alternative<event::LockBegin>(any) || std::holds_alternative<event::LockEnd>(any) ||
         std::holds_alternative<event::Access>(any);
}

std::vector<TimedEvent> HeldLock::given(std::optional<Rank> target) {
  if (!events_.empty() && target)
    if (auto* lock = std::get_if<event::LockBegin>(&events_.front().event)) lock->target = target->number();
  return std::exchange(events_, {});
}

}  // namespace fencepost::trial
