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
#include "lint/contents.h"
#include "lint/flow_graph.h"
#include "lint/flow_words.h"
#include "lint/library_calls.h"
#include "lint/operations.h"
#include "lint/values.h"
#include "lint/window_states.h"
#include "registry/rule_ids.h"

namespace fencepost::lint {
namespace {

using clang::CallExpr;
using clang::CFGBlock;
using clang::Expr;

struct Point {
  std::map<std::string, WindowStates> windows;  // by key; missing: unknown
  Pending pending;
};

class Function {
 public:
  Function(const clang::FunctionDecl& function, clang::ASTContext& context, Callees& callees, Notes& notes)
      : function_(function), context_(context), callees_(callees), notes_(notes) {}

  bool follow() {
    contents_ = contents_of(function_, context_);
    if (!contents_.has_windows) return true;
    if (contents_.has_other_ways) return false;
    graph_ = FlowGraph::of(function_, context_);
    if (!graph_) return false;
    find_operations();
    if (!solve()) return false;
    reports_ = true;
    for (const CFGBlock* block : graph_->blocks())
      if (before_.contains(block->getBlockID())) run(*block, before_[block->getBlockID()]);
    return true;
  }

 private:
  bool solve() {
    const CFGBlock* entry = &graph_->blocks().getEntry();
    before_[entry->getBlockID()];
    std::deque<const CFGBlock*> open{entry};
    std::map<unsigned, int> visits;
    while (!open.empty()) {
      const CFGBlock* block = open.front();
      open.pop_front();
      constexpr int kMostVisits = 200;  // the lattice is finite; this is for code that nobody writes
      if (++visits[block->getBlockID()] > kMostVisits) return false;
      Point point = before_[block->getBlockID()];
      if (!run(*block, point)) continue;
      for (const CFGBlock* next : block->succs()) {
        if (next == nullptr) continue;
        const auto [at, added] = before_.try_emplace(next->getBlockID(), point);
        if ((added || join(at->second, point)) && std::ranges::find(open, next) == open.end()) open.push_back(next);
      }
    }
    return true;
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

  // False: the program does not continue after it.
  bool run(const CFGBlock& block, Point& point) {
    unsigned position = 0;
    for (const clang::CFGElement& element : block) {
      here_ = {block.getBlockID(), ++position};
      if (const auto statement = element.getAs<clang::CFGStmt>()) {
        if (is_abort(*statement->getStmt())) return false;
        statement_of(*statement->getStmt(), point);
      } else if (const auto destructor = element.getAs<clang::CFGImplicitDtor>()) {
        const clang::CXXDestructorDecl* code = destructor->getDestructorDecl(context_);
        if (code != nullptr && callees_.may_call_mpi(*code->getParent())) know_nothing(point);
      }
    }
    if (block.hasNoReturnElement()) return false;
    if (const clang::Stmt* branch = block.getTerminatorStmt()) decide(block, *branch, point);
    if (reports_ && &block == &graph_->blocks().getExit()) leave(point);
    return true;
  }

  bool is_abort(const clang::Stmt& statement) const {
    const auto* call = llvm::dyn_cast<CallExpr>(&statement);
    std::string name;
    return call != nullptr && shape(*call, &name) != nullptr && name == "MPI_Abort";
  }

  // A program that tests a target, a count or a window knows more about the following code than the graph shows.
  void decide(const CFGBlock& block, const clang::Stmt& branch, Point& point) {
    const auto* condition = llvm::dyn_cast_or_null<Expr>(block.getTerminatorCondition());
    if (condition == nullptr || llvm::isa<clang::ForStmt>(branch) || llvm::isa<clang::CXXForRangeStmt>(branch)) return;
    Variables variables;
    named_in(*condition, variables);
    point.pending.asked_for(variables);
    for (auto& [key, states] : point.windows)
      if (std::ranges::any_of(variables, [&](const clang::VarDecl* variable) { return names(key, variable); }))
        states.forget();
  }

  static void named_in(const clang::Stmt& statement, Variables& variables) {
    if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(&statement))
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
        variables.insert(variable->getCanonicalDecl());
    for (const clang::Stmt* part : statement.children())
      if (part != nullptr) named_in(*part, variables);
  }

