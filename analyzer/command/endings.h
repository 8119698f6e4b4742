// Sentences about processes of a job that did not end normally: by signals, MPI_Abort, without MPI_Finalize, or ended
// by Fencepost because the job hung. The first to end comes first: it mostly caused the other ends.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ids/ids.h"
#include "read/trace_directory.h"
#include "record/event.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

struct Ending {
  ProcessId process;
  // These three ended it. (If it called MPI_Abort or exit several times, the last calls count.)
  std::optional<event::Signal> signal;
  std::optional<event::Abort> aborted;
  std::optional<StackId> left_at;  // it exited there
  bool at_once = false;            // by _exit
  std::uint64_t time = 0;          // the time of that, by its clock
  bool finalized = false;
  bool lost = false;  // events of it were lost or not read: one of them may be the end
};

// Whether it is a signal that mostly serves to end processes: from a launcher, a batch system, a user.
bool asks_to_end(const event::Signal& signal);

// One sentence for all processes that ended in the same way.
std::vector<std::string> sentences_of(const std::vector<Ending>& endings, read::TraceDirectory& directory,
                                      symbolize::AddressBook& addresses);

}  // namespace fencepost::command
