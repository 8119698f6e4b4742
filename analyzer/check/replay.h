// The replay: takes the events of all threads in an order that extends happens-before, keeps the model of the job and
// the clocks, turns operations into accesses and hands them to the race check. Internal to the component; analysis.h is
// its face.
//
// A thread's next event waits (`ready` says no, the thread is parked under a key) until what it depends on was
// replayed: then `apply` changes the state. The handlers are spread over replay_*.cpp by chapter of MPI.
//
// Ticks. Each event but Access has a tick of its thread; accesses between two events carry the tick of the later one. A
// clock that was published at tick T covers all accesses before that event.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "check/analysis.h"
#include "check/replaced_fetches.h"
#include "check/replay_state.h"
#include "index/access_index.h"
#include "job/recycled.h"
#include "match/atomics.h"
#include "match/exposures.h"
#include "match/locks.h"
#include "match/meetings.h"
#include "match/messages.h"
#include "order/clock.h"
#include "order/graph.h"

namespace fencepost::check {

class Replay : public PresentOrder {
 public:
  Replay(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers);
  bool advance();
  void close();
  void finish();
  std::vector<FoundConflict> take_found() { return std::move(found_); }
  void add_found(FoundConflict found);

  const Job& job() const { return job_; }
  const Statistics& statistics() const { return statistics_; }
  const std::vector<Conflict>& conflicts() const { return conflicts_; }
  const EndOfRun& end() const { return end_; }
  bool before_present(const Moment& earlier, Order order) const override;

 private:
  // replay.cpp: the scheduler.
  void note_damage(int process);
  // A thread goes on without what it waits for, because that may be lost: what it does among the process's other
  // threads may then come in no order that ever was.
  void note_disorder(int process);
  bool run();  // until everything is blocked or at an end; true: something was replayed
  enum class Step { kDone, kBlocked, kNothing };
  Step step(Stream& stream);
  void enqueue(StreamSlot slot);
  void signal(std::uint64_t key);
  void wake_all();
  bool wait_on(Stream& stream, std::uint64_t key, WaitsFor what, int process = -1);  // parks; returns false
  bool wait_for_more(Stream& stream);  // parks until the traces have grown; returns false
  bool look_ahead_everywhere();
  bool look_ahead(Stream& stream, std::size_t events);
  bool release_one();
  bool gone(int process) const;  // nothing can come from it any more
  void fact_found(Stream& stream, const TimedEvent& fact);

  // Clocks.
  SharedClocks publish(Stream& stream);         // up to and with the event in hand
  const SharedClocks& present(Stream& stream);  // what happened before the event in hand
  void join(Stream& stream, const order::Clocks& clocks);
  void join_observed(Stream& stream, const order::Clock& clock);
  Moment moment(const Stream& stream, std::uint64_t time) const;
  order::NodeName add_node(Stream& stream, const Place& place);
  // Of a flush, a lock or an unlock, which order nothing, or by this run's order of locks only.
  order::NodeName add_lock_node(Stream& stream, const Place& place, const char* what = nullptr);

  // Events. Overloads for those that can block, and for those that change anything; the rest falls to the templates.
  template <class Event>
  bool ready(Stream&, const Event&) {
    return true;
  }
  template <class Event>
  void apply(Stream&, const Event&) {}
  template <class Event>
  void begin_inside(Stream& stream, const Event& event);
  bool next_is_failure(Stream& stream);

  // replay_streams.cpp
  void find_streams();
  void open_stream(ThreadName name);
  bool is_growing(Stream&) const;
  // Those to come; false: there is none, or they may yet be created as they should.
  bool open_all();
  bool open_one_to_come(int process);
  void find_missing_ranks();
  bool surely_unlisted(Stream& stream);  // after a thread that stream's event names was not found; false: parks
  // Of a thread that has a trace and has not left; null: of no such thread.
  Stream* stream_of(int process, int thread) const;
  ThreadPlace where_is(int process, int thread) const;
  void take_place(Stream&);
  void leave(Stream&);
  void forget_ended(ProcessSide&);

