#include "match/messages.h"

#include <algorithm>

namespace fencepost::match {

void Messages::post(const std::shared_ptr<Send>& send) {
  sends_[{send->communicator, send->source, send->destination, send->tag}].push_back(send);
}

void Messages::post(const std::shared_ptr<Receive>& receive) {
  receives_[{receive->communicator, receive->process}].push_back(receive);
}

bool Messages::takes(Receive& receive, int source, std::int64_t tag) {
  if (receive.send) return false;  // of a matched probe: no part in matching
  if (receive.source >= 0 && receive.source != source) return false;
  if (receive.tag != kAnyTag && receive.tag != tag) return false;
  if (receive.definite()) return true;
  if (receive.resolution == Receive::Resolution::kUnknown) resolve_(receive);
  if (receive.resolution == Receive::Resolution::kUnknown) ++doubts_;
  return receive.resolution == Receive::Resolution::kTakes && receive.resolved_source == source &&
         receive.resolved_tag == tag;
}

std::size_t Messages::ahead(std::uint64_t communicator, int process, int source, std::int64_t tag,
                            const Receive* limit) {
  std::size_t count = 0;
  for (const auto& receive : receives_[{communicator, process}]) {
    if (receive.get() == limit) break;
    if (takes(*receive, source, tag)) ++count;
  }
  return count;
}

std::shared_ptr<Send> Messages::nth(const Channel& channel, std::size_t n) const {
  const auto at = sends_.find(channel);
  return at == sends_.end() || n >= at->second.size() ? nullptr : at->second[n];
}

std::shared_ptr<Send> Messages::find(const Receive& receive, int source, std::int64_t tag) {
  if (receive.send) return receive.send;
  return nth({receive.communicator, source, receive.process, tag},
             ahead(receive.communicator, receive.process, source, tag, &receive));
}

std::shared_ptr<Send> Messages::find_probed(std::uint64_t communicator, int process, int source, std::int64_t tag) {
  return nth({communicator, source, process, tag}, ahead(communicator, process, source, tag, nullptr));
}

std::shared_ptr<Receive> Messages::find_receive(const Send& send) {
  const auto at = sends_.find({send.communicator, send.source, send.destination, send.tag});
  if (at == sends_.end()) return nullptr;
  std::size_t position = 0;
  for (const auto& other : at->second) {
    if (other.get() == &send) break;
    ++position;
  }
  for (const auto& receive : receives_[{send.communicator, send.destination}]) {
    if (takes(*receive, send.source, send.tag) && position-- == 0) return receive;
  }
  return nullptr;
}

void Messages::take(const std::shared_ptr<Receive>& receive, const std::shared_ptr<Send>& send) {
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
  const auto at = receives_.find({receive.communicator, receive.process});
  if (at == receives_.end()) return;
  for (auto one = at->second.begin(); one != at->second.end(); ++one) {
    if (one->get() != &receive) continue;
    at->second.erase(one);
    return;
  }
}

void Messages::withdraw(const Send& send) {
  const auto at = sends_.find({send.communicator, send.source, send.destination, send.tag});
  if (at == sends_.end()) return;
  std::erase_if(at->second, [&](const auto& one) { return one.get() == &send; });
  if (at->second.empty()) sends_.erase(at);
}

void Messages::forget_communicator(std::uint64_t key) {
  for (auto at = receives_.lower_bound({key, 0}); at != receives_.end() && at->first.first == key;) {
    at = at->second.empty() ? receives_.erase(at) : std::next(at);
  }
}

std::vector<std::shared_ptr<Send>> Messages::untaken() const {
  std::vector<std::shared_ptr<Send>> all;
  for (const auto& [channel, sends] : sends_) all.insert(all.end(), sends.begin(), sends.end());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::tie(a->source, a->destination, a->communicator, a->tag) <
           std::tie(b->source, b->destination, b->communicator, b->tag);
  });
  return all;
}

std::vector<std::shared_ptr<Receive>> Messages::unserved() const {
  std::vector<std::shared_ptr<Receive>> all;
  for (const auto& [where, receives] : receives_) all.insert(all.end(), receives.begin(), receives.end());
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a->process < b->process; });
  return all;
}

}  // namespace fencepost::match
