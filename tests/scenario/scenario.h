// Artificial runs for tests: what each rank does, call by call, as the events that a real run would record. Every call
// has the line of the test that makes it, and findings name it as case.c:LINE.
//
//   Scenario s(2);
//   const Win win = s.window();                  // of all ranks, 800 bytes each, unit 8
//   s[0].lock(win, 1).put(win, 1).unlock(win, 1);
//   s.end();                                     // frees windows, MPI_Finalize on all ranks
//
// RMA counts as executed natively, without lock grants and reads-from, unless record_grants() is called.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <source_location>
#include <string>
#include <vector>

#include "job/source.h"
#include "job/symbolizer.h"

namespace fencepost::test {

using Here = std::source_location;

enum Type : std::uint64_t { kIntType = 1, kDoubleType, kByteType, kLongType, kFloatType, kFirstOwnType };

struct Win {
  std::uint64_t id = 0;
};

struct WindowShape {
  WindowFlavor flavor = WindowFlavor::kAllocate;
  MemoryModel model = MemoryModel::kUnified;
  std::vector<std::uint64_t> sizes = {800};  // by rank; the last one for the rest
  std::vector<std::uint64_t> units = {8};
  std::vector<std::string> infos = {""};
  std::uint64_t communicator = 1;
  std::vector<int> without = {};  // ranks that are not in that communicator
};

// Ranks that may be in a call together.
struct CommunicatorShape {
  std::vector<std::uint64_t> members = {};
  std::vector<std::uint64_t> others = {};  // the other group of an intercommunicator
  int ring = 0;                            // not 0: each member sends to that which stands so far behind it
};

// The arguments of an operation; the defaults are one double at displacement 0.
struct Arguments {
  std::int64_t displacement = 0;
  std::int64_t count = 1;
  std::uint64_t type = kDoubleType;
  std::int64_t target_count = -1000;  // as count
  std::uint64_t target_type = 0;      // as type
  std::uint64_t buffer = 0;           // 0: a buffer of its own; ~0: null
  std::uint64_t result = 0;
  std::uint64_t compare = 0;
  ReduceOp op = ReduceOp::kSum;
  std::uint64_t outcome = 0;
};

class Scenario;

// A thread of a rank.
class Actor {
 public:
  Actor(Scenario& scenario, ThreadName thread)
      : scenario_(scenario), rank_(thread.process.number()), thread_(thread.thread) {}

  Actor& put(Win, std::int64_t target, Arguments = {}, Here = Here::current());
  Actor& get(Win, std::int64_t target, Arguments = {}, Here = Here::current());
  Actor& rput(Win, std::int64_t target, std::uint64_t request, Arguments = {}, Here = Here::current());
  Actor& accumulate(Win, std::int64_t target, Arguments = {}, Here = Here::current());
  Actor& get_accumulate(Win, std::int64_t target, Arguments = {}, Here = Here::current());
  Actor& fetch_and_op(Win, std::int64_t target, Arguments = {}, Here = Here::current());
  Actor& compare_and_swap(Win, std::int64_t target, Arguments = {}, Here = Here::current());

  Actor& fence(Win, std::uint64_t asserts = 0, Here = Here::current());
  Actor& post(Win, std::vector<std::uint64_t> group, std::uint64_t asserts = 0, Here = Here::current());
  Actor& start(Win, std::vector<std::uint64_t> group, std::uint64_t asserts = 0, Here = Here::current());
  Actor& complete(Win, Here = Here::current());
  Actor& wait(Win, Here = Here::current());
  Actor& test(Win, bool flag, Here = Here::current());
  Actor& lock(Win, std::int64_t target, LockType = LockType::kShared, std::uint64_t asserts = 0,
              Here = Here::current());
  Actor& unlock(Win, std::int64_t target, Here = Here::current());
  // With record_grants(): the lock was granted, or released by this unlock, as number `sequence` of the lock.
  Actor& granted(Win, std::int64_t target, std::uint64_t sequence);
  Actor& unlock_released(Win, std::int64_t target, std::uint64_t sequence, Here = Here::current());
  Actor& lock_all(Win, std::uint64_t asserts = 0, Here = Here::current());
  Actor& unlock_all(Win, Here = Here::current());
  Actor& flush(Win, std::int64_t target, Here = Here::current());
  Actor& flush_local(Win, std::int64_t target, Here = Here::current());
  Actor& flush_all(Win, Here = Here::current());
  Actor& sync(Win, Here = Here::current());

  Actor& load(std::uint64_t address, std::uint64_t size = 8, Here = Here::current());
  Actor& store(std::uint64_t address, std::uint64_t size = 8, Here = Here::current());
  // Atomics of the language, with relaxed order.
  Actor& atomic_load(std::uint64_t address, std::uint64_t size = 8, Here = Here::current());
  Actor& atomic_store(std::uint64_t address, std::uint64_t size = 8, Here = Here::current());
  Actor& freed(std::uint64_t address, std::uint64_t size, GivenBack how = GivenBack::kByAllocator,
               Here = Here::current());
  Actor& attach(Win, std::uint64_t address, std::uint64_t size, Here = Here::current());
  Actor& detach(Win, std::uint64_t address, Here = Here::current());