  static bool names(const std::string& key, const clang::VarDecl* variable) {
    return key.find(fmt::format("v{}", static_cast<const void*>(variable))) != std::string::npos;
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
      const clang::QualType type = cast->getSubExpr()->getType();
      // Another thread may have signalled something.
      if ((type.isVolatileQualified() || type->isAtomicType()) && !is_own(*cast->getSubExpr())) know_nothing(point);
      access(*cast, *cast->getSubExpr(), false, point);
      return;
    }
    if (llvm::isa<clang::AtomicExpr>(&statement)) return know_nothing(point);
    if (const auto* end = llvm::dyn_cast<clang::CXXDeleteExpr>(&statement)) {
      if (callees_.destroys_with_mpi(end->getDestroyedType())) know_nothing(point);
      return memory_changed(point);
    }
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(&statement)) {
      for (const clang::Decl* one : declaration->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(one)) changed(variable->getCanonicalDecl(), point);
      return;
    }
  }

  // A variable whose address nobody else has.
  bool is_own(const Expr& lvalue) const {
    const Place place = place_of(&lvalue, context_, {});
    return place.object != nullptr && place.object->hasLocalStorage() && !contents_.is_exposed("", {place.object});
  }

  void store(const Expr& by, const Expr& to, Point& point) {
    access(by, to, true, point);
    touched(to, point);
  }

  // The lvalue gets another value.
  void touched(const Expr& lvalue, Point& point) {
    const Place place = place_of(&lvalue, context_, {});
    if (place.object != nullptr) changed(place.object, point);
    if (place.object == nullptr || contents_.is_exposed("", {place.object})) memory_changed(point);
    if (is_window_type(lvalue.getType())) know_nothing(point);
  }

  // Something that may have other names has changed.
  void memory_changed(Point& point) {
    point.pending.memory_changed(contents_);
    for (auto& [key, states] : point.windows) {
      if (!is_plain(key) || contents_.is_exposed("", windows_[key])) states.forget();
      for (const auto& [target, variables] : targets_)
        if (contents_.is_exposed(target, variables)) states.forget_target(target);
    }
  }

  void changed(const clang::VarDecl* variable, Point& point) {
    point.pending.variable_changed(variable);
    for (auto& [window, states] : point.windows) {
      if (names(window, variable)) states.forget();
      for (const auto& [target, variables] : targets_)
        if (variables.contains(variable)) states.forget_target(target);
    }
  }

  static bool is_plain(const std::string& window) {
    return window.starts_with('v') && window.find('(') == std::string::npos;
  }

  // Others may have opened and completed anything.
  void know_nothing(Point& point) {
    point.windows.clear();
    point.pending.doubt();
  }

  bool may_be_one(const std::string& one, const std::string& other) const {
    return one != other &&
           (contents_.copies_windows || one.empty() || other.empty() || !is_plain(one) || !is_plain(other));
  }

  void call_of(const CallExpr& call, Point& point) {
    std::string name;
    const CallShape* of = shape(call, &name);
    if (of == nullptr) return foreign_call(call, point);
    if (of->window >= 0) {
      window_call(call, *of, name, point);
    } else if (of->kind == CallKind::kRequestWait) {
      // (Requests are copied and swapped: it is not known whether another one is this one.)
      const Value request = value_of(argument(call, of->request), context_);
      point.pending.each([&](const Operation& operation, State& state) {
        if (operation.shape->request < 0) return;
        complete_at_origin(operation, state, request.key == operation.request.key && is_plain_address(request.key));
      });
    } else if (of->kind == CallKind::kRequestsDone) {
      point.pending.each([&](const Operation& operation, State& state) {
        if (operation.shape->request >= 0) complete_at_origin(operation, state, false);
      });
    } else if (of->kind == CallKind::kMessage) {
      message(call, *of, name, point);
    } else if (of->kind == CallKind::kFinalize) {
      finalize(call, point);
    } else if (name.find("_attr") != std::string::npos) {
      know_nothing(point);  // callbacks
    } else {
      known_call(call, name, point);
    }
    handed_over(call, of, point);
  }

  static bool is_plain_address(const std::string& key) {
    return key.starts_with("&(v") && key.find_first_of(".[>", 3) == std::string::npos;
  }

