// A process that stays behind when this one is killed without a chance to do anything (kill -9, no memory left): it
// ends the job, tidies up, and writes what there is to say. It learns of it by a pipe that nobody else holds.
#pragma once

#include <functional>
#include <sys/types.h>

namespace fencepost::command {

class Guardian {
 public:
  // Before there are threads that hold locks. `after_death` is called in the other process, in a copy of this one's
  // memory as it is now: whether this process had reported.
  explicit Guardian(const std::function<void(bool reported)>& after_death);
  ~Guardian();  // all is well: it goes
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  // All reports are on the disk.
  void note_reported() const;
  // Nothing that this process could die of is of interest any more. For those who leave without destructors.
  void dismiss();

 private:
  pid_t process_ = -1;
  int pipe_ = -1;
};

}  // namespace fencepost::command