  // replay_definitions.cpp
  void pull_definitions(int process);
  void pull_definitions_due(int process, std::uint64_t time);  // before an event of the process is used
  // The next one, if it is not later than `until`.
  bool take_definition(int process, std::uint64_t until);
  static constexpr std::uint64_t kEver = ~std::uint64_t{0};
  void apply(Stream&, const event::DatatypeGone&);

  // replay_threads.cpp
  bool in_order(Stream& stream, std::uint64_t order);
  void passed_order(Stream& stream, std::uint64_t order);
  bool ready(Stream&, const event::ThreadBegin&);
  bool ready(Stream&, const event::ThreadCreate&);
  bool ready(Stream&, const event::ThreadJoin&);
  bool ready(Stream&, const event::Acquire&);
  bool ready(Stream&, const event::Release&);
  bool ready(Stream&, const event::Freed&);
  bool ready(Stream&, const event::MemoryOrder&);
  template <class Event>
  bool synchronization_ready(Stream&, const Event&);
  struct Handover;
  Handover handover(Stream&, std::uint64_t object, std::uint64_t kind);
  bool orders_calls(const Stream&, std::uint64_t kind);
  static void note_order(Stream&, const Handover&, std::uint64_t kind, bool AtomicUse::* does,
                         bool AtomicUse::* ordered);
  void passed(Stream&, const Handover&, std::uint64_t number);
  bool skip_order_gap();
  void apply(Stream&, const event::ThreadBegin&);
  void apply(Stream&, const event::ThreadEnd&);
  void apply(Stream&, const event::ThreadCreate&);
  void apply(Stream&, const event::ThreadJoin&);
  void apply(Stream&, const event::Acquire&);
  void apply(Stream&, const event::Release&);
  void apply(Stream&, const event::Freed&);
  void apply(Stream&, const event::MemoryOrder&);
  void apply(Stream&, const event::InitEnd&);
  void apply(Stream&, const event::FinalizeBegin&);
  void apply(Stream&, const event::FinalizeEnd&);
  void apply(Stream&, const event::CallFailed&);
  void apply(Stream&, const event::Lost&);
  void apply(Stream&, const event::SharedMapping&);
  void apply(Stream&, const event::SharedUnmapping&);
  void end_thread(Stream&);

  // replay_messages.cpp
  int peer_process(int process, std::uint64_t communicator, std::int64_t rank) const;
  static int peer_process(const CommunicatorPart* part, std::int64_t rank);
  std::uint64_t communicator_key(int process, std::uint64_t communicator) const;
  bool receive_ready(Stream&, match::Receive&, std::int64_t source, std::int64_t tag);
  // The receive is complete: takes it and what it took out of matching. Null: no message.
  std::shared_ptr<match::Send> message_taken(const std::shared_ptr<match::Receive>&, std::int64_t source,
                                             std::int64_t tag);
  void receive_done(Stream&, const std::shared_ptr<match::Receive>&, std::int64_t source, std::int64_t tag,
                    order::NodeName node);
  bool send_ready(Stream&, match::Send&);
  void send_done(Stream&, match::Send&, order::NodeName node);
  void resolve(match::Receive&);
  // No part in matching any more; who waits for others' turn may move up.
  void withdraw(const match::Receive&);
  void withdraw(const match::Send&);
  bool request_ready(Stream&, RequestRecord&, std::int64_t source, std::int64_t tag, std::uint64_t cancelled);
  bool ready(Stream&, const event::SendEnd&);
  bool ready(Stream&, const event::ReceiveEnd&);
  bool ready(Stream&, const event::ProbeEnd&);
  bool ready(Stream&, const event::RequestsDone&);
  bool ready(Stream&, const event::FreedReceiveDone&);
  void apply(Stream&, const event::SendBegin&);
  void apply(Stream&, const event::SendEnd&);
  void apply(Stream&, const event::ReceiveBegin&);
  void apply(Stream&, const event::ReceiveEnd&);
  void apply(Stream&, const event::ProbeBegin&);
  void apply(Stream&, const event::ProbeEnd&);
  void apply(Stream&, const event::WaitBegin&);
  void apply(Stream&, const event::RequestsDone&);
  void apply(Stream&, const event::RequestFree&);
  void apply(Stream&, const event::FreedReceiveDone&);

