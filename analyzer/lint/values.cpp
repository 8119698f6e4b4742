#include "lint/values.h"

#include <array>
#include <cctype>

#include <fmt/format.h>

namespace fencepost::lint {
namespace {

const clang::Expr* plain(const clang::Expr* expression) {
  // Casts between pointers and between numbers change no value that matters here.
  while (expression != nullptr) {
    const clang::Expr* next = expression->IgnoreParens();
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(next)) {
      switch (cast->getCastKind()) {
        case clang::CK_DerivedToBase:  // it may be elsewhere in the object
        case clang::CK_UncheckedDerivedToBase:
        case clang::CK_BaseToDerived:
        case clang::CK_UserDefinedConversion:
        case clang::CK_ConstructorConversion:
        case clang::CK_FloatingToIntegral:
        case clang::CK_IntegralToFloating:
          return next;
        default:
          next = cast->getSubExpr();
      }
    } else if (const auto* cleanups = llvm::dyn_cast<clang::ExprWithCleanups>(next)) {
      next = cleanups->getSubExpr();
    } else if (const auto* temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(next)) {
      next = temporary->getSubExpr();
    }
    if (next == expression) return next;
    expression = next;
  }
  return expression;
}

std::optional<std::int64_t> constant(const clang::Expr* expression, const clang::ASTContext& context) {
  if (expression->isValueDependent() || !expression->getType()->isIntegralOrEnumerationType()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expression->EvaluateAsInt(result, context)) return std::nullopt;
  const llvm::APSInt value = result.Val.getInt();
  if (!value.isRepresentableByInt64()) return std::nullopt;
  return value.getExtValue();
}

// data(), begin() and [] of C++'s containers: they point to the container's elements.
const clang::Expr* container_of(const clang::Expr* expression) {
  if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (method != nullptr && method->getDeclName().isIdentifier() && method->getName() == "data" &&
        is_of_std(*method)) {
      return call->getImplicitObjectArgument();
    }
  }
  return nullptr;
}
const clang::CXXOperatorCallExpr* element_of_container(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression);
  if (call == nullptr || call->getOperator() != clang::OO_Subscript || call->getNumArgs() != 2) return nullptr;
  const clang::FunctionDecl* callee = call->getDirectCallee();
  return callee != nullptr && is_of_std(*callee) ? call : nullptr;
}

std::int64_t bytes_of(clang::QualType type, const clang::ASTContext& context) {
  if (type.isNull() || type->isDependentType() || type->isIncompleteType() || type->isVariableArrayType() ||
      type->isFunctionType() || type->isVoidType())
    return 0;
  return context.getTypeSizeInChars(type.getNonReferenceType()).getQuantity();
}

std::optional<std::int64_t> index_of(const clang::Expr* index, const clang::ASTContext& context,
                                     const Variables& from_zero) {
  if (const auto number = constant(index, context)) return number;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(plain(index));
  if (reference == nullptr) return std::nullopt;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  return variable != nullptr && from_zero.contains(variable) ? std::optional<std::int64_t>(0) : std::nullopt;
}

void merge(Variables& into, const Variables& from) {
  into.insert(from.begin(), from.end());
}

}  // namespace

std::optional<std::int64_t> Value::number() const {
  if (!is_constant()) return std::nullopt;
  return std::stoll(key.substr(1));
}

