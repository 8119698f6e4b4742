// One line at a terminal that says what is going on, once it has gone on for more than a second; nothing elsewhere.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace fencepost::command {

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
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace fencepost::command
