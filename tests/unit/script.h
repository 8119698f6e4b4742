// Event sequences of several ranks written by hand, and the engine's results for them.
//
//   Script s(2);
//   const int put = s.lock_all(0).put(0, 1, 0);     each action names its rank first and returns its line
//
// An action's line is also its stack and instruction, so results are asked for by line: run(s).race(put, load).
// Every rank has COMM_WORLD (id 1), MPI_INT (id 1), MPI_DOUBLE (2), a column of 4 ints with a stride of 4 (3), one
// window (key 100, 16 ints at kWindow, unit 4) that exists before the first action, and buffers at kBuffer.
#pragma once

#include <algorithm>
#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/analysis.h"
#include "growing.h"
#include "job/source.h"

namespace fencepost::test {

inline constexpr std::uint64_t kWorld = 1, kWin = 10;
inline constexpr std::uint64_t kInt = 1, kDouble = 2, kColumn = 3;
inline constexpr std::uint64_t kWindow = 0x100000, kBuffer = 0x900000;
inline constexpr int kAll = static_cast<int>(kAllTargets);

class Script : public TraceSource {
 public:
  struct Options {
    std::uint64_t segment = 0;  // the window of all ranks lies in this shared segment, part after part
    WindowFlavor flavor = WindowFlavor::kAllocate;
    MemoryModel model = MemoryModel::kUnified;
    std::string_view info = "";
    bool native = true;                     // no grants, no Executed events
    bool clock = false;                     // the times of events are times, not just an order of writing
    std::uint64_t ticks_per_second = 1000;  // of that clock, which an event takes one of
    bool window = true;
  };

  explicit Script(int ranks) : Script(ranks, Options()) {}
  Script(int ranks, const Options& options) : ranks_(ranks) {
    for (int rank = 0; rank < ranks; ++rank) {
      const auto process = static_cast<std::uint64_t>(rank);
      define(rank, event::Process{.rank = process,
                                  .size = static_cast<std::uint64_t>(ranks),
                                  .ticks_per_second = options.clock ? options.ticks_per_second : 0u,
                                  .start_unix_nanoseconds = options.clock ? 1u : 0u,
                                  .native_rma = options.native});
      define(rank, event::Datatype{.id = kInt,
                                   .name = "MPI_INT",
                                   .size = 4,
                                   .extent = 4,
                                   .true_extent = 4,
                                   .predefined = 1,
                                   .runs = ints({0, static_cast<int>(BasicType::kInt), 1, 1, 0})});
      define(rank, event::Datatype{.id = kDouble,
                                   .name = "MPI_DOUBLE",
                                   .size = 8,
                                   .extent = 8,
                                   .true_extent = 8,
                                   .predefined = 1,
                                   .runs = ints({0, static_cast<int>(BasicType::kDouble), 1, 1, 0})});
      define(rank, event::Datatype{.id = kColumn,
                                   .size = 16,
                                   .extent = 52,
                                   .true_extent = 52,
                                   .runs = ints({0, static_cast<int>(BasicType::kInt), 1, 4, 16})});
      define(rank, event::Communicator{.id = kWorld, .key = 1, .members = all_ranks()});
      event(rank, event::ThreadBegin{});
      if (options.window) add_window(rank, kWin, 100, kWindow, 64, options);
    }
  }

  void add_window(int rank, std::uint64_t id, std::uint64_t key, std::uint64_t base, std::uint64_t size,
                  const Options& options) {
    if (options.segment != 0) {
      for (int part = 0; part < ranks_; ++part) {
        // Each rank sees the parts at different addresses.
        event(rank,
              event::SharedMapping{options.segment, base + static_cast<std::uint64_t>(part) * 0x10000 + shift(rank),
                                   size, static_cast<std::uint64_t>(part) * size});
      }
    }
    define(rank, event::Window{.id = id,
                               .key = key,
                               .communicator = kWorld,
                               .call = number(MpiCall::kWin_allocate),
                               .flavor = static_cast<std::uint64_t>(options.flavor),
                               .model = static_cast<std::uint64_t>(options.model),
                               .base = options.segment ? part_address(rank, rank, base) : base,
                               .size = size,
                               .displacement_unit = 4,
                               .segment = options.segment,
                               .segment_offset = static_cast<std::uint64_t>(rank) * size,
                               .info = options.info});
    event(rank, event::WindowCreateBegin{next_line(rank), number(MpiCall::kWin_allocate), kWorld, 64, 4});
    event(rank, event::WindowCreateEnd{id});
  }
  // Where `rank` sees the part of `owner` of a shared window.
  std::uint64_t part_address(int rank, int owner, std::uint64_t base = kWindow) const {
    return base + static_cast<std::uint64_t>(owner) * 0x10000 + shift(rank);
  }

