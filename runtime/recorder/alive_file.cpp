#include "recorder/alive_file.h"

#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <climits>

#include "record/alive_folder.h"

namespace fencepost::record::detail {
namespace {

constinit int alive = -1;

}  // namespace

void open_alive_file(const char* directory) noexcept {
  close_alive_file();
  char path[PATH_MAX];
  const int length = snprintf(path, sizeof path, "%s/%s/%d", directory, format::kAliveFolder, getpid());
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return;
  alive = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (alive < 0) return;
  // The system closes the highest descriptors of a process first. (And the low ones are the program's.)
  constexpr int kLowestDescriptor = 200;
  const int moved = fcntl(alive, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (moved >= 0) ::close(std::exchange(alive, moved));
}

void close_alive_file() noexcept {
  if (alive >= 0) ::close(std::exchange(alive, -1));
}

}  // namespace fencepost::record::detail
