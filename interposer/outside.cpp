#include "interposer/outside.h"

#include <array>
#include <atomic>

#include <mpi.h>

#include "interposer/aside.h"
#include "memory/callers.h"
#include "record/mutex.h"
#include "record/outside_call.h"
#include "recorder/recorder.h"

namespace fencepost::interposer {
namespace {

enum When : std::uint8_t { kBefore = 1, kAfter = 2, kAlways = 3 };

struct Anytime {
  MpiCall call;
  When when;
  int since;
};
constexpr Anytime kAnytime[] = {
#define ANYTIME(name, when, since) {MpiCall::k##name, when, since},
#include "interposer/anytime_calls.def"
#undef ANYTIME
};

constexpr std::size_t kRows = static_cast<std::size_t>(MpiCall::kCount) - 1;  // without kNone

enum class World : std::uint8_t { kToCome, kThere, kOver };

struct State {
  Mutex mutex;
  World world FENCEPOST_GUARDED_BY(mutex) = World::kToCome;
  int sessions FENCEPOST_GUARDED_BY(mutex) = 0;
  bool had_sessions FENCEPOST_GUARDED_BY(mutex) = false;
  void (*lead)(const unsigned char*) FENCEPOST_GUARDED_BY(mutex) = nullptr;
};
State& state() {
  static auto& instance = *new State;  // never destroyed: MPI may be called until the very end of the process
  return instance;
}

// Times ten.
int version_of_library() {
  int version = 0;
  int subversion = 0;
  PMPI_Get_version(&version, &subversion);
  return 10 * version + subversion;
}

bool is_inside(const State& now) FENCEPOST_REQUIRES(now.mutex) {
  return now.world == World::kThere || now.sessions > 0;
}

// A row is 1 if its call is to come here.
void lead_calls(const State& now) FENCEPOST_REQUIRES(now.mutex) {
  if (now.lead == nullptr) return;
  std::array<unsigned char, kRows> closed;
  closed.fill(is_inside(now) ? 0 : 1);
  const int version = version_of_library();
  const When moment = now.world == World::kOver ? kAfter : kBefore;
  for (const Anytime& row : kAnytime) {
    if ((row.when & moment) != 0 && row.since <= version) closed[static_cast<std::size_t>(row.call) - 1] = 0;
  }
  now.lead(closed.data());
}

Outside when_of(const State& now) FENCEPOST_REQUIRES(now.mutex) {
  if (is_inside(now)) return Outside::kNever;
  if (now.world == World::kOver) return Outside::kAfter;
  return now.had_sessions ? Outside::kBetween : Outside::kBefore;
}

// MPI may have begun by a function that did not lead here.
void ask_library(State& now) FENCEPOST_REQUIRES(now.mutex) {
  if (now.had_sessions) return;  // then it has begun for them, as far as the library knows
  int begun = 0;
  int ended = 0;
  PMPI_Initialized(&begun);
  PMPI_Finalized(&ended);
  now.world = ended != 0 ? World::kOver : begun != 0 ? World::kThere : World::kToCome;
}

std::uint64_t since_when(MpiCall call, Outside when) {
  for (const Anytime& row : kAnytime) {
    const bool then = (row.when & (when == Outside::kAfter ? kAfter : kBefore)) != 0;
    if (row.call == call && then) return static_cast<std::uint64_t>(row.since);
  }
  return 0;
}

// Each place once, and not more than a report would show.
bool is_new(const void* return_address) {
  static std::array<std::atomic<const void*>, 64> known{};
  for (std::atomic<const void*>& one : known) {
    const void* empty = nullptr;
    if (one.compare_exchange_strong(empty, return_address)) return true;
    if (empty == return_address) return false;
  }
  return false;
}

}  // namespace

void world_begins() {
  State& now = state();
  const LockGuard lock(now.mutex);
  now.world = World::kThere;
  lead_calls(now);
}

void world_ends() {
  State& now = state();
  const LockGuard lock(now.mutex);
  now.world = World::kOver;
  lead_calls(now);
}

void sessions_open(int count) {
  State& now = state();
  const LockGuard lock(now.mutex);
  const bool changes = (count > 0) != (now.sessions > 0);
  now.sessions = count;
  now.had_sessions = true;
  if (changes) lead_calls(now);
}

bool world_has_begun() {
  State& now = state();
  const LockGuard lock(now.mutex);
  return now.world == World::kThere;
}

void begun_once_more(MpiCall call, std::uint64_t stack) {
  record::write(called_outside(stack, call, Outside::kOnceMore, 0));
}

void call_outside(std::size_t row, const void* return_address) {
  if (!memory::is_of_program(return_address)) return;
  State& now = state();
  const LockGuard lock(now.mutex);
  ask_library(now);
  const auto call = static_cast<MpiCall>(row + 1);
  const Outside when = when_of(now);
  if (when == Outside::kNever) return lead_calls(now);
  if (!is_new(return_address)) return;
  const auto write = [&] {
    record::write(called_outside(record::current_stack(), call, when, since_when(call, when)));
  };
  if (record::active()) return write();
  const Aside aside;
  if (aside) write();
}

void lead_by(void (*lead)(const unsigned char* closed)) {
  State& now = state();
  const LockGuard lock(now.mutex);
  now.lead = lead;
  ask_library(now);
  lead_calls(now);
}

}  // namespace fencepost::interposer
