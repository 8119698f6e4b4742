#include "command/progress.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace fencepost::command {

Progress::Progress(std::function<std::string()> text) : text_(std::move(text)) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    std::scoped_lock lock(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void Progress::show() {
  std::unique_lock lock(mutex_);
  auto pause = std::chrono::milliseconds(1000);
  bool shown = false;
  while (!ended_.wait_for(lock, pause, [this] { return end_; })) {
    std::fprintf(stderr, "\r\033[K%s", text_().c_str());
    std::fflush(stderr);
    shown = true;
    pause = std::chrono::milliseconds(200);
  }
  if (shown) std::fputs("\r\033[K", stderr);
}

}  // namespace fencepost::command
