#include "lint/flow_graph.h"

#include <algorithm>
#include <clang/AST/ParentMapContext.h>
#include <utility>

namespace fencepost::lint {
namespace {

using clang::CFGBlock;
using clang::Expr;

bool counts(const CFGBlock& latch) {
  const clang::Stmt* const loop = latch.getLoopTarget();
  if (loop == nullptr) return false;
  if (llvm::isa<clang::CXXForRangeStmt>(loop)) return true;
  const auto* const counted = llvm::dyn_cast<clang::ForStmt>(loop);
  return counted != nullptr && counted->getCond() != nullptr && counted->getInc() != nullptr;
}

// The variable of `for (i = 0; i < …; …)`.
const clang::VarDecl* counter_from_zero(const clang::ForStmt& loop, const clang::ASTContext& context) {
  const clang::VarDecl* variable = nullptr;
  const Expr* first = nullptr;
  if (const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit())) {
    if (!declaration->isSingleDecl()) return nullptr;
    variable = llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl());
    first = variable != nullptr ? variable->getInit() : nullptr;
  } else if (const auto* assignment = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getInit());
             assignment != nullptr && assignment->getOpcode() == clang::BO_Assign) {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(assignment->getLHS()->IgnoreParenImpCasts());
    variable = reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    first = assignment->getRHS();
  }
  const auto* condition = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.getCond());
  if (variable == nullptr || first == nullptr || condition == nullptr) return nullptr;
  if (condition->getOpcode() != clang::BO_LT && condition->getOpcode() != clang::BO_LE &&
      condition->getOpcode() != clang::BO_NE)
    return nullptr;
  return value_of(first, context).key == "#0" ? variable->getCanonicalDecl() : nullptr;
}

// What stands in this part of the other is not done each time that is.
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
  return graph ? std::unique_ptr<FlowGraph>(new FlowGraph(std::move(graph))) : nullptr;
}

FlowGraph::FlowGraph(std::unique_ptr<clang::CFG> graph) : graph_(std::move(graph)), dominators_(graph_.get()) {
  find_loops();
}

void FlowGraph::find_loops() {
  for (const CFGBlock* latch : *graph_) {
    if (!counts(*latch)) continue;
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
