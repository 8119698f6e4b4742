#include "generated_job.h"

#include <algorithm>
#include <array>

#include "periods/placed_stream.h"
#include "record/vocabulary.h"

namespace fencepost::bench {

namespace {

constexpr std::uint64_t kWorld = 1, kWindow = 7, kWindowKey = 70, kFenced = 8, kFencedKey = 80, kByte = 1, kDouble = 2,
                        kColumn = 3;
constexpr std::uint64_t kWindowBase = 0x7f00'0000'0000, kFencedBase = 0x7e00'0000'0000, kBuffers = 0x5500'0000'0000,
                        kModule = 0x40'0000;
constexpr std::uint64_t kWindowSize = 1 << 20;
constexpr std::uint64_t kSlot = 1 << 16;  // of one neighbour in a window; the rest is the owner's
constexpr int kStacks = 40;

template <class Number>
constexpr std::uint64_t u(Number number) {
  return static_cast<std::uint64_t>(number);
}

}  // namespace

class RoundWriter {
 public:
  RoundWriter(const Shape& shape_of_job, int own_rank) : shape(shape_of_job), rank(own_rank) {
    for (const int step : {-1, 1, -3, 3}) {
      const int other = ((rank + step) % shape.ranks + shape.ranks) % shape.ranks;
      if (other != rank && std::find(neighbors.begin(), neighbors.end(), u(other)) == neighbors.end()) {
        neighbors.push_back(u(other));
      }
    }
    std::sort(neighbors.begin(), neighbors.end());
  }

  const Shape& shape;
  const int rank;
  std::vector<std::uint64_t> neighbors;  // whose neighbour this rank is, too
  std::uint64_t round = 0;
  std::uint64_t time = 1000;
  std::uint64_t every = 1;         // rounds: how often one of a kind comes
  std::uint64_t window = kWindow;  // that operations and fences are about
  std::uint64_t requests = 0;
  std::array<std::uint64_t, 1> one_request{};
  std::array<std::int64_t, 1> one_number{};
  std::array<std::uint64_t, 1> zero{};
  std::vector<TimedEvent> events;

  template <class Event>
  void add(const Event& event) {
    time += 90 + ((time * 2654435761U) >> 8 & 15);
    events.push_back({time, event});
  }

  // The position of a rank among the neighbours of another: it determines whose slot is whose.
  std::uint64_t place_among(std::uint64_t other) const {
    RoundWriter of(shape, static_cast<int>(other));
    return u(std::find(of.neighbors.begin(), of.neighbors.end(), u(rank)) - of.neighbors.begin());
  }
  void find_slots() {
    for (const std::uint64_t other : neighbors) slots.push_back(place_among(other));
  }
  std::vector<std::uint64_t> slots;  // of this rank in the windows of its neighbours

