// How the processes of a job ended that did not end in order, in words: signals, MPI_Abort, no MPI_Finalize, or that
// Fencepost ended them because the job hung. Who ended first comes first: the others mostly follow from that.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "read/trace_directory.h"
#include "record/event.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

struct Ending {
  int process = 0;
  // These three ended it. (Of several calls of MPI_Abort and of exit the last ones count.)
  std::optional<event::Signal> signal;
  std::optional<event::Abort> aborted;
  std::optional<StackId> left_at;  // it exited there
  std::uint64_t time = 0;          // of that, by its clock
  bool finalized = false;
  bool lost = false;  // events of it, or they were not read: one of them may be the end
};

// Whether it is one by which processes are mostly ended: by a launcher, a batch system, a user.
bool asks_to_end(const event::Signal& signal);

// A sentence for all that ended in the same way.
std::vector<std::string> sentences_of(const std::vector<Ending>& endings, read::TraceDirectory& directory,
                                      symbolize::AddressBook& addresses);

}  // namespace fencepost::command