  // replay_collectives.cpp
  struct Membership {
    std::shared_ptr<match::Meeting> meeting;
    std::size_t member = 0;
  };
  Membership join_meeting(Stream&, std::uint64_t communicator, const Place& place);
  Membership join_window_meeting(Stream&, match::Sequence sequence, const Window& window);
  void forget_window(const Window& window);
  void arrive(Stream&, const Membership&, const Place& place, bool releases, order::NodeName node);
  bool meeting_ready(Stream&, match::Meeting&, std::size_t member);
  void meeting_done(Stream&, match::Meeting&, std::size_t member, order::NodeName node);
  void join_those_before(Stream& stream, match::Meeting&, std::size_t member, order::NodeName node);
  bool has_data(int process, std::span<const Buffer> buffers) const;
  void tell(match::Meeting&);
  CollectiveCall describe(const match::Meeting&) const;
  bool ready(Stream&, const event::CollectiveEnd&);
  bool parts_known(Stream&, std::uint64_t window);
  bool ready(Stream&, const event::WindowCreateEnd&);
  bool ready(Stream&, const event::WindowFreeEnd&);
  bool ready(Stream&, const event::FenceEnd&);
  void apply(Stream&, const event::CollectiveBegin&);
  void apply(Stream&, const event::CollectiveEnd&);
  void apply(Stream&, const event::CommunicatorFreed&);
  void apply(Stream&, const event::WindowCreateBegin&);
  void apply(Stream&, const event::WindowCreateEnd&);
  void apply(Stream&, const event::WindowFreeBegin&);
  void apply(Stream&, const event::WindowFreeEnd&);
  void apply(Stream&, const event::FenceBegin&);
  void apply(Stream&, const event::FenceEnd&);

  // replay_exposure.cpp
  bool ready(Stream&, const event::CompleteEnd&);
  bool ready(Stream&, const event::ExposureWaitEnd&);
  bool ready(Stream&, const event::ExposureTest&);
  bool exposure_ready(Stream&, std::uint64_t window);
  void exposure_done(Stream&, std::uint64_t window, const Place& place, bool tested);
  void apply(Stream&, const event::Post&);
  void apply(Stream&, const event::StartBegin&);
  void apply(Stream&, const event::StartEnd&);
  void apply(Stream&, const event::CompleteBegin&);
  void apply(Stream&, const event::CompleteEnd&);
  void apply(Stream&, const event::ExposureWaitBegin&);
  void apply(Stream&, const event::ExposureWaitEnd&);
  void apply(Stream&, const event::ExposureTest&);
  void match_start(Stream&, const std::shared_ptr<AccessEpoch>& epoch);

  // replay_locks.cpp
  bool ready(Stream&, const event::LockGranted&);
  bool ready(Stream&, const event::UnlockEnd&);
  bool ready(Stream&, const event::FlushEnd&);
  void apply(Stream&, const event::LockBegin&);
  void apply(Stream&, const event::LockEnd&);
  void apply(Stream&, const event::LockGranted&);
  void apply(Stream&, const event::LockReleased&);
  void apply(Stream&, const event::UnlockBegin&);
  void apply(Stream&, const event::UnlockEnd&);
  void apply(Stream&, const event::FlushBegin&);
  void apply(Stream&, const event::FlushEnd&);
  void apply(Stream&, const event::WindowSync&);
  void refresh_locks(int process, std::uint64_t window);
  void forget_lock_sets();
  void lock_given_up(int process, const index::Lock& lock);
  std::shared_ptr<AccessEpoch> lock_epoch(int process, std::uint64_t window, int target) const;
  void place_deferred(WindowSide::Grant& grant);
  void wait_for_grants(Stream&, std::uint64_t window, int target);  // observed edges at flush, unlock, fetch

