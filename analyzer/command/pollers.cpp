#include "command/pollers.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "read/folder_names.h"

namespace fencepost::command {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

// Fewer looks are no loop.
constexpr std::uint64_t kFewest = 4;
// A thread that asks for the time between its looks may have its own time-out.
constexpr int kLongerWithTime = 30;
constexpr std::uint64_t kLooksForEachTime = 64;

// Processor time per look that is no real work: to test and count a flag, and more after a pause, when others have used
// the processor's caches. (The pause itself is not counted.) A program that computes a hundred numbers between two
// looks is well above it, and a thread that stays below it for the whole time-out does nothing else.
constexpr nanoseconds kOfACall = 250ns;
constexpr nanoseconds kAfterAPause = 8us;
constexpr std::uint64_t kLooksForEachPause = 8;

}  // namespace

bool Pollers::is_idle(const read::Looks& looks) {
  const nanoseconds each = nanoseconds(looks.busy) / std::max<std::uint64_t>(looks.looks, 1);
  return each <= (looks.pauses * kLooksForEachPause >= looks.looks ? kAfterAPause : kOfACall);
}

void Pollers::look(Clock::time_point now, const fs::path& trace) {
  std::map<Thread, Stretch> known = std::move(stretches_);
  stretches_.clear();
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(trace, error)) {
    const auto rank = read::number_in(entry.path().filename().string(), "rank-", "");
    if (!rank) continue;
    for (read::Looks& looks : read::looks_in(entry.path())) {
      const Thread thread{*rank, looks.thread};
      const auto before = known.find(thread);
      if (before != known.end() && before->second.number == looks.stretch && before->second.last.looks <= looks.looks) {
        Stretch& stretch = stretches_[thread] = std::move(before->second);
        if (looks.looks > stretch.last.looks) stretch.last_look = now;
        stretch.last = std::move(looks);
      } else {
        stretches_[thread] = {.number = looks.stretch, .since = now, .first = looks, .last = looks, .last_look = now};
      }
    }
  }
}

bool Pollers::only_looks_since(const Thread& thread, Clock::time_point when) const {
  const auto found = stretches_.find(thread);
  return found != stretches_.end() && found->second.since <= when;
}

bool Pollers::loads_words(const Thread& thread) const {
  const auto found = stretches_.find(thread);
  return found != stretches_.end() &&
         std::ranges::any_of(found->second.last.places,
                             [](const format::LookPlace& place) { return place.what == format::LooksFor::kWord; });
}

bool Pollers::polls(const Thread& thread, Clock::time_point now, std::chrono::milliseconds timeout) const {
  const auto found = stretches_.find(thread);
  if (found == stretches_.end()) return false;
  const Stretch& stretch = found->second;
  const std::uint64_t looks = stretch.last.looks - stretch.first.looks;
  if (looks < kFewest) return false;
  const bool asks = (stretch.last.times_asked - stretch.first.times_asked) * kLooksForEachTime >= looks;
  const Clock::duration since = now - stretch.since;
  if (since < (asks ? kLongerWithTime : 1) * timeout) return false;
  // It may sleep long, or compute by now.
  const Clock::duration between = since / looks;
  if (now - stretch.last_look > std::max<Clock::duration>(timeout / 2, 4 * between)) return false;
  return is_idle({.looks = looks,
                  .busy = stretch.last.busy - stretch.first.busy,
                  .pauses = stretch.last.pauses - stretch.first.pauses});
}

}  // namespace fencepost::command