  void transfer(MpiCall call, std::size_t neighbor, int number, std::uint64_t half) {
    const std::uint64_t offset = slots[neighbor] * kSlot + half * (kSlot / 2) + u(number) * 1024;
    add(event::Transfer{.stack = 1 + u(number) % 4 + 4 * neighbor,
                        .call = u(call),
                        .window = window,
                        .target = static_cast<std::int64_t>(neighbors[neighbor]),
                        .origin = {kBuffers + (neighbor * 16 + u(number)) * 4096, 64, kDouble},
                        .displacement = static_cast<std::int64_t>(offset / 8),
                        .target_count = number % 4 == 3 ? 4 : 64,
                        .target_datatype = number % 4 == 3 ? kColumn : kDouble});
  }
  void transfers(MpiCall call, std::uint64_t half) {
    for (std::size_t neighbor = 0; neighbor < neighbors.size(); ++neighbor) {
      for (int i = 0; i < shape.operations; ++i) transfer(call, neighbor, i, half);
    }
  }
  void access(AccessKind kind, std::uint64_t address, std::uint64_t count, std::uint64_t pc) {
    add(event::Access{.kind = u(kind),
                      .address = address,
                      .size = 8,
                      .stride = count > 1 ? 8 : 0,
                      .count = count,
                      .pc = kModule + 64 * pc,
                      .stack = 30});
  }
  // Sweeps over the owner's part of its window, at another place in each round.
  void compute() {
    constexpr std::uint64_t kOwn = 8 * kSlot;
    for (int i = 0; i < shape.accesses; ++i) {
      const std::uint64_t place = (round * u(shape.accesses) + u(i)) % 700;
      access(i % 3 == 2 ? AccessKind::kStore : AccessKind::kLoad, kWindowBase + kOwn + place * 512, 64, u(i));
    }
    if (round >= shape.racy_from) access(AccessKind::kStore, kWindowBase, 8, 100);
  }
  void read_halo(std::uint64_t half) {
    for (std::size_t slot = 0; slot < neighbors.size(); ++slot) {
      const std::uint64_t base = window == kWindow ? kWindowBase : kFencedBase;
      access(AccessKind::kLoad, base + slot * kSlot + half * (kSlot / 2), u(shape.operations) * 128, 50 + slot);
    }
  }
  void barrier(std::uint64_t stack) {
    add(event::CollectiveBegin{.stack = stack, .call = u(MpiCall::kBarrier), .communicator = kWorld});
    add(event::CollectiveEnd{});
    // No rank leaves before all have come.
    time += 2000;
  }
  void barrier_if_due() {
    if (shape.barrier_every != 0 && (round + 1) % shape.barrier_every == 0) barrier(20);
  }
};

namespace {

void nothing(RoundWriter&) {}

void fence(RoundWriter& w, std::uint64_t stack, std::uint64_t asserts = 0) {
  w.add(event::FenceBegin{.stack = stack, .window = w.window, .asserts = asserts});
  w.add(event::FenceEnd{});
  w.time += 2000;
}
void begin_fence(RoundWriter& w) {
  fence(w, 21);
}
void round_fence(RoundWriter& w) {
  w.compute();
  w.transfers(MpiCall::kPut, 0);
  fence(w, 22);
  w.read_halo(0);
  fence(w, 23);
}

void round_pscw(RoundWriter& w) {
  w.add(event::Post{.stack = 21, .window = kWindow, .group = w.neighbors});
  w.add(event::StartBegin{.stack = 22, .window = kWindow, .group = w.neighbors});
  w.add(event::StartEnd{});
  w.transfers(MpiCall::kPut, 0);
  w.compute();
  w.add(event::CompleteBegin{.stack = 23, .window = kWindow});
  w.add(event::CompleteEnd{});
  w.add(event::ExposureWaitBegin{.stack = 24, .window = kWindow});
  w.time += 1000;
  w.add(event::ExposureWaitEnd{});
  w.read_halo(0);
  w.barrier_if_due();
}

void begin_lock_all(RoundWriter& w) {
  w.add(event::LockBegin{.stack = 21, .call = u(MpiCall::kWin_lock_all), .window = kWindow, .target = kAllTargets});
  w.add(event::LockEnd{});
  for (std::size_t i = 0; i < w.neighbors.size(); ++i) {
    w.add(event::LockGranted{
        .window = kWindow, .target = static_cast<std::int64_t>(w.neighbors[i]), .sequence = w.slots[i] + 1});
  }
}
void flush(RoundWriter& w, std::uint64_t stack, std::int64_t target, MpiCall call) {
  w.add(event::FlushBegin{.stack = stack, .call = u(call), .window = kWindow, .target = target});
  w.add(event::FlushEnd{});
}
// Puts completed one target at a time, a counter for each,
// and from time to time a barrier, after which they are read.
void round_lock_all(RoundWriter& w) {
  const std::uint64_t half = w.shape.barrier_every == 0 ? 0 : w.round / w.shape.barrier_every % 2;
  w.compute();
  for (std::size_t neighbor = 0; neighbor < w.neighbors.size(); ++neighbor) {
    for (int i = 0; i < w.shape.operations; ++i) w.transfer(MpiCall::kPut, neighbor, i, half);
    flush(w, 22, static_cast<std::int64_t>(w.neighbors[neighbor]), MpiCall::kWin_flush);
  }
  // The next rank's counter; only this rank increments it.
  const std::uint64_t next = u((w.rank + 1) % w.shape.ranks);
  w.add(event::AtomicOperation{.stack = 25,
                               .call = u(MpiCall::kFetch_and_op),
                               .window = kWindow,
                               .target = static_cast<std::int64_t>(next),
                               .origin = {kBuffers + 0x100000, 1, kDouble},
                               .result = {kBuffers + 0x100100, 1, kDouble},
                               .displacement = 7 * kSlot / 8,
                               .target_count = 1,
                               .target_datatype = kDouble,
                               .op = u(ReduceOp::kSum),
                               .sequence = w.round / w.every + 1,
                               .changed = 1});
  flush(w, 26, static_cast<std::int64_t>(next), MpiCall::kWin_flush);
  const bool at_barrier = w.shape.barrier_every != 0 && (w.round + 1) % w.shape.barrier_every == 0;
  w.barrier_if_due();
  if (at_barrier) w.read_halo(half);
}
void end_lock_all(RoundWriter& w) {
  w.add(event::UnlockBegin{.stack = 27, .call = u(MpiCall::kWin_unlock_all), .window = kWindow, .target = kAllTargets});
  for (std::size_t i = 0; i < w.neighbors.size(); ++i) {
    w.add(event::LockReleased{.window = kWindow,
                              .target = static_cast<std::int64_t>(w.neighbors[i]),
                              .sequence = w.slots[i] + 1 + w.neighbors.size()});
  }
  w.add(event::UnlockEnd{});
}

void begin_messages(RoundWriter& w) {
  begin_lock_all(w);
}
// A halo exchange: put, flush, "it is there"; and "it is read" back before the next one.
void round_messages(RoundWriter& w) {
  w.compute();
  w.transfers(MpiCall::kPut, 0);
  flush(w, 22, kAllTargets, MpiCall::kWin_flush_all);
  for (const std::int64_t tag : {1, 2}) {
    for (std::size_t i = 0; i < w.neighbors.size(); ++i) {
      w.add(event::SendBegin{.stack = 23,
                             .call = u(MpiCall::kSend),
                             .communicator = kWorld,
                             .destination = static_cast<std::int64_t>(w.neighbors[i]),
                             .tag = tag,
                             .buffer = {kBuffers + 0x200000, 1, kByte}});
      w.add(event::SendEnd{});
    }
    w.time += 500;
    for (std::size_t i = 0; i < w.neighbors.size(); ++i) {
      w.add(event::ReceiveBegin{.stack = 24,
                                .call = u(MpiCall::kRecv),
                                .communicator = kWorld,
                                .source = static_cast<std::int64_t>(w.neighbors[i]),
                                .tag = tag,
                                .buffer = {kBuffers + 0x200100 + i, 1, kByte}});
      w.add(event::ReceiveEnd{.source = static_cast<std::int64_t>(w.neighbors[i]), .tag = tag});
    }
    if (tag == 1) w.read_halo(0);
  }
  w.barrier_if_due();
}

// A lock for each target; from time to time a barrier after which the puts are read.
void round_locks(RoundWriter& w) {
  const std::uint64_t half = w.shape.barrier_every == 0 ? 0 : w.round / w.shape.barrier_every % 2;
  w.compute();
  const std::uint64_t ranks = w.neighbors.size();
  for (std::size_t neighbor = 0; neighbor < w.neighbors.size(); ++neighbor) {
    const auto target = static_cast<std::int64_t>(w.neighbors[neighbor]);
    const std::uint64_t number = w.round * 2 * ranks + w.slots[neighbor] + 1;
    w.add(event::LockBegin{.stack = 21, .call = u(MpiCall::kWin_lock), .window = kWindow, .target = target});
    w.add(event::LockEnd{});
    w.add(event::LockGranted{.window = kWindow, .target = target, .sequence = number});
    for (int i = 0; i < w.shape.operations; ++i) w.transfer(MpiCall::kPut, neighbor, i, half);
    w.add(event::UnlockBegin{.stack = 22, .call = u(MpiCall::kWin_unlock), .window = kWindow, .target = target});
    w.add(event::LockReleased{.window = kWindow, .target = target, .sequence = number + ranks});
    w.add(event::UnlockEnd{});
  }
  const bool at_barrier = w.shape.barrier_every != 0 && (w.round + 1) % w.shape.barrier_every == 0;
  w.barrier_if_due();
  if (at_barrier) w.read_halo(half);
}

// A window with fences, and a round of the other kinds beside it.
void round_mixed(RoundWriter& w) {
  w.every = 2;
  w.window = kFenced;
  round_fence(w);
  w.window = kWindow;
  w.round % 2 == 0 ? round_lock_all(w) : round_messages(w);
}
void begin_mixed(RoundWriter& w) {
  begin_lock_all(w);
  w.window = kFenced;
  begin_fence(w);
  w.window = kWindow;
}

// Never any synchronization: everything stays concurrent with everything.
void round_silent(RoundWriter& w) {
  const std::uint64_t place = w.round % 700'000;
  for (int i = 0; i < w.shape.accesses; ++i) {
    w.access(AccessKind::kStore, kBuffers + 0x10'0000'0000 + (place * u(w.shape.accesses) + u(i)) * 64, 4, u(i));
  }
}

constexpr Pattern kPatterns[] = {
    {"fence", begin_fence, round_fence, nothing},
    {"pscw", nothing, round_pscw, nothing},
    {"lock_all", begin_lock_all, round_lock_all, end_lock_all},
    {"messages", begin_messages, round_messages, end_lock_all},
    {"locks", nothing, round_locks, nothing},
    {"mixed", begin_mixed, round_mixed, end_lock_all},
    {"silent", begin_lock_all, round_silent, end_lock_all},
};

}  // namespace

std::span<const Pattern> patterns() {
  return kPatterns;
}
const Pattern* find_pattern(std::string_view name) {
  const auto* const at = std::find_if(std::begin(kPatterns), std::end(kPatterns),
                                      [&](const Pattern& pattern) { return pattern.name == name; });
  return at == std::end(kPatterns) ? nullptr : at;
}

class GeneratedJob::Stream : public EventStream, public periods::PlacedStream {
 public:
  Stream(const Pattern& pattern, const Shape& shape, int rank) : pattern_(pattern), writer_(shape, rank) {
    writer_.find_slots();
  }

