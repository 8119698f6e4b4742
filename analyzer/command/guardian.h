// A process that survives when this one is killed without a chance to react (kill -9, out of memory): it ends the job,
// cleans up, and writes what there is to report. A pipe that no other process holds tells it.
#pragma once

#include <functional>
#include <sys/types.h>

namespace fencepost::command {

class Guardian {
 public:
  // To be made before there are threads that hold locks. `after_death` is called in the other process, in a copy of
  // this one's memory as it is now; the argument: whether this process had reported.
  explicit Guardian(const std::function<void(bool reported)>& after_death);
  ~Guardian();  // all is well: the guardian ends
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  // All reports are on the disk.
  void note_reported() const;
  // Nothing of interest can happen any more if this process dies. For code that leaves without destructors.
  void dismiss();

 private:
  pid_t process_ = -1;
  int pipe_ = -1;
};

}  // namespace fencepost::command
