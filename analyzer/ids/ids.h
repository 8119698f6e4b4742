// The kinds of ids in the model of the job.
//
// Events name a window and a communicator by the id that their process gave it: the same number means a different one
// in each process. Such an id stays the plain number of its event; Job::window_by_id and Job::communicator_part take it
// together with its process. A key is the same in all processes, and everything that outlives an event has keys.
//
// rank.h has the ranks of windows and communicators; in_process.h has such ids together with their process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "ids/id.h"
#include "ids/rank.h"

namespace fencepost {

// A call stack, in one process.
using StackId = Id<struct StackIdTag, std::uint64_t>;

// A process of the job: its rank in MPI_COMM_WORLD.
using ProcessId = Ordinal<struct ProcessIdTag>;

// The processes of a job with this many, to loop over.
class Processes {
 public:
  explicit constexpr Processes(std::size_t count) : count_(count) {}
  class Iterator {
   public:
    explicit constexpr Iterator(std::size_t at) : at_(at) {}
    constexpr ProcessId operator*() const { return ProcessId(at_); }
    constexpr Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    std::size_t at_;
  };
  constexpr Iterator begin() const { return Iterator(0); }
  constexpr Iterator end() const { return Iterator(count_); }
  constexpr std::size_t size() const { return count_; }
  constexpr bool contains(ProcessId process) const { return process.known() && process.index() < count_; }

 private:
  std::size_t count_;
};

// A list with an entry for each process of the job.
template <class T>
class PerProcess {
 public:
  PerProcess() = default;
  explicit PerProcess(std::size_t processes) : list_(processes) {}
  PerProcess(std::size_t processes, const T& value) : list_(processes, value) {}
  decltype(auto) operator[](ProcessId process) { return list_[process.index()]; }
  decltype(auto) operator[](ProcessId process) const { return list_[process.index()]; }
  // Makes an entry if there is none yet.
  T& grown(ProcessId process) {
    if (!has(process)) list_.resize(process.index() + 1);
    return list_[process.index()];
  }
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  bool has(ProcessId process) const { return Processes(size()).contains(process); }
  Processes processes() const { return Processes(size()); }
  auto begin() { return list_.begin(); }
  auto begin() const { return list_.begin(); }
  auto end() { return list_.end(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<T> list_;
};

// A thread, within its process.
using ThreadId = Ordinal<struct ThreadIdTag>;
inline constexpr ThreadId kMainThread{0};  // that called MPI_Init

// A thread of the job.
struct ThreadName {
  ProcessId process{0};
  ThreadId thread = kMainThread;
  friend auto operator<=>(const ThreadName&, const ThreadName&) = default;
};

using WindowKey = Id<struct WindowKeyTag, std::uint64_t>;
using CommunicatorKey = Id<struct CommunicatorKeyTag, std::uint64_t>;

// What they cost: nothing. They are as large as their numbers and go in the same registers.
static_assert(sizeof(ThreadId) == sizeof(int) && std::is_trivially_copyable_v<ThreadId>);
static_assert(sizeof(Rank) == sizeof(std::int64_t) && std::is_trivially_copyable_v<Rank>);
static_assert(sizeof(WindowKey) == sizeof(std::uint64_t) && std::is_trivially_copyable_v<WindowKey>);

}  // namespace fencepost
