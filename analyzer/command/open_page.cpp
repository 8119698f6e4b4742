#include "command/open_page.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fencepost::command {
namespace {

// Whether the program could be started and has not failed within its first moment; it continues by itself.
bool start(const std::string& program, const std::string& argument) {
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, descriptor);
    setsid();
    execlp(program.c_str(), program.c_str(), argument.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  for (int tenths = 0; child > 0 && tenths < 10; ++tenths) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    usleep(100'000);
  }
  return child > 0;
}

}  // namespace

bool open_page(const std::string& path) {
  std::error_code error;
  const std::string whole = std::filesystem::absolute(path, error).string();
  std::vector<std::string> programs;
  if (const char* browser = std::getenv("BROWSER"); browser != nullptr && *browser != '\0')
    programs.emplace_back(browser);
  // Without a screen, xdg-open would start a browser inside the terminal.
  if (std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr) programs.emplace_back("xdg-open");
  for (const std::string& program : programs)
    if (start(program, whole)) return true;
  return false;
}

}  // namespace fencepost::command