  // replay_operations.cpp
  void apply(Stream&, const event::Transfer&);
  void apply(Stream&, const event::AtomicOperation&);
  void apply(Stream&, const event::Executed&);
  void apply(Stream&, const event::Attach&);
  void apply(Stream&, const event::Detach&);
  void apply(Stream&, const event::WindowSetInfo&);
  void issue(Stream&, const std::shared_ptr<RmaOperation>& operation, const Window* window);
  void place_at_origin(RmaOperation& operation, const std::shared_ptr<RmaOperation>& self);
  void place_at_target(const std::shared_ptr<RmaOperation>& operation, const SharedClocks& start);
  void executed(int process, std::uint64_t thread, std::uint64_t number, std::uint64_t sequence, bool changed);
  void complete(Stream&, const std::shared_ptr<RmaOperation>& operation, const Place& place, bool local, bool remote,
                bool by_request = false);
  // Of all that one event completes it is one object.
  const std::shared_ptr<const Operation::Completion>& completion_by(const Stream&, const Place& place, bool by_request);
  void complete_by_request(Stream&, const std::shared_ptr<RmaOperation>& operation, const Place& place);
  void origin_read(Stream&, RmaOperation& operation);
  void end_target(Stream&, RmaOperation& operation);
  // Which open operations a completing call has to do with.
  enum class Completes { kAll, kLatest };  // kLatest: OpenOperations::latest()
  Completes completed_by(const Stream& stream, bool remote) const;
  // Operations of the process of `stream` on a window to `target` (kAllTargets: all) that a completing call reaches;
  // ends when visit(operation) says false, and says so.
  template <class Visit>
  bool each_reached(Stream&, std::uint64_t window, int target, Completes completes, Visit&& visit);
  bool reaches(const Stream&, const RmaOperation& operation) const;
  // Operations whose target side has yet to start; some may have started meanwhile (target_placed).
  template <class Visit>
  void each_deferred(Visit&& visit) const {
    for (const ProcessSide& side : sides_) {
      for (const auto& [key, window] : side.windows) {
        for (const auto& [target, grant] : window.grants) std::ranges::for_each(grant.deferred, visit);
        for (const auto& [target, pair] : window.started) std::ranges::for_each(pair->waiting_for_post, visit);
      }
    }
    for (const auto& [key, operations] : waiting_for_fence_) std::ranges::for_each(operations, visit);
    for (const auto& pair : exposures_.unmatched()) std::ranges::for_each(pair->waiting_for_post, visit);
  }
  bool reached_ready(Stream&, std::uint64_t window, int target, bool remote);
  // What was fetched counts as known at once, or is left to `fetches`.
  void complete_reached(Stream&, std::uint64_t window, int target, const Place& place, bool remote,
                        OperationList* fetches = nullptr);
  void remember_complete(const std::shared_ptr<RmaOperation>& operation);
  void complete_again(Stream&, std::uint64_t window, int target, bool remote);
  void forget_complete(int process, std::uint64_t window, int target, Completes completes = Completes::kAll);
  bool fetch_ready(Stream&, const RmaOperation& operation);
  void fetch_done(Stream&, RmaOperation& operation);
  bool fetches_ready(Stream&, std::span<const std::shared_ptr<RmaOperation>> operations);
  void fetches_done(Stream&, std::span<const std::shared_ptr<RmaOperation>> operations);
  static SharedClocks joined(const SharedClocks& start, const order::Clocks& other);
  static SharedClocks joined_observed(const SharedClocks& start, const order::Clock& other);

  // replay_native.cpp
  bool natively(const RmaOperation& operation) const { return by_time_ && is_native(operation.place.process); }
  bool is_native(int process) const { return job_.process(process).info.native_rma; }
  void issued_natively(RmaOperation& operation);
  void fetched_natively(Stream&, RmaOperation& operation);
  void grant_natively(Stream&, std::uint64_t window, int target);
  void release_natively(Stream&, const Window& window, int target);

