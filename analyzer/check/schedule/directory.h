// The threads: those that are open, those that are yet to be created, those that have left.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "numbers/number_set.h"
#include "schedule/stream.h"

namespace fencepost::schedule {

enum class ThreadPlace : std::uint8_t {
  kUnlisted,  // it has no trace (yet)
  kToCome,
  kOpen,
  kLeft,
};

class Directory {
 public:
  explicit Directory(std::size_t processes) : processes_(processes) {}

  // The thread, if it has a trace and has not left; otherwise null.
  Stream* find(ThreadName name) const;
  ThreadPlace where_is(ThreadName name) const;
  // The open threads of a process, including those that have ended.
  std::span<Stream* const> of(ProcessId process) const { return processes_[process].open; }
  // Threads of all processes that have not ended, and some that have ended in this round.
  std::span<Stream* const> not_ended() const { return not_ended_; }
  // Calls visit(Stream&) for each that is open.
  template <class Visit>
  void each(Visit&& visit) const {
    for (const auto& stream : streams_) {
      if (stream != nullptr) visit(*stream);
    }
  }
  Stream* at(StreamSlot slot) const { return streams_[slot].get(); }  // null: its thread has left

  bool has_trace(ProcessId process) const { return processes_[process].has_trace; }
  bool has_one_to_come(ProcessId process) const { return !processes_[process].to_come.empty(); }
  ThreadId first_to_come(ProcessId process) const { return ThreadId(processes_[process].to_come.first()); }

  // Changes.
  void note_trace(ProcessId process) { processes_[process].has_trace = true; }
  void comes(ThreadName name) { processes_[name.process].to_come.add(number(name)); }
  StreamSlot take_slot();
  void open(std::unique_ptr<Stream> stream);
  // Nothing refers to it any more except by its name. The stream is destroyed.
  void leave(Stream& stream);
  void forget_ended();  // afterwards not_ended() has only those

 private:
  struct OfProcess {
    std::vector<Stream*> open;
    NumberSet to_come;  // threads that have a trace and that nobody has created yet
    NumberSet left;     // threads that have ended and whose place in the clocks another one has
    bool has_trace = false;
  };
  static NumberSet::Number number(ThreadName name) { return static_cast<NumberSet::Number>(name.thread.number()); }

  PerProcess<OfProcess> processes_;
  std::vector<std::unique_ptr<Stream>> streams_;  // by slot; null: free
  std::vector<StreamSlot> free_slots_;
  std::vector<Stream*> not_ended_;
  std::map<ThreadName, StreamSlot> slots_;
};

}  // namespace fencepost::schedule
