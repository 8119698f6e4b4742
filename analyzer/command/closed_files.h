// The order in which processes have died, as the system keeps it (record/alive_folder.h): it closes their files. And
// how they have died: once such a file is made, we can ask about its process (wait_status.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <sys/types.h>
#include <thread>

#include "record/mutex.h"

namespace fencepost::command {

class ClosedFiles {
 public:
  struct Closed {
    int place = 0;           // in the order of all that were closed
    std::uint64_t time = 0;  // when we saw it, in Unix nanoseconds
    bool ending = false;     // the process was ending; otherwise it closed the file and went on
  };

  // Makes the folder in `trace`, the directory to which jobs will record, and watches it from now on.
  explicit ClosedFiles(const std::filesystem::path& trace);
  // Removes the folder.
  ~ClosedFiles();
  ClosedFiles(const ClosedFiles&) = delete;
  ClosedFiles& operator=(const ClosedFiles&) = delete;

  // By process number on this machine; empty if the system has no such order or has lost a part of it.
  std::map<pid_t, Closed> closed() const;

  // What wait() has told about an ended process; nothing: it is not known.
  std::optional<int> status(pid_t process) const;

 private:
  void watch();
  // What the system has told since the last time.
  void take() const FENCEPOST_REQUIRES(mutex_);
  void remember(pid_t process) const FENCEPOST_REQUIRES(mutex_);

  std::filesystem::path folder_;
  bool made_ = false;  // the folder is ours
  int files_ = -1;     // inotify; -1: there is none
  int stop_ = -1;      // an eventfd
  mutable Mutex mutex_;
  mutable int next_ FENCEPOST_GUARDED_BY(mutex_) = 0;  // place
  mutable std::map<pid_t, Closed> closed_ FENCEPOST_GUARDED_BY(mutex_);
  mutable std::map<pid_t, int> descriptors_ FENCEPOST_GUARDED_BY(mutex_);  // of processes
  mutable bool lost_ FENCEPOST_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace fencepost::command
