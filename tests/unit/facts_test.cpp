// What rules know about the bytes of accesses.
#include <gtest/gtest.h>

#include "facts/partial_overlap.h"

namespace fencepost {
namespace {

ByteSet bytes(std::initializer_list<Strided> pieces) {
  ByteSet set;
  set.memory.process = ProcessId(0);
  set.pieces = pieces;
  return set;
}

TEST(PartialOverlap, NeitherHoldsTheOther) {
  EXPECT_TRUE(reach_into_each_other(bytes({{0, 16}}), bytes({{8, 16}})));
  EXPECT_TRUE(reach_into_each_other(bytes({{8, 16}}), bytes({{0, 16}})));
  // Four blocks of 4 in 8, and a run over the end of the second.
  EXPECT_TRUE(reach_into_each_other(bytes({{0, 4, 8, 4}}), bytes({{10, 4}})));
  EXPECT_TRUE(reach_into_each_other(bytes({{0, 4, 16, 2, 64, 2}}), bytes({{66, 10}})));
}

TEST(PartialOverlap, OneHoldsTheOther) {
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 16}}), bytes({{0, 16}})));
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 16}}), bytes({{4, 4}})));
  EXPECT_FALSE(reach_into_each_other(bytes({{4, 2, 4, 2}}), bytes({{0, 16}})));
  // Two pieces that touch are one.
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 8}, {8, 8}}), bytes({{4, 8}})));
}

TEST(PartialOverlap, ApartOrTooMany) {
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 4}}), bytes({{4, 4}})));
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 4, 8, 4}}), bytes({{4, 4, 8, 4}})));
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 4, 8, 1'000'000}}), bytes({{2, 4}})));
  ByteSet elsewhere = bytes({{8, 16}});
  elsewhere.memory.process = ProcessId(1);
  EXPECT_FALSE(reach_into_each_other(bytes({{0, 16}}), elsewhere));
}

}  // namespace
}  // namespace fencepost
