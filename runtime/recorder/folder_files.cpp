#include "recorder/folder_files.h"

#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <climits>

#include "record/folder_files.h"
#include "recorder/process.h"

namespace fencepost::record {
namespace {

constinit int alive = -1;

struct Path {
  char text[PATH_MAX];
  explicit Path(const char* name) {
    const int length = snprintf(text, sizeof text, "%s/%s", detail::process.folder, name);
    if (length < 0 || static_cast<std::size_t>(length) >= sizeof text) text[0] = 0;
  }
};

int make(const char* name) {
  return ::open(Path(name).text, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
}

}  // namespace

void note_unchecked() noexcept {
  if (detail::process.folder[0] == 0) return;  // nothing is recorded
  const detail::UnnoticedByProgram keep;
  if (const int file = make(format::kUncheckedFile); file >= 0) ::close(file);
}

namespace detail {

void open_folder_files() noexcept {
  close_alive_file();
  ::unlink(Path(format::kUncheckedFile).text);
  alive = make(format::kAliveFile);
  if (alive < 0) return;
  // The system closes the highest descriptors of a process first. (And the low ones are the program's.)
  constexpr int kLowestDescriptor = 200;
  const int moved = fcntl(alive, F_DUPFD_CLOEXEC, kLowestDescriptor);
  if (moved >= 0) ::close(std::exchange(alive, moved));
}

void close_alive_file() noexcept {
  if (alive >= 0) ::close(std::exchange(alive, -1));
}

}  // namespace detail
}  // namespace fencepost::record
