#include "services/code_places.h"

#include <algorithm>

#include "record/text_hash.h"
#include "services/signal_words.h"

namespace fencepost::check {

namespace {

// The module that was loaded last at this address.
const Module* module_at(const Process& process, std::uint64_t address) {
  for (auto module = process.modules.rbegin(); module != process.modules.rend(); ++module) {
    if (address >= module->begin && address < module->end) return &*module;
  }
  return nullptr;
}

}  // namespace

// The return addresses of a call, the innermost first; null: unknown.
const std::vector<std::uint64_t>* CodePlaces::stack_of(const Place& place) {
  const Process& process = job_.process(place.process);
  auto at = process.stacks.find(place.stack);
  if (at == process.stacks.end()) {
    definitions_.pull(place.process);
    at = process.stacks.find(place.stack);
  }
  return at != process.stacks.end() && !at->second.empty() ? &at->second : nullptr;
}

CodePosition CodePlaces::position(const Place& place) {
  const Process& process = job_.process(place.process);
  std::uint64_t pc = place.pc;
  if (pc == 0 && place.stack) {
    if (const auto* const stack = stack_of(place)) {
      pc = stack->front();
      // The machine code around interpreted code is the same for all of it.
      const auto interpreted =
          std::ranges::find_if(*stack, [](std::uint64_t address) { return address >= kFirstInterpreted; });
      if (interpreted != stack->end()) {
        const auto found = process.interpreted.find(*interpreted);
        if (found != process.interpreted.end()) return {found->second.first, found->second.second};
      }
    }
    if (pc == 0) return {~std::uint64_t{0}, place.stack.number()};
  }
  const auto [known, added] = positions_.try_emplace({place.process, pc}, CodePosition{0, pc});
  if (!added) return known->second;
  if (const Module* const module = module_at(process, pc)) known->second = {text_hash(module->path), pc - module->bias};
  return known->second;
}

bool CodePlaces::polls(const index::Activity& activity) {
  if (activity.role != AccessRole::kLocal || activity.kind != AccessClass::kLoad) return false;
  return looks_often(activity) || stands_in_waiting_loop({activity.process, activity.pc});
}

bool CodePlaces::polls_by_its_code(const index::Activity& activity) {
  if (!options_.waits) return polls(activity);
  return activity.role == AccessRole::kLocal && activity.kind == AccessClass::kLoad &&
         stands_in_waiting_loop({activity.process, activity.pc});
}

bool CodePlaces::fetches_to_wait(const index::Activity& activity) {
  if (looks_often(activity)) return true;
  const auto* const stack = activity.stack ? stack_of(activity.place()) : nullptr;
  return stack && stands_in_waiting_loop({activity.process, stack->front()});
}

bool CodePlaces::stands_in_waiting_loop(const Address& return_address) {
  if (!options_.waits || return_address.pc == 0) return false;
  const auto [known, added] = waiting_.try_emplace(return_address, false);
  if (!added) return known->second;
  // (The load or the call comes before it.)
  if (const Module* const module = module_at(job_.process(return_address.process), return_address.pc - 1))
    known->second = options_.waits(*module, return_address.pc - module->bias);
  return known->second;
}

NumberUse CodePlaces::use_of_number(ProcessId process, std::uint64_t return_address) {
  if (!options_.use_of_number || return_address == 0) return NumberUse::kUnknown;
  const auto [known, added] = uses_of_numbers_.try_emplace({process, return_address}, NumberUse::kUnknown);
  if (!added) return known->second;
  if (const Module* const module = module_at(job_.process(process), return_address - 1))
    known->second = options_.use_of_number(*module, return_address - module->bias);
  return known->second;
}

StrandCode CodePlaces::code_of_strands(ProcessId process, std::uint64_t address) {
  if (!options_.code_of_strands || address == 0) return {};
  const auto [known, added] = codes_of_strands_.try_emplace({process, address});
  if (!added) return known->second;
  if (const Module* const module = module_at(job_.process(process), address))
    known->second = options_.code_of_strands(*module, address - module->bias);
  return known->second;
}

bool CodePlaces::only_first_thread_comes_to(const Place& call, const std::vector<std::uint64_t>& asked_at) {
  const auto* const stack = options_.only_first_thread && call.stack ? stack_of(call) : nullptr;
  if (stack == nullptr) return false;
  return std::ranges::any_of(asked_at, [&](std::uint64_t asked) {
    const auto [known, added] = only_first_thread_.try_emplace({{call.process, asked}, call.stack}, false);
    const Module* const module = added ? module_at(job_.process(call.process), asked - 1) : nullptr;
    if (module == nullptr) return known->second;
    const auto is_here = [&](std::uint64_t address) { return address > module->begin && address <= module->end; };
    std::vector<std::uint64_t> callers;
    for (const std::uint64_t address : *stack)
      if (is_here(address)) callers.push_back(address - module->bias);
    known->second = options_.only_first_thread(*module, asked - module->bias, callers, !is_here(stack->front()));
    return known->second;
  });
}

}  // namespace fencepost::check
