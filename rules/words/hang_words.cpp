#include "words/hang_words.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "facts/calls.h"

namespace fencepost {
namespace {

std::string_view never(WaitsFor what, bool one) {
  switch (what) {
    case WaitsFor::kLock:
      return one ? "releases it" : "release it";
    case WaitsFor::kMessage:
      return one ? "sends it" : "send it";
    case WaitsFor::kReceive:
      return one ? "receives it" : "receive it";
    case WaitsFor::kValue:
      return one ? "writes one" : "write one";
    default:
      return one ? "makes it" : "make it";
  }
}

// Whether a sentence must name the communicator of a call: not if all calls are on MPI_COMM_WORLD.
bool beside_the_world(const Job& job, const BlockedCalls& blocked) {
  for (const auto& [process, calls] : blocked.calls())
    for (const BlockedCall& call : calls) {
      const Communicator* communicator = job.communicator(call.communicator);
      if (communicator && communicator->created_by != MpiCall::kNone) return true;
    }
  return false;
}

}  // namespace

HangWords::HangWords(Words& words, const EndOfRun& end, const BlockedCalls& blocked, const BeforeHang& before)
    : words_(words),
      job_(words.job()),
      end_(end),
      blocked_(blocked),
      before_(before),
      several_communicators_(beside_the_world(job_, blocked)) {}

std::string HangWords::needed(const BlockedCall& call) {
  switch (call.waits_for) {
    case WaitsFor::kProcesses:
      return std::string(name_of(call.same_call()));
    case WaitsFor::kMessage:
      return "a message" + std::string(call.tag >= 0 ? fmt::format(" with tag {}", call.tag) : "");
    case WaitsFor::kPost:
      return "MPI_Win_post";
    case WaitsFor::kComplete:
      return "MPI_Win_complete";
    case WaitsFor::kLock:
      return call.target.ordinary() ? fmt::format("the lock of {}", words_.target(call.window, call.target))
                                    : std::string("a lock");
    case WaitsFor::kRequest:
      return "the completion of a request";
    case WaitsFor::kValue:
      return "a new value";
    case WaitsFor::kReceive:
    case WaitsFor::kThread:
    case WaitsFor::kNothing:
    case WaitsFor::kUnknown:
      break;
  }
  return "something unknown";
}

namespace {

// The value for which it polls. Null: none is known.
const LookedAt* value_looked_at(const BlockedCall& call) {
  const auto at = std::ranges::find_if(
      call.looked_at, [](const LookedAt& look) { return look.what == format::LooksFor::kValue && !look.seen.empty(); });
  return at == call.looked_at.end() ? nullptr : &*at;
}

bool look_alike(const BlockedCall& one, const BlockedCall& other) {
  const LookedAt *a = value_looked_at(one), *b = value_looked_at(other);
  if (a == nullptr || b == nullptr) return a == b;
  return a->window == b->window && a->target == b->target && a->displacement == b->displacement;
}

}  // namespace

bool HangWords::are_alike(ProcessId one, ProcessId other) const {
  const BlockedCall &a = blocked_.first_of(one), &b = blocked_.first_of(other);
  const auto others = [](const BlockedCall& call, ProcessId but) {
    std::vector<ProcessId> rest = call.processes;
    std::erase(rest, but);
    return rest;
  };
  if (a.place.call != b.place.call || a.waits_for != b.waits_for || (a.looks != 0) != (b.looks != 0)) return false;
  if (a.of_threads.what != b.of_threads.what || a.of_threads.thread != b.of_threads.thread ||
      a.of_threads.holder != b.of_threads.holder)
    return false;
  if (a.window != b.window || a.target != b.target || a.communicator != b.communicator || a.tag != b.tag) return false;
  if ((a.place.thread == kMainThread) != (b.place.thread == kMainThread)) return false;
  // If each of several processes waits for any other one, it waits for all the rest.
  const bool same =
      a.processes == b.processes || (any_is_enough(a) && any_is_enough(b) && others(a, other) == others(b, one));
  return same && look_alike(a, b) && come_from_one_place(a.place, b.place);
}

// Helpers that look at any word are called for different ones, by different functions.
bool HangWords::come_from_one_place(const Place& one, const Place& other) const {
  const auto position = [](const SourceLocation& frame) { return position_of(frame); };
  return std::ranges::equal(words_.symbolizer().frames(one), words_.symbolizer().frames(other), {}, position, position);
}

std::vector<std::vector<ProcessId>> HangWords::alike(const std::vector<ProcessId>& processes) const {
  std::vector<std::vector<ProcessId>> groups;
  for (const ProcessId process : processes) {
    const auto group = std::ranges::find_if(groups, [&](const auto& one) { return are_alike(one.front(), process); });
    if (group != groups.end())
      group->push_back(process);
    else
      groups.push_back({process});
  }
  return groups;
}

namespace {

// A value in memory whose type is not known. Most flags are whole numbers.
std::string value_of(const std::vector<std::uint8_t>& seen) {
  if (seen.size() == 4 || seen.size() == 8) {
    std::int64_t value = 0;
    std::memcpy(&value, seen.data(), seen.size());
    if (seen.size() == 4) value = static_cast<std::int32_t>(value);
    constexpr std::int64_t kPlausible = std::int64_t{1} << 40;
    if (value > -kPlausible && value < kPlausible) return std::to_string(value);
  }
  std::string text = "the bytes";
  for (const std::uint8_t byte : seen) text += fmt::format(" {:02x}", byte);
  return text;
}

}  // namespace

// How often the process polled, which value it saw, and which other calls it made.
std::string HangWords::looks(const std::vector<ProcessId>& processes) {
  const BlockedCall& call = blocked_.first_of(processes.front());
  std::uint64_t looks = call.looks;
  for (const ProcessId process : processes) looks = std::min(looks, blocked_.first_of(process).looks);
  const bool one = processes.size() == 1;
  std::string text = fmt::format("; {} {}, and nothing had changed", one ? "it has polled" : "each has polled at least",
                                 count_of(looks, "time"));
  const LookedAt* const value = value_looked_at(call);
  const bool same_value = value != nullptr && std::ranges::all_of(processes, [&](ProcessId process) {
                            const LookedAt* const its = value_looked_at(blocked_.first_of(process));
                            return its != nullptr && its->seen == value->seen;
                          });
  std::vector<std::string> others;
  for (const LookedAt& look : call.looked_at) {
    if (look.place.call == call.place.call && look.place.stack == call.place.stack) continue;
    std::string other = words_.call_at(look.place);
    if (std::ranges::find(others, other) == others.end()) others.push_back(std::move(other));
  }
  if (same_value)
    text += fmt::format(": the value at displacement {} of {} is {}", value->displacement,
                        words_.target(value->window, value->target), value_of(value->seen));
  constexpr std::size_t kMost = 4;
  if (others.size() > kMost) others.resize(kMost);
  if (!others.empty()) text += fmt::format(" (it also calls {})", fmt::join(others, ", "));
  return text;
}

namespace {

std::string_view name_of_wait(SyncObject what) {
  switch (what) {
    case SyncObject::kThread:
      return "join of a thread";
    case SyncObject::kMutex:
      return "lock of a mutex";
    case SyncObject::kReadWriteLock:
      return "lock of a read-write lock";
    case SyncObject::kSemaphore:
      return "wait for a semaphore";
    case SyncObject::kBarrier:
      return "barrier of threads";
    default:
      return "wait for a condition";
  }
}

}  // namespace

// "at thang.c:9 for a signal of a condition variable"
std::string HangWords::wait_for_thread(const BlockedCall& call) const {
  const ThreadWait& wait = call.of_threads;
  const std::string held = !wait.thread.known() ? ""
                           : wait.shared        ? fmt::format(" that rank {} holds", wait.holder)
                                                : fmt::format(" that thread {} holds", wait.thread.number());
  std::string what;
  switch (wait.what) {
    case SyncObject::kThread:
      what = wait.thread.known() ? fmt::format("the end of thread {}", wait.thread.number()) : "the end of a thread";
      break;
    case SyncObject::kMutex:
      what = "a mutex" + held;
      break;
    case SyncObject::kReadWriteLock:
      what = "a read-write lock" + held;
      break;
    case SyncObject::kSemaphore:
      what = "a semaphore to be posted";
      break;
    case SyncObject::kBarrier:
      what = "other threads at a barrier";
      break;
    default:
      what = "a signal of a condition variable";
      break;
  }
  return fmt::format("at {} for {}{}", words_.position(call.place), what,
                     wait.shared ? ", in memory that ranks share" : "");
}

void HangWords::threads(ProcessId process, std::vector<std::string>& why) const {
  const std::vector<BlockedCall>& calls = blocked_.calls().at(process);
  for (const BlockedCall& call : calls) {
    if (call.waits_for != WaitsFor::kThread) continue;
    // If the thread waits for another rank, the sentence about the rank covers it.
    if (call.of_threads.shared && &call == &blocked_.first_of(process)) continue;
    why.push_back(
        fmt::format("Thread {} of rank {} waits {}.", call.place.thread.number(), process, wait_for_thread(call)));
  }
}

std::string HangWords::sentence(const std::vector<ProcessId>& processes) {
  const ProcessId process = processes.front();
  const BlockedCall& call = blocked_.first_of(process);
  const bool one = processes.size() == 1;
  if (call.waits_for == WaitsFor::kThread && call.of_threads.shared)
    return fmt::format("{} {} {}.", upper_first(ranks_of(processes)), one ? "waits" : "wait", wait_for_thread(call));
  if (call.waits_for == WaitsFor::kThread)
    return fmt::format("{} cannot continue: all threads wait for each other.", upper_first(ranks_of(processes)));
  const bool polls = call.looks != 0;
  std::string text = fmt::format("{} {} {} {}", upper_first(ranks_of(processes)),
                                 polls ? (one ? "polls" : "poll") : (one ? "waits" : "wait"), polls ? "with" : "in",
                                 words_.call_at(call.place));
  if (call.place.thread != kMainThread) text += fmt::format(" (thread {})", call.place.thread.number());
  if (call.window)
    text += " on " + words_.window_short(call.window);
  else if (call.communicator && several_communicators_)
    text += " on " + words_.communicator(call.communicator);
  const std::string looked = polls ? looks(processes) : std::string();
  if (polls_nobody(call)) return text + ", whose target is MPI_PROC_NULL" + looked + ".";
  if (call.waits_for == WaitsFor::kNothing || call.waits_for == WaitsFor::kUnknown || call.processes.empty())
    return text + looked + ".";
  const bool lock = call.waits_for == WaitsFor::kLock;
  std::vector<ProcessId> whom = blocked_.awaited(call);
  if (any_is_enough(call))
    for (const ProcessId each : processes)
      for (const ProcessId other : blocked_.awaited(blocked_.first_of(each))) whom.push_back(other);
  std::ranges::sort(whom);
  whom.erase(std::ranges::unique(whom).begin(), whom.end());
  const bool among_them = !one && std::ranges::any_of(processes, [&](ProcessId rank) {
    return std::ranges::find(whom, rank) != whom.end();
  });
  const bool mutual =
      processes.size() == 2 && whom.size() == 2 && any_is_enough(call) &&
      std::ranges::all_of(processes, [&](ProcessId rank) { return std::ranges::find(whom, rank) != whom.end(); });
  const std::string who = mutual ? "each other"
                          : whom.size() > 1 && any_is_enough(call)
                              ? (among_them ? "any other of " : "any of ") + ranks_of(whom)
                              : ranks_of(whom);
  const bool here = call.waits_for == WaitsFor::kProcesses && call.collective == MpiCall::kNone;
  text += here ? fmt::format(" for {}, which {} not come to this call", who, whom.size() == 1 ? "has" : "have")
          : call.waits_for == WaitsFor::kReceive
              ? fmt::format(" for {} to receive {}", who, one ? "its message" : "their messages")
              : fmt::format(" for {} {} {}", needed(call),
                            lock                  ? "held by"
                            : any_is_enough(call) ? "from"
                                                  : "of",
                            who);
  std::vector<ProcessId> ended;
  for (const ProcessId other : call.processes)
    if (job_.process(other).finalizing) ended.push_back(other);
  if (!ended.empty()) {
    const auto at = before_.finalize_at.find(ended.front());
    text += fmt::format("; {} {} in {} and never {}", ranks_of(ended), ended.size() == 1 ? "is" : "are",
                        at == before_.finalize_at.end() ? std::string("MPI_Finalize") : words_.call_at(at->second),
                        never(call.waits_for, ended.size() == 1));
  }
  return text + looked + ".";
}

std::string HangWords::chain(const std::vector<ProcessId>& cycle) {
  std::string text;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    text += fmt::format("{}rank {} {} {} for rank {}", i == 0 ? "" : ", ", cycle[i],
                        blocked_.first_of(cycle[i]).looks != 0 ? "polling with" : "in",
                        words_.call_at(blocked_.first_of(cycle[i]).place), cycle[(i + 1) % cycle.size()]);
  return text;
}

Access HangWords::access(const std::vector<ProcessId>& processes) {
  const BlockedCall& call = blocked_.first_of(processes.front());
  Access access = words_.call(call.place);
  if (call.waits_for == WaitsFor::kThread) access.call = name_of_wait(call.of_threads.what);
  if (call.window) access.window = words_.window(call.window);
  access.target = call.target;
  access.target_process = words_.world_rank(call.window, call.target).number();
  if (processes.size() > 1) access.description = "the same on " + ranks_of({processes.begin() + 1, processes.end()});
  access.time = words_.time(call.since);
  constexpr std::size_t kMostNamed = 64;
  for (const ProcessId process : call.processes) {
    if (access.waits_for.size() == kMostNamed) break;
    access.waits_for.push_back(process.number());
  }
  return access;
}

void HangWords::groups(ProcessId process, std::vector<std::string>& why) {
  const BlockedCall& call = blocked_.first_of(process);
  if (call.waits_for != WaitsFor::kPost && call.waits_for != WaitsFor::kComplete) return;
  const auto add = [&](const std::string& epoch, const Place& opened) {
    why.push_back(fmt::format("Rank {} has opened {} with {}.", process, epoch, words_.call_at(opened)));
  };
  const Window* window = job_.window(call.window);
  if (call.waits_for == WaitsFor::kPost) {
    for (const auto& start : end_.unmatched_starts)
      if (start.epoch->process == process && start.epoch->window == call.window)
        add("a PSCW access epoch to " + words_.targets(call.window, start.epoch->targets), start.epoch->opened);
  } else {
    for (const auto& epoch : end_.open_exposure)
      if (epoch->process == process && epoch->window == call.window)
        add("an exposure epoch for " + words_.targets(call.window, epoch->origins), epoch->opened);
  }
  if (!window) return;
  if (call.waits_for == WaitsFor::kPost) before_.posts.explain(call.window, process, call.processes, words_, why);
  for (const ProcessId other : call.processes) {
    const bool origin = call.waits_for == WaitsFor::kPost;
    const PostsMade::Met* met = before_.posts.met(call.window, origin ? process : other, origin ? other : process);
    if (const AccessEpoch* answer = origin ? nullptr : answered(job_, call, other)) {
      const auto theirs = blocked_.calls().find(other);
      const bool completing = theirs != blocked_.calls().end() && theirs->second.front().window == call.window &&
                              theirs->second.front().place.call == MpiCall::kWin_complete;
      why.push_back(
          fmt::format("Rank {} has answered with {}, and {}.", other, words_.call_at(answer->opened),
                      completing ? fmt::format("has not returned from {}", words_.call_at(theirs->second.front().place))
                                 : "has not called MPI_Win_complete since"));
      continue;
    }
    if (!met) continue;
    why.push_back(fmt::format("Before that, {} of rank {} matched posts of rank {}; the last pair is {} and {}.",
                              count_of(met->count, "start"), origin ? process : other, origin ? other : process,
                              words_.call_at(met->start), words_.call_at(met->post)));
  }
}

bool HangWords::other_messages(const std::vector<ProcessId>& group, std::vector<std::string>& why) {
  constexpr std::size_t kMost = 8;
  std::size_t told = 0;
  for (const UnmatchedMessage& message : end_.unmatched_messages) {
    if (!message.is_send || std::ranges::find(group, message.destination) == group.end()) continue;
    const BlockedCall& call = blocked_.first_of(message.destination);
    if (call.waits_for != WaitsFor::kMessage ||
        std::ranges::find(call.processes, message.source) == call.processes.end())
      continue;
    if (++told > kMost) break;
    std::string text = fmt::format("Rank {} has sent rank {} a message with tag {} ({}), which no receive has matched",
                                   message.source, message.destination, message.tag, words_.call_at(message.place));
    if (call.communicator && message.communicator != call.communicator)
      text += fmt::format(": it is on {}, not on {}", words_.communicator(message.communicator),
                          words_.communicator(call.communicator));
    why.push_back(text + ".");
  }
  return told > 0;
}

std::string HangWords::sent_elsewhere(const std::vector<ProcessId>& group, std::vector<std::string>& why) {
  for (const ProcessId process : group) {
    const BlockedCall& call = blocked_.first_of(process);
    if (call.waits_for != WaitsFor::kMessage) continue;
    for (const UnmatchedMessage& message : end_.unmatched_messages) {
      const bool from_these = std::ranges::find(call.processes, message.source) != call.processes.end();
      if (!message.is_send || (message.destination != process) != from_these ||
          message.communicator != call.communicator || (call.tag >= 0 && call.tag != message.tag))
        continue;
      why.push_back(fmt::format("Rank {} has sent rank {} a message with tag {} ({}), which no receive has matched.",
                                message.source, message.destination, message.tag, words_.call_at(message.place)));
      if (!from_these)
        return fmt::format(" If {} of rank {} was meant to receive what rank {} has sent, correct its source.",
                           words_.call_at(call.place), process, message.source);
      return fmt::format(" If {} of rank {} to rank {} was meant for rank {}, correct its destination.",
                         words_.call_at(message.place), message.source, message.destination, process);
    }
  }
  return {};
}

void HangWords::lock_table(std::vector<std::string>& why) {
  constexpr std::size_t kMostWanted = 16, kMostHeld = 8;
  std::map<std::pair<WindowKey, Rank>, std::vector<const LockHolder*>> table;
  for (const LockHolder& lock : end_.locks) table[{lock.window, lock.target}].push_back(&lock);
  for (const bool wanted : {true, false}) {
    std::size_t left = wanted ? kMostWanted : kMostHeld;
    for (const auto& [key, locks] : table) {
      const auto waits = [](const LockHolder* lock) { return !lock->granted; };
      if (std::ranges::any_of(locks, waits) != wanted) continue;
      // A shared lock that nobody waits for explains nothing.
      const auto shared = [](const LockHolder* lock) { return lock->type == LockType::kShared; };
      if (!wanted && std::ranges::all_of(locks, shared)) continue;
      if (left-- == 0) {
        why.push_back(wanted ? "Ranks wait for more locks than these."
                             : "More locks than these are held, and nobody waits for them.");
        break;
      }
      why.push_back(lock_row(key.first, key.second, locks) + (wanted ? "." : "; nobody waits for it."));
    }
  }
}
// "Lock of rank 1 on window halo: exclusive held by rank 0 (MPI_Win_lock at a.c:3), shared wanted by rank 2 (…)"
std::string HangWords::lock_row(WindowKey window, Rank target, std::vector<const LockHolder*> locks) {
  std::ranges::stable_sort(locks, {}, [](const LockHolder* lock) { return !lock->granted; });
  std::string text = fmt::format("Lock of {} on {}: ", words_.target(window, target), words_.window_short(window));
  for (std::size_t i = 0; i < locks.size(); ++i)
    text += fmt::format(
        "{}{} {} rank {} ({})", i == 0 ? "" : ", ", locks[i]->type == LockType::kExclusive ? "exclusive" : "shared",
        locks[i]->granted ? "held by" : "wanted by", locks[i]->process, words_.call_at(locks[i]->place));
  return text;
}

}  // namespace fencepost
