#include "command/child.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace fencepost::command {
namespace {

std::atomic<pid_t> g_child = 0;
std::atomic<int> g_interrupted_by = 0;
std::atomic<int> g_interruptions = 0;

// A signal handler: nothing but what POSIX allows in one.
void pass_on(int number, siginfo_t* info, void*) {
  g_interrupted_by = number;
  ++g_interruptions;
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

constexpr int kLookMilliseconds = 100;
constexpr int kPoliteLooks = 30;  // after SIGTERM, before SIGKILL

// Waits for the end of the child, asking give_up meanwhile. Its wait status. Who interrupts twice gets it ended.
int wait_for(pid_t child, const std::function<bool()>& give_up, bool& ended_early) {
  bool told = false;
  bool ending = false;
  // A descriptor that becomes readable when the child ends, so that nothing is lost by looking only now and then.
  int descriptor = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  int looks_since_end = 0;
  for (;;) {
    int status = 0;
    pid_t got = waitpid(child, &status, WNOHANG);
    if (got == child || (got < 0 && errno != EINTR)) {
      if (descriptor >= 0) close(descriptor);
      return status;
    }
    pollfd ready{.fd = descriptor, .events = POLLIN, .revents = 0};
    poll(&ready, descriptor >= 0 ? 1 : 0, kLookMilliseconds);
    const int interruptions = g_interruptions;
    if (interruptions > 0 && !std::exchange(told, true) && isatty(STDERR_FILENO) != 0) {
      fmt::print(stderr, "\nfencepost: interrupted: waiting for the program to end; once more ends it now.\n");
    }
    if (ending) {
      if (++looks_since_end == kPoliteLooks) kill(child, SIGKILL);
    } else if (ended_early = give_up(); ended_early || interruptions > 1) {
      ending = true;
      kill(child, SIGTERM);
    }
  }
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                      const std::function<bool()>& give_up) {
  ChildResult result;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    result.problem = fmt::format("cannot start {}: {}", words.front(), std::strerror(errno));
    return result;
  }
  g_interrupted_by = 0;
  g_interruptions = 0;
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
  int status = child > 0 ? wait_for(child, give_up, result.ended_early) : 0;
  g_child = 0;
  if (error != 0) {
    result.problem = error == ENOENT ? fmt::format("{}: command not found", words.front())
                                     : fmt::format("cannot start {}: {}", words.front(), std::strerror(error));
    return result;
  }
  result.started = true;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.interrupted_by = g_interrupted_by;
  return result;
}

}  // namespace fencepost::command
