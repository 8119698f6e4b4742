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
  for (const ThreadName& name : source_.threads()) {
    if (name.process < 0 || name.process >= job_.processes()) continue;
    ProcessSide& side = sides_[index_of(name.process)];
    if (has_left(name.process, name.thread) || stream_of(name.process, name.thread) != nullptr) continue;
    side.has_trace = true;
    // Of many threads that come and go few are open at a time.
    const auto creator = source_.creator_of(name);
    if (creator && !side.created.contains(name.thread)) {
      side.to_come.emplace(name.thread, *creator);
    } else {
      open_stream(name);
    }
  }
}

void Replay::open_stream(ThreadName name) {
  ProcessSide& side = sides_[index_of(name.process)];
  side.to_come.erase(name.thread);
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
  enqueue(slot);
}

// Nobody will create them, or what tells of it is lost.
bool Replay::open_all() {
  bool any = false;
  for (std::size_t process = 0; process < sides_.size(); ++process) {
    while (!sides_[process].to_come.empty()) {
      open_stream({static_cast<int>(process), sides_[process].to_come.begin()->first});
      any = true;
    }
  }
  return any;
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

bool Replay::has_left(int process, int thread) const {
  return boost::icl::contains(sides_[index_of(process)].left, thread);
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
