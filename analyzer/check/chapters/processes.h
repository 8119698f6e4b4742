// The life of a process: MPI_Init and MPI_Finalize, its mappings of shared segments, its freed datatypes, and its lost
// events.
#pragma once

#include "chapters/chapter.h"

namespace fencepost::check {

class ProcessChapter : public Chapter {
 public:
  explicit ProcessChapter(Services& services) : Chapter(services) {}
  void apply(Thread&, const event::InitEnd&);
  void apply(Thread&, const event::FinalizeBegin&);
  void apply(Thread&, const event::FinalizeEnd&);
  void apply(Thread&, const event::Lost&);
  void apply(Thread&, const event::SharedMapping&);
  void apply(Thread&, const event::SharedUnmapping&);
  void apply(Thread&, const event::DatatypeGone&);
};

}  // namespace fencepost::check
