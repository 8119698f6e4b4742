// Windows: their creation and freeing, their info, attached memory, MPI_Win_sync.
#pragma once

#include <cstdint>

#include "chapters/chapter.h"
#include "chapters/collectives.h"
#include "chapters/exposure.h"
#include "chapters/locks.h"
#include "chapters/operations.h"

namespace fencepost::check {

class WindowChapter : public Chapter {
 public:
  WindowChapter(Services& services, CollectiveChapter& collectives, ExposureChapter& exposure, LockChapter& locks,
                OperationChapter& operations)
      : Chapter(services),
        in_flight_(services.in_flight),
        locks_held_(services.locks_held),
        collectives_(collectives),
        exposure_(exposure),
        locks_(locks),
        operations_(operations) {}

  bool ready(Thread&, const event::WindowCreateEnd&);
  bool ready(Thread&, const event::WindowFreeEnd&);
  void apply(Thread&, const event::WindowCreateBegin&);
  void apply(Thread&, const event::WindowCreateEnd&);
  void apply(Thread&, const event::WindowFreeBegin&);
  void apply(Thread&, const event::WindowFreeEnd&);
  void apply(Thread&, const event::WindowSetInfo&);
  void apply(Thread&, const event::Attach&);
  void apply(Thread&, const event::Detach&);
  void apply(Thread&, const event::WindowSync&);

 private:
  bool parts_known(Thread& thread, std::uint64_t id);
  void forget(const Window& window);
  bool forget(ProcessId process, WindowKey window);

  InFlight& in_flight_;
  LocksHeld& locks_held_;
  CollectiveChapter& collectives_;
  ExposureChapter& exposure_;
  LockChapter& locks_;
  OperationChapter& operations_;
};

}  // namespace fencepost::check
