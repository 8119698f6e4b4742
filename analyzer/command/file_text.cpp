#include "command/file_text.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace fencepost::command {

std::optional<std::string> text_of_file(const std::filesystem::path& path) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  std::array<char, 16384> part{};
  ssize_t got = 0;
  for (;;) {
    got = read(file, part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  const int error = errno;
  close(file);
  errno = error;
  return got == 0 ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace fencepost::command