  // ---- memory
  int load(int rank, std::uint64_t address, std::uint64_t size = 4, std::int64_t stride = 0, std::uint64_t count = 1) {
    return access(rank, AccessKind::kLoad, address, size, stride, count);
  }
  int store(int rank, std::uint64_t address, std::uint64_t size = 4, std::int64_t stride = 0, std::uint64_t count = 1) {
    return access(rank, AccessKind::kStore, address, size, stride, count);
  }
  int access(int rank, AccessKind kind, std::uint64_t address, std::uint64_t size, std::int64_t stride,
             std::uint64_t count) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::Access{static_cast<std::uint64_t>(kind), address, size, stride, count, line, 0});
    return static_cast<int>(line);
  }

  // ---- RMA communication; displacement in ints
  struct Op {
    std::int64_t displacement = 0;
    std::int64_t count = 1;
    std::uint64_t type = kInt;
    std::uint64_t origin = kBuffer;
    std::uint64_t result = kBuffer + 0x1000;
    std::uint64_t request = 0;
    ReduceOp op = ReduceOp::kSum;
    std::uint64_t window = kWin;
    std::uint64_t sequence = 0;  // Executed right away, as this number
    bool changed = true;
  };
  int put(int rank, int target, const Op& op) {
    return transfer(rank, target, op, op.request ? MpiCall::kRput : MpiCall::kPut);
  }
  int get(int rank, int target, const Op& op) {
    return transfer(rank, target, op, op.request ? MpiCall::kRget : MpiCall::kGet);
  }
  int accumulate(int rank, int target, const Op& op) {
    return atomic(rank, target, op, op.request ? MpiCall::kRaccumulate : MpiCall::kAccumulate);
  }
  int get_accumulate(int rank, int target, const Op& op) {
    return atomic(rank, target, op, op.request ? MpiCall::kRget_accumulate : MpiCall::kGet_accumulate);
  }
  int fetch_and_op(int rank, int target, const Op& op) { return atomic(rank, target, op, MpiCall::kFetch_and_op); }
  int compare_and_swap(int rank, int target, const Op& op) {
    return atomic(rank, target, op, MpiCall::kCompare_and_swap);
  }

  // ---- RMA synchronization
  int fence(int rank, std::uint32_t asserts = 0, std::uint64_t window = kWin) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::FenceBegin{line, window, asserts});
    event(rank, event::FenceEnd{});
    return static_cast<int>(line);
  }
  void fence_all(std::uint32_t asserts = 0) {
    for (int rank = 0; rank < ranks_; ++rank) fence(rank, asserts);
  }
  int post(int rank, std::initializer_list<int> group) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::Post{line, kWin, ranks(group), 0});
    return static_cast<int>(line);
  }
  int start(int rank, std::initializer_list<int> group) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::StartBegin{line, kWin, ranks(group), 0});
    event(rank, event::StartEnd{});
    return static_cast<int>(line);
  }
  int complete(int rank) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::CompleteBegin{line, kWin});
    event(rank, event::CompleteEnd{});
    return static_cast<int>(line);
  }
  int wait(int rank) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::ExposureWaitBegin{line, kWin});
    event(rank, event::ExposureWaitEnd{});
    return static_cast<int>(line);
  }
  int test(int rank, bool flag) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::ExposureTest{line, kWin, flag});
    return static_cast<int>(line);
  }
  // `granted`: sequence number of the grant, 0: no such event.
  int lock(int rank, int target, LockType type = LockType::kShared, std::uint64_t granted = 0,
           std::uint32_t asserts = 0) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::LockBegin{line, number(target == kAll ? MpiCall::kWin_lock_all : MpiCall::kWin_lock), kWin,
                                 target, static_cast<std::uint64_t>(type), asserts});
    event(rank, event::LockEnd{});
    if (granted) event(rank, event::LockGranted{kWin, target, granted});
    return static_cast<int>(line);
  }
  void granted(int rank, int target, std::uint64_t sequence) {
    event(rank, event::LockGranted{kWin, target, sequence});
  }
  int unlock(int rank, int target, std::uint64_t released = 0) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::UnlockBegin{line, number(target == kAll ? MpiCall::kWin_unlock_all : MpiCall::kWin_unlock), kWin,
                                   target});
    if (released) event(rank, event::LockReleased{kWin, target, released});
    event(rank, event::UnlockEnd{});
    return static_cast<int>(line);
  }
  void lock_all() {
    for (int rank = 0; rank < ranks_; ++rank) lock(rank, kAll);
  }
  void unlock_all() {
    for (int rank = 0; rank < ranks_; ++rank) unlock(rank, kAll);
  }
  int flush(int rank, int target, bool local = false) {
    const std::uint64_t line = next_line(rank);
    const MpiCall call = target == kAll ? (local ? MpiCall::kWin_flush_local_all : MpiCall::kWin_flush_all)
                                        : (local ? MpiCall::kWin_flush_local : MpiCall::kWin_flush);
    event(rank, event::FlushBegin{line, number(call), kWin, target});
    event(rank, event::FlushEnd{});
    return static_cast<int>(line);
  }
  int free_window(int rank, std::uint64_t window = kWin) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::WindowFreeBegin{line, window});
    event(rank, event::WindowFreeEnd{});
    return static_cast<int>(line);
  }

  // ---- messages
  int send(int rank, int to, std::int64_t tag = 0, SendMode mode = SendMode::kStandard, Buffer buffer = {}) {
    const int line = send_begin(rank, to, tag, mode, 0, buffer);
    event(rank, event::SendEnd{});
    return line;
  }
  int isend(int rank, int to, std::uint64_t request, std::int64_t tag = 0, SendMode mode = SendMode::kStandard,
            Buffer buffer = {}) {
    return send_begin(rank, to, tag, mode, request, buffer);
  }
  int receive(int rank, std::int64_t from, std::int64_t tag = 0, std::int64_t source = -1, Buffer buffer = {},
              std::int64_t bytes = -1) {
    const int line = ireceive(rank, from, 0, tag, buffer);
    event(rank, event::ReceiveEnd{source >= 0 ? source : from, tag, static_cast<std::uint64_t>(bytes + 1)});
    return line;
  }
  int ireceive(int rank, std::int64_t from, std::uint64_t request, std::int64_t tag = 0, Buffer buffer = {},
               std::uint64_t message = 0) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::ReceiveBegin{line, number(request ? MpiCall::kIrecv : MpiCall::kRecv), kWorld, from, tag, buffer,
                                    request, message});
    return static_cast<int>(line);
  }
  void receive_end(int rank, std::int64_t source, std::int64_t tag) { event(rank, event::ReceiveEnd{source, tag, 0}); }
  void probe(int rank, std::int64_t source, std::int64_t tag, std::uint64_t message = 0) {
    event(rank, event::ProbeBegin{next_line(rank), number(MpiCall::kProbe), kWorld, source, tag});
    event(rank, event::ProbeEnd{source, tag, message});
  }
  int done(int rank, std::initializer_list<int> requests, std::initializer_list<int> sources = {},
           std::initializer_list<int> tags = {}, std::initializer_list<int> cancelled = {}) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::WaitBegin{line, number(MpiCall::kWaitall), 0, ranks(requests)});
    event(rank, event::RequestsDone{line, number(MpiCall::kWaitall), ranks(requests), ints(sources), ints(tags),
                                    ranks(cancelled)});
    return static_cast<int>(line);
  }

  // ---- collectives
  // Everybody sends and receives, far away from all else; or nothing.
  int collective(int rank, MpiCall call, std::int64_t root = 0, std::uint64_t request = 0,
                 std::uint64_t communicator = kWorld, bool data = true) {
    const std::uint64_t line = next_line(rank);
    static constexpr Buffer kReads[] = {{0x7000, 1, kInt}}, kWrites[] = {{0x8000, 1, kInt}};
    const std::size_t pieces = data ? 1 : 0;
    event(rank, event::CollectiveBegin{
                    line, number(call), communicator, root, 0, request, {kReads, pieces}, {kWrites, pieces}, {}});
    if (request == 0) event(rank, event::CollectiveEnd{});
    return static_cast<int>(line);
  }
  void collective_all(MpiCall call, std::int64_t root = 0) {
    for (int rank = 0; rank < ranks_; ++rank) collective(rank, call, root);
  }
  void barrier() { collective_all(MpiCall::kBarrier); }

  // ---- plumbing
  // Events go to this thread of the rank from now on.
  void thread(int rank, int number) { thread_[rank] = ThreadId(number); }
  template <class Event>
  void event(int rank, const Event& one) {
    const ThreadName key = thread_of(rank);
    auto& stream = streams_[key];
    if (!stream) stream = std::make_unique<Stream>();
    stream->events.push_back({++clock_, one});
  }
  template <class Definition>
  void define(int rank, const Definition& one) {
    auto& stream = definitions_[ProcessId(rank)];
    if (!stream) stream = std::make_unique<Stream>();
    stream->events.push_back({0, one});
  }
  std::uint64_t next_line(int rank) {
    const std::uint64_t line = ++lines_;
    define(rank, event::Stack{line, unsigneds_.emplace_back(std::vector<std::uint64_t>{line})});
    return line;
  }
  field::LIST_U ranks(std::initializer_list<int> list) {
    return unsigneds_.emplace_back(std::vector<std::uint64_t>(list.begin(), list.end()));
  }
  field::LIST_I ints(std::initializer_list<int> list) {
    return signeds_.emplace_back(std::vector<std::int64_t>(list.begin(), list.end()));
  }
  field::LIST_U all_ranks() {
    std::vector<std::uint64_t> all;
    for (int rank = 0; rank < ranks_; ++rank) all.push_back(static_cast<std::uint64_t>(rank));
    return unsigneds_.emplace_back(std::move(all));
  }
  static std::uint64_t number(MpiCall call) { return static_cast<std::uint64_t>(call); }
  // All events at one time: the replay has nothing to go by but happens-before. Reversed: against the order of writing.
  void forget_time(bool reversed = false) {
    for (auto& [key, stream] : streams_) {
      for (TimedEvent& one : stream->events)
        one.time = reversed ? static_cast<std::uint64_t>(100 - key.process.number()) : 0;
    }
  }

  Processes processes() const override { return Processes(static_cast<std::size_t>(ranks_)); }
  void list_threads(const std::function<void(const ListedThread&)>& tell) override {
    for (const auto& [key, stream] : streams_) {
      const auto* begin = std::get_if<event::ThreadBegin>(&stream->events.front().event);
      const bool is_created = begin != nullptr && ThreadId(begin->creator) != key.thread;
      tell({key, is_created});
    }
  }
  EventStream& events(ThreadName name) override { return *streams_.at(name); }
  EventStream& definitions(ProcessId process) override { return *definitions_.at(process); }
  std::vector<std::string> blind_spots() const override { return {}; }

 private:
  struct Stream : EventStream {
    std::deque<TimedEvent> events;
    std::size_t at = 0;
    TimedEvent current;
    const TimedEvent* next() override {
      if (at == events.size()) return nullptr;
      current = events[at++];  // its own place, as with a real reader: what was handed out before is gone
      return &current;
    }
    StreamState state() const override { return StreamState::kClosed; }
  };

 public:
  void begin_again() {
    for (auto& [key, stream] : streams_) stream->at = 0;
    for (auto& [rank, stream] : definitions_) stream->at = 0;
  }

 private:
  ThreadName thread_of(int rank) const {
    const auto at = thread_.find(rank);
    return {ProcessId(rank), at == thread_.end() ? kMainThread : at->second};
  }
  static std::uint64_t shift(int rank) { return static_cast<std::uint64_t>(rank) * 0x1000000; }
  int transfer(int rank, int target, const Op& op, MpiCall call) {
    const std::uint64_t line = next_line(rank);
    ++operations_[thread_of(rank)];
    event(rank, event::Transfer{
                    line,
                    number(call),
                    op.window,
                    target,
                    {op.origin, op.type == kColumn ? op.count * 4 : op.count, op.type == kColumn ? kInt : op.type},
                    op.displacement,
                    op.count,
                    op.type,
                    op.request,
                    0});
    return static_cast<int>(line);
  }
  int atomic(int rank, int target, const Op& op, MpiCall call) {
    const std::uint64_t line = next_line(rank);
    const std::uint64_t operation = ++operations_[thread_of(rank)];
    const bool fetches = call != MpiCall::kAccumulate && call != MpiCall::kRaccumulate;
    const Buffer origin = op.op == ReduceOp::kNoOp ? Buffer{} : Buffer{op.origin, op.count, op.type};
    const Buffer result = fetches ? Buffer{op.result, op.count, op.type} : Buffer{};
    const bool swap = call == MpiCall::kCompare_and_swap;
    event(rank, event::AtomicOperation{line, number(call), op.window, target, origin, result,
                                       swap ? op.origin + 0x2000 : 0, op.displacement, op.count, op.type,
                                       static_cast<std::uint64_t>(swap ? ReduceOp::kNull : op.op), op.request, 0});
    if (op.sequence) {
      event(rank, event::Executed{static_cast<std::uint64_t>(thread_of(rank).thread.number()), operation, op.sequence,
                                  op.changed});
    }
    return static_cast<int>(line);
  }
  int send_begin(int rank, int to, std::int64_t tag, SendMode mode, std::uint64_t request, Buffer buffer) {
    const std::uint64_t line = next_line(rank);
    event(rank, event::SendBegin{line, number(request ? MpiCall::kIsend : MpiCall::kSend), kWorld, to, tag,
                                 static_cast<std::uint64_t>(mode), buffer, request});
    return static_cast<int>(line);
  }

  int ranks_;
  std::uint64_t lines_ = 0, clock_ = 0;
  std::map<int, ThreadId> thread_;  // of a rank whose events go to another one than the main thread
  std::map<ThreadName, std::uint64_t> operations_;
  std::map<ThreadName, std::unique_ptr<Stream>> streams_;
  std::map<ProcessId, std::unique_ptr<Stream>> definitions_;
  std::deque<std::vector<std::uint64_t>> unsigneds_;
  std::deque<std::vector<std::int64_t>> signeds_;
};

