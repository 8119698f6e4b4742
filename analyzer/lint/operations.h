// The RMA operations of a function, and how far each may have come at a point of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lint/call_shape.h"
#include "lint/clang.h"
#include "lint/contents.h"
#include "lint/flow_graph.h"
#include "lint/values.h"
#include "standard/reductions.h"

namespace fencepost::lint {

// A buffer of this process that is passed to a call.
struct Buffer {
  Place place;
  std::int64_t bytes = 0;  // at least
  bool written = false;    // by the call
  std::string_view name;   // "origin", "result", "compare"
  const clang::Expr* expression = nullptr;
};

struct Operation {
  const clang::CallExpr* call = nullptr;
  const CallShape* shape = nullptr;
  std::string name;  // "MPI_Put"
  Value window, target, displacement, request;
  Variables counts;  // on which its counts depend
  std::vector<Buffer> buffers;
  std::int64_t target_bytes = 0;                // at least; 0: not known
  BasicType target_type = BasicType::kUnknown;  // if there is only one
  bool only_reads = false;                      // the target: MPI_NO_OP
  Position position;
};

// The argument at a position of its CallShape; null: there is none.
const clang::Expr* argument(const clang::CallExpr& call, int position);
// The bytes that a call certainly accesses, from the positions of count and datatype; count -1: one element. 0: not
// known.
std::int64_t bytes_of(const clang::CallExpr& call, int count, int type, const clang::ASTContext& context);
Operation read_operation(const clang::CallExpr& call, const CallShape& shape, const std::string& name,
                         Position position, const clang::ASTContext& context);

// What holds on every path to a point on which the operation was issued.
enum class Progress : std::uint8_t {
  kNotIssued,  // on no path
  kPending,
  kDone,
  kMaybe,  // on some paths it is complete, or there was a call about which nothing is known
};
struct State {
  Progress local = Progress::kNotIssued;
  Progress remote = Progress::kNotIssued;
  bool same_target = true;  // the values of the call still name the target and displacement
  std::vector<bool> same_buffer;
  bool operator==(const State&) const = default;
};
void join(State& state, const State& other);

class Pending {
 public:
  void issue(const Operation& operation);
  // Calls `change` with each operation and its state.
  template <class Change>
  void each(Change change) {
    for (auto& [operation, state] : states_) change(*operation, state);
  }
  // It is not known what has been completed meanwhile.
  void doubt();
  // The variable has another value; if it is a pointer, its target has, too.
  void variable_changed(const clang::VarDecl* variable);
  // Names that lead through memory, or that others may change, may mean something else now.
  void memory_changed(const Contents& contents);
  // On one of the paths from here, the operation may have done nothing: a condition tests one of these variables.
  void asked_for(const Variables& variables);
  bool join(const Pending& other);

 private:
  std::map<const Operation*, State> states_;
};

// The progress after a completing call; `certain`: it certainly completes this operation.
inline void complete(Progress& progress, bool certain) {
  if (progress == Progress::kNotIssued) return;
  progress = certain || progress == Progress::kDone ? Progress::kDone : Progress::kMaybe;
}

// It is no longer known whether it is complete.
inline void doubt(State& state) {
  complete(state.local, false);
  complete(state.remote, false);
}

}  // namespace fencepost::lint