  Actor& send(int destination, std::uint64_t buffer = 0, Here = Here::current());
  Actor& receive(int source, std::uint64_t buffer = 0, Here = Here::current());
  Actor& barrier(Here = Here::current());
  Actor& collective(MpiCall call, std::int64_t root = 0, Here = Here::current());
  // On a separate communicator, with the data that it gives and takes.
  Actor& collective_on(std::uint64_t communicator, MpiCall call, std::int64_t root, bool gives, bool takes,
                       std::vector<std::uint64_t> sources = {}, Here = Here::current());
  Actor& request_done(std::uint64_t request, Here = Here::current());
  Actor& free_window(Win, Here = Here::current());
  Actor& finalize(Here = Here::current());

  // Any event; `stack` of it is to be given by the caller with line().
  template <class Event>
  Actor& raw(Event event);
  std::uint64_t line(Here here) const { return here.line(); }

 private:
  friend class Scenario;
  std::uint64_t buffer(std::uint64_t given, std::uint64_t slot) const;
  Actor& transfer(MpiCall, Win, std::int64_t target, std::uint64_t request, const Arguments&, Here);
  Actor& atomic(MpiCall, Win, std::int64_t target, const Arguments&, Here);
  Actor& access(AccessKind, std::uint64_t address, std::uint64_t size, Here);
  Actor& flush_with(MpiCall, Win, std::int64_t target, Here);
  Scenario& scenario_;
  int rank_;
  ThreadId thread_;
};

class Scenario : public TraceSource {
 public:
  // `thread_level`: 0 single, 1 funneled, 2 serialized, 3 multiple.
  explicit Scenario(int ranks, const std::vector<std::string>& hosts = {"node0"}, std::uint64_t thread_level = 3);
  ~Scenario() override;

  Actor& operator[](int rank) { return actor(rank, 0); }
  Actor& actor(int rank, int thread);

  // Creates a window on all ranks, in each rank's thread 0.
  Win window(const WindowShape& shape = {}, Here here = Here::current());
  static constexpr std::uint64_t kWorld = 1;
  std::uint64_t communicator(const CommunicatorShape& shape);
  // Address of a byte of a rank's part.
  std::uint64_t address(Win win, int rank, std::uint64_t offset = 0) const;
  // A derived datatype, from runs (displacement, basic, elements, repetitions, stride).
  std::uint64_t type(const std::string& name, const std::vector<std::int64_t>& runs, std::int64_t extent);

  // From the beginning: RMA counts as executed by our runtime; the test must record grants and releases of locks.
  void record_grants();

  // All ranks: a barrier; freeing of all windows that are not freed; MPI_Finalize.
  void barrier(Here here = Here::current());
  void end(Here here = Here::current());
  // The trace of the rank ends without MPI_Finalize: it hangs in its last call, or was killed.
  void stop(int rank);

  // As TraceSource.
  Processes processes() const override { return Processes(static_cast<std::size_t>(ranks_)); }
  void list_threads(const std::function<void(const ListedThread&)>& tell) override;
  EventStream& events(ThreadName thread) override;
  EventStream& definitions(ProcessId process) override;
  std::vector<std::string> blind_spots() const override { return {}; }

 private:
  friend class Actor;
  struct Stream;
  Stream& stream(ThreadName thread);
  void define(int rank, AnyEvent definition);
  void define_type(std::uint64_t id, const std::string& name, bool predefined, const std::vector<std::int64_t>& runs,
                   std::int64_t extent);
  void push(ThreadName thread, AnyEvent event);
  std::span<const std::uint64_t> keep(std::vector<std::uint64_t> list);
  std::span<const std::int64_t> keep(std::vector<std::int64_t> list);
  std::span<const Buffer> keep(std::vector<Buffer> list);
  std::string_view keep(std::string text);

  int ranks_;
  std::map<ThreadName, std::unique_ptr<Stream>> streams_;
  std::vector<std::unique_ptr<Stream>> definitions_;
  std::map<ThreadName, std::unique_ptr<Actor>> actors_;
  std::deque<std::vector<std::uint64_t>> unsigned_lists_;
  std::deque<std::vector<std::int64_t>> signed_lists_;
  std::deque<std::vector<Buffer>> buffer_lists_;
  std::deque<std::string> texts_;
  std::vector<WindowShape> windows_;      // by id - 1
  std::vector<std::vector<bool>> freed_;  // by id - 1, rank
  std::vector<bool> stopped_;
  std::uint64_t types_ = kFirstOwnType;
  std::uint64_t communicators_ = kWorld;
  std::uint64_t next_buffer_ = 0;
};

// Stacks and pcs of scenarios are line numbers.
class ScenarioSymbolizer : public Symbolizer {
 public:
  SourceLocation locate(ProcessId process, std::uint64_t pc) override;
  std::vector<SourceLocation> stack(ProcessId process, StackId stack) override;
};

template <class Event>
Actor& Actor::raw(Event event) {
  scenario_.push({ProcessId(rank_), thread_}, AnyEvent{event});
  return *this;
}

}  // namespace fencepost::test
