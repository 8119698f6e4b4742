#include "command/wait_status.h"

#include <array>
#include <cstdint>
#include <sys/ioctl.h>

namespace fencepost::command {
namespace {

// As in a header of the kernel (pidfd.h), which older systems do not have.
struct PidfdInfo {
  std::uint64_t mask;
  std::uint64_t control_group;
  std::array<std::uint32_t, 11> processes_and_users;
  std::int32_t exit_code;
};
static_assert(sizeof(PidfdInfo) == 64);
constexpr unsigned long kGetInfo = _IOWR(0xff, 11, PidfdInfo);
constexpr std::uint64_t kExit = 8;

}  // namespace

std::optional<int> wait_status_of(int descriptor) {
  PidfdInfo info{};
  info.mask = kExit;
  if (ioctl(descriptor, kGetInfo, &info) != 0 || (info.mask & kExit) == 0) return std::nullopt;
  return info.exit_code;
}

}  // namespace fencepost::command
