// Datatypes in the trace: those that read alike have one id, which stays theirs while anybody has it.
#include "handles/defined_types.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost::handles {
namespace {

event::Datatype named(const std::string& name) {
  return {.name = name, .size = 4, .extent = 4};
}

// Enough others that whatever nobody has is forgotten.
std::vector<std::uint64_t> gone_after_many(DefinedTypes& types) {
  for (int i = 0; i < 10'000; ++i) types.of(named("other " + std::to_string(i)));
  return types.take_gone();
}

TEST(DefinedTypes, AlikeAreOne) {
  DefinedTypes types;
  const DefinedType first = types.of(named("a"));
  EXPECT_EQ(*types.of(named("a")), *first);
  EXPECT_NE(*types.of(named("b")), *first);
  EXPECT_EQ(types.with(*first), first);
  EXPECT_EQ(types.with(*first + 1000), nullptr);
  EXPECT_TRUE(types.take_gone().empty());
}

TEST(DefinedTypes, WhatNobodyHasIsGoneOnce) {
  DefinedTypes types;
  const std::uint64_t id = *types.of(named("a"));
  const std::vector<std::uint64_t> gone = gone_after_many(types);
  EXPECT_EQ(std::ranges::count(gone, id), 1);
  EXPECT_EQ(types.with(id), nullptr);
  EXPECT_TRUE(types.take_gone().empty());
  EXPECT_NE(*types.of(named("a")), id);
}

TEST(DefinedTypes, WhatSomebodyHasStaysUntilHeHasItNoMore) {
  DefinedTypes types;
  DefinedType held = types.of(named("a"));
  const std::uint64_t id = *held;
  EXPECT_EQ(std::ranges::count(gone_after_many(types), id), 0);
  EXPECT_EQ(*types.of(named("a")), id);
  EXPECT_EQ(types.with(id), held);
  held = nullptr;
  EXPECT_EQ(std::ranges::count(gone_after_many(types), id), 1);
}

TEST(DefinedTypes, WhatIsMadeAgainAndAgainStays) {
  DefinedTypes types;
  const std::uint64_t id = *types.of(named("a"));
  for (int i = 0; i < 10'000; ++i) {
    types.of(named("other " + std::to_string(i)));
    if (i % 1000 != 0) continue;
    EXPECT_EQ(*types.of(named("a")), id);
  }
  EXPECT_EQ(std::ranges::count(types.take_gone(), id), 0);
}

// Of long descriptions it is fewer.
TEST(DefinedTypes, LongOnesGoSooner) {
  DefinedTypes types;
  const std::string megabyte(std::size_t{1} << 20, 'x');
  const std::uint64_t id = *types.of(named("0" + megabyte));
  for (int i = 1; i < 8; ++i) types.of(named(std::to_string(i) + megabyte));
  EXPECT_EQ(std::ranges::count(types.take_gone(), id), 1);
}

}  // namespace
}  // namespace fencepost::handles
