// One line at a terminal that says what is happening, once it has taken more than a second; nothing elsewhere.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "record/mutex.h"

namespace fencepost::command {

// Of a trace: events that are checked, and bytes that are left.
struct Share {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
  std::uint64_t bytes_left = 0;
  Share& operator+=(const Share& other) {
    events += other.events;
    bytes += other.bytes;
    bytes_left += other.bytes_left;
    return *this;
  }
};

// Tells how far an analysis is, and how long it may still take at its speed since the first call.
class CatchingUp {
 public:
  // "fencepost: checking: 1,200,000 events, about 12 s left"
  std::string text(const Share& share);

 private:
  std::optional<Share> first_;
  std::chrono::steady_clock::time_point began_;
};

class Progress {
 public:
  // `text` is called on another thread, a few times a second, until the Progress is gone.
  explicit Progress(std::function<std::string()> text);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void show();

  std::function<std::string()> text_;
  Mutex mutex_;
  std::condition_variable_any ended_;
  bool end_ FENCEPOST_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace fencepost::command
