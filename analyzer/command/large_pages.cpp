#include "command/large_pages.h"

#include <array>
#include <cstdlib>
#include <string_view>
#include <unistd.h>

namespace fencepost::command {
namespace {

constexpr const char* kVariable = "GLIBC_TUNABLES";
constexpr const char* kWithLargePages = "glibc.malloc.hugetlb=1";

}  // namespace

void use_large_pages(char** words) {
  if (const char* const set = std::getenv(kVariable)) {
    if (std::string_view(set) == kWithLargePages) unsetenv(kVariable);
    return;
  }
  // Under its own name, by which others look for the process.
  std::array<char, 4096> self{};
  const ssize_t length = readlink("/proc/self/exe", self.data(), self.size() - 1);
  if (length <= 0 || setenv(kVariable, kWithLargePages, 1) != 0) return;
  execv(self.data(), words);
  unsetenv(kVariable);
}

}  // namespace fencepost::command
