#include "match/messages.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "job/invariant.h"

namespace fencepost::match {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

// The first entry with this number or a higher one.
template <class List>
auto from_number(List& list, std::uint64_t number) {
  return std::lower_bound(list.begin(), list.end(), number,
                          [](const auto& one, std::uint64_t limit) { return one->number < limit; });
}

// The entry itself; the end: it is not there.
template <class List, class One>
auto find_in(List& list, const One& one) {
  const auto at = from_number(list, one.number);
  return at != list.end() && at->get() == &one ? at : list.end();
}

}  // namespace

Channel channel_of(const Send& send) {
  return {send.communicator, send.source, send.destination, send.tag};
}

void Messages::post(const std::shared_ptr<Send>& send) {
  FENCEPOST_ASSERT(send->number == 0, "a message is posted once");
  send->number = ++posted_;
  lines_[channel_of(*send)].sends.push_back(send);
}

void Messages::post(const std::shared_ptr<Receive>& receive) {
  FENCEPOST_ASSERT(receive->number == 0, "a receive is posted once");
  receive->number = ++posted_;
  if (receive->definite()) {
    enter(receive, {receive->communicator, receive->source, receive->process, receive->tag});
  } else {
    wild_[{receive->communicator, receive->process}].push_back(receive);
  }
}

void Messages::settle(Receive& receive, ProcessId source, std::int64_t tag) {
  receive.resolution = Receive::Resolution::kTakes;
  receive.resolved_source = source;
  receive.resolved_tag = tag;
  const Channel channel{receive.communicator, source, receive.process, tag};
  if (receive.takes_of == channel) return;
  if (const auto self = take_out(receive)) enter(self, channel);
}

void Messages::enter(const std::shared_ptr<Receive>& receive, const Channel& channel) {
  auto& receives = lines_[channel].receives;
  receives.insert(from_number(receives, receive->number), receive);
  receive->takes_of = channel;
}

void Messages::drop_if_empty(Lines::iterator line) {
  if (line->second.sends.empty() && line->second.receives.empty()) lines_.erase(line);
}

std::shared_ptr<Receive> Messages::take_out(const Receive& receive) {
  std::shared_ptr<Receive> self;
  const auto remove = [&](auto& list, auto at) {
    if (at == list.end()) return;
    self = std::move(*at);
    list.erase(at);
  };
  if (receive.takes_of) {
    const auto line = lines_.find(*receive.takes_of);
    if (line == lines_.end()) return nullptr;
    remove(line->second.receives, find_in(line->second.receives, receive));
    drop_if_empty(line);
  } else if (const auto wild = wild_.find({receive.communicator, receive.process}); wild != wild_.end()) {
    remove(wild->second, std::ranges::find(wild->second, &receive, [](const auto& one) { return one.get(); }));
    if (wild->second.empty()) wild_.erase(wild);
  }
  if (self) self->takes_of.reset();
  return self;
}

template <class Limit>
void Messages::look_up(const Channel& channel, Limit&& limit) {
  const auto& [communicator, source, destination, tag] = channel;
  const auto wild = wild_.find({communicator, destination});
  if (wild == wild_.end()) return;
  for (auto at = wild->second.begin(); at != wild->second.end() && (*at)->number < limit();) {
    Receive& receive = **at;
    const bool could =
        (receive.from_any() || receive.source == source) && (receive.tag == kAnyTag || receive.tag == tag);
    if (could && receive.resolution == Receive::Resolution::kUnknown) resolve_(receive);
    if (could && receive.resolution == Receive::Resolution::kUnknown) ++doubts_;
    if (!could || receive.resolution != Receive::Resolution::kTakes) {
      ++at;
      continue;
    }
    const std::shared_ptr<Receive> self = std::move(*at);
    at = wild->second.erase(at);
    enter(self, {communicator, receive.resolved_source, destination, receive.resolved_tag});
  }
  if (wild->second.empty()) wild_.erase(wild);
}

std::shared_ptr<Send> Messages::send_for(const Channel& channel, std::uint64_t number) {
  look_up(channel, [&] { return number; });
  const auto at = lines_.find(channel);
  if (at == lines_.end()) return nullptr;
  const auto& [sends, receives] = at->second;
  const auto before = static_cast<std::size_t>(from_number(receives, number) - receives.begin());
  return before < sends.size() ? sends[before] : nullptr;
}

std::shared_ptr<Send> Messages::find(const Receive& receive, ProcessId source, std::int64_t tag) {
  if (receive.send) return receive.send;
  return send_for({receive.communicator, source, receive.process, tag},
                  receive.number != 0 ? receive.number : kNoLimit);
}

std::shared_ptr<Send> Messages::find_probed(CommunicatorKey communicator, ProcessId process, ProcessId source,
                                            std::int64_t tag) {
  return send_for({communicator, source, process, tag}, kNoLimit);
}

std::shared_ptr<Receive> Messages::find_receive(const Send& send) {
  const Channel channel = channel_of(send);
  if (!lines_.contains(channel)) return nullptr;
  Line& line = lines_[channel];  // it stays: the send is in it
  const auto at = find_in(line.sends, send);
  if (at == line.sends.end()) return nullptr;
  const auto position = static_cast<std::size_t>(at - line.sends.begin());
  const auto there = [&] { return position < line.receives.size(); };
  look_up(channel, [&] { return there() ? line.receives[position]->number : kNoLimit; });
  return there() ? line.receives[position] : nullptr;
}

void Messages::take(const std::shared_ptr<Receive>& receive, const std::shared_ptr<Send>& send) {
  FENCEPOST_ASSERT(!send->taken && !receive->send, "a message has one receive");
  send->taken = true;
  send->receive_post = receive->post;
  send->receive_node = receive->node;
  receive->send = send;
  withdraw(*receive);
  withdraw(*send);
}

void Messages::take_probed(const std::shared_ptr<Send>& send) {
  withdraw(*send);
}

void Messages::withdraw(const Receive& receive) {
  take_out(receive);
}

void Messages::withdraw(const Send& send) {
  const auto line = lines_.find(channel_of(send));
  if (line == lines_.end()) return;
  auto& sends = line->second.sends;
  if (const auto at = find_in(sends, send); at != sends.end()) sends.erase(at);
  drop_if_empty(line);
}

std::vector<std::shared_ptr<Send>> Messages::untaken() const {
  std::vector<std::shared_ptr<Send>> all;
  for (const auto& [channel, line] : lines_) all.insert(all.end(), line.sends.begin(), line.sends.end());
  std::ranges::sort(all, {}, [](const auto& send) {
    return std::tuple(send->source, send->destination, send->communicator, send->tag, send->number);
  });
  return all;
}

std::vector<std::shared_ptr<Receive>> Messages::unserved() const {
  std::vector<std::shared_ptr<Receive>> all;
  for (const auto& [channel, line] : lines_) all.insert(all.end(), line.receives.begin(), line.receives.end());
  for (const auto& [where, receives] : wild_) all.insert(all.end(), receives.begin(), receives.end());
  std::ranges::sort(all, {}, [](const auto& receive) {
    return std::tuple(receive->process, receive->communicator, receive->number);
  });
  return all;
}

}  // namespace fencepost::match
