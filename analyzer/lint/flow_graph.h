// The paths through a function: clang's graph, and what must have been passed on the way to a point.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "lint/clang.h"
#include "lint/values.h"

namespace fencepost::lint {

// A place in the graph: a block, and the number of its element, from 1.
struct Position {
  unsigned block = 0, element = 0;
};

class FlowGraph {
 public:
  // Null if clang has none for this function.
  static std::unique_ptr<FlowGraph> of(const clang::FunctionDecl& function, clang::ASTContext& context);

  const clang::CFG& blocks() const { return *graph_; }

  // Whether a path that reaches the second place has passed the first: before it on every path, or a round before in a
  // loop that counts and reaches both in each round. (A loop that ends as soon as something has happened may have only
  // one round.)
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

// Whether anything is done with the result of a call.
bool is_result_used(const clang::CallExpr& call, clang::ASTContext& context);

// Variables with which loops around the expression count from 0, if the expression is reached in each of their rounds;
// and these loops.
Variables counted_from_zero(const clang::Expr& expression, clang::ASTContext& context,
                            std::vector<const clang::ForStmt*>& loops);

}  // namespace fencepost::lint
