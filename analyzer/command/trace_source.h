// A trace directory as the engine wants it, of a run that is over or that is still going on. On the way definitions of
// modules and stacks go to the address book, and events are counted.
//
// Of a run that goes on only a consistent part is shown, round by round: for each event in it also everything that
// happened before it. All processes are on this machine and share its clock, so that is what was recorded up to one
// moment, if files are looked at after that moment. Two more things are held back until more is known: what happened in
// the last hundredth of a second, so that the order in which threads are replayed is that of the times, as afterwards;
// and the beginning of a blocking call until the next event of its thread is there, for only that tells whether the
// call was refused.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "job/source.h"
#include "read/trace_directory.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

struct Counts {
  std::atomic<std::uint64_t> events = 0;
  std::atomic<std::uint64_t> operations = 0;
  std::atomic<std::uint64_t> memory_accesses = 0;
};

class DirectorySource : public TraceSource {
 public:
  // All three outlive it.
  DirectorySource(read::TraceDirectory& directory, symbolize::AddressBook& addresses, Counts& counts);
  ~DirectorySource() override;

  int processes() const override;
  std::vector<ThreadName> threads() override;
  EventStream& events(ThreadName thread) override;
  EventStream& definitions(int process) override;

  // Follows a run that goes on. `frees`: what is read is deleted. False: it cannot be followed, for processes are on
  // other machines or use another clock. To be asked when all processes are there.
  bool follow(bool frees);
  // Looks at the files anew: what was recorded up to now is shown from now on.
  void look_again();
  // The run is over: everything is shown.
  void stop_following();
  std::uint64_t bytes_read() const;
  std::vector<std::string> blind_spots() const override;
  bool hung() const override;

  // How processes ended that did not end in order, a sentence each: signals, MPI_Abort, no MPI_Finalize, or that
  // Fencepost ended them because the job hung. To be asked after all events were read.
  std::vector<std::string> endings();

  // Whether events of the program are missing because they could not be recorded (a full disk, a limit). Asked after
  // all events were read.
  bool incomplete() const;

 private:
  class Stream;
  // Up to which time of its clock a process is shown: `events` as such, `calls` where only an event more tells what a
  // call was. `round` counts the looks at the files; 0: the run is over.
  struct Horizon {
    std::uint64_t round = 0;
    std::uint64_t events = 0, calls = 0;
    bool frees = false;
  };
  enum class Clock : std::uint8_t { kCounter, kMonotonic };

  read::TraceDirectory& directory_;
  symbolize::AddressBook& addresses_;
  Counts& counts_;
  std::map<int, Horizon> horizons_;  // by process; their places stay
  std::map<int, Clock> clocks_;
  std::map<std::pair<int, int>, std::unique_ptr<Stream>> threads_;
  std::map<int, std::unique_ptr<Stream>> definitions_;
};

}  // namespace fencepost::command
