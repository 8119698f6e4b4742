#include "lint/flow.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lint/call_shape.h"
#include "lint/flow_graph.h"
#include "lint/flow_words.h"
#include "lint/operations.h"
#include "lint/values.h"
#include "lint/window_states.h"
#include "registry/rule_ids.h"

namespace fencepost::lint {
namespace {

using clang::CallExpr;
using clang::CFGBlock;
using clang::Expr;

// What the function has that decides how far it can be followed.
class Contents : public clang::RecursiveASTVisitor<Contents> {
 public:
  explicit Contents(const clang::ASTContext& context) : context_(context) {}
  bool VisitCallExpr(CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return true;
    const CallShape* shape = shape_of(callee->getName());
    if (shape != nullptr && shape->window >= 0) has_windows = true;
    return true;
  }
  bool VisitOMPExecutableDirective(clang::OMPExecutableDirective*) { return !(has_openmp = true); }
  bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt*) { return !(has_openmp = true); }
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (is_window_type(variable->getType()) && variable->hasInit()) note_copy(variable->getInit());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* assignment) {
    if (assignment->isAssignmentOp() && is_window_type(assignment->getLHS()->getType()))
      note_copy(assignment->getRHS());
    return true;
  }
  bool has_windows = false, has_openmp = false, copies_windows = false;

 private:
  // From another variable, not MPI_WIN_NULL.
  void note_copy(const Expr* from) {
    if (!text_of(from, context_).starts_with("MPI_WIN_NULL")) copies_windows = true;
  }
  const clang::ASTContext& context_;
};

struct Point {
  std::map<std::string, WindowStates> windows;  // by key; missing: unknown
  Pending pending;
};

class Function {
 public:
  Function(const clang::FunctionDecl& function, clang::ASTContext& context, Callees& callees, Notes& notes)
      : function_(function), context_(context), callees_(callees), notes_(notes) {}

  bool follow() {
    Contents contents(context_);
    contents.TraverseStmt(function_.getBody());
    if (!contents.has_windows) return true;
    if (contents.has_openmp) return false;
    copies_windows_ = contents.copies_windows;
    graph_ = FlowGraph::of(function_, context_);
    if (!graph_) return false;
    find_operations();
    solve();
    reports_ = true;
    for (const CFGBlock* block : graph_->blocks())
      if (before_.contains(block->getBlockID())) run(*block, before_[block->getBlockID()]);
    return true;
  }

 private:
  void solve() {
    const CFGBlock* entry = &graph_->blocks().getEntry();
    before_[entry->getBlockID()];
    std::deque<const CFGBlock*> open{entry};
    std::map<unsigned, int> visits;
    while (!open.empty()) {
      const CFGBlock* block = open.front();
      open.pop_front();
      constexpr int kMostVisits = 200;  // the lattice is finite; this is for what nobody writes
      if (++visits[block->getBlockID()] > kMostVisits) {
        before_.clear();
        return;
      }
      Point point = before_[block->getBlockID()];
      run(*block, point);
      for (const CFGBlock* next : block->succs()) {
        if (next == nullptr) continue;
        const auto [at, added] = before_.try_emplace(next->getBlockID(), point);
        if ((added || join(at->second, point)) && std::ranges::find(open, next) == open.end()) open.push_back(next);
      }
    }
  }

  static bool join(Point& into, const Point& from) {
    bool changed = into.pending.join(from.pending);
    for (auto at = into.windows.begin(); at != into.windows.end();) {
      const auto other = from.windows.find(at->first);
      if (other == from.windows.end()) {
        at = into.windows.erase(at);
        changed = true;
      } else {
        changed |= at->second.join(other->second);
        ++at;
      }
    }
    return changed;
  }

  // ---- the operations