// What came out.
struct Result {
  std::vector<Conflict> conflicts;
  EndOfRun end;
  check::Statistics statistics;

  static int line_of(const ConflictAccess& access) {
    return static_cast<int>(access.place.pc != 0 ? access.place.pc : access.place.stack.number());
  }
  const Conflict* find(int a, int b) const {
    for (const Conflict& conflict : conflicts) {
      const int x = line_of(conflict.first);
      const int y = line_of(conflict.second);
      if ((x == a && y == b) || (x == b && y == a)) return &conflict;
    }
    return nullptr;
  }
  bool race(int a, int b) const {
    const Conflict* conflict = find(a, b);
    return conflict && conflict->unordered == Unordered::kInEveryRun;
  }
  bool by_locks_only(int a, int b) const {
    const Conflict* conflict = find(a, b);
    return conflict && conflict->unordered == Unordered::kByLocksOnly;
  }
  bool clean() const { return conflicts.empty(); }
};

// What the engine finds, as text.
inline std::string text_of(const check::Analyzer& analyzer) {
  std::set<std::string> conflicts;
  for (const Conflict& one : analyzer.conflicts()) {
    // (How often it was met is not told: the later of two equal accesses stands for both.)
    conflicts.insert(fmt::format("{} and {}: kind {}, unordered {}\n", Result::line_of(one.first),
                                 Result::line_of(one.second), static_cast<int>(one.kind),
                                 static_cast<int>(one.unordered)));
  }
  std::string text;
  for (const std::string& conflict : conflicts) text += conflict;
  for (const std::string& sentence : analyzer.end().blind_spots) text += sentence + "\n";
  return text;
}

// Analyzes it as a whole; and also while it grows, which must give the same result.
inline Result run(Script& script, const check::AnalysisOptions& options = {}, std::vector<Observer*> observers = {}) {
  check::Analyzer analyzer(script, options, observers);
  analyzer.advance();
  analyzer.finish();
  script.begin_again();
  GrowingSource source(script);
  for (unsigned seed = 0; seed < 20; ++seed) {
    source.begin_again(seed);
    check::Analyzer along(source, options, {});
    while (source.grow()) along.advance();
    along.finish();
    EXPECT_EQ(text_of(along), text_of(analyzer)) << "read along, seed " << seed;
  }
  return {analyzer.conflicts(), analyzer.end(), analyzer.statistics()};
}

}  // namespace fencepost::test
