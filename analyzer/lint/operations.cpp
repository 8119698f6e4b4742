#include "lint/operations.h"

#include <algorithm>

namespace fencepost::lint {
namespace {

Progress joined(Progress one, Progress other) {
  if (one == other || other == Progress::kNotIssued) return one;
  return one == Progress::kNotIssued ? other : Progress::kMaybe;
}

bool has(const Variables& variables, const clang::VarDecl* variable) {
  return variables.contains(variable);
}

// A value that is read through a pointer or an array.
bool is_read_from_memory(const Value& value) {
  return value.key.find("->") != std::string::npos || value.key.find("*(") != std::string::npos ||
         value.key.find(")[") != std::string::npos;
}

bool meet(const Variables& one, const Variables& other) {
  return std::ranges::any_of(one, [&](const clang::VarDecl* variable) { return other.contains(variable); });
}

}  // namespace

void join(State& state, const State& other) {
  state.local = joined(state.local, other.local);
  state.remote = joined(state.remote, other.remote);
  state.same_target = state.same_target && other.same_target;
  state.same_request = state.same_request && other.same_request;
  if (state.same_buffer.size() < other.same_buffer.size()) state.same_buffer.resize(other.same_buffer.size(), true);
  for (std::size_t i = 0; i < other.same_buffer.size(); ++i)
    state.same_buffer[i] = state.same_buffer[i] && other.same_buffer[i];
}

void Pending::issue(const Operation& operation) {
  states_[&operation] = {.local = Progress::kPending,
                         .remote = Progress::kPending,
                         .same_buffer = std::vector<bool>(operation.buffers.size(), true)};
}

void Pending::doubt() {
  for (auto& [operation, state] : states_) {
    complete(state.local, false);
    complete(state.remote, false);
  }
}

void Pending::variable_changed(const clang::VarDecl* variable) {
  for (auto& [operation, state] : states_) {
    if (has(operation->target.variables, variable) || has(operation->displacement.variables, variable))
      state.same_target = false;
    if (has(operation->request.variables, variable) && operation->request.key.find("->") != std::string::npos)
      state.same_request = false;
    if (has(operation->window.variables, variable)) {
      complete(state.local, false);
      complete(state.remote, false);
    }
    for (std::size_t i = 0; i < operation->buffers.size(); ++i) {
      const Place& place = operation->buffers[i].place;
      if (place.object != variable && has(place.variables, variable)) state.same_buffer[i] = false;
    }
  }
}

void Pending::memory_changed(const Variables& variables) {
  for (auto& [operation, state] : states_) {
    if ((is_read_from_memory(operation->target) && meet(operation->target.variables, variables)) ||
        (is_read_from_memory(operation->displacement) && meet(operation->displacement.variables, variables)))
      state.same_target = false;
  }
}

bool Pending::join(const Pending& other) {
  bool changed = false;
  for (const auto& [operation, state] : other.states_) {
    const auto [at, added] = states_.try_emplace(operation, state);
    if (added) {
      changed = true;
      continue;
    }
    const State before = at->second;
    lint::join(at->second, state);
    changed |= !(before == at->second);
  }
  return changed;
}

}  // namespace fencepost::lint
