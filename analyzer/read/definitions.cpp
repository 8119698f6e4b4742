#include "read/definitions.h"

namespace fencepost::read {

namespace {
template <class... Callables>
struct Overloaded : Callables... {
  using Callables::operator()...;
};
template <class... Callables>
Overloaded(Callables...) -> Overloaded<Callables...>;
}  // namespace

Definitions::Definitions(EventStream stream) : stream_(std::move(stream)) {
  poll();
}

bool Definitions::poll() {
  stream_.poll();
  bool any = false;
  while (const RecordedEvent* const event = stream_.next()) {
    any = true;
    keep_memory();
    visit(*event, Overloaded{
                      [&](const event::Process& process) { process_ = process; },
                      [&](const event::Module& module) { modules_.push_back(module); },
                      [&](const event::Stack& stack) {
                        stacks_.insert_or_assign(stack.id, stack);
                        modules_before_[stack.id] = modules_.size();
                      },
                      [&](const event::Datatype& type) { datatypes_.insert_or_assign(type.id, type); },
                      [&](const event::Communicator& communicator) {
                        if (communicators_.insert_or_assign(communicator.id, communicator).second) {
                          communicator_ids_.push_back(communicator.id);
                        }
                      },
                      [&](const event::CommunicatorName& name) { communicator_names_.insert_or_assign(name.id, name); },
                      [&](const event::Window& window) {
                        if (windows_.insert_or_assign(window.id, window).second) window_ids_.push_back(window.id);
                      },
                      [&](const event::WindowName& name) { window_names_.insert_or_assign(name.id, name); },
                      [&](const event::ThreadTrace& trace) { thread_traces_.insert_or_assign(trace.thread, trace); },
                      [&](const event::BlindSpot& spot) { blind_spots_.push_back(spot.sentence); },
                      [&](const auto&) {},
                  });
  }
  return any;
}

void Definitions::keep_memory() {
  auto block = stream_.pin();
  if (memory_.empty() || memory_.back() != block) memory_.push_back(std::move(block));
}

std::string_view Definitions::communicator_name(std::uint64_t id) {
  const auto* const name = find(communicator_names_, id);
  return name != nullptr ? name->name : std::string_view{};
}

std::string_view Definitions::window_name(std::uint64_t id) {
  const auto* const name = find(window_names_, id);
  return name != nullptr ? name->name : std::string_view{};
}

const event::Module* Definitions::module_at(std::uint64_t address, std::uint64_t stack) const {
  const auto before = modules_before_.find(stack);
  return module_at_time(address, before != modules_before_.end() ? before->second : modules_.size());
}

const event::Module* Definitions::module_at_time(std::uint64_t address, std::size_t count) const {
  for (std::size_t i = count; i > 0; --i) {
    const event::Module& module = modules_[i - 1];
    if (module.begin <= address && address < module.end) return &module;
  }
  return nullptr;
}

}  // namespace fencepost::read