  // replay_accesses.cpp
  void memory_access(Stream&, const event::Access&, std::uint64_t time);
  void used_atomic(Stream&, const event::Access&, const Memory&, ByteRange);
  bool checks_separate_model() const {
    return options_.separate_model || separate_windows_ || job_.has_separate_window();
  }
  ByteSet bytes_of(int process, const Buffer& buffer) const;
  static Buffer buffer_of(const Activity& activity);  // as given; of a call, or at the origin of an operation
  std::vector<ActivityNumber> call_buffers(Stream&, const Place& place, std::span<const Buffer> buffers,
                                           AccessClass kind, bool pending);
  Buffer written_by(Stream&, const event::ReceiveBegin&);
  std::vector<ActivityNumber> message_buffer(Stream&, const Place& place, const Buffer& buffer, std::int64_t peer,
                                             AccessClass kind);
  void end_accesses(std::vector<ActivityNumber>& accesses, const Stream& stream);
  // Checks an activity's piece against the index and puts it in.
  void insert(ActivityNumber number, const Memory& memory, const Strided& piece);
  // The complete fetches of some range, the last executed first; looked up when they are asked for. There may be
  // thousands of pairs to be asked about.
  struct Fetches {
    struct Fetch {
      const Activity* access;
      const Strided* piece;
    };
    ByteRange range;
    std::optional<std::vector<Fetch>> found;
  };
  // `fetches`: of what one of the two is met in.
  void judge(const Activity& earlier, const Activity& later, const Strided& earlier_piece, const Strided& later_piece,
             const Memory& memory, Fetches& fetches);
  bool ordered(const Activity& earlier, const Activity& later, bool observed) const;
  // Of two atomics: whether a fetch of the same elements met them after the first, and was complete before the second.
  bool fetched_between(const Activity& first, const Activity& second, const Strided& first_piece,
                       const Strided& second_piece, const Memory& memory, Fetches& fetches);
  void no_longer_excluded(ActivityNumber number, index::LockSet before);
  // Whether any byte of a piece, or of one of the set's, may belong to this replay's part of the memory.
  bool concerns(const Memory& memory, const Strided& piece) const {
    return options_.part.whole() || concerns_range(memory, piece.hull());
  }
  bool concerns(const ByteSet& bytes) const;
  bool out_of_reach(const Activity& earlier) const {
    return options_.reach != 0 && earlier.order + options_.reach < order_;
  }
  bool concerns_range(const Memory& memory, ByteRange range) const;
  void check_strictly(const Activity& later, const Memory& memory, const Strided& piece);
  void check_separate(const Activity& later, const Memory& memory, const Strided& piece);
  void retire_if_due();
  void expect_retirement();
  const order::Clocks* clocks_after_meeting(Stream& stream);
  std::vector<Tick> passed_by_all();

  // explain.cpp
  struct Met {  // one of the two accesses of a conflict
    const Activity& activity;
    const Strided& piece;
    std::uint64_t begun;  // common_time()
  };
  static bool is_first(const Met& one, const Met& other);
  void report(ConflictKind kind, Unordered unordered, const Activity& replayed, const Activity& now,
              const Strided& replayed_piece, const Strided& piece, const Memory& memory, ByteRange common);
  void report_in_order(ConflictKind kind, Unordered unordered, const Met& first, const Met& second,
                       const Memory& memory, ByteRange common);
  void adopt(const Conflict& conflict);
  ConflictAccess describe(const Activity& activity, const Memory& memory, const Strided& piece, ByteRange common) const;
  void explain(Conflict& conflict, const Activity& earlier, const Activity& later);
  void await_end(const Activity& activity, const Activity& other, std::size_t found,
                 const std::vector<std::uint64_t>& order, bool of_second);
  bool is_one_of_several(const Activity& activity);
  void call_returns(const Activity& activity);
  void end_is_known(const Operation& operation, bool remote, const Stream& stream);
  bool polls(const Activity& activity);
  bool fetches_to_wait(const Activity& activity);
  bool stands_in_waiting_loop(int process, std::uint64_t return_address);
  const std::vector<std::uint64_t>* stack_of(const Place& place);
  std::pair<std::uint64_t, std::uint64_t> code_position(
      const Place& place);  // module and offset, or file and line: same in all processes
  void finish_conflicts();
  std::optional<Conflict::OtherThread> other_thread(const Conflict& conflict) const;
  void find_what_comes_near(Conflict& conflict) const;
  std::optional<Conflict::RelaxedFlag> relaxed_flag(const ConflictAccess& first, const ConflictAccess& second) const;

