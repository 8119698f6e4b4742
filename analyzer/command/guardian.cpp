#include "command/guardian.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fencepost::command {
namespace {

constexpr char kNothing = 0, kReported = 1, kDismissed = 2;  // sent through the pipe

void tell(int pipe, char word) {
  [[maybe_unused]] const ssize_t written = write(pipe, &word, 1);
}

// A signal to everything that is called fencepost, or to everything in this terminal, does not end it.
void stand_aside() {
  setsid();
  prctl(PR_SET_NAME, "after-run");
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ}) signal(number, SIG_IGN);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
}

}  // namespace

Guardian::Guardian(const std::function<void(bool)>& after_death) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  process_ = fork();
  if (process_ == 0) {
    close(ends[1]);
    stand_aside();
    char word = kNothing;
    ssize_t got = 0;
    while (((got = ::read(ends[0], &word, 1)) > 0 && word != kDismissed) || (got < 0 && errno == EINTR)) {
    }
    if (word != kDismissed) after_death(word == kReported);
    _exit(0);
  }
  close(ends[0]);
  pipe_ = ends[1];
}

Guardian::~Guardian() {
  dismiss();
}

void Guardian::note_reported() const {
  if (process_ > 0) tell(pipe_, kReported);
}

void Guardian::dismiss() {
  if (process_ <= 0) return;
  tell(pipe_, kDismissed);
  close(pipe_);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
}

}  // namespace fencepost::command
