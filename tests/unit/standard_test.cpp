// The tables of the standard: each entry, as the checks of runs (by kind) and those of sources (by name) ask for it.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "standard/reductions.h"

namespace fencepost {
namespace {

constexpr ReduceOp kOps[] = {ReduceOp::kReplace, ReduceOp::kNoOp, ReduceOp::kSum,    ReduceOp::kProd,  ReduceOp::kMax,
                             ReduceOp::kMin,     ReduceOp::kLand, ReduceOp::kBand,   ReduceOp::kLor,   ReduceOp::kBor,
                             ReduceOp::kLxor,    ReduceOp::kBxor, ReduceOp::kMaxloc, ReduceOp::kMinloc};

std::vector<BasicType> all_types() {
  std::vector<BasicType> types;
  for (int i = 0; i < static_cast<int>(BasicType::kCount); ++i)
    if (static_cast<BasicType>(i) != BasicType::kUnknown) types.push_back(static_cast<BasicType>(i));
  return types;
}

TEST(Reductions, EachEntryIsTheSameByKindAndByName) {
  for (const ReduceOp op : kOps) {
    ASSERT_EQ(reduce_op_named(name_of(op)), op) << name_of(op);
    for (const BasicType type : all_types()) {
      const BasicType named = basic_type_named(name_of(type));
      EXPECT_EQ(name_of(named), name_of(type));
      EXPECT_EQ(op_defined(op, named), op_defined(op, type)) << name_of(op) << " of " << name_of(type);
    }
  }
}

// The table of 6.9.2, row by row: what each operation is defined for, as one example of each class.
TEST(Reductions, TheTableIsThatOfTheStandard) {
  struct Row {
    ReduceOp op;
    std::string
        defined;  // i C integer, F Fortran integer, f floating point, c complex, l logical, b byte, m multi, p pair
  };
  const std::pair<char, BasicType> examples[] = {
      {'i', BasicType::kInt},           {'F', BasicType::kFortranInteger}, {'f', BasicType::kDouble},
      {'c', BasicType::kDoubleComplex}, {'l', BasicType::kCBool},          {'b', BasicType::kByte},
      {'m', BasicType::kAint},          {'p', BasicType::kDoubleInt},      {'x', BasicType::kChar},
  };
  const Row rows[] = {
      {ReduceOp::kMax, "iFfm"},          {ReduceOp::kMin, "iFfm"},       {ReduceOp::kSum, "iFfcm"},
      {ReduceOp::kProd, "iFfcm"},        {ReduceOp::kLand, "ilm"},       {ReduceOp::kLor, "ilm"},
      {ReduceOp::kLxor, "ilm"},          {ReduceOp::kBand, "iFbm"},      {ReduceOp::kBor, "iFbm"},
      {ReduceOp::kBxor, "iFbm"},         {ReduceOp::kMaxloc, "p"},       {ReduceOp::kMinloc, "p"},
      {ReduceOp::kReplace, "iFfclbmpx"}, {ReduceOp::kNoOp, "iFfclbmpx"},
  };
  for (const Row& row : rows)
    for (const auto& [letter, type] : examples)
      EXPECT_EQ(op_defined(row.op, type), row.defined.find(letter) != std::string::npos)
          << name_of(row.op) << " of " << name_of(type);
}

TEST(Reductions, CompareAndSwapIsForIntegersLogicalsAndBytes) {
  for (const BasicType type :
       {BasicType::kInt, BasicType::kFortranInteger, BasicType::kCBool, BasicType::kByte, BasicType::kAint})
    EXPECT_TRUE(compare_and_swap_defined(type)) << name_of(type);
  for (const BasicType type : {BasicType::kDouble, BasicType::kDoubleComplex, BasicType::kDoubleInt, BasicType::kChar})
    EXPECT_FALSE(compare_and_swap_defined(type)) << name_of(type);
}

TEST(Reductions, OtherNamesAreNone) {
  EXPECT_EQ(basic_type_named("row_type"), BasicType::kUnknown);
  EXPECT_EQ(reduce_op_named("my_sum"), ReduceOp::kUserDefined);
  EXPECT_EQ(basic_type_named("MPI_LONG_LONG_INT"), BasicType::kLongLong);
}

}  // namespace
}  // namespace fencepost
