#include "lint/arguments.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "lint/call_shape.h"
#include "lint/flow_words.h"
#include "lint/operations.h"
#include "lint/values.h"
#include "registry/rule_ids.h"
#include "standard/reductions.h"

namespace fencepost::lint {
namespace {

using clang::CallExpr;
using clang::Expr;

constexpr std::array<std::string_view, 3> kFloating = {"MPI_FLOAT", "MPI_DOUBLE", "MPI_LONG_DOUBLE"};

template <std::size_t kSize>
bool is_one_of(const std::array<std::string_view, kSize>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// An unknown operation or type counts as defined.
bool is_defined(std::string_view operation, std::string_view type) {
  const ReduceOp op = reduce_op_named(operation);
  const BasicType basic = basic_type_named(type);
  return op == ReduceOp::kUserDefined || op == ReduceOp::kNull || basic == BasicType::kUnknown || op_defined(op, basic);
}

// The assertions that a call accepts (12.5.5).
std::vector<std::string_view> assertions_of(CallKind kind) {
  switch (kind) {
    case CallKind::kFence:
      return {"MPI_MODE_NOSTORE", "MPI_MODE_NOPUT", "MPI_MODE_NOPRECEDE", "MPI_MODE_NOSUCCEED"};
    case CallKind::kPost:
      return {"MPI_MODE_NOCHECK", "MPI_MODE_NOSTORE", "MPI_MODE_NOPUT"};
    default:
      return {"MPI_MODE_NOCHECK"};
  }
}

// The constants in an expression: A | B, c ? A : B.
void add_names(const Expr* expression, const clang::ASTContext& context, std::vector<std::string>& names) {
  const Expr* const plain = expression->IgnoreParenImpCasts();
  if (const auto* both = llvm::dyn_cast<clang::BinaryOperator>(plain)) {
    add_names(both->getLHS(), context, names);
    add_names(both->getRHS(), context, names);
  } else if (const auto* either = llvm::dyn_cast<clang::ConditionalOperator>(plain)) {
    add_names(either->getTrueExpr(), context, names);
    add_names(either->getFalseExpr(), context, names);
  } else {
    names.push_back(text_of(plain, context));
  }
}

class Arguments {
 public:
  Arguments(const CallExpr& call, const CallShape& shape, std::string_view name, const clang::FunctionDecl* function,
            const clang::ASTContext& context, Notes& notes)
      : call_(call), shape_(shape), name_(name), function_(function), context_(context), notes_(notes) {}

  void check() {
    assertion();
    swapped();
    lock_type();
    creation();
    if (shape_.is_operation()) operation();
  }

 private:
  const Expr* argument(int position) const { return lint::argument(call_, position); }
  std::string text(int position) const {
    const Expr* expression = argument(position);
    return expression != nullptr ? text_of(expression, context_) : "";
  }
  std::optional<std::int64_t> number(int position) const {
    const Expr* expression = argument(position);
    return expression != nullptr ? value_of(expression, context_).number() : std::nullopt;
  }
  // A number that the program writes itself. A constant of MPI does not count, because its value is the library's.
  std::optional<std::int64_t> own_number(int position) const {
    // As written: the name may stand for a constant of MPI.
    const std::string written = text(position);
    const bool is_literal = written.find_first_not_of("-0123456789") == std::string::npos && !written.empty();
    return is_literal ? number(position) : std::nullopt;
  }
  // The target is MPI_PROC_NULL: the call does nothing.
  bool nobody() const {
    const std::string target = text(shape_.target);
    return target == "MPI_PROC_NULL" || (!own_number(shape_.target) && number(shape_.target).value_or(0) < 0);
  }

  void wrong(std::string_view rule, const std::string& what, const std::string& suggestion) {
    Note note{.rule = rule};
    note.message = fmt::format("{} at {}: {}.", name_, Notes::position(context_, call_.getBeginLoc()), what);
    note.suggestion = suggestion;
    Site site{.expression = &call_, .call = std::string(name_), .kind = FlowWords::kind_of(shape_)};
    site.role = shape_.is_operation() ? Role::kOrigin : Role::kCall;
    note.sites.push_back(std::move(site));
    notes_.add(context_, function_, std::move(note));
  }

  void assertion() {
    if (shape_.assertion < 0) return;
    const std::vector<std::string_view> known = assertions_of(shape_.kind);
    std::vector<std::string> given;
    if (const Expr* expression = argument(shape_.assertion)) add_names(expression, context_, given);
    for (const std::string& word : given) {
      if (!word.starts_with("MPI_MODE_") || std::ranges::find(known, word) != known.end()) continue;
      wrong(rule::kInvalidAssert, fmt::format("{} is not an assertion of this call", word),
            fmt::format("The call knows only {1}, not {0}.", word, fmt::join(known, ", ")));
    }
  }

  // If handles are integers, no compiler warns.
  void swapped() {
    if (shape_.kind != CallKind::kFence || !own_number(shape_.window)) return;
    if (own_number(shape_.assertion) || text(shape_.assertion).starts_with("MPI_")) return;
    wrong(rule::kUseAfterFree, fmt::format("{} is not a window; the two arguments are swapped", text(shape_.window)),
          "The call is MPI_Win_fence(assert, win): the assertion comes first.");
  }

  void lock_type() {
    const std::string given = text(shape_.lock_type);
    if (!given.starts_with("MPI_") || given.starts_with("MPI_LOCK_")) return;
    wrong(rule::kInvalidLockType, fmt::format("{} is not a lock type", given),
          "The lock type has to be MPI_LOCK_SHARED or MPI_LOCK_EXCLUSIVE.");
  }

  void creation() {
    if (shape_.kind != CallKind::kCreate) return;
    if (const auto size = own_number(shape_.size); size && *size < 0)
      wrong(rule::kInvalidCreationArguments, fmt::format("the size is {}", *size),
            "The size has to be given in bytes.");
    if (const auto unit = own_number(shape_.unit); unit && *unit <= 0)
      wrong(rule::kInvalidCreationArguments, fmt::format("the displacement unit is {}", *unit),
            "The displacement unit has to be at least 1.");
    place_of_base();
  }

  // Where the call stores the address of the memory that it allocates. (The parameter is a void*, so no compiler
  // warns.)
  void place_of_base() {
    if (name_ != "MPI_Win_allocate" && name_ != "MPI_Win_allocate_shared") return;
    constexpr int kBase = 4;
    const Expr* const given = argument(kBase);
    if (given == nullptr) return;
    const Expr* const place = given->IgnoreParenCasts();
    const clang::QualType type = place->getType();
    const clang::QualType there = type->isArrayType()     ? clang::QualType(type->getArrayElementTypeNoTypeQual(), 0)
                                  : type->isPointerType() ? type->getPointeeType()
                                                          : clang::QualType();
    if (there.isNull() || there->isDependentType() || !there->isArithmeticType() || there->isAnyCharacterType()) return;
    // An integer may be meant to take the address.
    if (there->isIntegerType() && context_.getTypeSize(there) == context_.getTypeSize(context_.VoidPtrTy)) return;
    const std::string written = text_of(place, context_);
    wrong(rule::kInvalidCreationArguments,
          fmt::format("it stores an address at baseptr, and {} is the address of {}", written, there.getAsString()),
          type->isPointerType() && llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(place)
              ? fmt::format("The address of the pointer is needed: &{}.", written)
              : "The address of a pointer is needed.");
  }

  // Handles that are written as a null constant.
  bool is_null(int position, std::string_view null) const { return text(position) == null; }

  void operation() {
    if (is_null(shape_.window, "MPI_WIN_NULL"))
      return wrong(rule::kUseAfterFree, "MPI_WIN_NULL is not a window",
                   "The call needs a window that has been created.");
    // (The origin of MPI_NO_OP, or of an operation in a variable, which may be MPI_NO_OP, is not checked.)
    const std::string op = text(shape_.operation);
    const bool reads_origin = shape_.operation < 0 || (op.starts_with("MPI_") && op != "MPI_NO_OP");
    for (const int type : {reads_origin ? shape_.type : -1, shape_.target_type, shape_.result_type})
      if (is_null(type, "MPI_DATATYPE_NULL"))
        return wrong(rule::kInvalidDatatype, "MPI_DATATYPE_NULL is not a datatype",
                     "The datatype has to be a committed one.");
    for (const int count : {shape_.count, shape_.target_count, shape_.result_count})
      if (const auto given = own_number(count); given && *given < 0)
        return wrong(rule::kInvalidCount, fmt::format("a count is {}", *given), "The count must not be negative.");
    if (nobody()) return;
    if (const auto displacement = own_number(shape_.displacement); displacement && *displacement < 0)
      wrong(rule::kInvalidCount, fmt::format("the displacement is {}", *displacement),
            "Displacements count from the window's beginning.");
    if (const auto target = own_number(shape_.target); target && *target < 0)
      wrong(rule::kTargetRank, fmt::format("the target rank is {}", *target),
            "The target has to be a rank of the window's group.");
    signature();
    operator_and_type();
    null_buffers();
    overlap();
  }

  void signature() {
    const std::string origin = text(shape_.type), target = text(shape_.target_type);
    const bool no_origin = text(shape_.operation) == "MPI_NO_OP" || shape_.count < 0;
    if (no_origin) return;
    const std::int64_t size = size_of_type(origin, context_);
    const std::int64_t target_size = size_of_type(target, context_);
    if (size == 0 || target_size == 0) return;
    const auto is_bytes = [](const std::string& type) { return type == "MPI_BYTE" || type == "MPI_CHAR"; };
    if (origin == target) {
      const auto count = own_number(shape_.count), target_count = own_number(shape_.target_count);
      if (count && target_count && *count != *target_count)
        wrong(rule::kSignatureMismatch,
              fmt::format("{} element{} of {} at the origin, {} at the target", *count, *count == 1 ? "" : "s", origin,
                          *target_count),
              "Both have to have the same number of elements.");
      return;
    }
    if (is_bytes(origin) || is_bytes(target)) return;
    if (size == target_size && is_one_of(kFloating, origin) == is_one_of(kFloating, target)) return;
    wrong(rule::kSignatureMismatch, fmt::format("{} at the origin, {} at the target", origin, target),
          "Both datatypes have to have the same basic types.");
  }

  void operator_and_type() {
    const std::string given = text(shape_.operation), type = text(shape_.target_type);
    if (given == "MPI_NO_OP" && shape_.result < 0)
      wrong(rule::kOpNotAllowed, "MPI_NO_OP is for calls that fetch",
            "MPI_Get_accumulate and MPI_Fetch_and_op read atomically with it.");
    if (given == "MPI_OP_NULL")
      wrong(rule::kOpNotAllowed, "MPI_OP_NULL is not an operation", "The operation has to be a predefined one.");
    if (!given.empty() && !is_defined(given, type))
      wrong(rule::kOpInvalidForType, fmt::format("{} is not defined for {}", given, type),
            "The operation has to be one that is defined for this datatype.");
    const BasicType basic = basic_type_named(type);
    if (shape_.compare >= 0 && basic != BasicType::kUnknown && !compare_and_swap_defined(basic))
      wrong(rule::kCompareAndSwapType, fmt::format("{} cannot be compared", type),
            "The type has to be an integer type of the same size, a logical type or MPI_BYTE.");
  }

  void null_buffers() {
    const auto is_null = [&](int position) {
      const Expr* expression = argument(position);
      const std::string written = text(position);
      return expression != nullptr && !written.empty() && written.find("MPI_") == std::string::npos &&
             expression->IgnoreParenCasts()->isNullPointerConstant(
                 const_cast<clang::ASTContext&>(context_), Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
    };
    const auto moves = [&](int count) { return count < 0 || own_number(count).value_or(0) > 0; };
    if (text(shape_.operation) != "MPI_NO_OP" && is_null(shape_.origin) && moves(shape_.count))
      wrong(rule::kNullBuffer, "the origin buffer is null", "The call needs a buffer, or a count of 0.");
    if (is_null(shape_.result) && moves(shape_.result_count))
      wrong(rule::kNullBuffer, "the result buffer is null", "The call needs a buffer, or a count of 0.");
  }

  void overlap() {
    // (An operation in a variable may be MPI_NO_OP, which needs no origin. A buffer that is only read may be constant.)
    const std::string operation = text(shape_.operation);
    const bool reads_origin = operation != "MPI_NO_OP" && (shape_.operation < 0 || operation.starts_with("MPI_"));
    for (const int count : {shape_.count, shape_.result_count})
      if (count >= 0 && own_number(count).value_or(0) <= 0) return;
    const std::array<std::pair<int, std::string_view>, 3> buffers = {
        std::pair<int, std::string_view>{reads_origin ? shape_.origin : -1, "origin"},
        {shape_.result, "result"},
        {shape_.compare, "compare"}};
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      for (std::size_t j = i + 1; j < buffers.size(); ++j) {
        const Expr* one = argument(buffers[i].first);
        const Expr* other = argument(buffers[j].first);
        if (one == nullptr || other == nullptr || (i == 0 && j == 2)) continue;
        const Place a = pointed_to(one, context_, {}), b = pointed_to(other, context_, {});
        if (a.root.empty() || a.root != b.root || a.offset != b.offset) continue;
        wrong(rule::kLocalBuffersOverlap,
              fmt::format("the {} and the {} buffer are both {}", buffers[i].second, buffers[j].second,
                          text(buffers[i].first)),
              "Each needs a buffer of its own.");
        return;
      }
    }
  }

  const CallExpr& call_;
  const CallShape& shape_;
  std::string_view name_;
  const clang::FunctionDecl* function_;
  const clang::ASTContext& context_;
  Notes& notes_;
};

}  // namespace

void check_arguments(const CallExpr& call, const clang::FunctionDecl* function, const clang::ASTContext& context,
                     Notes& notes) {
  const clang::FunctionDecl* callee = call.getDirectCallee();
  if (callee == nullptr || !callee->getDeclName().isIdentifier() || call.isValueDependent() || call.isTypeDependent())
    return;
  const CallShape* shape = shape_of(callee->getName());
  if (shape == nullptr || shape->window < 0 || shape->window >= static_cast<int>(call.getNumArgs())) return;
  const std::string name(plain_name(callee->getName()));
  Arguments(call, *shape, name, function, context, notes).check();
}

}  // namespace fencepost::lint