Value value_of(const clang::Expr* expression, const clang::ASTContext& context) {
  if (expression == nullptr || expression->isValueDependent() || expression->isTypeDependent()) return {};
  if (const auto number = constant(expression, context)) return {fmt::format("#{}", *number), {}};
  expression = plain(expression);
  if (const auto number = constant(expression, context)) return {fmt::format("#{}", *number), {}};
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable == nullptr || variable->getType().isVolatileQualified()) return {};
    return {fmt::format("v{}", static_cast<const void*>(variable->getCanonicalDecl())), {variable->getCanonicalDecl()}};
  }
  if (llvm::isa<clang::CXXThisExpr>(expression)) return {"this", {}};
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    Value base = value_of(member->getBase(), context);
    if (base.key.empty()) return {};
    const auto* field = member->getMemberDecl();
    base.key = fmt::format("({}){}{}", base.key, member->isArrow() ? "->" : ".", static_cast<const void*>(field));
    return base;
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    const clang::Expr* of = plain(unary->getSubExpr());
    if (unary->getOpcode() == clang::UO_AddrOf) {
      if (const auto* inner = llvm::dyn_cast<clang::UnaryOperator>(of);
          inner != nullptr && inner->getOpcode() == clang::UO_Deref)
        return value_of(inner->getSubExpr(), context);
      Value value = value_of(of, context);
      if (!value.key.empty()) value.key = "&(" + value.key + ")";
      return value;
    }
    if (unary->getOpcode() == clang::UO_Deref) {
      Value value = value_of(of, context);
      if (value.key.starts_with("&(")) {
        value.key = value.key.substr(2, value.key.size() - 3);
      } else if (!value.key.empty()) {
        value.key = "*(" + value.key + ")";
      }
      return value;
    }
    if (unary->getOpcode() == clang::UO_Minus) {
      Value value = value_of(of, context);
      if (!value.key.empty()) value.key = "-(" + value.key + ")";
      return value;
    }
    return {};
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    Value base = value_of(element->getBase(), context);
    const Value index = value_of(element->getIdx(), context);
    if (base.key.empty() || index.key.empty()) return {};
    base.key = fmt::format("({})[{}]", base.key, index.key);
    merge(base.variables, index.variables);
    return base;
  }
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
      binary != nullptr && (binary->isAdditiveOp() || binary->isMultiplicativeOp())) {
    Value left = value_of(binary->getLHS(), context);
    const Value right = value_of(binary->getRHS(), context);
    if (left.key.empty() || right.key.empty()) return {};
    left.key = fmt::format("({}){}({})", left.key, binary->getOpcodeStr().str(), right.key);
    merge(left.variables, right.variables);
    return left;
  }
  return {};
}

Place pointed_to(const clang::Expr* pointer, const clang::ASTContext& context, const Variables& from_zero) {
  pointer = plain(pointer);
  if (pointer == nullptr || pointer->isValueDependent() || pointer->isTypeDependent()) return {};
  if (pointer->getType()->isArrayType()) {
    Place place = place_of(pointer, context, from_zero);
    place.size = 0;
    return place;
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
      unary != nullptr && unary->getOpcode() == clang::UO_AddrOf)
    return place_of(unary->getSubExpr(), context, from_zero);
  if (const auto* binary = llvm::dyn_cast<clang::BinaryOperator>(pointer);
      binary != nullptr && binary->isAdditiveOp() && binary->getLHS()->getType()->isAnyPointerType()) {
    const auto index = index_of(binary->getRHS(), context, from_zero);
    const std::int64_t size = bytes_of(binary->getType()->getPointeeType(), context);
    if (!index || size == 0) return {};
    Place place = pointed_to(binary->getLHS(), context, from_zero);
    place.offset += (binary->getOpcode() == clang::BO_Sub ? -*index : *index) * size;
    place.size = 0;
    return place;
  }
  if (const clang::Expr* container = container_of(pointer)) {
    const Value value = value_of(container, context);
    if (value.key.empty()) return {};
    return {"data of " + value.key, value.variables, nullptr, 0, 0};
  }
  if (!pointer->getType()->isAnyPointerType()) return {};
  const Value value = value_of(pointer, context);
  if (value.key.empty()) return {};
  return {"*(" + value.key + ")", value.variables, nullptr, 0, 0};
}

Place place_of(const clang::Expr* lvalue, const clang::ASTContext& context, const Variables& from_zero) {
  lvalue = plain(lvalue);
  if (lvalue == nullptr || lvalue->isValueDependent() || lvalue->isTypeDependent()) return {};
  const std::int64_t size = bytes_of(lvalue->getType(), context);
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(lvalue)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable == nullptr) return {};
    variable = variable->getCanonicalDecl();
    const bool itself = !variable->getType()->isReferenceType();
    return {fmt::format("v{}", static_cast<const void*>(variable)), {variable}, itself ? variable : nullptr, 0, size};
  }
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (field == nullptr || field->isBitField() || field->getParent()->isUnion() || field->getType()->isReferenceType())
      return {};
    Place place = member->isArrow() ? pointed_to(member->getBase(), context, from_zero)
                                    : place_of(member->getBase(), context, from_zero);
    if (llvm::isa<clang::CXXThisExpr>(plain(member->getBase()))) place = {"*this", {}, nullptr, 0, 0};
    if (place.root.empty()) return {};
    const clang::ASTRecordLayout& layout = context.getASTRecordLayout(field->getParent());
    place.offset +=
        context.toCharUnitsFromBits(static_cast<std::int64_t>(layout.getFieldOffset(field->getFieldIndex())))
            .getQuantity();
    place.size = size;
    return place;
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
    const auto index = index_of(element->getIdx(), context, from_zero);
    if (!index || size == 0) return {};
    Place place = pointed_to(element->getBase(), context, from_zero);
    place.offset += *index * size;
    place.size = size;
    return place;
  }
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
      unary != nullptr && unary->getOpcode() == clang::UO_Deref) {
    Place place = pointed_to(unary->getSubExpr(), context, from_zero);
    place.size = size;
    return place;
  }
  if (const clang::CXXOperatorCallExpr* element = element_of_container(lvalue)) {
    const auto index = index_of(element->getArg(1), context, from_zero);
    const Value value = value_of(element->getArg(0), context);
    if (!index || value.key.empty() || size == 0) return {};
    return {"data of " + value.key, value.variables, nullptr, *index * size, size};
  }
  return {};
}

