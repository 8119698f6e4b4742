// Whether a running job hangs: for a while, each process has been inside a blocking call, or has polled for something
// that did not come (pollers.h). Then no process is left that could provide it.
//
// Looks only at the trace as it grows, so it costs the job nothing. A process that computes, sleeps or waits for input
// is not inside a call and counts as able to continue, even in a function that an MPI call has called. So does a
// process that has not recorded anything yet. A process whose first thread waits for another of its threads waits if
// that one does. A process with no thread in MPI waits if all its threads wait for each other. Of a process on another
// machine, only the trace is visible: a thread that is not inside a call counts as able to continue.
//
// A call that moves much data may take long and record nothing: it gets extra time. So does a collective call in which
// all processes are, which can only be slow: on a machine with many busy processes, the making of a window took longer
// than the time-out.
//
// On a machine that others use, a while on the clock may be no time at all for the job: the job must also have had a
// part of it for itself (own_time.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "command/own_time.h"
#include "command/pollers.h"
#include "read/trace_directory.h"
#include "record/event.h"

namespace fencepost::command {

class HangWatch {
 public:
  using Clock = std::chrono::steady_clock;

  // `named`: the directory that its processes were given; `trace`
  // may be one job's folder in it. `timeout` zero: never.
  HangWatch(std::filesystem::path trace, std::filesystem::path named, std::chrono::milliseconds timeout);

  // To be asked repeatedly while the job runs. True: it hangs.
  bool hangs();

 private:
  // How far one trace file was written at the last look.
  struct Extent {
    std::uint64_t block = 0;
    std::uint64_t used = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  // Records of threads that only poll do not count.
  bool has_grown();
  void begin_anew(Clock::time_point now);
  struct Waiting;
  Waiting waiting_of(read::TraceDirectory& directory, std::uint64_t rank, Clock::time_point now) const;
  bool is_in_callback(const Waiting& threads, std::uint64_t pid) const;
  bool can_go_on(Waiting threads, const event::Process& process, const std::vector<pid_t>& no_ranks) const;
  // All processes are inside calls or poll. None: some can continue.
  struct Standstill {
    std::uint64_t moving = 0;  // bytes that they may be moving
    bool meets = false;        // all are in one collective call
  };
  std::optional<Standstill> all_wait(Clock::time_point now) const;
  bool has_ranks_elsewhere() const;

  std::filesystem::path trace_, named_;
  std::chrono::milliseconds timeout_;
  Clock::time_point last_growth_;
  Clock::time_point next_look_;
  std::map<std::filesystem::path, Extent> extents_;
  Pollers pollers_;
  std::vector<pid_t> processes_;  // of the job, since the traces last grew
  Tasks tasks_at_growth_;         // of these, when they were found
  OwnTime own_time_;              // since then
};

// Notes in the trace that the job was ended because it hung, and after how long: for this analysis and later ones.
void note_hang(const std::filesystem::path& trace, std::chrono::milliseconds timeout);
// The seconds in that note as text; none: the job was not ended for that reason.
std::optional<std::string> noted_hang(const std::filesystem::path& trace);

}  // namespace fencepost::command
