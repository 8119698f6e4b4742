#include "advice/near_misses.h"

#include <algorithm>

#include <fmt/format.h>

#include "facts/meant_order.h"
#include "facts/source_order.h"
#include "words/conflict_words.h"

namespace fencepost {
namespace {

bool is_flush(MpiCall call) {
  return call == MpiCall::kWin_flush || call == MpiCall::kWin_flush_all || call == MpiCall::kWin_flush_local ||
         call == MpiCall::kWin_flush_local_all;
}

class NearMisses : private ConflictWords {
 public:
  NearMisses(const Conflict& conflict, Words& of) : ConflictWords(of), conflict_(conflict) {
    const auto [one, other] = meant_order(conflict, of.symbolizer());
    from_ = lacks_completion() ? &conflict.first : &one;
    to_ = from_ == &conflict.first ? &conflict.second : &conflict.first;
  }

  std::vector<std::string> all(const NearCalls& calls) {
    for (const NearCall& call : calls.of(from_->place.process)) {
      if (call.varies || !lies_between(call.place)) continue;
      if (is_flush(call.place.call)) {
        flush(call);
      } else if (call.place.call == MpiCall::kWin_sync) {
        sync(call);
      } else if (!call.requests.empty()) {
        wait(call);
      } else {
        collective(call);
      }
    }
    return std::move(sentences_);
  }

 private:
  // After the one access and not after the other one, as one reads it.
  bool lies_between(const Place& place) {
    Symbolizer& source = words().symbolizer();
    return source_order(from_->place, place, source) == SourceOrder::kBefore &&
           source_order(place, to_->place, source) != SourceOrder::kAfter;
  }

  bool lacks_completion() const {
    return conflict_.first.operation &&
           (conflict_.remedy_call == MpiCall::kWin_flush || conflict_.remedy_call == MpiCall::kWin_flush_local ||
            conflict_.remedy_call == MpiCall::kWait);
  }
  bool lacks_order() const {
    return !conflict_.same_process && conflict_.remedy_needs_synchronization &&
           conflict_.unordered == Unordered::kInEveryRun && !conflict_.other_thread;
  }

  void say(std::string sentence) { sentences_.push_back(upper_first(std::move(sentence))); }

  void flush(const NearCall& call) {
    if (!lacks_completion() || call.window == 0) return;
    const Operation& operation = *conflict_.first.operation;
    const std::string at = words().call_at(call.place), what(name_of(operation.place.call));
    if (call.window != operation.window) {
      const std::string its = words().window_short(call.window), other = words().window_short(operation.window);
      say(its == other ? fmt::format("{} completes operations on another window; {} is none of them.", at, what)
                       : fmt::format("{} completes operations on {}; {} is one on {}.", at, its, what, other));
    } else if (call.target != kAllTargets && call.target != operation.target) {
      say(fmt::format("{} completes operations to {} of this window; {} is one to {}.", at,
                      call.target < 0 ? "nobody" : words().target(call.window, call.target), what,
                      words().target(operation.window, operation.target)));
    }
  }

  void sync(const NearCall& call) {
    if (!lacks_order()) return;
    say(
        fmt::format("{} synchronizes the memory of rank {} alone: it waits for no other rank, so it orders nothing "
                    "between the two.",
                    words().call_at(call.place), call.place.process));
  }

  void wait(const NearCall& call) {
    if (!lacks_completion()) return;
    const std::uint64_t request = conflict_.first.operation->request;
    if (request == 0 || std::ranges::find(call.requests, request) != call.requests.end()) return;
    if (conflict_.first.operation->local && conflict_.first.operation->local->place == call.place) return;
    say(fmt::format("{} waits for another request than that of {}.", words().call_at(call.place),
                    words().call_at(conflict_.first.place)));
  }

  void collective(const NearCall& call) {
    const int other = to_->place.process;
    if (!lacks_order() || call.members.size() < 2 || call.members.contains(other)) return;
    say(fmt::format("{} is a call on {}, to which rank {} does not belong.", words().call_at(call.place),
                    words().communicator(call.communicator), other));
  }

  const Conflict& conflict_;
  const ConflictAccess *from_ = nullptr, *to_ = nullptr;
  std::vector<std::string> sentences_;
};

}  // namespace

std::vector<std::string> near_misses(const Conflict& conflict, const NearCalls& calls, Words& words) {
  if (conflict.kind != ConflictKind::kData) return {};
  return NearMisses(conflict, words).all(calls);
}

}  // namespace fencepost
