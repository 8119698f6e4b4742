#include "command/child.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "command/say.h"

namespace fencepost::command {
namespace {

constexpr int kLookMilliseconds = 100;
constexpr int kPoliteLooks = 30;             // after SIGTERM, before SIGKILL
constexpr int kPoliteLooksInterrupted = 10;  // when somebody waits for us to end

// Waits for the end of the child, asking give_up meanwhile. Returns its wait status.
int wait_for(pid_t child, const Interruption& interruption, const std::function<bool()>& give_up, bool& ended_early) {
  bool told = false;
  bool ending = false;
  // A descriptor that becomes readable when the child ends, so that looking only now and then loses no time.
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
    const bool interrupted = Interruption::signal() != 0;
    if (interrupted && !std::exchange(told, true) && isatty(STDERR_FILENO) != 0) {
      say("\nfencepost: interrupted: waiting for the program to end; interrupt again to end it now.\n");
    }
    if (ending) {
      if (++looks_since_end == (interrupted ? kPoliteLooksInterrupted : kPoliteLooks)) kill(child, SIGKILL);
    } else if (ended_early = give_up(); ended_early || interruption.program_is_over()) {
      ending = true;
      kill(child, SIGTERM);
    }
  }
}

// The environment for execvpe: this process's own, with the variables of `changes` replaced.
std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (!changes.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : changes) all.push_back(fmt::format("{}={}", name, value));
  return all;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const std::map<std::string, std::string>& environment,
                      const Interruption& interruption, const std::function<bool()>& give_up) {
  ChildResult result;
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<std::string> variables = environment_with(environment);
  const std::vector<char*> variable_pointers = pointers_to(variables);
  int pipe_ends[2];
  if (pipe2(pipe_ends, O_CLOEXEC) != 0) {
    result.problem = fmt::format("cannot start {}: {}", words.front(), std::strerror(errno));
    return result;
  }
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    interruption.restore_in_child();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(127);
    execvpe(arguments[0], arguments.data(), variable_pointers.data());
    int error = errno;
    [[maybe_unused]] ssize_t written = write(pipe_ends[1], &error, sizeof error);
    _exit(127);
  }
  close(pipe_ends[1]);
  int error = child < 0 ? errno : 0;
  if (child > 0) {
    // Passes on a signal that came while there was no child.
    Interruption::pass_on_to(child);
    if (Interruption::signal() != 0) kill(child, Interruption::signal());
    ssize_t got = 0;
    while ((got = ::read(pipe_ends[0], &error, sizeof error)) < 0 && errno == EINTR) {
    }
    if (got <= 0) error = 0;
  }
  close(pipe_ends[0]);
  int status = child > 0 ? wait_for(child, interruption, give_up, result.ended_early) : 0;
  Interruption::pass_on_to(0);
  if (error != 0) {
    result.problem = error == ENOENT ? fmt::format("{}: command not found", words.front())
                                     : fmt::format("cannot start {}: {}", words.front(), std::strerror(error));
    return result;
  }
  result.started = true;
  result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result.status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.interrupted_by = Interruption::signal();
  return result;
}

}  // namespace fencepost::command
