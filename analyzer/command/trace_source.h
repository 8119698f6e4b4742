// A trace directory in the form that the engine needs, of a run that is over or still in progress. On the way,
// definitions of modules and stacks go to the address book, and events are counted.
//
// If the run is in progress, any part of each thread's trace may exist. The engine's findings do not depend on which
// part: an event waits for those that it needs. The source must provide only what was written before an event: the
// definitions that it needs (definitions_due), and the traces of other threads, which the next look shows. And the
// event that begins a call is held back until the thread's next event exists, because only that tells whether the call
// was refused.
//
// In addition, events of the last hundredth of a second are held back, so that threads can be replayed in the order of
// the times. Threads of one process also wait for each other's events that are held back, for up to two seconds. They
// share the windows' epochs: without that, epochs ordered only by luck or by something unseen would look like one epoch
// inside another.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/endings.h"
#include "job/source.h"
#include "read/trace_directory.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

// What others ask of a source. Any thread.
struct Pace {
  std::atomic<bool> paused{false};  // a running program: no more events are given for now
  // Once one of them is true, the traces count as ended where they were read to.
  const std::atomic<bool>* cut = nullptr;
  const std::atomic<bool>* cut_as_well = nullptr;
  bool is_cut() const { return (cut != nullptr && *cut) || (cut_as_well != nullptr && *cut_as_well); }
};
inline const Pace kNoHurry;  // for sources of which nobody asks anything

struct Counts {
  std::atomic<std::uint64_t> bytes = 0;  // of threads' traces
  std::atomic<std::uint64_t> events = 0;
  std::atomic<std::uint64_t> window_calls = 0;
  std::atomic<std::uint64_t> operations = 0;
  std::atomic<std::uint64_t> memory_accesses = 0;

  std::array<std::atomic<std::uint64_t>*, 5> all() {
    return {&bytes, &events, &window_calls, &operations, &memory_accesses};
  }
};

class DirectorySource : public TraceSource {
 public:
  // All arguments outlive it.
  DirectorySource(read::TraceDirectory& directory, symbolize::AddressBook& addresses, Counts& counts,
                  const Pace& pace = kNoHurry);
  ~DirectorySource() override;

  Processes processes() const override;
  void list_threads(const std::function<void(const ListedThread&)>& tell) override;
  EventStream& events(ThreadName thread) override;
  EventStream& definitions(ProcessId process) override;
  void thread_done(ThreadName thread) override;
  bool definitions_due(ProcessId process) override;
  bool has_separate_window() const override;

  // Follows a running program. `frees`: what is read is deleted, once it is more
  // than `kept` bytes. False: it cannot be followed, because processes are on
  // other machines or use another clock. To be called when all processes exist.
  bool follow(bool frees, std::uint64_t kept = 0);
  // Looks at the files again: shows what was recorded up to now.
  void look_again();
  // Whether the traces were cut, and events were left out because of that.
  bool was_cut() const { return was_cut_; }
  // The run is over: everything is shown.
  void stop_following();
  std::uint64_t bytes_read() const;
  // Nothing was deleted: the trace can be read again.
  bool has_all() const { return !freeing_; }
  std::vector<std::string> blind_spots() const override;
  bool hung() const override;
  std::vector<Looking> looking(ProcessId process) const override;

  // How each process ended, as far as its traces show. To be called after all events were read.
  std::vector<Ending> endings() const;

  // Whether every process had called MPI_Finalize. To be called after all events were read.
  bool all_in_finalize() const;

  // Whether events of the program are missing because they could not be recorded (a full disk, a limit). To be called
  // after all events were read.
  bool incomplete() const;

 private:
  class Stream;
  // Up to which time of its clock a process is shown: `events` in general; `calls` for calls that one more event
  // explains.
  struct Horizon {
    bool following = false;  // the run is in progress
    std::uint64_t events = 0, calls = 0;
    std::uint64_t silent = 0;                  // a thread that has done nothing since then is not waited for
    std::shared_ptr<read::SpareFiles> spares;  // for files that are read and deleted; null: nothing is deleted
    bool definitions_due = false;              // see TraceSource
  };
  enum class Clock : std::uint8_t { kCounter, kMonotonic };

  read::TraceDirectory& directory_;
  symbolize::AddressBook& addresses_;
  Counts& counts_;
  const Pace& pace_;
  bool was_cut_ = false;
  std::map<ProcessId, Horizon> horizons_;  // by process; their addresses stay
  std::map<ProcessId, Clock> clocks_;
  // Facts about a stream that are needed at the end, when the stream is gone.
  struct Noted {
    std::optional<event::Signal> died_of;  // these three ended the process
    std::optional<StackId> left_at;        // it exited there
    bool left_at_once = false;             // by _exit
    std::optional<event::Abort> aborted;
    std::uint64_t ended_at = 0;  // time of one of these
    bool finalized = false;
    bool lost = false;
    bool cut = false;  // by the analysis, which had no time
    void add(const Noted& other);
  };
  Noted noted_of(ProcessId process) const;  // in all its threads
  enum class Beginning : std::uint8_t { kNone, kUnread, kOfItself, kCreated };
  Beginning beginning_of(ThreadName thread) const;
  struct Source {
    std::unique_ptr<Stream> stream;
    Noted noted;
  };
  void begin_to_free();
  template <class Visit>
  void each_stream(Visit&& visit);
  std::map<ProcessId, read::ThreadNumbers> told_of_;  // by process
  std::map<ThreadName, Source> threads_;              // except those that are done
  std::map<ProcessId, Noted> of_those_done_;          // by process
  std::map<ProcessId, Source> definitions_;
  std::uint64_t bytes_of_those_done_ = 0;
  bool frees_ = false, freeing_ = false;  // as soon as there is more than `kept_`; now
  std::uint64_t kept_ = 0;                // bytes
};

}  // namespace fencepost::command
