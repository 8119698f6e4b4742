// The ways through a function: clang's graph of it, and what must have been passed on the way to a point.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "lint/clang.h"
#include "lint/values.h"

namespace fencepost::lint {

// A place in the graph: a block, and the how-manieth of its elements, from 1.
struct Position {
  unsigned block = 0, element = 0;
};

class FlowGraph {
 public:
  // Null if clang has none for this function.
  static std::unique_ptr<FlowGraph> of(const clang::FunctionDecl& function, clang::ASTContext& context);

  const clang::CFG& blocks() const { return *graph_; }

  // Whoever comes to the second place has been at the first one: before it on every way, or a round before in a loop
  // that counts and comes to both in each round. (A loop that ends as soon as something has happened may have one
  // round.)
  bool has_been_at(Position first, Position second) const;

 private:
  FlowGraph(std::unique_ptr<clang::CFG> graph, const clang::ASTContext& context);

  struct Loop {
    const clang::CFGBlock* latch;
    std::set<unsigned> blocks;
  };
  void find_loops(const clang::ASTContext& context);
  const clang::CFGBlock* block_of(unsigned id) const;

  std::unique_ptr<clang::CFG> graph_;
  clang::CFGDomTree dominators_;
  std::vector<Loop> loops_;
};

// Whether anything is done with what a call returns.
bool is_result_used(const clang::CallExpr& call, clang::ASTContext& context);

// Variables with which loops around the expression count from 0, as long as the expression is reached in each round of
// them; and these loops.
Variables counted_from_zero(const clang::Expr& expression, clang::ASTContext& context,
                            std::vector<const clang::ForStmt*>& loops);

}  // namespace fencepost::lint
