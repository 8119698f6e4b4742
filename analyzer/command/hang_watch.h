// Whether a running job hangs: for a while each process has been inside a blocking call, or has looked again and again
// for something that did not come (pollers.h). Nobody is left then who could bring it about.
//
// Looks only at the trace as it grows, so it costs the job nothing. A process that computes, sleeps or waits for input
// is not inside a call and counts as able to go on, also if it does so in a function that an MPI call has called; so
// does one that has not recorded anything yet. A process whose first thread waits for another one of its threads waits
// if that one does, and one of which nobody is in MPI if all its threads wait for each other. Of a process on another
// machine only the trace is seen: a thread of it that is not inside a call counts as able to go on.
//
// A call that moves much data may take long and record nothing: it is given time for it.
//
// On a machine that others use, a while on the clock may be no time at all for the job: it must also have had a part of
// it for itself (own_time.h).
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

  // `named`: the directory that its processes were given, in which `trace` may be a job's folder. `timeout` zero:
  // never.
  HangWatch(std::filesystem::path trace, std::filesystem::path named, std::chrono::milliseconds timeout);

  // Asked again and again while the job runs. True: it hangs.
  bool hangs();

 private:
  // How far one trace file was written when it was looked at last.
  struct Extent {
    std::uint64_t block = 0;
    std::uint64_t used = 0;
    friend bool operator==(const Extent&, const Extent&) = default;
  };
  // What threads record that do nothing but look does not count.
  bool has_grown();
  void begin_anew(Clock::time_point now);
  struct Waiting;
  Waiting waiting_of(read::TraceDirectory& directory, std::uint64_t rank, Clock::time_point now) const;
  bool is_in_callback(const Waiting& threads, std::uint64_t pid) const;
  bool can_go_on(Waiting threads, const event::Process& process, const std::vector<pid_t>& no_ranks) const;
  // All processes are inside calls or poll: how many bytes they may be moving. None: some can go on.
  std::optional<std::uint64_t> all_wait(Clock::time_point now) const;
  bool has_ranks_elsewhere() const;

  std::filesystem::path trace_, named_;
  std::chrono::milliseconds timeout_;
  Clock::time_point last_growth_;
  Clock::time_point next_look_;
  std::map<std::filesystem::path, Extent> extents_;
  Pollers pollers_;
  std::vector<pid_t> processes_;  // of the job, since nothing has grown
  Tasks tasks_at_growth_;         // of these, when they were found
  OwnTime own_time_;              // since then
};

// A note in the trace that the job was ended because it hung, for the analysis now and later: after how long.
void note_hang(const std::filesystem::path& trace, std::chrono::milliseconds timeout);
// The seconds of that note as text; none: the job was not ended for that reason.
std::optional<std::string> noted_hang(const std::filesystem::path& trace);

}  // namespace fencepost::command