  // Variables whose address is passed to a call may have another value afterwards.
  void handed_over(const CallExpr& call, const CallShape* of, Point& point) {
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const Expr* argument = call.getArg(i)->IgnoreParenCasts();
      if (of != nullptr && of->window == static_cast<int>(i)) continue;
      const clang::QualType type = call.getArg(i)->getType();
      if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(argument);
          unary != nullptr && unary->getOpcode() == clang::UO_AddrOf) {
        if (type->isPointerType() && type->getPointeeType().isConstQualified()) continue;
        if (text_of(call.getArg(i), context_).starts_with("MPI_")) continue;  // Open MPI's MPI_INT is such an address
        touched(*unary->getSubExpr(), point);
      } else if (argument->isLValue() && !call.getArg(i)->isPRValue()) {
        touched(*argument, point);  // by reference
      }
    }
  }

  void foreign_call(const CallExpr& call, Point& point) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (callee != nullptr && Callees::leads_to_elements(*callee)) return;
    if (callees_.may_call_mpi(call) || (callee != nullptr && Callees::synchronizes_threads(*callee))) {
      know_nothing(point);
    } else if (callee != nullptr && callee->getDeclName().isIdentifier()) {
      known_call(call, callee->getName(), point);
    }
    handed_over(call, nullptr, point);
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call)) method_called(*member, point);
    if (callee == nullptr || !Callees::is_of_the_system(*callee)) memory_changed(point);
  }

  // Its object may have changed; its contents may have been destroyed.
  void method_called(const clang::CXXMemberCallExpr& call, Point& point) {
    const Expr* const object = call.getImplicitObjectArgument();
    const clang::CXXMethodDecl* const method = call.getMethodDecl();
    if (object == nullptr || method == nullptr || method->isConst()) return;
    if (callees_.destroys_with_mpi(object->getType()->isPointerType() ? object->getType()->getPointeeType()
                                                                      : object->getType()))
      know_nothing(point);
    if (object->isLValue()) touched(*object->IgnoreParenImpCasts(), point);
  }

  // A size is certain if it is known; otherwise it counts as one byte (n is rarely 0).
  std::int64_t size_of(const CallExpr& call, const LibraryAccess& access) const {
    std::int64_t size = 1;
    for (const int at : {access.size, access.times}) {
      if (at < 0) continue;
      if (at >= static_cast<int>(call.getNumArgs())) return 0;
      const auto number = value_of(call.getArg(static_cast<unsigned>(at)), context_).number();
      size *= number.value_or(1);
    }
    return size;
  }

  void known_call(const CallExpr& call, llvm::StringRef name, Point& point) {
    const LibraryCall* const of = library_call(name);
    if (of == nullptr) return;
    for (const LibraryAccess& access : of->accesses) {
      if (access.argument >= call.getNumArgs()) continue;
      Place place = pointed_to(call.getArg(access.argument), context_, {});
      place.size = size_of(call, access);
      meet_pending(call, place, {}, access.written, access.written ? AccessVerb::kStore : AccessVerb::kLoad, "", point);
    }
    if (of->given_back >= 0 && of->given_back < static_cast<int>(call.getNumArgs()))
      given_back(call, value_of(call.getArg(static_cast<unsigned>(of->given_back)), context_), name, point);
  }

  void given_back(const CallExpr& call, const Value& memory, llvm::StringRef by, Point& point) {
    if (memory.key.empty() || !reports_) return;
    point.pending.each([&](const Operation& operation, const State& state) {
      if (state.local != Progress::kPending || !graph_->has_been_at(operation.position, here_)) return;
      for (std::size_t i = 0; i < operation.buffers.size(); ++i)
        if (state.same_buffer[i] && operation.buffers[i].place.root == "*(" + memory.key + ")")
          notes_.add(context_, &function_,
                     words_.buffer_freed(operation, operation.buffers[i], call.getBeginLoc(), &call, by.str()));
    });
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
    if (!target.key.empty()) targets_[target.key] = target.variables;
    if (!window.key.empty()) windows_[window.key] = window.variables;
    // The target is MPI_PROC_NULL: such calls do nothing, in any state.
    const bool nobody = of.target >= 0 && (text_of(argument(call, of.target), context_) == "MPI_PROC_NULL" ||
                                           target.number().value_or(0) < 0);
    const std::optional<Step> step = step_of(of);
    bool is_wrong = false;
    if (step && !window.key.empty() && !nobody) {
      StepArguments arguments{.call = &call, .target = target.key};
      if (const Expr* assertion = argument(call, of.assertion)) {
        // (The values of variables and conditions are not known.)
        const std::string words = text_of(assertion, context_);
        const bool known = value_of(assertion, context_).is_constant();
        arguments.no_precede = known && words.find("MPI_MODE_NOPRECEDE") != std::string::npos;
        arguments.no_succeed = known && words.find("MPI_MODE_NOSUCCEED") != std::string::npos;
      }
      const std::optional<Wrong> wrong = point.windows[window.key].step(*step, arguments);
      is_wrong = wrong.has_value();
      if (wrong && reports_) notes_.add(context_, &function_, words_.wrong_call(*wrong, call, of, name));
      // There is no second finding about the operations that it should have completed.
      if (wrong)
        point.pending.each([&](const Operation& operation, State& state) {
          if (operation.window.key == window.key) doubt(state);
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

  // Data that has been fetched has been read at the target.
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
      if (!wrong || !reports_) continue;
      // (Attributes have callbacks, and a window whose creation failed need not be freed.)
      const auto* made = static_cast<const CallExpr*>(wrong->before);
      if (wrong->rule == rule::kNeverFreed &&
          (contents_.sets_attributes || made == nullptr || is_result_used(*made, context_)))
        continue;
      notes_.add(context_, &function_, words_.at_finalize(*wrong, call));
    }
  }

  // ---- accesses that meet pending operations

  void access(const Expr& by, const Expr& lvalue, bool written, Point& point) {
    if (!reports_ || contents_.not_evaluated.contains(&by)) return;
    std::vector<const clang::ForStmt*> loops;
    Place place = place_of(&lvalue, context_, {});
    if (place.root.empty()) place = place_of(&lvalue, context_, counted_from_zero(by, context_, loops));
    if (place.root.empty() || place.size == 0) return;
    meet_pending(by, place, loops, written, written ? AccessVerb::kStore : AccessVerb::kLoad, "", point);
  }

  // Sends, receives and collectives: the buffers that the call certainly reads or writes.
  void message(const CallExpr& call, const CallShape& of, const std::string& name, Point& point) {
    if (const Expr* peer = argument(call, of.peer)) {
      const std::string words = text_of(peer, context_);
      if (words == "MPI_PROC_NULL" || words == "MPI_ROOT") return;
    }
    const auto meets = [&](int buffer, int count, int type, bool written) {
      const Expr* pointer = argument(call, buffer);
      if (pointer == nullptr) return;
      Place place = pointed_to(pointer, context_, {});
      place.size = bytes_of(call, count, type, context_);
      meet_pending(call, place, {}, written, AccessVerb::kCall, name, point);
    };
    meets(of.origin, of.count, of.type, false);
    meets(of.result, of.result_count, of.result_type, true);
  }

  void meet_pending(const Expr& by, const Place& place, const std::vector<const clang::ForStmt*>& loops, bool written,
                    AccessVerb kind, const std::string& call, Point& point) {
    if (!reports_ || place.root.empty() || place.size <= 0) return;
    point.pending.each([&](const Operation& operation, const State& state) {
      if (state.local != Progress::kPending) return;
      for (std::size_t i = 0; i < operation.buffers.size(); ++i) {
        const Buffer& buffer = operation.buffers[i];
        if (!state.same_buffer[i] || buffer.place.root != place.root || (!written && !buffer.written)) continue;
        if (place.offset >= buffer.place.offset + buffer.bytes || buffer.place.offset >= place.offset + place.size)
          continue;
        // The operation's index differs in each round of a loop in which the access uses the same counter.
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
      if (before.only_reads && now.only_reads) return;
      const bool atomic = before.shape->kind == CallKind::kAccumulate && now.shape->kind == CallKind::kAccumulate;
      const bool mixed = before.target_type != now.target_type && before.target_type != BasicType::kUnknown &&
                         now.target_type != BasicType::kUnknown;
      if (atomic && !mixed) return;
      if (!graph_->has_been_at(before.position, here_)) return;
      notes_.add(context_, &function_, atomic ? words_.mixed_types(before, now) : words_.same_target(before, now));
    });
  }

  // The function returns: its variables are gone.
  void leave(Point& point) {
    if (function_.isMain() || contents_.throws) return;
    const clang::SourceLocation end = place_of_return();
    point.pending.each([&](const Operation& operation, const State& state) {
      if (state.local != Progress::kPending) return;
      for (std::size_t i = 0; i < operation.buffers.size(); ++i) {
        const clang::VarDecl* variable = operation.buffers[i].place.object;
        // (A captured variable belongs to the owner of the lambda.)
        if (variable == nullptr || !state.same_buffer[i] || !variable->hasLocalStorage() || variable->isInitCapture() ||
            variable->getParentFunctionOrMethod() != &function_)
          continue;
        notes_.add(context_, &function_,
                   words_.buffer_freed(operation, operation.buffers[i], end, nullptr, "end of scope"));
      }
    });
  }

  // The only return statement, or the end of the function.
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
  Contents contents_;
  bool reports_ = false;
  std::unique_ptr<FlowGraph> graph_;
  std::map<const CallExpr*, Operation> operations_;
  std::map<std::string, Variables> targets_, windows_;  // named in calls, by key
  std::map<unsigned, Point> before_;                    // by block
  Position here_;
};

}  // namespace

bool follow(const clang::FunctionDecl& function, clang::ASTContext& context, Callees& callees, Notes& notes) {
  return Function(function, context, callees, notes).follow();
}

}  // namespace fencepost::lint
