#include "match/concurrent_envelopes.h"

namespace fencepost::match {

namespace {
// At most this many are kept. A program with a new tag for each message makes ever more, but not concurrent ones.
constexpr std::size_t kMostEnvelopes = 4096;
}  // namespace

void ConcurrentEnvelopes::Side::add(const order::Clocks& clock, const Caller& caller) {
  if (last.tick != 0 && !clock.strong().covers(last.stream, last.tick)) concurrent = true;
  last = caller;
  if (!all) all = new order::Clocks;
  all->join(clock);
}

ConcurrentEnvelopes::Envelope& ConcurrentEnvelopes::of(const Channel& channel) {
  if (envelopes_.size() >= kMostEnvelopes && !envelopes_.contains(channel)) envelopes_.clear();
  return envelopes_[channel];
}

const ConcurrentEnvelopes::Envelope* ConcurrentEnvelopes::find(const Channel& channel) const {
  const auto at = envelopes_.find(channel);
  return at != envelopes_.end() ? &at->second : nullptr;
}

void ConcurrentEnvelopes::sends(const Send& send, const Caller& caller) {
  of(channel_of(send)).sent.add(*send.clock, caller);
}

ConcurrentEnvelopes::Side& ConcurrentEnvelopes::receiving(const Channel& channel) {
  const auto& [communicator, source, process, tag] = channel;
  return source.known() && tag != kAnyTag ? of(channel).received : wild_[{communicator, process}];
}

void ConcurrentEnvelopes::receives(const Receive& receive, const Caller& caller) {
  receiving({receive.communicator, receive.source, receive.process, receive.tag}).add(*receive.post, caller);
}

void ConcurrentEnvelopes::looks(const Channel& channel, const order::Clocks& clock, const Caller& caller) {
  receiving(channel).add(clock, caller);
}

const order::Clocks* ConcurrentEnvelopes::senders(const Channel& channel) const {
  const Envelope* const envelope = find(channel);
  if (envelope == nullptr || !envelope->sent.all) return nullptr;
  const auto& [communicator, source, destination, tag] = channel;
  const auto wild = wild_.find({communicator, destination});
  const bool uncertain = envelope->uncertain() || (wild != wild_.end() && wild->second.concurrent);
  return uncertain ? envelope->sent.all.get() : nullptr;
}

const order::Clocks* ConcurrentEnvelopes::receivers(const Send& send) const {
  const Envelope* const envelope = find(channel_of(send));
  if (envelope == nullptr || !envelope->uncertain()) return nullptr;
  return envelope->received.all.get();
}

}  // namespace fencepost::match
