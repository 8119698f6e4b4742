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

const clang::Expr* argument(const clang::CallExpr& call, int position) {
  return position >= 0 && position < static_cast<int>(call.getNumArgs()) ? call.getArg(static_cast<unsigned>(position))
                                                                         : nullptr;
}

std::int64_t bytes_of(const clang::CallExpr& call, int count, int type, const clang::ASTContext& context) {
  const clang::Expr* datatype = argument(call, type);
  const std::int64_t size = datatype != nullptr ? size_of_type(text_of(datatype, context), context) : 0;
  if (size == 0) return 0;
  if (count < 0) return size;
  const clang::Expr* number = argument(call, count);
  if (number == nullptr) return 0;
  if (const auto elements = value_of(number, context).number()) return *elements > 0 ? *elements * size : 0;
  return size;  // a number of elements that is not known: at least one
}

Operation read_operation(const clang::CallExpr& call, const CallShape& shape, const std::string& name,
                         Position position, const clang::ASTContext& context) {
  Operation made;
  made.call = &call;
  made.shape = &shape;
  made.name = name;
  made.position = position;
  made.window = value_of(argument(call, shape.window), context);
  made.target = value_of(argument(call, shape.target), context);
  made.displacement = value_of(argument(call, shape.displacement), context);
  if (const clang::Expr* request = argument(call, shape.request)) made.request = value_of(request, context);
  const clang::Expr* operation = argument(call, shape.operation);
  const bool only_fetches = operation != nullptr && text_of(operation, context) == "MPI_NO_OP";
  made.only_reads = only_fetches || shape.kind == CallKind::kGet;
  made.target_bytes = bytes_of(call, shape.target_count, shape.target_type, context);
  const auto add = [&](int at, int count, int type, bool written, std::string_view which) {
    const clang::Expr* pointer = argument(call, at);
    if (pointer == nullptr) return;
    Buffer buffer{pointed_to(pointer, context, {}), bytes_of(call, count, type, context), written, which, pointer};
    if (!buffer.place.root.empty() && buffer.bytes > 0) made.buffers.push_back(std::move(buffer));
  };
  if (!only_fetches) add(shape.origin, shape.count, shape.type, false, "origin");
  add(shape.result, shape.result_count, shape.result_type, true, "result");
  add(shape.compare, -1, shape.type >= 0 ? shape.type : shape.result_type, false, "compare");
  return made;
}

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
