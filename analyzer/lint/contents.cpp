#include "lint/contents.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "lint/call_shape.h"

namespace fencepost::lint {
namespace {

using clang::Expr;

const clang::VarDecl* variable_of(const Expr* expression) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
  const auto* variable = reference != nullptr ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  return variable != nullptr ? variable->getCanonicalDecl() : nullptr;
}

class Reader : public clang::RecursiveASTVisitor<Reader> {
 public:
  Reader(Contents& contents, const clang::ASTContext& context) : contents_(contents), context_(context) {}

  bool VisitCallExpr(clang::CallExpr* call) {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const CallShape* shape =
        callee != nullptr && callee->getDeclName().isIdentifier() ? shape_of(callee->getName()) : nullptr;
    if (shape == nullptr) {
      // A window that is passed to a function may get another name there.
      for (const Expr* argument : call->arguments()) note_copy(argument);
      return true;
    }
    if (callee->getName().contains("_attr") || callee->getName().contains("keyval")) contents_.sets_attributes = true;
    // Addresses in arguments of MPI calls are handled at these calls.
    for (const Expr* argument : call->arguments()) given_to_mpi_.insert(argument->IgnoreParenCasts());
    if (shape->window < 0 || shape->window >= static_cast<int>(call->getNumArgs())) return true;
    contents_.has_windows = true;
    const Expr* window = call->getArg(static_cast<unsigned>(shape->window))->IgnoreParenCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(window)) window = address->getSubExpr();
    if (const clang::VarDecl* variable = variable_of(window)) windows_.insert(variable);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* address) {
    if (address->getOpcode() == clang::UO_AddrOf && !given_to_mpi_.contains(address)) expose(address->getSubExpr());
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) {
    if (!variable->hasInit()) return true;
    if (variable->getType()->isReferenceType()) expose(variable->getInit());
    copies_.push_back({variable->getType(), variable->getInit()});
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* assignment) {
    if (assignment->isAssignmentOp()) copies_.push_back({assignment->getLHS()->getType(), assignment->getRHS()});
    return true;
  }
  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    for (const clang::LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == clang::LCK_ByRef)
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(capture.getCapturedVar()))
          contents_.exposed.insert(variable->getCanonicalDecl());
    return true;
  }
  bool VisitGenericSelectionExpr(clang::GenericSelectionExpr* choice) {
    if (choice->isExprPredicate()) leave_out(*choice->getControllingExpr());
    return true;
  }
  bool VisitCastExpr(clang::CastExpr* cast) {  // (void)x; reads nothing
    if (cast->getCastKind() == clang::CK_ToVoid && llvm::isa<clang::ImplicitCastExpr>(cast->getSubExpr()))
      contents_.not_evaluated.insert(cast->getSubExpr());
    return true;
  }
  bool VisitOMPExecutableDirective(clang::OMPExecutableDirective*) { return contents_.has_other_ways = true; }
  bool VisitCoroutineBodyStmt(clang::CoroutineBodyStmt*) { return contents_.has_other_ways = true; }
  bool VisitCXXTryStmt(clang::CXXTryStmt*) { return contents_.has_other_ways = true; }
  bool VisitCXXThrowExpr(clang::CXXThrowExpr*) { return contents_.throws = true; }

  void finish() {
    for (const auto& [type, from] : copies_) {
      const clang::VarDecl* const variable = variable_of(from);
      const bool null = text_of(from, context_) == "MPI_WIN_NULL";
      if ((is_window_type(type) && !null) || (variable != nullptr && windows_.contains(variable)))
        contents_.copies_windows = true;
    }
  }

 private:
  void expose(const Expr* lvalue) {
    lvalue = lvalue->IgnoreParenCasts();
    while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue))
      lvalue = member->getBase()->IgnoreParenCasts();
    if (const clang::VarDecl* variable = variable_of(lvalue)) contents_.exposed.insert(variable);
  }
  void leave_out(const clang::Stmt& part) {
    if (const auto* expression = llvm::dyn_cast<Expr>(&part)) contents_.not_evaluated.insert(expression);
    for (const clang::Stmt* child : part.children())
      if (child != nullptr) leave_out(*child);
  }
  void note_copy(const Expr* argument) {
    if (is_window_type(argument->getType())) contents_.copies_windows = true;
  }

  Contents& contents_;
  const clang::ASTContext& context_;
  std::set<const Expr*> given_to_mpi_;
  Variables windows_;
  std::vector<std::pair<clang::QualType, const Expr*>> copies_;
};

}  // namespace

bool Contents::is_exposed(const std::string& key, const Variables& variables) const {
  constexpr std::array<std::string_view, 6> kThroughMemory = {"->", ".", "*(", "[", "this", "data of"};
  return std::ranges::any_of(kThroughMemory,
                             [&](std::string_view part) { return key.find(part) != std::string::npos; }) ||
         std::ranges::any_of(variables, [&](const clang::VarDecl* variable) {
           return !variable->hasLocalStorage() || variable->getType()->isReferenceType() || exposed.contains(variable);
         });
}

Contents contents_of(const clang::FunctionDecl& function, const clang::ASTContext& context) {
  Contents contents;
  Reader reader(contents, context);
  reader.TraverseStmt(function.getBody());
  reader.finish();
  return contents;
}

}  // namespace fencepost::lint
