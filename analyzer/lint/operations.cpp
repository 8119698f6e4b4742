#include "lint/operations.h"

#include <algorithm>
#include <string>

namespace fencepost::lint {
namespace {

Progress joined(Progress one, Progress other) {
  if (one == other || other == Progress::kNotIssued) return one;
  return one == Progress::kNotIssued ? other : Progress::kMaybe;
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
  return size;  // an unknown number of elements: at least one
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
  for (const int count : {shape.count, shape.target_count, shape.result_count})
    if (const clang::Expr* number = argument(call, count)) made.counts.merge(value_of(number, context).variables);
  const clang::Expr* operation = argument(call, shape.operation);
  const bool only_fetches = operation != nullptr && text_of(operation, context) == "MPI_NO_OP";
  made.only_reads = only_fetches || shape.kind == CallKind::kGet;
  made.target_bytes = bytes_of(call, shape.target_count, shape.target_type, context);
  if (const clang::Expr* type = argument(call, shape.target_type))
    made.target_type = basic_type_named(text_of(type, context));
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
  for (auto& [operation, state] : states_) lint::doubt(state);
}

void Pending::variable_changed(const clang::VarDecl* variable) {
  for (auto& [operation, state] : states_) {
    if (operation->target.variables.contains(variable) || operation->displacement.variables.contains(variable))
      state.same_target = false;
    if (operation->window.variables.contains(variable)) lint::doubt(state);
    for (std::size_t i = 0; i < operation->buffers.size(); ++i) {
      const Place& place = operation->buffers[i].place;
      if (place.object != variable && place.variables.contains(variable)) state.same_buffer[i] = false;
    }
  }
}

void Pending::memory_changed(const Contents& contents) {
  const auto exposed = [&](const Value& value) { return contents.is_exposed(value.key, value.variables); };
  for (auto& [operation, state] : states_) {
    if (exposed(operation->target) || exposed(operation->displacement)) state.same_target = false;
    if (exposed(operation->window)) lint::doubt(state);
    for (std::size_t i = 0; i < operation->buffers.size(); ++i) {
      // A variable keeps its place; the target of a pointer in memory may change.
      const Place& place = operation->buffers[i].place;
      if (place.object != nullptr) continue;
      const std::string pointer = place.root.substr(std::min<std::size_t>(2, place.root.size()));
      if (contents.is_exposed(pointer, place.variables)) state.same_buffer[i] = false;
    }
  }
}

void Pending::asked_for(const Variables& variables) {
  for (auto& [operation, state] : states_) {
    if (meet(operation->target.variables, variables) || meet(operation->displacement.variables, variables) ||
        meet(operation->counts, variables))
      lint::doubt(state);
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