  const TimedEvent* next() override {
    while (at_ == writer_.events.size()) {
      if (done_) return nullptr;
      at_ = 0;
      writer_.events.clear();
      fill();
    }
    return &writer_.events[at_++];
  }
  StreamState state() const override { return StreamState::kClosed; }

  // By rounds: the events of one are made anew.
  periods::StreamPlace place() const override {
    return {.event = 0, .block = round_in_hand_, .at = at_ - 1, .ticks = begun_at_, .address = 0};
  }
  void go_to(const periods::StreamPlace& place) override {
    if (!begun_ || place.block != round_in_hand_) {
      begun_ = true;
      writer_.round = place.block;
      writer_.time = place.ticks;
      writer_.events.clear();
      fill();
    }
    at_ = place.at;
  }

 private:
  void fill() {
    RoundWriter& w = writer_;
    round_in_hand_ = begun_ ? w.round : ~std::uint64_t{0};
    begun_at_ = w.time;
    if (!begun_) {
      begun_ = true;
      w.add(event::ThreadBegin{});
      w.add(event::InitEnd{.stack = 31, .call = u(MpiCall::kInit)});
      w.add(event::WindowCreateBegin{.stack = 32,
                                     .call = u(MpiCall::kWin_allocate),
                                     .communicator = kWorld,
                                     .size = kWindowSize,
                                     .displacement_unit = 8});
      w.add(event::WindowCreateEnd{.window = kWindow});
      w.add(event::WindowCreateBegin{.stack = 35,
                                     .call = u(MpiCall::kWin_allocate),
                                     .communicator = kWorld,
                                     .size = kWindowSize,
                                     .displacement_unit = 8});
      w.add(event::WindowCreateEnd{.window = kFenced});
      pattern_.begin(w);
      return;
    }
    if (w.round < w.shape.rounds) {
      pattern_.round(w);
      ++w.round;
      return;
    }
    done_ = true;
    pattern_.end(w);
    for (const std::uint64_t window : {kWindow, kFenced}) {
      w.add(event::WindowFreeBegin{.stack = 33, .window = window});
      w.add(event::WindowFreeEnd{});
    }
    w.add(event::FinalizeBegin{.stack = 34, .call = u(MpiCall::kFinalize)});
    w.add(event::FinalizeEnd{});
    w.add(event::ThreadEnd{});
  }

