#include "recorder/looks.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <iterator>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

#include "recorder/clock.h"
#include "recorder/looks_file.h"
#include "recorder/process.h"
#include "recorder/stacks.h"
#include "recorder/thread_trace.h"

namespace fencepost::record {

namespace detail {

constinit thread_local LookState looks_of_thread __attribute__((tls_model("initial-exec")));

constinit std::atomic<std::uint64_t> changes{0};

namespace {

using format::LookPlace;
using format::LooksPage;
using format::ThreadLooks;

constinit LooksPage* page = nullptr;
constinit std::uint64_t short_gap = 0;      // ticks: a shorter gap mostly has no interruption
constinit std::uint64_t between_looks = 0;  // ticks after which the processor time is asked for again
constinit std::uint64_t ticks_per_microsecond = 1;
constexpr std::uint32_t kCloseLooks = 64;

// (Not through the C library, because libfencepost.so wraps that function.)
std::uint64_t processor_time() {
  timespec time{};
  if (syscall(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, &time) != 0) return 0;
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(time.tv_nsec);
}

// The thread's entry of the page; null: there is none for it.
ThreadLooks* own_entry(LookState& state) {
  if (state.run == process.run) return state.page;
  state = {.in_call = state.in_call};
  state.run = process.run;
  if (page == nullptr) return nullptr;
  const ThreadTrace* const trace = this_thread.trace != nullptr ? this_thread.trace : attach_this_thread();
  if (trace == nullptr) return nullptr;
  const std::uint32_t entry = std::atomic_ref(page->threads).fetch_add(1, std::memory_order_relaxed);
  if (entry >= format::kMostLookers) return nullptr;
  state.page = &page->thread[entry];
  std::atomic_ref(state.page->thread_and_one).store(trace->number + 1, std::memory_order_release);
  return state.page;
}

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
  hash = (hash ^ value) * kOdd;
  return hash ^ (hash >> 29);
}

std::uint64_t key_of(const Look& look) {
  std::uint64_t key = mixed(static_cast<std::uint64_t>(look.call), look.stack);
  key = mixed(key, look.window);
  key = mixed(key, static_cast<std::uint64_t>(look.target));
  key = mixed(key, static_cast<std::uint64_t>(look.displacement));
  key = mixed(key, reinterpret_cast<std::uintptr_t>(look.buffer));
  key = mixed(key, look.communicator);
  key = mixed(key, static_cast<std::uint64_t>(look.source));
  key = mixed(key, static_cast<std::uint64_t>(look.tag));
  for (const std::uint64_t request : look.requests) key = mixed(key, request);
  return key | 1;
}

void fill_in(LookPlace& place, const Look& look, std::uint64_t key) {
  place = {};
  place.key = key;
  place.stack = look.stack;
  place.call = static_cast<std::uint32_t>(look.call);
  place.what = look.what;
  place.window = look.window;
  place.target = look.target;
  place.displacement = look.displacement;
  place.communicator = look.communicator;
  place.source = look.source;
  place.tag = look.tag;
  place.requests = static_cast<std::uint32_t>(look.requests.size());
  place.needs_one = look.needs_one;
  std::ranges::copy(look.requests.first(std::min<std::size_t>(look.requests.size(), format::kMostRequests)),
                    place.request);
}

// A value that is too long for the space is known by its sum.
void digest(std::span<const std::byte> seen, std::uint8_t (&to)[format::kMostSeen], std::uint32_t& size) {
  size = static_cast<std::uint32_t>(seen.size());
  std::memset(to, 0, sizeof to);
  if (seen.size() <= sizeof to) {
    if (!seen.empty()) std::memcpy(to, seen.data(), seen.size());
    return;
  }
  std::uint64_t sum = 0;
  for (const std::byte byte : seen) sum = mixed(sum, static_cast<std::uint64_t>(byte));
  std::memcpy(to, &sum, sizeof sum);
}

void store(std::uint64_t& number, std::uint64_t value) {
  std::atomic_ref(number).store(value, std::memory_order_relaxed);
}

// Each of them is too short to ask how long the thread ran in it. All count as work: a thread that does something
// between two looks, however little, may be about to continue.
void tell_short_gaps(LookState& state) {
  store(state.page->busy, state.page->busy + state.short_gaps * 1000 / ticks_per_microsecond);
  state.short_gaps = 0;
}

// The ticks that hooks may have taken since the last call ended. Only of a few: who touches more of the windows between
// two looks does work.
std::uint64_t time_of_hooks(LookState& state) {
  constexpr std::uint32_t kMost = 4;
  const std::uint64_t each = ticks_per_microsecond / 2;  // measured: 0.2 to 0.5 µs, the latter on a busy machine
  return std::min(std::exchange(state.accesses, 0), kMost) * each;
}

}  // namespace

void open_looks(const ClockReading& clock) noexcept {
  ticks_per_microsecond = std::max<std::uint64_t>(1, clock.ticks_per_second / 1'000'000);
  short_gap = 2 * ticks_per_microsecond;
  between_looks = 20 * ticks_per_microsecond;
  page = nullptr;
  char path[PATH_MAX];
  const int length = snprintf(path, sizeof path, "%s/%s", process.folder, format::kLooksFile);
  if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) return;
  ::unlink(path);
  const int file = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file < 0) return;
  // Allocated now: a full disk must not become a SIGBUS later.
  void* const memory =
      posix_fallocate(file, 0, sizeof(LooksPage)) == 0 ? map_file(file, 0, sizeof(LooksPage)) : nullptr;
  ::close(file);
  if (memory == nullptr) return;
  page = static_cast<LooksPage*>(memory);
  page->version = format::kLooksVersion;
  std::atomic_ref(page->magic).store(format::kLooksMagic, std::memory_order_release);
}

