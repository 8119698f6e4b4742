// Where the trace of this job goes, and whether all its processes write to the same place.
#pragma once

#include <cstdint>

namespace fencepost::interposer {

// What all processes of the job must agree on: rank 0 decides.
struct Job {
  std::uint64_t number = 0;
  char directory[4096] = {};
  // The directory that the command got, in which a reader shows itself: the same, or the one above.
  char reader_in[4096] = {};
};

// For rank 0. If the jobs of a command must keep apart (record/job_folders.h), the folder belongs to this job from now
// on.
Job choose_job();

// For all processes, when rank 0's trace has begun: whether it is where this process writes its own. If not, the
// directory is another one with the same name, on a file system of this machine alone.
bool sees_trace_of_rank_0(const Job& job);

// `apart`: the first rank that does not see rank 0's trace.
void say_where_traces_are(int rank, int apart, const Job& job);

}  // namespace fencepost::interposer
