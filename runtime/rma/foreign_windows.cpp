#include "rma/foreign_windows.h"

#include <algorithm>
#include <vector>

#include "handles/communicators.h"
#include "record/mutex.h"
#include "recorder/folder_files.h"
#include "recorder/recorder.h"

namespace fencepost::rma {
namespace {

Mutex foreign_mutex;
std::vector<MPI_Win>& foreign_windows() FENCEPOST_REQUIRES(foreign_mutex) {
  static auto* made = new std::vector<MPI_Win>;
  return *made;
}

}  // namespace

bool spans_jobs(MPI_Comm communicator) {
  const handles::CommunicatorInfo* const info = handles::communicator_info(communicator);
  return info != nullptr && !info->inter && !info->is_of_this_job();
}

void add_foreign_window(MPI_Win handle) {
  record::blind_spot(
      "The MPI library handles a window with processes outside this job's MPI_COMM_WORLD (MPI_Comm_spawn, "
      "MPI_Comm_connect): nothing on that window was checked, and a hang in calls on it is not noticed.");
  record::note_unchecked();
  const LockGuard lock(foreign_mutex);
  foreign_windows().push_back(handle);
}

void remove_foreign_window(MPI_Win handle) {
  const LockGuard lock(foreign_mutex);
  std::erase(foreign_windows(), handle);
}

bool is_foreign_window(MPI_Win handle) {
  const LockGuard lock(foreign_mutex);
  return std::ranges::find(foreign_windows(), handle) != foreign_windows().end();
}

}  // namespace fencepost::rma