void forget_looks() noexcept {
  LookState& state = looks_of_thread;
  if (state.page != nullptr && state.run == process.run && state.page->looks > 0) end_stretch(state);
  state = {};
}

std::uint64_t ticks_of(std::uint64_t microseconds) noexcept {
  return microseconds * ticks_per_microsecond;
}

void end_stretch(LookState& state) noexcept {
  ThreadLooks& own = *state.page;
  store(own.looks, 0);
  store(own.stretch, own.stretch + 1);
  own.busy = own.pauses = own.times_asked = 0;
  std::atomic_ref(own.places).store(0, std::memory_order_release);
  state.expected = 0;
  state.close_looks = 0;
  state.left = state.measured = 0;
  state.short_gaps = 0;
}

// A stretch that ended in this call may have begun again with it.
void measure_gap(LookState& state) noexcept {
  const std::uint64_t of_hooks = time_of_hooks(state);
  if (state.left == 0) return;
  const std::uint64_t now = clock_ticks();
  if (const std::uint64_t gap = now - state.left; gap < short_gap) {
    if (state.close_looks > 0) --state.close_looks;
    state.short_gaps += gap - std::min(gap, of_hooks);
    if (state.short_gaps >= short_gap) tell_short_gaps(state);
    return;
  }
  state.close_looks = kCloseLooks;
  if (state.measured == 0) return;
  const std::uint64_t used = processor_time() - state.processor;
  // Subtracts what passed before the last call ended, what hooks took, and what it took to fall asleep and to wake.
  const std::uint64_t before = (state.left - state.measured + of_hooks) * 1000 / ticks_per_microsecond + state.paused;
  if (used > before) store(state.page->busy, state.page->busy + used - before);
}

void measure_from_here(LookState& state) noexcept {
  state.paused = 0;
  state.accesses = 0;
  state.left = clock_ticks();
  if (state.close_looks == 0 && state.measured != 0 && state.left - state.measured < between_looks) return;
  state.processor = processor_time();
  state.left = state.measured = clock_ticks();
  store(state.page->until, state.left);
}

}  // namespace detail

bool looked(const Look& look) noexcept {
  using namespace detail;
  if (!recording.load(std::memory_order_relaxed)) return false;
  LookState& state = looks_of_thread;
  format::ThreadLooks* const own = own_entry(state);
  if (own == nullptr) return false;
  bool told_the_same = true;
  state.has_looked = true;
  const std::uint64_t key = key_of(look);
  std::uint32_t at = state.expected;
  if (at >= own->places || own->place[at].key != key) {
    for (at = 0; at < own->places && own->place[at].key != key;) ++at;
  }
  if (at == own->places) {
    told_the_same = false;
    if (own->looks > 0 && own->places == format::kMostPlaces) end_stretch(state), at = 0;
    fill_in(own->place[at], look, key);
    digest(look.seen, own->place[at].seen, own->place[at].seen_size);
    std::atomic_ref(own->places).store(at + 1, std::memory_order_release);
  } else {
    format::LookPlace& place = own->place[at];
    std::uint8_t seen[format::kMostSeen];
    std::uint32_t size = 0;
    digest(look.seen, seen, size);
    if (size == 0 && place.seen_size != 0 && look.what == format::LooksFor::kValue) {
      told_the_same = false;  // what it fetches is not known yet
    } else if (place.seen_size == 0 && size != 0) {
      // Until now what it fetched came later than the call, with the flush.
      told_the_same = false;
      std::memcpy(place.seen, seen, sizeof seen);
      place.seen_size = size;
    } else if (size != place.seen_size || std::memcmp(seen, place.seen, sizeof seen) != 0) {
      told_the_same = false;
      end_stretch(state);
      at = 0;
      fill_in(own->place[at], look, key);
      own->place[at].seen_size = size;
      std::memcpy(own->place[at].seen, seen, sizeof seen);
      std::atomic_ref(own->places).store(1, std::memory_order_release);
    }
  }
  if (own->looks == 0) own->since = own->until = clock_ticks();
  store(own->place[at].times, own->place[at].times + 1);
  store(own->looks, own->looks + 1);
  state.expected = at + 1 < own->places ? at + 1 : 0;
  state.at = at;
  return told_the_same;
}

