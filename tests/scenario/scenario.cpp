#include "scenario/scenario.h"

#include <algorithm>

namespace fencepost::test {
namespace {

constexpr std::uint64_t kWorld = Scenario::kWorld;

template <class Value>
const Value& at_or_last(const std::vector<Value>& values, int index) {
  return values[std::min(static_cast<std::size_t>(index), values.size() - 1)];
}

std::uint64_t number(MpiCall call) {
  return static_cast<std::uint64_t>(call);
}

MpiCall creator(WindowFlavor flavor) {
  switch (flavor) {
    case WindowFlavor::kCreate:
      return MpiCall::kWin_create;
    case WindowFlavor::kAllocate:
      return MpiCall::kWin_allocate;
    case WindowFlavor::kAllocateShared:
      return MpiCall::kWin_allocate_shared;
    case WindowFlavor::kDynamic:
      return MpiCall::kWin_create_dynamic;
  }
  return MpiCall::kNone;
}

}  // namespace

struct Scenario::Stream : EventStream {
  std::vector<TimedEvent> all;
  std::size_t at = 0;
  StreamState end = StreamState::kClosed;
  const TimedEvent* next() override { return at < all.size() ? &all[at++] : nullptr; }
  StreamState state() const override { return at < all.size() ? StreamState::kMore : end; }
};

Scenario::Scenario(int ranks, const std::vector<std::string>& hosts, std::uint64_t thread_level)
    : ranks_(ranks), stopped_(static_cast<std::size_t>(ranks)) {
  std::vector<std::uint64_t> members;
  for (int rank = 0; rank < ranks; ++rank) members.push_back(static_cast<std::uint64_t>(rank));
  for (int rank = 0; rank < ranks; ++rank) {
    definitions_.push_back(std::make_unique<Stream>());
    event::Process process;
    process.rank = static_cast<std::uint64_t>(rank);
    process.size = static_cast<std::uint64_t>(ranks);
    process.host = keep(at_or_last(hosts, rank));
    process.thread_level = thread_level;
    process.native_rma = 1;
    process.ticks_per_second = 1000;
    define(rank, process);
    event::Communicator world;
    world.id = kWorld;
    world.key = 1;
    world.members = keep(members);
    define(rank, world);
    stream({ProcessId(rank), kMainThread});
    actor(rank, 0).raw(event::ThreadBegin{});
    actor(rank, 0).raw(event::InitEnd{.stack = 1, .call = number(MpiCall::kInit)});
  }
  const auto basic = [](BasicType type) { return static_cast<std::int64_t>(type); };
  define_type(kIntType, "MPI_INT", true, {0, basic(BasicType::kInt), 1, 1, 0}, 4);
  define_type(kDoubleType, "MPI_DOUBLE", true, {0, basic(BasicType::kDouble), 1, 1, 0}, 8);
  define_type(kByteType, "MPI_BYTE", true, {0, basic(BasicType::kByte), 1, 1, 0}, 1);
  define_type(kLongType, "MPI_LONG", true, {0, basic(BasicType::kLong), 1, 1, 0}, 8);
  define_type(kFloatType, "MPI_FLOAT", true, {0, basic(BasicType::kFloat), 1, 1, 0}, 4);
}

Scenario::~Scenario() = default;

void Scenario::define(int rank, AnyEvent definition) {
  definitions_[static_cast<std::size_t>(rank)]->all.push_back({0, definition});
}

void Scenario::define_type(std::uint64_t id, const std::string& name, bool predefined,
                           const std::vector<std::int64_t>& runs, std::int64_t extent) {
  event::Datatype type;
  type.id = id;
  type.name = keep(name);
  type.description = type.name;
  type.extent = extent;
  type.predefined = predefined;
  std::int64_t low = 0, high = 0, size = 0;
  for (std::size_t i = 0; i + 5 <= runs.size(); i += 5) {
    const auto bytes = static_cast<std::int64_t>(size_of(static_cast<BasicType>(runs[i + 1]))) * runs[i + 2];
    size += bytes * runs[i + 3];
    low = i == 0 ? runs[i] : std::min(low, runs[i]);
    high = std::max(high, runs[i] + (runs[i + 3] - 1) * runs[i + 4] + bytes);
  }
  type.size = static_cast<std::uint64_t>(size);
  type.true_lower_bound = low;
  type.true_extent = high - low;
  type.runs = keep(runs);
  for (int rank = 0; rank < ranks_; ++rank) define(rank, type);
}

std::uint64_t Scenario::type(const std::string& name, const std::vector<std::int64_t>& runs, std::int64_t extent) {
  define_type(types_, name, false, runs, extent);
  return types_++;
}

std::uint64_t Scenario::address(Win win, int rank, std::uint64_t offset) const {
  return (static_cast<std::uint64_t>(rank) + 1) * 0x10000000 + win.id * 0x100000 + offset;
}

Win Scenario::window(const WindowShape& shape, Here here) {
  windows_.push_back(shape);
  freed_.emplace_back(static_cast<std::size_t>(ranks_));
  const Win win{windows_.size()};
  for (int rank = 0; rank < ranks_; ++rank) {
    if (std::ranges::find(shape.without, rank) != shape.without.end()) {
      freed_.back()[static_cast<std::size_t>(rank)] = true;
      continue;
    }
    event::WindowCreateBegin begin;
    begin.stack = here.line();
    begin.call = number(creator(shape.flavor));
    begin.communicator = shape.communicator;
    begin.size = static_cast<std::int64_t>(at_or_last(shape.sizes, rank));
    begin.displacement_unit = static_cast<std::int64_t>(at_or_last(shape.units, rank));
    push({ProcessId(rank)}, begin);
    push({ProcessId(rank)}, event::WindowCreateEnd{.window = win.id});
    event::Window window;
    window.id = win.id;
    window.key = 100 + win.id;
    window.communicator = shape.communicator;
    window.call = begin.call;
    window.flavor = static_cast<std::uint64_t>(shape.flavor);
    window.model = static_cast<std::uint64_t>(shape.model);
    window.base = shape.flavor == WindowFlavor::kDynamic ? 0 : address(win, rank);
    window.size = shape.flavor == WindowFlavor::kDynamic ? 0 : at_or_last(shape.sizes, rank);
    window.displacement_unit = at_or_last(shape.units, rank);
    if (shape.flavor == WindowFlavor::kAllocateShared) {
      window.segment = 500 + win.id;
      window.segment_offset = static_cast<std::uint64_t>(rank) * 4096;
      // Every rank sees all parts, each at the address that its owner has as well.
      for (int other = 0; other < ranks_; ++other)
        push({ProcessId(rank)}, event::SharedMapping{.segment = window.segment,
                                                     .address = address(win, other),
                                                     .size = 4096,
                                                     .offset = static_cast<std::uint64_t>(other) * 4096});
    }
    window.stack = here.line();
    window.info = keep(at_or_last(shape.infos, rank));
    define(rank, window);
  }
  return win;
}

std::uint64_t Scenario::communicator(const CommunicatorShape& shape) {
  const std::uint64_t id = ++communicators_;
  for (const bool second : {false, true}) {
    const auto& own = second ? shape.others : shape.members;
    const auto& other = second ? shape.members : shape.others;
    for (std::size_t i = 0; i < own.size(); ++i) {
      event::Communicator made;
      made.id = made.key = id;
      made.parent = kWorld;
      made.call = number(MpiCall::kComm_split);
      made.members = keep(own);
      made.remote_members = keep(other);
      const auto at = [&](int step) {
        const auto size = static_cast<std::int64_t>(own.size());
        return static_cast<std::uint64_t>((static_cast<std::int64_t>(i) + step + size) % size);
      };
      if (shape.ring != 0) made.destinations = keep(std::vector{at(shape.ring)});
      if (shape.ring != 0) made.sources = keep(std::vector{at(-shape.ring)});
      define(static_cast<int>(own[i]), made);
    }
  }
  return id;
}

void Scenario::record_grants() {
  for (const auto& stream : definitions_)
    for (TimedEvent& definition : stream->all)
      if (auto* process = std::get_if<event::Process>(&definition.event)) process->native_rma = 0;
}

void Scenario::barrier(Here here) {
  for (int rank = 0; rank < ranks_; ++rank) (*this)[rank].barrier(here);
}

void Scenario::end(Here here) {
  for (std::uint64_t id = 1; id <= windows_.size(); ++id)
    for (int rank = 0; rank < ranks_; ++rank)
      if (!freed_[id - 1][static_cast<std::size_t>(rank)] && !stopped_[static_cast<std::size_t>(rank)])
        (*this)[rank].free_window({id}, here);
  for (int rank = 0; rank < ranks_; ++rank)
    if (!stopped_[static_cast<std::size_t>(rank)]) (*this)[rank].finalize(here);
}

void Scenario::stop(int rank) {
  stopped_[static_cast<std::size_t>(rank)] = true;
  stream({ProcessId(rank), kMainThread}).end = StreamState::kTruncated;
}

Scenario::Stream& Scenario::stream(ThreadName thread) {
  auto& stream = streams_[thread];
  if (!stream) stream = std::make_unique<Stream>();
  return *stream;
}

Actor& Scenario::actor(int rank, int thread) {
  const ThreadName name{ProcessId(rank), ThreadId(thread)};
  auto& actor = actors_[name];
  if (!actor) {
    actor = std::make_unique<Actor>(*this, name);
    if (thread != 0) actor->raw(event::ThreadBegin{.thread = static_cast<std::uint64_t>(thread), .creator = 0});
  }
  return *actor;
}

void Scenario::push(ThreadName thread, AnyEvent event) {
  auto& all = stream(thread).all;
  all.push_back({all.size() + 1, event});
}

void Scenario::list_threads(const std::function<void(const ListedThread&)>& tell) {
  for (const auto& [name, stream] : streams_) tell({name});
}
EventStream& Scenario::events(ThreadName thread) {
  return stream(thread);
}
EventStream& Scenario::definitions(ProcessId process) {
  return *definitions_[process.index()];
}

std::span<const std::uint64_t> Scenario::keep(std::vector<std::uint64_t> list) {
  return unsigned_lists_.emplace_back(std::move(list));
}
std::span<const std::int64_t> Scenario::keep(std::vector<std::int64_t> list) {
  return signed_lists_.emplace_back(std::move(list));
}
std::span<const Buffer> Scenario::keep(std::vector<Buffer> list) {
  return buffer_lists_.emplace_back(std::move(list));
}
std::string_view Scenario::keep(std::string text) {
  return texts_.emplace_back(std::move(text));
}

// ---- operations

std::uint64_t Actor::buffer(std::uint64_t given, std::uint64_t slot) const {
  return given != 0 ? given : 0x7f0000000000 + scenario_.next_buffer_++ * 0x10000 + slot * 0x4000;
}

Actor& Actor::transfer(MpiCall call, Win win, std::int64_t target, std::uint64_t request, const Arguments& a,
                       Here here) {
  event::Transfer e;
  e.stack = here.line();
  e.call = number(call);
  e.window = win.id;
  e.target = target;
  e.origin = {a.buffer == ~0ull ? 0 : buffer(a.buffer, 0), a.count, a.type};
  e.displacement = a.displacement;
  e.target_count = a.target_count == -1000 ? a.count : a.target_count;
  e.target_datatype = a.target_type ? a.target_type : a.type;
  e.request = request;
  e.outcome = a.outcome;
  return raw(e);
}

Actor& Actor::atomic(MpiCall call, Win win, std::int64_t target, const Arguments& a, Here here) {
  event::AtomicOperation e;
  e.stack = here.line();
  e.call = number(call);
  e.window = win.id;
  e.target = target;
  if (a.op != ReduceOp::kNoOp) e.origin = {buffer(a.buffer, 0), a.count, a.type};
  if (call != MpiCall::kAccumulate) e.result = {buffer(a.result, 1), a.count, a.type};
  if (call == MpiCall::kCompare_and_swap) e.compare = buffer(a.compare, 2);
  e.displacement = a.displacement;
  e.target_count = a.target_count == -1000 ? a.count : a.target_count;
  e.target_datatype = a.target_type ? a.target_type : a.type;
  e.op = static_cast<std::uint64_t>(call == MpiCall::kCompare_and_swap ? ReduceOp::kNull : a.op);
  e.outcome = a.outcome;
  return raw(e);
}

Actor& Actor::put(Win win, std::int64_t target, Arguments a, Here here) {
  return transfer(MpiCall::kPut, win, target, 0, a, here);
}
Actor& Actor::get(Win win, std::int64_t target, Arguments a, Here here) {
  return transfer(MpiCall::kGet, win, target, 0, a, here);
}
Actor& Actor::rput(Win win, std::int64_t target, std::uint64_t request, Arguments a, Here here) {
  return transfer(MpiCall::kRput, win, target, request, a, here);
}
Actor& Actor::accumulate(Win win, std::int64_t target, Arguments a, Here here) {
  return atomic(MpiCall::kAccumulate, win, target, a, here);
}
Actor& Actor::get_accumulate(Win win, std::int64_t target, Arguments a, Here here) {
  return atomic(MpiCall::kGet_accumulate, win, target, a, here);
}
Actor& Actor::fetch_and_op(Win win, std::int64_t target, Arguments a, Here here) {
  return atomic(MpiCall::kFetch_and_op, win, target, a, here);
}
Actor& Actor::compare_and_swap(Win win, std::int64_t target, Arguments a, Here here) {
  return atomic(MpiCall::kCompare_and_swap, win, target, a, here);
}

// ---- RMA synchronization

Actor& Actor::fence(Win win, std::uint64_t asserts, Here here) {
  return raw(event::FenceBegin{.stack = here.line(), .window = win.id, .asserts = asserts}).raw(event::FenceEnd{});
}
Actor& Actor::post(Win win, std::vector<std::uint64_t> group, std::uint64_t asserts, Here here) {
  return raw(event::Post{
      .stack = here.line(), .window = win.id, .group = scenario_.keep(std::move(group)), .asserts = asserts});
}
Actor& Actor::start(Win win, std::vector<std::uint64_t> group, std::uint64_t asserts, Here here) {
  return raw(event::StartBegin{
                 .stack = here.line(), .window = win.id, .group = scenario_.keep(std::move(group)), .asserts = asserts})
      .raw(event::StartEnd{});
}
Actor& Actor::complete(Win win, Here here) {
  return raw(event::CompleteBegin{.stack = here.line(), .window = win.id}).raw(event::CompleteEnd{});
}
Actor& Actor::wait(Win win, Here here) {
  return raw(event::ExposureWaitBegin{.stack = here.line(), .window = win.id}).raw(event::ExposureWaitEnd{});
}
Actor& Actor::test(Win win, bool flag, Here here) {
  return raw(event::ExposureTest{.stack = here.line(), .window = win.id, .flag = flag});
}
Actor& Actor::lock(Win win, std::int64_t target, LockType type, std::uint64_t asserts, Here here) {
  return raw(event::LockBegin{.stack = here.line(),
                              .call = number(MpiCall::kWin_lock),
                              .window = win.id,
                              .target = target,
                              .type = static_cast<std::uint64_t>(type),
                              .asserts = asserts})
      .raw(event::LockEnd{});
}
Actor& Actor::unlock(Win win, std::int64_t target, Here here) {
  return raw(event::UnlockBegin{
                 .stack = here.line(), .call = number(MpiCall::kWin_unlock), .window = win.id, .target = target})
      .raw(event::UnlockEnd{});
}
Actor& Actor::granted(Win win, std::int64_t target, std::uint64_t sequence) {
  return raw(event::LockGranted{.window = win.id, .target = target, .sequence = sequence});
}
Actor& Actor::unlock_released(Win win, std::int64_t target, std::uint64_t sequence, Here here) {
  return raw(event::UnlockBegin{
                 .stack = here.line(), .call = number(MpiCall::kWin_unlock), .window = win.id, .target = target})
      .raw(event::LockReleased{.window = win.id, .target = target, .sequence = sequence})
      .raw(event::UnlockEnd{});
}
Actor& Actor::lock_all(Win win, std::uint64_t asserts, Here here) {
  return raw(event::LockBegin{.stack = here.line(),
                              .call = number(MpiCall::kWin_lock_all),
                              .window = win.id,
                              .target = kAllTargets,
                              .type = 0,
                              .asserts = asserts})
      .raw(event::LockEnd{});
}
Actor& Actor::unlock_all(Win win, Here here) {
  return raw(event::UnlockBegin{.stack = here.line(),
                                .call = number(MpiCall::kWin_unlock_all),
                                .window = win.id,
                                .target = kAllTargets})
      .raw(event::UnlockEnd{});
}
Actor& Actor::flush_with(MpiCall call, Win win, std::int64_t target, Here here) {
  return raw(event::FlushBegin{.stack = here.line(), .call = number(call), .window = win.id, .target = target})
      .raw(event::FlushEnd{});
}
Actor& Actor::flush(Win win, std::int64_t target, Here here) {
  return flush_with(MpiCall::kWin_flush, win, target, here);
}
Actor& Actor::flush_local(Win win, std::int64_t target, Here here) {
  return flush_with(MpiCall::kWin_flush_local, win, target, here);
}
Actor& Actor::flush_all(Win win, Here here) {
  return flush_with(MpiCall::kWin_flush_all, win, kAllTargets, here);
}
Actor& Actor::sync(Win win, Here here) {
  return raw(event::WindowSync{.stack = here.line(), .window = win.id});
}

// ---- memory

Actor& Actor::access(AccessKind kind, std::uint64_t address, std::uint64_t size, Here here) {
  return raw(event::Access{
      .kind = static_cast<std::uint64_t>(kind), .address = address, .size = size, .count = 1, .pc = here.line()});
}
Actor& Actor::load(std::uint64_t address, std::uint64_t size, Here here) {
  return access(AccessKind::kLoad, address, size, here);
}
Actor& Actor::store(std::uint64_t address, std::uint64_t size, Here here) {
  return access(AccessKind::kStore, address, size, here);
}
Actor& Actor::atomic_load(std::uint64_t address, std::uint64_t size, Here here) {
  return access(AccessKind::kAtomicLoad, address, size, here);
}
Actor& Actor::atomic_store(std::uint64_t address, std::uint64_t size, Here here) {
  return access(AccessKind::kAtomicStore, address, size, here);
}
Actor& Actor::freed(std::uint64_t address, std::uint64_t size, GivenBack how, Here here) {
  return raw(
      event::Freed{.stack = here.line(), .address = address, .size = size, .how = static_cast<std::uint64_t>(how)});
}
Actor& Actor::attach(Win win, std::uint64_t address, std::uint64_t size, Here here) {
  return raw(event::Attach{.stack = here.line(), .window = win.id, .address = address, .size = size});
}
Actor& Actor::detach(Win win, std::uint64_t address, Here here) {
  return raw(event::Detach{.stack = here.line(), .window = win.id, .address = address});
}

// ---- messages, collectives, ends

Actor& Actor::send(int destination, std::uint64_t given, Here here) {
  return raw(event::SendBegin{.stack = here.line(),
                              .call = number(MpiCall::kSend),
                              .communicator = kWorld,
                              .destination = destination,
                              .buffer = {buffer(given, 0), 1, kDoubleType}})
      .raw(event::SendEnd{});
}
Actor& Actor::receive(int source, std::uint64_t given, Here here) {
  return raw(event::ReceiveBegin{.stack = here.line(),
                                 .call = number(MpiCall::kRecv),
                                 .communicator = kWorld,
                                 .source = source,
                                 .buffer = {buffer(given, 0), 1, kDoubleType}})
      .raw(event::ReceiveEnd{.source = source});
}
Actor& Actor::barrier(Here here) {
  return collective(MpiCall::kBarrier, 0, here);
}
Actor& Actor::collective(MpiCall call, std::int64_t root, Here here) {
  return raw(event::CollectiveBegin{.stack = here.line(), .call = number(call), .communicator = kWorld, .root = root})
      .raw(event::CollectiveEnd{});
}
Actor& Actor::collective_on(std::uint64_t communicator, MpiCall call, std::int64_t root, bool gives, bool takes,
                            std::vector<std::uint64_t> sources, Here here) {
  event::CollectiveBegin begin{.stack = here.line(), .call = number(call), .communicator = communicator, .root = root};
  if (gives) begin.reads = scenario_.keep(std::vector{Buffer{buffer(0, 0), 1, kDoubleType}});
  if (takes) begin.writes = scenario_.keep(std::vector{Buffer{buffer(0, 1), 1, kDoubleType}});
  begin.sources = scenario_.keep(std::move(sources));
  return raw(begin).raw(event::CollectiveEnd{});
}
Actor& Actor::request_done(std::uint64_t request, Here here) {
  return raw(event::WaitBegin{.stack = here.line(),
                              .call = number(MpiCall::kWait),
                              .requests = scenario_.keep(std::vector{request})})
      .raw(event::RequestsDone{.stack = here.line(),
                               .call = number(MpiCall::kWait),
                               .requests = scenario_.keep(std::vector{request}),
                               .sources = scenario_.keep(std::vector<std::int64_t>{0}),
                               .tags = scenario_.keep(std::vector<std::int64_t>{0}),
                               .cancelled = scenario_.keep(std::vector<std::uint64_t>{0})});
}
Actor& Actor::free_window(Win win, Here here) {
  scenario_.freed_[win.id - 1][static_cast<std::size_t>(rank_)] = true;
  return raw(event::WindowFreeBegin{.stack = here.line(), .window = win.id}).raw(event::WindowFreeEnd{});
}
Actor& Actor::finalize(Here here) {
  return raw(event::FinalizeBegin{.stack = here.line(), .call = number(MpiCall::kFinalize)}).raw(event::FinalizeEnd{});
}

// ---- sources

SourceLocation ScenarioSymbolizer::locate(ProcessId, std::uint64_t pc) {
  return {
      .file = "case.c", .line = static_cast<int>(pc), .column = 1, .function = "main", .module = "case", .address = pc};
}
std::vector<SourceLocation> ScenarioSymbolizer::stack(ProcessId process, StackId stack) {
  if (!stack) return {};
  return {locate(process, stack.number())};
}

}  // namespace fencepost::test
