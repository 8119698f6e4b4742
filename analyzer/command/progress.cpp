#include "command/progress.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "reports/terminal.h"
#include "reports/text.h"

namespace fencepost::command {

std::string CatchingUp::text(const Share& share) {
  const auto now = std::chrono::steady_clock::now();
  if (!first_) {
    first_ = share;
    began_ = now;
  }
  if (share.events == 0) return "fencepost: checking";
  std::string text = fmt::format("fencepost: checking: {}", reports::counted(share.events, "event"));
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const auto done = static_cast<double>(share.bytes - first_->bytes);
  if (seconds < 0.5 || done <= 0 || share.bytes_left == 0) return text;
  const double left = static_cast<double>(share.bytes_left) / (done / seconds);
  return text + fmt::format(", about {} s left", reports::grouped(static_cast<std::uint64_t>(left) + 1));
}

Progress::Progress(std::function<std::string()> text) : text_(std::move(text)) {
  if (isatty(STDERR_FILENO) != 0) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const Guard guard(mutex_);
    end_ = true;
  }
  ended_.notify_all();
  thread_.join();
}

void Progress::show() {
  const Guard guard(mutex_);
  auto pause = std::chrono::milliseconds(1000);
  bool shown = false;
  for (;;) {
    const auto next = std::chrono::steady_clock::now() + pause;
    while (!end_ && ended_.wait_until(mutex_, next) == std::cv_status::no_timeout) {
    }
    if (end_) break;
    // A line that the terminal wraps could not be erased.
    const auto width = static_cast<std::size_t>(std::max(reports::style_for(STDERR_FILENO).width, 2));
    std::fprintf(stderr, "\r\033[K%s", text_().substr(0, width - 1).c_str());
    std::fflush(stderr);
    shown = true;
    pause = std::chrono::milliseconds(200);
  }
  if (shown) std::fputs("\r\033[K", stderr);
}

}  // namespace fencepost::command
