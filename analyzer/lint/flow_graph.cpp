#include "lint/flow_graph.h"

#include <algorithm>
#include <clang/AST/ParentMapContext.h>
#include <optional>
#include <utility>

namespace fencepost::lint {
namespace {

using clang::CFGBlock;
using clang::Expr;

// `for (i = FIRST; i < BOUND; i++)`, whose body does not change the variable and does not leave the loop.
struct CountedLoop {
  const clang::VarDecl* variable = nullptr;
  const Expr* first = nullptr;
  const Expr* bound = nullptr;
};

class Body : public clang::RecursiveASTVisitor<Body> {
 public:
  explicit Body(const clang::VarDecl* variable) : variable_(variable) {}
  bool VisitBreakStmt(clang::BreakStmt*) { return !(is_plain = false); }
  bool VisitContinueStmt(clang::ContinueStmt*) { return !(is_plain = false); }
  bool VisitGotoStmt(clang::GotoStmt*) { return !(is_plain = false); }
  bool VisitReturnStmt(clang::ReturnStmt*) { return !(is_plain = false); }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr*) { return !(is_plain = false); }
  bool VisitUnaryOperator(clang::UnaryOperator* unary) {
    if (unary->isIncrementDecrementOp() || unary->getOpcode() == clang::UO_AddrOf) note(unary->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* binary) {
    if (binary->isAssignmentOp()) note(binary->getLHS());
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr*) { return !(is_plain = false); }
  bool is_plain = true;

 private:
  void note(const Expr* lvalue) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue->IgnoreParenCasts());
    if (reference != nullptr && reference->getDecl()->getCanonicalDecl() == variable_) is_plain = false;
  }
  const clang::VarDecl* variable_;
};

const clang::VarDecl* variable_in(const Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  const auto* variable = reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable != nullptr ? variable->getCanonicalDecl() : nullptr;
}

std::optional<CountedLoop> counted(const clang::ForStmt& loop) {
  CountedLoop found;
  if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit())) {
    if (!declaration->isSingleDecl()) return std::nullopt;
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
    found.variable = variable != nullptr ? variable->getCanonicalDecl() : nullptr;
    found.first = variable != nullptr ? variable->getInit() : nullptr;
  } else if (const auto* assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getInit());
             assignment != nullptr && assignment->getOpcode() == clang::BO_Assign) {
    found.variable = variable_in(assignment->getLHS());
    found.first = assignment->getRHS();
  }
  const auto* condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getCond());
  const auto* step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop.getInc());
  if (found.variable == nullptr || found.first == nullptr || condition == nullptr || step == nullptr ||
      !step->isIncrementOp() || variable_in(step->getSubExpr()) != found.variable ||
      (condition->getOpcode() != clang::BO_LT && condition->getOpcode() != clang::BO_LE) ||
      variable_in(condition->getLHS()) != found.variable)
    return std::nullopt;
  found.bound = condition->getRHS();
  Body body(found.variable);
  body.TraverseStmt(const_cast<clang::Stmt*>(loop.getBody()));
  return body.is_plain ? std::optional(found) : std::nullopt;
}

// A loop with more than one round.
bool counts(const CFGBlock& latch, const clang::ASTContext& context) {
  const auto* const loop = llvm::dyn_cast_or_null<clang::ForStmt>(latch.getLoopTarget());
  const auto found = loop != nullptr ? counted(*loop) : std::nullopt;
  if (!found) return false;
  const auto first = value_of(found->first, context).number(), bound = value_of(found->bound, context).number();
  return !first || !bound || *bound - *first >= 2;
}

const clang::VarDecl* counter_from_zero(const clang::ForStmt& loop, const clang::ASTContext& context) {
  const auto found = counted(loop);
  return found && value_of(found->first, context).key == "#0" ? found->variable : nullptr;
}

// Whether this part of the whole may be skipped when the whole is executed.
bool may_be_passed_by(const clang::DynTypedNode& part, const clang::DynTypedNode& whole) {
  if (const auto* branch = whole.get<clang::IfStmt>()) return branch->getCond() != part.get<clang::Stmt>();
  if (const auto* binary = whole.get<clang::BinaryOperator>()) return binary->isLogicalOp();
  return whole.get<clang::SwitchStmt>() != nullptr || whole.get<clang::ConditionalOperator>() != nullptr ||
         whole.get<clang::WhileStmt>() != nullptr || whole.get<clang::DoStmt>() != nullptr ||
         whole.get<clang::CXXForRangeStmt>() != nullptr;
}

}  // namespace

