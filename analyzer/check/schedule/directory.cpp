#include "schedule/directory.h"

#include <utility>

#include "job/invariant.h"

namespace fencepost::schedule {

Stream* Directory::find(ThreadName name) const {
  const auto at = slots_.find(name);
  return at == slots_.end() ? nullptr : streams_[at->second].get();
}

ThreadPlace Directory::where_is(ThreadName name) const {
  const OfProcess& process = processes_[name.process];
  if (slots_.contains(name)) return ThreadPlace::kOpen;
  if (process.left.contains(number(name))) return ThreadPlace::kLeft;
  return process.to_come.contains(number(name)) ? ThreadPlace::kToCome : ThreadPlace::kUnlisted;
}

StreamSlot Directory::take_slot() {
  if (free_slots_.empty()) {
    streams_.emplace_back();
    return static_cast<StreamSlot>(streams_.size() - 1);
  }
  const StreamSlot slot = free_slots_.back();
  free_slots_.pop_back();
  return slot;
}

void Directory::open(std::unique_ptr<Stream> stream) {
  OfProcess& process = processes_[stream->name.process];
  FENCEPOST_ASSERT(!slots_.contains(stream->name) && streams_[stream->slot] == nullptr,
                   "a thread is opened once, in a slot of its own");
  process.to_come.remove(number(stream->name));
  process.open.push_back(stream.get());
  slots_[stream->name] = stream->slot;
  not_ended_.push_back(stream.get());
  streams_[stream->slot] = std::move(stream);
}

void Directory::leave(Stream& stream) {
  FENCEPOST_ASSERT(at(stream.slot) == &stream, "a thread that leaves is there");
  OfProcess& process = processes_[stream.name.process];
  process.left.add(number(stream.name));
  slots_.erase(stream.name);
  std::erase(process.open, &stream);
  std::erase(not_ended_, &stream);
  free_slots_.push_back(stream.slot);
  streams_[stream.slot].reset();
}

void Directory::forget_ended() {
  std::erase_if(not_ended_, [](const Stream* stream) { return stream->ended; });
}

}  // namespace fencepost::schedule
