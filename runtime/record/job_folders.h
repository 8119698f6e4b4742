// Where the MPI jobs of one command put their traces.
//
// `fencepost run` starts any command, and that may start several jobs, one after another or at once (a script, ctest,
// a job by the launcher of another MPI library, whose processes are jobs of one rank each). While kJobsApartFile is in
// the trace directory, each job takes a folder of its own: the first one the directory itself, the next ones
// kJobFolder + "2", "3", … in it. A job takes its place by making a folder: that of rank 0, in the others the job's.
// Without the file (a library that is preloaded by hand), a job replaces what an earlier one has left.
//
// Some things are recorded beside the traces of jobs, each in a trace of its own with that one event: a call before
// MPI_Init or after MPI_Finalize, and a window of a process that was spawned, which is not observed. They are in the
// folder of the process's rank in kBesideFolder + "1", or, if that folder exists, in "2" and so on.
#pragma once

namespace fencepost::format {

inline constexpr const char* kJobsApartFile = "jobs-apart";
inline constexpr const char* kJobFolder = "job-";
inline constexpr const char* kBesideFolder = "beside-";
inline constexpr unsigned long long kBesideJob = 1;  // in the headers of these traces

}  // namespace fencepost::format