  // timeline.cpp
  void draw(Conflict& conflict, const Activity& earlier, const Activity& later, Tick first_from, Tick second_from);

  // end_of_run.cpp
  void describe_end();
  void describe_what_is_open();
  void describe_what_was_not_seen();
  // Whether the grant of a lock that the process has asked for was seen.
  bool is_granted(int process, std::uint64_t window, int target) const;
  BlockedCall describe_blocked(const Stream& stream);

  friend struct Dispatch;

  TraceSource& source_;
  AnalysisOptions options_;
  std::vector<Observer*> observers_;
  bool accesses_observed_ = false;
  Job job_;
  std::vector<ProcessSide> sides_;
  mutable std::vector<int> clock_of_;             // by process: another whose clock is the same; -1: not known yet
  std::vector<std::unique_ptr<Stream>> streams_;  // by slot; null: free
  std::vector<StreamSlot> free_slots_;
  std::vector<Stream*> not_ended_;                   // and some that have ended in this round
  std::map<std::pair<int, int>, StreamSlot> slots_;  // by process and thread
  StreamNumber places_ = 0;                          // in the clocks: so many were given
  // Atomics of threads that have left, of the last of them.
  static constexpr std::size_t kMostAtomicsLeft = 256;
  std::map<std::pair<int, int>, std::vector<AtomicUse>> atomics_left_;
  std::deque<std::pair<int, int>> with_atomics_left_;
  // Threads that can go on, by the time of their next event: so the replay keeps close to what really came after what.
  struct Turn {
    std::uint64_t time;
    StreamSlot slot;
    friend bool operator>(const Turn& a, const Turn& b) { return a.time != b.time ? a.time > b.time : a.slot > b.slot; }
  };
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> queue_;
  const ProcessInfo& clock_of(int process) const;
  std::uint64_t common_time(int process, std::uint64_t ticks) const;
  std::uint64_t own_time(int process, std::uint64_t common) const;
  std::uint64_t time_of_next(Stream& stream);
  // Natively executed RMA tells neither what an atomic operation fetched nor in which order locks were granted: it is
  // taken from the times. What somebody did before a call returned may have been seen by that call; so the call waits
  // until all that was done before is replayed. This can hide a race, and never gives order where there was none in
  // the run.
  bool by_time_ = false;
  const bool separate_windows_;  // there are or will be such
  bool caught_up(Stream& stream);
  std::unordered_map<std::uint64_t, std::vector<StreamSlot>> parked_;  // by key
  std::uint64_t order_ = 0;
  std::uint64_t time_ = 0;  // of the event in hand
  const Stream* current_ = nullptr;

  // Synchronization objects in shared segments, by their place in it: processes synchronize through them.
  struct SharedSide {
    std::uint64_t next = 1;  // of Acquire and Release
    Handovers handovers;
  };
  std::map<std::uint64_t, SharedSide> shared_sides_;  // by segment

