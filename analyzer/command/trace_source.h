// A trace directory as the engine wants it. On the way definitions of modules and stacks go to the address book, and
// events are counted.
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
  std::vector<std::string> blind_spots() const override;
  bool hung() const override;

  // How processes ended that did not end in order, a sentence each: signals, MPI_Abort, no MPI_Finalize, or that
  // Fencepost ended them because the job hung. To be asked after all events were read.
  std::vector<std::string> endings();

 private:
  class Stream;

  read::TraceDirectory& directory_;
  symbolize::AddressBook& addresses_;
  Counts& counts_;
  std::map<std::pair<int, int>, std::unique_ptr<Stream>> threads_;
  std::map<int, std::unique_ptr<Stream>> definitions_;
};

}  // namespace fencepost::command
