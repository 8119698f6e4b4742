// Sets of numbers, against std::set: all that can be done to a small one, in random order.
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "numbers/number_set.h"

namespace fencepost {
namespace {

using Numbers = std::vector<std::uint64_t>;

TEST(NumberSet, IsWhatAStdSetIs) {
  std::mt19937 random(1);
  const auto below = [&](std::uint64_t n) { return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random); };
  for (int round = 0; round < 200; ++round) {
    NumberSet sets[2];
    std::set<std::uint64_t> expected[2];
    for (int step = 0; step < 100; ++step) {
      const std::size_t one = below(2), other = 1 - one;
      const std::uint64_t number = below(24);
      switch (below(12)) {
        case 0:
          sets[one].add(sets[other]);
          expected[one].insert(expected[other].begin(), expected[other].end());
          break;
        case 1:
          sets[one].remove(sets[other]);
          for (const std::uint64_t gone : expected[other]) expected[one].erase(gone);
          break;
        case 2:
        case 3:
        case 4:
          sets[one].remove(number);
          expected[one].erase(number);
          break;
        default:
          sets[one].add(number);
          expected[one].insert(number);
      }
      ASSERT_EQ(sets[one].list(), Numbers(expected[one].begin(), expected[one].end()));
      ASSERT_EQ(sets[one].empty(), expected[one].empty());
      ASSERT_EQ(sets[one].contains(number), expected[one].contains(number));
      if (!expected[one].empty()) {
        ASSERT_EQ(sets[one].first(), *expected[one].begin());
      }
    }
  }
}

TEST(NumberSet, WithItself) {
  NumberSet set;
  for (const std::uint64_t number : {3, 1, 7}) set.add(number);
  set.add(set);
  EXPECT_EQ(set.list(), (Numbers{1, 3, 7}));
  set.remove(set);
  EXPECT_TRUE(set.empty());
}

TEST(NumberSet, EqualSetsAreEqualHoweverTheyCame) {
  NumberSet up, down;
  for (std::uint64_t n = 0; n < 10; ++n) up.add(n);
  for (std::uint64_t n = 10; n-- > 0;) down.add(n);
  EXPECT_EQ(up, down);
}

}  // namespace
}  // namespace fencepost