std::string text_of(const clang::Expr* expression, const clang::ASTContext& context) {
  const clang::SourceManager& sources = context.getSourceManager();
  const clang::LangOptions& language = context.getLangOpts();
  if (!llvm::isa<clang::BinaryOperator, clang::AbstractConditionalOperator, clang::CallExpr>(
          expression->IgnoreParenCasts())) {
    for (clang::SourceLocation at = expression->getBeginLoc(); at.isMacroID();
         at = sources.getImmediateMacroCallerLoc(at)) {
      if (sources.isMacroArgExpansion(at)) continue;
      // Not a macro of the program with a name like MPI's.
      const llvm::StringRef name = clang::Lexer::getImmediateMacroName(at, sources, language);
      const std::string header = sources.getFilename(sources.getSpellingLoc(at)).str();
      if (name.starts_with("MPI_") && header.substr(header.rfind('/') + 1).starts_with("mpi")) return name.str();
    }
  }
  const clang::CharSourceRange range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression->getSourceRange()), sources, language);
  if (range.isInvalid()) return "";
  const std::string text = clang::Lexer::getSourceText(range, sources, language).str();
  std::string line;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank || (!line.empty() && line.back() != ' ')) line += blank ? ' ' : c;
  }
  return line;
}

std::int64_t size_of_type(const std::string& datatype, const clang::ASTContext& context) {
  struct Known {
    std::string_view name;
    clang::QualType type;
  };
  const std::array known = {
      Known{"MPI_CHAR", context.CharTy},
      Known{"MPI_SIGNED_CHAR", context.SignedCharTy},
      Known{"MPI_UNSIGNED_CHAR", context.UnsignedCharTy},
      Known{"MPI_BYTE", context.CharTy},
      Known{"MPI_SHORT", context.ShortTy},
      Known{"MPI_UNSIGNED_SHORT", context.UnsignedShortTy},
      Known{"MPI_INT", context.IntTy},
      Known{"MPI_UNSIGNED", context.UnsignedIntTy},
      Known{"MPI_LONG", context.LongTy},
      Known{"MPI_UNSIGNED_LONG", context.UnsignedLongTy},
      Known{"MPI_LONG_LONG", context.LongLongTy},
      Known{"MPI_LONG_LONG_INT", context.LongLongTy},
      Known{"MPI_UNSIGNED_LONG_LONG", context.UnsignedLongLongTy},
      Known{"MPI_FLOAT", context.FloatTy},
      Known{"MPI_DOUBLE", context.DoubleTy},
      Known{"MPI_LONG_DOUBLE", context.LongDoubleTy},
      Known{"MPI_AINT", context.LongTy},
      Known{"MPI_OFFSET", context.LongLongTy},
  };
  for (const Known& one : known)
    if (one.name == datatype) return context.getTypeSizeInChars(one.type).getQuantity();
  for (const auto& [name, size] : {std::pair{"8_T", 1}, {"16_T", 2}, {"32_T", 4}, {"64_T", 8}})
    if ((datatype.starts_with("MPI_INT") || datatype.starts_with("MPI_UINT")) && datatype.ends_with(name)) return size;
  return 0;
}

bool is_of_std(const clang::Decl& declaration) {
  for (const clang::DeclContext* context = declaration.getDeclContext(); context != nullptr;
       context = context->getParent())
    if (context->isStdNamespace()) return true;
  return false;
}

bool is_window_type(clang::QualType type) {
  if (type.isNull()) return false;
  type = type.getNonReferenceType();
  for (;;) {
    if (const auto* alias = type->getAs<clang::TypedefType>()) {
      if (alias->getDecl()->getName() == "MPI_Win") return true;
      type = alias->getDecl()->getUnderlyingType();
      continue;
    }
    return false;
  }
}

}  // namespace fencepost::lint