  match::Messages messages_;
  match::Meetings meetings_;
  match::Exposures<OperationList> exposures_;
  match::Locks locks_;
  match::Atomics atomics_;
  order::SyncGraph graph_;
  index::AccessIndex index_;
  ReplacedFetches replaced_fetches_;
  index::LockSets lock_sets_;
  using Issue = std::tuple<int, int, std::uint64_t>;  // process, thread and number of an operation
  RecyclingMap<Issue, std::shared_ptr<RmaOperation>> awaiting_execution_;
  struct EarlyExecution {
    std::uint64_t sequence;
    bool changed;
  };
  std::map<Issue, EarlyExecution> early_executions_;  // the thread's trace may not be listed yet
  // Deferred until the target's fence (NOPRECEDE): by meeting and target member.
  std::map<std::pair<std::shared_ptr<match::Meeting>, std::size_t>, OperationList> waiting_for_fence_;
  std::shared_ptr<const Operation::Completion> last_completion_;
  std::size_t next_retirement_ = 1 << 14;
  std::size_t in_vain_ = 0;  // pairs met since the last retirement whose first was ordered before the second
  std::size_t next_in_vain_ = 4096;
  std::size_t patience_ = 1;

  std::vector<int> missing_ranks_;  // that left no trace at all
  std::set<int> damaged_ranks_;     // that lost events before the event in hand
  std::map<std::vector<std::uint64_t>, std::size_t> known_conflicts_;
  std::vector<FoundConflict> found_;
  // Conflicts of accesses that were not complete when they met: what to advise depends on what completes it.
  struct AwaitedEnd {
    std::size_t found = 0;  // in found_
    std::vector<std::uint64_t> order;
    bool of_second = false;  // of which of the two it is the end
    index::EndPoint other;   // the other access's thread, and its place in it
  };
  std::multimap<std::pair<const Operation*, bool>, AwaitedEnd> ends_awaited_;  // by operation, at the target or not
  // The same of calls that were replayed later than what they met: whether they had returned before that began.
  struct AwaitedReturn {
    std::size_t found = 0;  // in found_
    std::vector<std::uint64_t> order;
    std::uint64_t second_begun = 0;  // common_time()
  };
  std::multimap<std::shared_ptr<const index::CallBuffer>, AwaitedReturn> returns_awaited_;
  // The pairs found last, as they stand in the trace.
  struct PairOfPlaces {
    struct Side {
      Place place;
      AccessClass kind;
      AccessRole role;
      friend bool operator==(const Side&, const Side&) = default;
    };
    Side first, second;
    ConflictKind kind;
    Unordered unordered;
    friend bool operator==(const PairOfPlaces&, const PairOfPlaces&) = default;
    static Side side(const Activity& activity) { return {activity.place(), activity.kind, activity.role}; }
    std::size_t hash() const {
      std::uint64_t hash = 0;
      for (const Place* place : {&first.place, &second.place}) {
        for (const std::uint64_t part : {place->pc, place->stack, static_cast<std::uint64_t>(place->process)}) {
          hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
          hash ^= hash >> 29;
        }
      }
      return hash;
    }
  };
  struct RecentPair {
    PairOfPlaces pair;
    std::size_t found = 0;  // in found_, from 1; 0: none
  };
  std::vector<RecentPair> recent_pairs_ = std::vector<RecentPair>(256);
  std::vector<Conflict> conflicts_;
  std::map<std::pair<int, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>> code_positions_;
  std::map<std::pair<int, std::uint64_t>, bool> waiting_;  // process, pc: stands in a loop that only waits
  Statistics statistics_;
  EndOfRun end_;
  std::set<std::string> blind_spots_;
  bool finished_ = false, closed_ = false;
  bool growing_ = false;      // some trace that is open is still being written
  std::uint64_t rounds_ = 0;  // of advance()
};

// Keys of parked threads.
enum class Key : std::uint64_t {
  kThreadOrder = 1,
  kThreadBegin,
  kThreadEnd,
  kChannel,
  kReceives,
  kMeeting,
  kPair,
  kLock,
  kExecuted,
  kFenceArrival,
  kSharedOrder,
  kTime,
  kLater  // what more of growing traces will tell
};
inline std::uint64_t key_of(Key kind, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0) {
  std::uint64_t hash = static_cast<std::uint64_t>(kind);
  for (const std::uint64_t part : {a, b, c}) {
    hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 31;
  }
  return hash;
}

}  // namespace fencepost::check