namespace {
std::uint64_t operations_and_one() {
  const detail::ThreadTrace* const trace = detail::this_thread.trace;
  return trace != nullptr ? trace->operations + 1 : 0;
}
}  // namespace

bool recorded_more_since() noexcept {
  const detail::LookState& state = detail::looks_of_thread;
  if (state.page == nullptr) return true;
  const std::uint64_t recorded = state.page->place[state.at].recorded;
  return recorded == 0 || recorded != operations_and_one();
}

void is_recorded() noexcept {
  const detail::LookState& state = detail::looks_of_thread;
  if (state.page != nullptr) state.page->place[state.at].recorded = operations_and_one();
}

std::uint64_t number_seen(const void* memory) noexcept {
  for (const detail::SeenNumber& seen : detail::looks_of_thread.seen)
    if (seen.memory == memory) return seen.number;
  return 0;
}

void saw_number(const void* memory, std::uint64_t number) noexcept {
  auto& all = detail::looks_of_thread.seen;
  auto* at = std::ranges::find(all, memory, &detail::SeenNumber::memory);
  if (at == std::end(all)) at = std::shift_right(std::begin(all), std::end(all), 1) - 1;
  *at = {memory, number};
}

namespace {

// The thread's looks, if it is between two of them.
format::ThreadLooks* between_looks_of_thread() {
  detail::LookState& state = detail::looks_of_thread;
  return state.in_call || state.page == nullptr || state.page->looks == 0 ? nullptr : state.page;
}

}  // namespace

bool paused_since_word() noexcept {
  const detail::LookState& state = detail::looks_of_thread;
  return !state.in_call && state.pauses != state.pauses_before_word;
}

void awaits_word(const void* word, std::uint64_t value) noexcept {
  detail::LookState& state = detail::looks_of_thread;
  if (!paused_since_word()) return;
  if (!detail::recording.load(std::memory_order_relaxed)) return;
  if (const detail::ThreadTrace* const trace = detail::this_thread.trace;
      trace != nullptr && trace->busy.load(std::memory_order_relaxed))
    return;  // in a signal handler
  if (state.word != word) {
    state.word = word;
    state.word_stack = current_stack();
  }
  call_begins();
  looked({.what = format::LooksFor::kWord,
          .stack = state.word_stack,
          .displacement = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(word)),
          .seen = std::as_bytes(std::span(&value, 1))});
  call_ends();
  state.pauses_before_word = state.pauses;
}

void pauses() noexcept {
  ++detail::looks_of_thread.pauses;
  format::ThreadLooks* const own = between_looks_of_thread();
  if (own == nullptr) return;
  detail::store(own->pauses, own->pauses + 1);
  detail::looks_of_thread.pause = detail::processor_time();
}

void resumes() noexcept {
  detail::LookState& state = detail::looks_of_thread;
  if (state.pause == 0) return;
  state.paused += detail::processor_time() - state.pause;
  state.pause = 0;
}

void asks_the_time() noexcept {
  if (format::ThreadLooks* const own = between_looks_of_thread()) detail::store(own->times_asked, own->times_asked + 1);
}

void looks_outside() noexcept {
  if (between_looks_of_thread() == nullptr) return;
  const detail::ThreadTrace* const trace = detail::this_thread.trace;
  const bool is_ours = trace != nullptr && trace->busy.load(std::memory_order_relaxed);  // a file of the trace
  if (!is_ours) detail::end_stretch(detail::looks_of_thread);
}

}  // namespace fencepost::record
