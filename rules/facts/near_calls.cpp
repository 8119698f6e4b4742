#include "facts/near_calls.h"

#include <memory>
#include <utility>

namespace fencepost {
namespace {

constexpr std::size_t kMostPlaces = 64;  // of each process

std::uint64_t key_of_window(const Job& job, int process, std::uint64_t id) {
  const Window* window = job.window_by_id(process, id);
  return window ? window->key : 0;
}

}  // namespace

void NearCalls::add(NearCall call) {
  Known& known = by_process_[call.place.process];
  if (const auto before = known.by_stack.find(call.place.stack); before != known.by_stack.end()) {
    NearCall& first = known.calls[before->second];
    if (first.varies || first == call) return;
    first = {.place = first.place, .varies = true};
    return;
  }
  if (known.calls.size() == kMostPlaces) return;
  known.by_stack.emplace(call.place.stack, known.calls.size());
  known.calls.push_back(std::move(call));
}

void NearCalls::follow(const Job& job, const Place& place, const AnyEvent& event) {
  if (const auto* flush = as<event::FlushBegin>(event)) {
    add({.place = place, .window = key_of_window(job, place.process, flush->window), .target = flush->target});
  } else if (const auto* sync = as<event::WindowSync>(event)) {
    add({.place = place, .window = key_of_window(job, place.process, sync->window)});
  } else if (const auto* wait = as<event::WaitBegin>(event)) {
    add({.place = place, .requests = {wait->requests.begin(), wait->requests.end()}});
  } else if (const auto* collective = as<event::CollectiveBegin>(event)) {
    const auto communicator = job.communicator_part(place.process, collective->communicator);
    if (!communicator || collective->request != 0) return;
    NearCall call{.place = place, .communicator = communicator->key};
    call.members.insert(communicator->members.begin(), communicator->members.end());
    call.members.insert(communicator->remote_members.begin(), communicator->remote_members.end());
    add(std::move(call));
  }
}

const std::vector<NearCall>& NearCalls::of(int process) const {
  static const std::vector<NearCall> kNone;
  const auto known = by_process_.find(process);
  return known == by_process_.end() ? kNone : known->second.calls;
}

}  // namespace fencepost
