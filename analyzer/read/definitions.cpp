#include "read/definitions.h"

#include "record/vocabulary.h"

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
    visit(*event, Overloaded{
                      [&](const event::Process& process) {
                        process_ = process;
                        keep_memory();
                      },
                      [&](const event::Module& module) {
                        modules_.push_back(module);
                        keep_memory();
                      },
                      [&](const event::Stack& stack) {
                        stacks_.insert_or_assign(stack.id, stack);
                        modules_before_[stack.id] = modules_.size();
                        keep_memory();
                      },
                      [&](const event::Datatype& type) {
                        if (type.predefined != 0) {
                          predefined_sizes_.insert_or_assign(type.id, type.size);
                          return;
                        }
                        constexpr std::size_t kMost = std::size_t{1} << 14;
                        derived_sizes_.insert_or_assign(type.id, type.size);
                        if (derived_sizes_.size() > kMost) derived_sizes_.erase(derived_sizes_.begin());
                      },
                      [&](const event::Window& window) {
                        has_separate_window_ |= static_cast<MemoryModel>(window.model) == MemoryModel::kSeparate;
                      },
                      [&](const event::ThreadTrace& trace) {
                        threads_.add(trace.thread);
                        if (!trace.problem.empty()) thread_problems_[trace.thread] = trace.problem;
                      },
                      [&](const event::ThreadTask& one) { tasks_.emplace_back(one.thread, one.task); },
                      [&](const event::BlindSpot& spot) {
                        blind_spots_.push_back(spot.sentence);
                        keep_memory();
                      },
                      [](const auto&) {},
                  });
  }
  return any;
}

const std::uint64_t* Definitions::size_of_datatype(std::uint64_t id) {
  if (const auto* const size = find(predefined_sizes_, id)) return size;
  const auto at = derived_sizes_.find(id);
  return at == derived_sizes_.end() ? nullptr : &at->second;
}

void Definitions::keep_memory() {
  auto block = stream_.pin();
  if (memory_.empty() || memory_.back() != block) memory_.push_back(std::move(block));
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
