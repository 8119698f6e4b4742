// Which threads there are: when their traces are opened, and their places in the clocks.
#include <algorithm>
#include <memory>
#include <utility>

#include "check/replay.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
}  // namespace

void Replay::find_streams() {
  source_.list_threads([this](const ListedThread& listed) {
    const ThreadName& name = listed.name;
    if (name.process < 0 || name.process >= job_.processes()) return;
    if (where_is(name.process, name.thread) != ThreadPlace::kUnlisted) return;
    ProcessSide& side = sides_[index_of(name.process)];
    side.has_trace = true;
    // Of many threads that come and go few are open at a time.
    if (listed.is_created && !side.created.contains(name.thread)) {
      side.to_come += name.thread;
    } else {
      open_stream(name);
    }
  });
}

bool Replay::is_growing(Stream& stream) const {
  return !finished_ && stream.cursor.state() == StreamState::kMore;
}

void Replay::open_stream(ThreadName name) {
  ProcessSide& side = sides_[index_of(name.process)];
  side.to_come -= name.thread;
  auto slot = static_cast<StreamSlot>(streams_.size());
  if (free_slots_.empty()) {
    streams_.emplace_back();
  } else {
    slot = free_slots_.back();
    free_slots_.pop_back();
  }
  slots_[{name.process, name.thread}] = slot;
  streams_[slot] = std::make_unique<Stream>(name, slot, source_.events(name));
  not_ended_.push_back(streams_[slot].get());
  side.streams.push_back(slot);
  growing_ |= is_growing(*streams_[slot]);
  enqueue(slot);
}

bool Replay::open_all() {
  bool any = false;
  for (std::size_t process = 0; process < sides_.size(); ++process) {
    while (open_one_to_come(static_cast<int>(process))) any = true;
  }
  return any;
}

// Before anybody is seen to create it. (What tells of that may be lost, or still to be written.)
bool Replay::open_one_to_come(int process) {
  const ThreadNumbers& to_come = sides_[index_of(process)].to_come;
  if (growing_ || to_come.empty()) return false;
  open_stream({process, boost::icl::first(to_come)});
  return true;
}

void Replay::find_missing_ranks() {
  missing_ranks_.clear();
  for (std::size_t process = 0; process < sides_.size(); ++process) {
    if (!sides_[process].has_trace) missing_ranks_.push_back(static_cast<int>(process));
  }
}

// A thread has a trace from its first event on. So if it has written anything before the event that names it, the next
// look at the traces shows it.
bool Replay::surely_unlisted(Stream& stream) {
  if (!growing_) return true;
  if (stream.missing_since == 0) stream.missing_since = rounds_;
  return stream.missing_since < rounds_ || wait_for_more(stream);
}

Stream* Replay::stream_of(int process, int thread) const {
  const auto at = slots_.find({process, thread});
  return at == slots_.end() ? nullptr : streams_[at->second].get();
}

ThreadPlace Replay::where_is(int process, int thread) const {
  const ProcessSide& side = sides_[index_of(process)];
  if (slots_.contains({process, thread})) return ThreadPlace::kOpen;
  if (boost::icl::contains(side.left, thread)) return ThreadPlace::kLeft;
  return boost::icl::contains(side.to_come, thread) ? ThreadPlace::kToCome : ThreadPlace::kUnlisted;
}

// The place in the clocks of a thread before its first event. One that was created behind the end of another one goes
// on in that one's place: they come one after the other, as the events of one thread do. So clocks are as long as there
// were threads at a time.
void Replay::take_place(Stream& stream) {
  stream.begun = true;
  ProcessSide& side = sides_[index_of(stream.name.process)];
  if (const auto created = side.created.find(stream.name.thread); created != side.created.end()) {
    constexpr std::size_t kMostTries = 64;
    for (std::size_t tries = std::min(kMostTries, side.places.size()); tries > 0; --tries) {
      Stream& ended = *streams_[side.places.back()];
      side.places.pop_back();
      if (created->second.clocks->strong().covers(ended.number, ended.last_said)) {
        stream.number = ended.number;
        stream.tick = ended.tick;
        stream.last_said = ended.tick;
        return leave(ended);
      }
      side.places.push_front(ended.slot);
    }
  }
  stream.number = places_++;
}

// Nothing asks for it any more but by its name.
void Replay::leave(Stream& ended) {
  ProcessSide& side = sides_[index_of(ended.name.process)];
  const std::pair name{ended.name.process, ended.name.thread};
  side.left += ended.name.thread;
  slots_.erase(name);
  std::erase(side.streams, ended.slot);
  std::erase(not_ended_, &ended);
  if (!ended.atomics.empty()) {
    atomics_left_[name] = std::move(ended.atomics);
    with_atomics_left_.push_back(name);
    if (with_atomics_left_.size() > kMostAtomicsLeft) {
      atomics_left_.erase(with_atomics_left_.front());
      with_atomics_left_.pop_front();
    }
  }
  free_slots_.push_back(ended.slot);
  streams_[ended.slot].reset();
}

// A thread that nobody has joined, and whose end everybody knows by now: a join tells nothing any more.
void Replay::forget_ended(ProcessSide& side) {
  const std::vector<Tick> passed = passed_by_all();
  std::erase_if(side.ended, [&](const auto& ended) { return passed[ended.second.place] >= ended.second.tick; });
}

}  // namespace fencepost::check
