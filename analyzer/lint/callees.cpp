#include "lint/callees.h"

#include <algorithm>
#include <array>

#include "lint/call_shape.h"
#include "lint/values.h"

namespace fencepost::lint {
namespace {

// An object of the program that can be called.
bool is_callable(clang::QualType type) {
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr &&
         (record->isLambda() || (record->hasDefinition() && !is_of_std(*record) &&
                                 std::ranges::any_of(record->methods(), [](const clang::CXXMethodDecl* method) {
                                   return method->getOverloadedOperator() == clang::OO_Call;
                                 })));
}

// An argument that is a function, or an object that can be called.
template <class Call>
bool is_handed_code(const Call& call) {
  return std::ranges::any_of(call.arguments(), [](const clang::Expr* argument) {
    const clang::Expr* plain = argument->IgnoreParenImpCasts();
    if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(plain))
      plain = temporary->getSubExpr()->IgnoreParenImpCasts();
    const clang::QualType type = plain->getType().getNonReferenceType();
    return type->isFunctionType() || type->isFunctionPointerType() || type->isBlockPointerType() || is_callable(type);
  });
}

const clang::CXXRecordDecl* class_of(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getCanonicalType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return record != nullptr && record->hasDefinition() ? record->getDefinition() : nullptr;
}

class Calls : public clang::RecursiveASTVisitor<Calls> {
 public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitCallExpr(clang::CallExpr* call) {
    calls.push_back(call);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* call) {
    constructions.push_back(call);
    return true;
  }
  std::vector<clang::CallExpr*> calls;
  std::vector<clang::CXXConstructExpr*> constructions;
};

}  // namespace

bool Callees::is_of_the_system(const clang::FunctionDecl& function) {
  const clang::SourceManager& sources = function.getASTContext().getSourceManager();
  return function.getBuiltinID() != 0 || sources.isInSystemHeader(sources.getExpansionLoc(function.getLocation()));
}

bool Callees::may_call_mpi(const clang::FunctionDecl* function) {
  const clang::FunctionDecl* definition = nullptr;
  if (function->getDeclName().isIdentifier() && shape_of(function->getName()) != nullptr) return true;
  // It is not known what the library's own callable objects (std::function) call.
  if (is_of_the_system(*function)) return function->getOverloadedOperator() == clang::OO_Call;
  if (!function->hasBody(definition) || definition->isVirtualAsWritten()) return true;
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition); method != nullptr && method->isVirtual())
    return true;
  const auto [at, added] = known_.try_emplace(definition, true);
  if (!added) return at->second;  // a recursion: the rest of the function decides
  Calls calls;
  calls.TraverseStmt(definition->getBody());
  const bool may = std::ranges::any_of(calls.calls, [&](const clang::CallExpr* call) { return may_call_mpi(*call); }) ||
                   std::ranges::any_of(calls.constructions,
                                       [&](const clang::CXXConstructExpr* call) { return may_call_mpi(*call); });
  return known_[definition] = may;
}

bool Callees::may_call_mpi(const clang::CallExpr& call) {
  const clang::FunctionDecl* function = call.getDirectCallee();
  return function == nullptr || is_handed_code(call) || may_call_mpi(function);
}

bool Callees::may_call_mpi(const clang::CXXConstructExpr& call) {
  return is_handed_code(call) || may_call_mpi(call.getConstructor());
}

bool Callees::leads_to_elements(const clang::FunctionDecl& function) {
  const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr || !is_of_std(function) || synchronizes_threads(function) ||
      method->getOverloadedOperator() == clang::OO_Call)
    return false;
  if (method->isConst() || method->getOverloadedOperator() == clang::OO_Subscript) return true;
  constexpr std::array<llvm::StringRef, 6> kNames = {"data", "at", "front", "back", "begin", "end"};
  return method->getDeclName().isIdentifier() && std::ranges::find(kNames, method->getName()) != kNames.end();
}

bool Callees::synchronizes_threads(const clang::FunctionDecl& function) {
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function)) {
    constexpr std::array<llvm::StringRef, 11> kClasses = {"atomic",  "barrier",    "latch",  "semaphore",
                                                          "mutex",   "condition_", "thread", "future",
                                                          "promise", "lock",       "task"};
    const llvm::StringRef name = method->getParent()->getName();
    return is_of_std(*method) &&
           std::ranges::any_of(kClasses, [&](llvm::StringRef part) { return name.contains(part); });
  }
  if (!function.getDeclName().isIdentifier()) return false;
  constexpr std::array<llvm::StringRef, 9> kPrefixes = {"pthread_", "sem_",      "mtx_",   "cnd_", "thrd_",
                                                        "atomic_",  "__atomic_", "__sync", "omp_"};
  return std::ranges::any_of(kPrefixes, [&](llvm::StringRef prefix) { return function.getName().starts_with(prefix); });
}

bool Callees::destroys_with_mpi(clang::QualType type) {
  const clang::CXXRecordDecl* const record = class_of(type);
  return record != nullptr && may_call_mpi(*record);
}

bool Callees::may_call_mpi(const clang::CXXRecordDecl& destroyed) {
  const clang::CXXDestructorDecl* const destructor = destroyed.getDestructor();
  if (destructor == nullptr || destructor->isTrivial()) return false;
  if (is_of_std(destroyed)) {
    // For the library's own classes: what they contain and what they call: std::unique_ptr<Guard>, std::function<…>.
    const auto* const instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&destroyed);
    if (instance == nullptr) return destroyed.getName() == "any" || destroyed.getName() == "thread";
    return std::ranges::any_of(instance->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& argument) {
      if (argument.getKind() != clang::TemplateArgument::Type) return false;
      const clang::QualType type = argument.getAsType();
      return type->isVoidType() || type->isFunctionType() || type->isFunctionPointerType() || destroys_with_mpi(type) ||
             is_callable(type);
    });
  }
  // It may be an object of a derived class.
  if (destructor->isVirtual() && !destroyed.isEffectivelyFinal()) return true;
  if (!destructor->isImplicit() && !destructor->isDefaulted() &&
      may_call_mpi(static_cast<const clang::FunctionDecl*>(destructor)))
    return true;
  // The destructors of members and bases are not in its body.
  return std::ranges::any_of(destroyed.fields(),
                             [&](const auto* field) { return destroys_with_mpi(field->getType()); }) ||
         std::ranges::any_of(destroyed.bases(), [&](const auto& base) { return destroys_with_mpi(base.getType()); });
}

}  // namespace fencepost::lint