  const Pattern& pattern_;
  RoundWriter writer_;
  std::size_t at_ = 0;
  std::uint64_t round_in_hand_ = 0, begun_at_ = 0;
  bool begun_ = false, done_ = false;
};

class GeneratedJob::Definitions : public EventStream {
 public:
  Definitions(const Shape& shape, int rank) : ranks_(u(shape.ranks)) {
    for (std::size_t i = 0; i < ranks_.size(); ++i) ranks_[i] = i;
    const auto add = [this](const auto& event) { events_.push_back({0, event}); };
    add(event::Process{.rank = u(rank),
                       .size = u(shape.ranks),
                       .executable = "/home/user/program",
                       .ticks_per_second = 1'000'000'000});
    add(event::Module{.begin = kModule, .end = kModule + 0x10'0000, .bias = 0, .path = "/home/user/program"});
    for (int i = 1; i <= kStacks; ++i) {
      frames_[u(i - 1)] = {kModule + 0x1000 + u(i) * 32, kModule + 0x5000, kModule + 0x6000};
      add(event::Stack{.id = u(i), .frames = frames_[u(i - 1)]});
    }
    static constexpr std::int64_t kByteRuns[] = {0, static_cast<int>(BasicType::kByte), 1, 1, 0};
    static constexpr std::int64_t kDoubleRuns[] = {0, static_cast<int>(BasicType::kDouble), 1, 1, 0};
    // 16 doubles, each in a line of its own.
    static constexpr std::int64_t kColumnRuns[] = {0, static_cast<int>(BasicType::kDouble), 1, 16, 64};
    add(event::Datatype{
        .id = kByte, .name = "MPI_BYTE", .size = 1, .extent = 1, .true_extent = 1, .predefined = 1, .runs = kByteRuns});
    add(event::Datatype{.id = kDouble,
                        .name = "MPI_DOUBLE",
                        .size = 8,
                        .extent = 8,
                        .true_extent = 8,
                        .predefined = 1,
                        .runs = kDoubleRuns});
    add(event::Datatype{.id = kColumn, .size = 128, .extent = 8, .true_extent = 968, .runs = kColumnRuns});
    add(event::Communicator{.id = kWorld, .key = kWorld, .members = ranks_});
    const auto window = [&](std::uint64_t id, std::uint64_t key, std::uint64_t base) {
      add(event::Window{.id = id,
                        .key = key,
                        .communicator = kWorld,
                        .call = u(MpiCall::kWin_allocate),
                        .flavor = u(WindowFlavor::kAllocate),
                        .model = u(MemoryModel::kUnified),
                        .base = base,
                        .size = kWindowSize,
                        .displacement_unit = 8,
                        .stack = 32});
    };
    window(kWindow, kWindowKey, kWindowBase);
    window(kFenced, kFencedKey, kFencedBase);
  }
  const TimedEvent* next() override { return at_ < events_.size() ? &events_[at_++] : nullptr; }
  StreamState state() const override { return StreamState::kClosed; }

 private:
  std::vector<std::uint64_t> ranks_;
  std::array<std::array<std::uint64_t, 3>, kStacks> frames_{};
  std::vector<TimedEvent> events_;
  std::size_t at_ = 0;
};

GeneratedJob::GeneratedJob(const Pattern& pattern, const Shape& shape) : pattern_(pattern), shape_(shape) {
  streams_.resize(u(shape.ranks));
  definitions_.resize(u(shape.ranks));
}
GeneratedJob::~GeneratedJob() = default;

void GeneratedJob::list_threads(const std::function<void(const ListedThread&)>& tell) {
  for (int rank = 0; rank < shape_.ranks; ++rank) tell({{ProcessId(rank), kMainThread}});
}
EventStream& GeneratedJob::events(ThreadName thread) {
  auto& stream = streams_[thread.process.index()];
  if (!stream) stream = std::make_unique<Stream>(pattern_, shape_, thread.process.number());
  return *stream;
}
EventStream& GeneratedJob::definitions(ProcessId process) {
  auto& stream = definitions_[process.index()];
  if (!stream) stream = std::make_unique<Definitions>(shape_, process.number());
  return *stream;
}

Shape shape_of(const Pattern& pattern, int ranks, std::uint64_t events) {
  Shape shape;
  shape.ranks = ranks;
  shape.barrier_every = 20;
  const auto events_of_a_rank = [&](std::uint64_t rounds) {
    shape.rounds = rounds;
    GeneratedJob job(pattern, shape);
    std::uint64_t total = 0;
    while (job.events({}).next() != nullptr) ++total;
    return total;
  };
  const std::uint64_t a_round = (events_of_a_rank(2) - events_of_a_rank(1)) * u(ranks);
  shape.rounds = std::max<std::uint64_t>(2, events / std::max<std::uint64_t>(1, a_round));
  return shape;
}

}  // namespace fencepost::bench
