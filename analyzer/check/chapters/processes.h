// The life of a process: MPI_Init and MPI_Finalize, its mappings of shared segments, its datatypes that are gone, and
// events of it that were lost.
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