  const CallShape* shape(const CallExpr& call, std::string* name = nullptr) const {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier()) return nullptr;
    const CallShape* found = shape_of(callee->getName());
    if (found != nullptr && name != nullptr) *name = plain_name(callee->getName());
    if (found != nullptr && found->window >= static_cast<int>(call.getNumArgs())) return nullptr;
    return found;
  }

  void find_operations() {
    for (const CFGBlock* block : graph_->blocks()) {
      unsigned position = 0;
      for (const clang::CFGElement& element : *block) {
        ++position;
        const auto statement = element.getAs<clang::CFGStmt>();
        const auto* call = statement ? llvm::dyn_cast<CallExpr>(statement->getStmt()) : nullptr;
        std::string name;
        const CallShape* of = call != nullptr ? shape(*call, &name) : nullptr;
        if (of == nullptr || !of->is_operation()) continue;
        operations_[call] = read_operation(*call, *of, name, {block->getBlockID(), position}, context_);
      }
    }
  }

  // ---- what each element does

  void run(const CFGBlock& block, Point& point) {
    unsigned position = 0;
    for (const clang::CFGElement& element : block) {
      here_ = {block.getBlockID(), ++position};
      if (const auto statement = element.getAs<clang::CFGStmt>()) {
        statement_of(*statement->getStmt(), point);
      } else if (const auto destructor = element.getAs<clang::CFGImplicitDtor>()) {
        const clang::CXXDestructorDecl* code = destructor->getDestructorDecl(context_);
        if (code != nullptr && callees_.may_call_mpi(*code->getParent())) know_nothing(point);
      }
    }
    if (reports_ && &block == &graph_->blocks().getExit()) leave(point);
  }

  void statement_of(const clang::Stmt& statement, Point& point) {
    if (const auto* call = llvm::dyn_cast<CallExpr>(&statement)) return call_of(*call, point);
    if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(&statement)) {
      if (callees_.may_call_mpi(*made)) know_nothing(point);
      return;
    }
    if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(&statement)) {
      if (!binary->isAssignmentOp()) return;
      if (binary->isCompoundAssignmentOp()) access(*binary, *binary->getLHS(), false, point);
      return store(*binary, *binary->getLHS(), point);
    }
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&statement)) {
      if (!unary->isIncrementDecrementOp()) return;
      access(*unary, *unary->getSubExpr(), false, point);
      return store(*unary, *unary->getSubExpr(), point);
    }
    if (const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&statement)) {
      if (cast->getCastKind() != clang::CK_LValueToRValue) return;
      if (cast->getSubExpr()->getType().isVolatileQualified()) point.pending.doubt();  // another thread may have told
      access(*cast, *cast->getSubExpr(), false, point);
      return;
    }
    if (llvm::isa<clang::AtomicExpr>(&statement)) return point.pending.doubt();
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement)) {
      for (const clang::Decl* one : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) changed(variable->getCanonicalDecl(), point);
      return;
    }
  }

  void store(const Expr& by, const Expr& to, Point& point) {
    access(by, to, true, point);
    touched(to, point);
  }

  // The lvalue has another value.
  void touched(const Expr& lvalue, Point& point) {
    const Place place = place_of(&lvalue, context_, {});
    if (place.object != nullptr) return changed(place.object, point);
    const Variables named = value_of(&lvalue, context_).variables;
    point.pending.memory_changed(named.empty() ? place.variables : named);
    for (auto& [key, states] : point.windows)
      if (!is_plain(key)) states.forget();
    if (is_window_type(lvalue.getType())) forget_windows(point);
  }

  void changed(const clang::VarDecl* variable, Point& point) {
    point.pending.variable_changed(variable);
    const std::string key = fmt::format("v{}", static_cast<const void*>(variable));
    for (auto& [window, states] : point.windows) {
      if (window == key || window.find(key) != std::string::npos) states.forget();
      for (const auto& [call, one] : operations_)
        if (one.target.variables.contains(variable)) states.forget_target(one.target.key);
      for (const auto& [target, variables] : lock_targets_)
        if (variables.contains(variable)) states.forget_target(target);
    }
  }

  static bool is_plain(const std::string& window) {
    return window.starts_with('v') && window.find('(') == std::string::npos;
  }

  void forget_windows(Point& point) { point.windows.clear(); }
  void know_nothing(Point& point) {
    forget_windows(point);
    point.pending.doubt();
  }

  bool may_be_one(const std::string& one, const std::string& other) const {
    return one != other && (copies_windows_ || one.empty() || other.empty() || !is_plain(one) || !is_plain(other));
  }

  void call_of(const CallExpr& call, Point& point) {
    std::string name;
    const CallShape* of = shape(call, &name);
    if (of == nullptr) return foreign_call(call, point);
    if (of->window >= 0) {
      window_call(call, *of, name, point);
    } else if (of->kind == CallKind::kRequestWait) {
      const Value request = value_of(argument(call, of->request), context_);
      point.pending.each([&](const Operation& operation, State& state) {
        if (operation.request.key.empty()) return;
        const bool named = !request.key.empty() && state.same_request;
        if (named && request.key != operation.request.key && is_plain_address(request.key) &&
            is_plain_address(operation.request.key))
          return;
        complete_at_origin(operation, state, named && request.key == operation.request.key);
      });
    } else if (of->kind == CallKind::kRequestsDone) {
      point.pending.each([&](const Operation& operation, State& state) {
        if (!operation.request.key.empty()) complete_at_origin(operation, state, false);
      });
    } else if (of->kind == CallKind::kSend || of->kind == CallKind::kReceive) {
      message(call, *of, name, point);
    } else if (of->kind == CallKind::kFinalize) {
      finalize(call, point);
    }
    handed_over(call, point);
  }

  static bool is_plain_address(const std::string& key) {
    return key.starts_with("&(v") && key.find_first_of(".[>", 3) == std::string::npos;
  }

  // Variables whose address a call is given may have another value behind it.
  void handed_over(const CallExpr& call, Point& point) {
    const CallShape* of = shape(call);
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const Expr* argument = call.getArg(i)->IgnoreParenCasts();
      if (of != nullptr && of->window == static_cast<int>(i)) continue;
      const clang::QualType type = call.getArg(i)->getType();
      if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(argument);
          unary != nullptr && unary->getOpcode() == clang::UO_AddrOf) {
        if (type->isPointerType() && type->getPointeeType().isConstQualified()) continue;
        touched(*unary->getSubExpr(), point);
      } else if (argument->isLValue() && !call.getArg(i)->isPRValue()) {
        touched(*argument, point);  // by reference
      }
    }
  }

  void foreign_call(const CallExpr& call, Point& point) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee != nullptr && Callees::leads_to_elements(*callee)) return;
    if (callees_.may_call_mpi(call)) {
      know_nothing(point);
    } else if (callee != nullptr && Callees::synchronizes_threads(*callee)) {
      point.pending.doubt();
    } else if (callee != nullptr && callee->getDeclName().isIdentifier()) {
      library_call(call, callee->getName(), point);
    }
    handed_over(call, point);
    if (callee == nullptr || callee->getBuiltinID() != 0) return;
    for (const auto& [operation_call, operation] : operations_)
      for (const clang::VarDecl* variable : operation.target.variables)
        if (!variable->hasLocalStorage()) changed(variable, point);
  }

  void library_call(const CallExpr& call, llvm::StringRef name, Point& point) {
    const auto bytes = [&](unsigned at) -> std::int64_t {
      if (at >= call.getNumArgs()) return 0;
      const auto number = value_of(call.getArg(at), context_).number();
      return number ? *number : 1;
    };
    const auto touches = [&](unsigned at, std::int64_t size, bool written) {
      if (at >= call.getNumArgs() || size <= 0) return;
      Place place = pointed_to(call.getArg(at), context_, {});
      place.size = size;
      meet_pending(call, place, {}, written, written ? "store" : "load", "", point);
    };
    if (name == "memset" || name == "bzero") {
      touches(0, bytes(name == "memset" ? 2 : 1), true);
    } else if (name == "memcpy" || name == "memmove") {
      touches(1, bytes(2), false);
      touches(0, bytes(2), true);
    } else if (name == "free" && call.getNumArgs() == 1) {
      const Value freed = value_of(call.getArg(0), context_);
      if (freed.key.empty() || !reports_) return;
      point.pending.each([&](const Operation& operation, const State& state) {
        if (state.local != Progress::kPending || !graph_->has_been_at(operation.position, here_)) return;
        for (std::size_t i = 0; i < operation.buffers.size(); ++i)
          if (state.same_buffer[i] && operation.buffers[i].place.root == "*(" + freed.key + ")")
            notes_.add(context_, &function_,
                       words_.buffer_freed(operation, operation.buffers[i], call.getBeginLoc(), &call, "free"));
      });
    }
  }

  // ---- calls on windows

  Value window_of(const CallExpr& call, const CallShape& of) const {
    Value window = value_of(argument(call, of.window), context_);
    if (of.kind != CallKind::kCreate && of.kind != CallKind::kFree) return window;
    if (window.key.starts_with("&(")) {
      window.key = window.key.substr(2, window.key.size() - 3);
    } else if (!window.key.empty()) {
      window.key = "*(" + window.key + ")";
    }
    return window;
  }

  void window_call(const CallExpr& call, const CallShape& of, const std::string& name, Point& point) {
    const Value window = window_of(call, of);
    const Value target = of.target >= 0 ? value_of(argument(call, of.target), context_) : Value{};
    if (of.target >= 0 && !target.key.empty() && !of.is_operation()) lock_targets_[target.key] = target.variables;
    // Nobody: such calls do nothing, in whatever state.
    const bool nobody = of.target >= 0 && (text_of(argument(call, of.target), context_) == "MPI_PROC_NULL" ||
                                           target.number().value_or(0) < 0);
    const std::optional<Step> step = step_of(of);
    bool is_wrong = false;
    if (step && !window.key.empty() && !nobody) {
      StepArguments arguments{.call = &call, .target = target.key, .target_is_constant = target.is_constant()};
      if (const Expr* assertion = argument(call, of.assertion)) {
        // (What a variable or a condition holds is not known.)
        const std::string words = text_of(assertion, context_);
        const bool known = value_of(assertion, context_).is_constant();
        arguments.no_precede = known && words.find("MPI_MODE_NOPRECEDE") != std::string::npos;
        arguments.no_succeed = known && words.find("MPI_MODE_NOSUCCEED") != std::string::npos;
      }
      const std::optional<Wrong> wrong = point.windows[window.key].step(*step, arguments);
      is_wrong = wrong.has_value();
      if (wrong && reports_) notes_.add(context_, &function_, words_.wrong_call(*wrong, call, of, name));
      // What it should have completed is not told of as well.
      if (wrong)
        point.pending.each([&](const Operation& operation, State& state) {
          if (operation.window.key != window.key) return;
          complete(state.local, false);
          complete(state.remote, false);
        });
    }
    if (step) {
      for (auto& [key, states] : point.windows)
        if (may_be_one(key, window.key)) states.forget();
    }
    completes(of, window, target, point);
    if (!of.is_operation() || nobody || is_wrong || window.key.empty() || point.windows[window.key].are_lost()) return;
    const Operation& operation = operations_.at(&call);
    if (reports_) meet_operations(operation, point);
    for (const Buffer& buffer : operation.buffers) {
      Place place = buffer.place;
      place.size = buffer.bytes;
      meet_pending(call, place, {}, buffer.written, words_.kind_of(of), name, point);
    }
    point.pending.issue(operation);
  }

  // What has been fetched has been read at the target.
  static void complete_at_origin(const Operation& operation, State& state, bool certain) {
    complete(state.local, certain);
    if (operation.shape->result >= 0) complete(state.remote, certain);
  }

  // What the call completes at the origin and at the target.
  void completes(const CallShape& of, const Value& window, const Value& target, Point& point) {
    bool local = false, remote = false, one_target = false;
    switch (of.kind) {
      case CallKind::kFence:
      case CallKind::kComplete:
      case CallKind::kUnlockAll:
      case CallKind::kFlushAll:
      case CallKind::kFree:
        local = remote = true;
        break;
      case CallKind::kUnlock:
      case CallKind::kFlush:
        local = remote = one_target = true;
        break;
      case CallKind::kFlushLocal:
        local = one_target = true;
        break;
      case CallKind::kFlushLocalAll:
        local = true;
        break;
      default:
        return;
    }
    point.pending.each([&](const Operation& operation, State& state) {
      const bool same = operation.window.key == window.key && !window.key.empty();
      if (!same && !may_be_one(operation.window.key, window.key)) return;
      bool certain = same;
      if (one_target) {
        const bool named = state.same_target && !target.key.empty() && !operation.target.key.empty();
        if (named && target.is_constant() && operation.target.is_constant() && target.key != operation.target.key)
          return;
        certain = certain && named && target.key == operation.target.key;
      }
      if (local) complete_at_origin(operation, state, certain);
      if (remote) complete(state.remote, certain);
    });
  }

  void finalize(const CallExpr& call, Point& point) {
    for (auto& [key, states] : point.windows) {
      const std::optional<Wrong> wrong = states.step(Step::kFinalize, {.call = &call});
      if (wrong && reports_) notes_.add(context_, &function_, words_.at_finalize(*wrong, call));
    }
  }

  // ---- what meets what is pending

  void access(const Expr& by, const Expr& lvalue, bool written, Point& point) {
    if (!reports_) return;
    std::vector<const clang::ForStmt*> loops;
    Place place = place_of(&lvalue, context_, {});
    if (place.root.empty()) place = place_of(&lvalue, context_, counted_from_zero(by, context_, loops));
    if (place.root.empty() || place.size == 0) return;
    meet_pending(by, place, loops, written, written ? "store" : "load", "", point);
  }

  void message(const CallExpr& call, const CallShape& of, const std::string& name, Point& point) {
    const bool written = of.kind == CallKind::kReceive;
    const Expr* pointer = argument(call, written ? of.result : of.origin);
    if (pointer == nullptr) return;
    Place place = pointed_to(pointer, context_, {});
    place.size = written ? bytes_of(call, of.result_count, of.result_type, context_)
                         : bytes_of(call, of.count, of.type, context_);
    meet_pending(call, place, {}, written, "call", name, point);
  }

  void meet_pending(const Expr& by, const Place& place, const std::vector<const clang::ForStmt*>& loops, bool written,
                    std::string_view kind, const std::string& call, Point& point) {
    if (!reports_ || place.root.empty() || place.size <= 0) return;
    point.pending.each([&](const Operation& operation, const State& state) {
      if (state.local != Progress::kPending) return;
      for (std::size_t i = 0; i < operation.buffers.size(); ++i) {
        const Buffer& buffer = operation.buffers[i];
        if (!state.same_buffer[i] || buffer.place.root != place.root || (!written && !buffer.written)) continue;
        if (place.offset >= buffer.place.offset + buffer.bytes || buffer.place.offset >= place.offset + place.size)
          continue;
        // The operation's index is another one in each round of a loop that the access counts in.
        if (std::ranges::any_of(loops, [&](const clang::ForStmt* loop) { return is_in(*operation.call, *loop); }))
          continue;
        if (!graph_->has_been_at(operation.position, here_)) continue;
        notes_.add(context_, &function_, words_.buffer_used(operation, buffer, by, written, kind, call));
        return;
      }
    });
  }

  bool is_in(const CallExpr& call, const clang::ForStmt& loop) const {
    const clang::SourceManager& sources = context_.getSourceManager();
    const auto at = [&](clang::SourceLocation place) { return sources.getExpansionLoc(place); };
    return !sources.isBeforeInTranslationUnit(at(call.getBeginLoc()), at(loop.getBeginLoc())) &&
           !sources.isBeforeInTranslationUnit(at(loop.getEndLoc()), at(call.getBeginLoc()));
  }

  // Operations of this process on the same target memory.
  void meet_operations(const Operation& now, Point& point) {
    if (now.target.key.empty() || now.displacement.key.empty() || now.target_bytes == 0) return;
    point.pending.each([&](const Operation& before, const State& state) {
      if (state.remote != Progress::kPending || !state.same_target) return;
      if (before.window.key != now.window.key || before.target.key != now.target.key ||
          before.displacement.key != now.displacement.key || before.target_bytes == 0)
        return;
      const bool atomic = before.shape->kind == CallKind::kAccumulate && now.shape->kind == CallKind::kAccumulate;
      if (atomic || (before.only_reads && now.only_reads)) return;
      if (!graph_->has_been_at(before.position, here_)) return;
      notes_.add(context_, &function_, words_.same_target(before, now));
    });
  }

  // The function is left: its variables are gone.
  void leave(Point& point) {
    if (function_.isMain()) return;
    const clang::SourceLocation end = place_of_return();
    point.pending.each([&](const Operation& operation, const State& state) {
      if (state.local != Progress::kPending) return;
      for (std::size_t i = 0; i < operation.buffers.size(); ++i) {
        const clang::VarDecl* variable = operation.buffers[i].place.object;
        // (One that a lambda has captured is its owner's.)
        if (variable == nullptr || !state.same_buffer[i] || !variable->hasLocalStorage() ||
            variable->getParentFunctionOrMethod() != &function_)
          continue;
        notes_.add(context_, &function_,
                   words_.buffer_freed(operation, operation.buffers[i], end, nullptr, "end of scope"));
      }
    });
  }

  // The one return statement, or the end of the function.
  clang::SourceLocation place_of_return() const {
    std::vector<clang::SourceLocation> places;
    for (const CFGBlock* block : graph_->blocks())
      for (const clang::CFGElement& element : *block)
        if (const auto statement = element.getAs<clang::CFGStmt>();
            statement && llvm::isa<clang::ReturnStmt>(statement->getStmt()))
          places.push_back(statement->getStmt()->getBeginLoc());
    return places.size() == 1 ? places.front() : function_.getBody()->getEndLoc();
  }

  const clang::FunctionDecl& function_;
  clang::ASTContext& context_;
  Callees& callees_;
  Notes& notes_;
  FlowWords words_{context_};
  bool copies_windows_ = false;
  bool reports_ = false;
  std::unique_ptr<FlowGraph> graph_;
  std::map<const CallExpr*, Operation> operations_;
  std::map<std::string, Variables> lock_targets_;  // by key
  std::map<unsigned, Point> before_;               // by block
  Position here_;
};

}  // namespace

bool follow(const clang::FunctionDecl& function, clang::ASTContext& context, Callees& callees, Notes& notes) {
  return Function(function, context, callees, notes).follow();
}

}  // namespace fencepost::lint
