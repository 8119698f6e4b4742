#include "command/child.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace fencepost::command {
namespace {

std::atomic<pid_t> g_child = 0;
std::atomic<bool> g_interrupted = false;

// A signal handler: nothing but what POSIX allows in one.
void pass_on(int number, siginfo_t* info, void*) {
  g_interrupted = true;
  pid_t child = g_child;
  // The terminal sends its signals to everybody in the foreground; only what somebody sent to us alone is passed on.
  bool from_terminal = info->si_code == SI_KERNEL;
  if (child > 0 && !from_terminal) kill(child, number);
}

constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

class PassedOnSignals {
 public:
  PassedOnSignals() {
    struct sigaction action{};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO;  // waiting is interrupted, and begins again
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &before_[i]);
  }
  ~PassedOnSignals() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }
  PassedOnSignals(const PassedOnSignals&) = delete;
  PassedOnSignals& operator=(const PassedOnSignals&) = delete;
  void restore_in_child() const {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }

 private:
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment) {
  ChildResult result;
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    result.problem = fmt::format("cannot start {}: {}", words.front(), std::strerror(errno));
    return result;
  }
  g_interrupted = false;
  PassedOnSignals signals;
  pid_t child = fork();
  if (child == 0) {
    signals.restore_in_child();
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    execvp(arguments[0], arguments.data());
    int error = errno;
    [[maybe_unused]] ssize_t written = write(pipe_ends[1], &error, sizeof error);
    _exit(127);
  }
  close(pipe_ends[1]);
  int error = child < 0 ? errno : 0;
  g_child = child;
  if (child > 0) {
    ssize_t got = 0;
    while ((got = read(pipe_ends[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (got <= 0) error = 0;
  }
  close(pipe_ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  g_child = 0;
  if (error != 0) {
    result.problem = error == ENOENT ? fmt::format("{}: command not found", words.front())
                                     : fmt::format("cannot start {}: {}", words.front(), std::strerror(error));
    return result;
  }
  result.started = true;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.interrupted = g_interrupted;
  return result;
}

}  // namespace fencepost::command
