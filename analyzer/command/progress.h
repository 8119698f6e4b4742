// One line at a terminal that says what is going on, once it has gone on for more than a second; nothing elsewhere.
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

// Of a trace: what is checked, and what is left in bytes.
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

// Says how far an analysis is, and how long it may take by its speed since the first time that it was asked.
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
