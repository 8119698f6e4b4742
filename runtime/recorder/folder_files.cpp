#include "recorder/folder_files.h"

#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

#include <climits>

#include "record/folder_files.h"
#include "recorder/process.h"

namespace fencepost::record {
namespace {

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

void forget_unchecked() noexcept {
  ::unlink(Path(format::kUncheckedFile).text);
}

}  // namespace detail
}  // namespace fencepost::record