std::unique_ptr<FlowGraph> FlowGraph::of(const clang::FunctionDecl& function, clang::ASTContext& context) {
  clang::CFG::BuildOptions options;
  options.setAllAlwaysAdd();
  options.AddImplicitDtors = true;
  options.AddTemporaryDtors = true;
  options.AddInitializers = true;
  options.AddEHEdges = false;
  std::unique_ptr<clang::CFG> graph = clang::CFG::buildCFG(&function, function.getBody(), &context, options);
  return graph ? std::unique_ptr<FlowGraph>(new FlowGraph(std::move(graph), context)) : nullptr;
}

FlowGraph::FlowGraph(std::unique_ptr<clang::CFG> graph, const clang::ASTContext& context)
    : graph_(std::move(graph)), dominators_(graph_.get()) {
  find_loops(context);
}

void FlowGraph::find_loops(const clang::ASTContext& context) {
  for (const CFGBlock* latch : *graph_) {
    if (!counts(*latch, context)) continue;
    for (const CFGBlock* header : latch->succs()) {
      if (header == nullptr || !dominators_.dominates(header, latch)) continue;
      Loop loop{latch, {header->getBlockID()}};
      std::vector<const CFGBlock*> open{latch};
      while (!open.empty()) {
        const CFGBlock* block = open.back();
        open.pop_back();
        if (!loop.blocks.insert(block->getBlockID()).second) continue;
        for (const CFGBlock* before : block->preds())
          if (before != nullptr) open.push_back(before);
      }
      loops_.push_back(std::move(loop));
    }
  }
}

const CFGBlock* FlowGraph::block_of(unsigned id) const {
  const auto found = std::ranges::find(*graph_, id, [](const CFGBlock* block) { return block->getBlockID(); });
  return found == graph_->end() ? nullptr : *found;
}

bool FlowGraph::has_been_at(Position first, Position second) const {
  const CFGBlock* from = block_of(first.block);
  const CFGBlock* to = block_of(second.block);
  if (from == nullptr || to == nullptr) return false;
  if (from == to ? first.element < second.element : dominators_.dominates(from, to)) return true;
  return std::ranges::any_of(loops_, [&](const Loop& loop) {
    return loop.blocks.contains(first.block) && loop.blocks.contains(second.block) &&
           dominators_.dominates(from, loop.latch) && dominators_.dominates(to, loop.latch);
  });
}

bool is_result_used(const clang::CallExpr& call, clang::ASTContext& context) {
  clang::DynTypedNode node = clang::DynTypedNode::create(call);
  for (;;) {
    const auto parents = context.getParents(node);
    if (parents.size() != 1) return true;
    const clang::DynTypedNode parent = parents[0];
    if (parent.get<clang::ExprWithCleanups>() != nullptr) {
      node = parent;
      continue;
    }
    if (const auto* branch = parent.get<clang::IfStmt>()) return branch->getCond() == node.get<clang::Stmt>();
    return parent.get<clang::CompoundStmt>() == nullptr && parent.get<clang::ForStmt>() == nullptr;
  }
}

Variables counted_from_zero(const Expr& expression, clang::ASTContext& context,
                            std::vector<const clang::ForStmt*>& loops) {
  Variables variables;
  clang::DynTypedNode node = clang::DynTypedNode::create(expression);
  for (bool always = true; always;) {
    const auto parents = context.getParents(node);
    if (parents.size() != 1 || parents[0].get<clang::FunctionDecl>() != nullptr) break;
    const clang::DynTypedNode parent = parents[0];
    const auto* loop = parent.get<clang::ForStmt>();
    if (loop != nullptr && loop->getBody() == node.get<clang::Stmt>()) {
      if (const clang::VarDecl* variable = counter_from_zero(*loop, context)) {
        variables.insert(variable);
        loops.push_back(loop);
      }
    }
    always = !may_be_passed_by(node, parent);
    node = parent;
  }
  return variables;
}

}  // namespace fencepost::lint
