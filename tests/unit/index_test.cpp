// The index compared with a list of all accesses.
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "index/access_index.h"

namespace fencepost::index {
namespace {

// Every access in use knows what had happened before it.
const order::SharedClocks& beginning() {
  static const order::SharedClocks clocks = order::copy_of({});
  return clocks;
}

Activity random_activity(std::mt19937& random, order::Tick tick) {
  Activity activity;
  activity.stream = random() % 4;
  activity.tick = tick;
  activity.start = beginning();
  activity.kind = static_cast<AccessClass>(random() % kAccessClasses);
  activity.pc = random() % 50;
  activity.add_end({activity.stream, tick});
  return activity;
}

Strided random_piece(std::mt19937& random) {
  const std::uint64_t begin = random() % 100000;
  switch (random() % 6) {
    case 0:
      return normalized(static_cast<std::int64_t>(begin), 1 + random() % 40000, 0, 1);
    case 1:
      return normalized(static_cast<std::int64_t>(begin), 4, 64, 1 + random() % 300);
    default:
      return normalized(static_cast<std::int64_t>(begin), 1 + random() % 16, 0, 1);
  }
}

TEST(AccessIndex, FindsWhatMeetsAndMayConflict) {
  std::mt19937 random(4);
  AccessIndex index;
  const Space space = index.space_of({0, ProcessId(1)});
  EXPECT_NE(index.space_of({0, ProcessId(2)}), space);
  EXPECT_EQ(index.space_of({0, ProcessId(1)}), space);
  struct Known {
    Strided piece;
    AccessClass kind;
    order::Tick tick;
  };
  std::map<ActivityNumber, Known> known;
  for (order::Tick tick = 1; tick < 4000; ++tick) {
    Activity activity = random_activity(random, tick);
    const Strided piece = random_piece(random);
    const AccessClass kind = activity.kind;
    const Traits traits = Traits::of(activity, piece);
    const std::uint32_t key = AccessIndex::key_of(activity, piece);
    const ActivityNumber number = index.add(std::move(activity));
    std::multiset<ActivityNumber> found;
    index.search(space, piece, traits, [&](Entry& entry) { found.insert(entry.activity); });
    const ByteRange hull = piece.hull();
    std::multiset<ActivityNumber> expected;
    for (const auto& [other, access] : known) {
      const ByteRange range = access.piece.hull();
      if (range.begin < hull.end && hull.begin < range.end && !(reads_only(kind) && reads_only(access.kind))) {
        expected.insert(other);
      }
    }
    // Atomics of equal traits may be left out.
    std::multiset<ActivityNumber> left_out;
    std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                        std::inserter(left_out, left_out.end()));
    for (const ActivityNumber other : left_out) {
      EXPECT_TRUE(Traits::of(index[other], known.at(other).piece).harmless_with(traits));
    }
    ASSERT_EQ(found.size() + left_out.size(), expected.size());
    index.insert(space, piece, number, key);
    known[number] = {piece, kind, tick};
    if (tick % 500 == 0) {
      const order::Tick passed = tick - 100;
      index.retire([&](const Activity& one) { return one.ended() && one.end[0].tick <= passed; });
      std::erase_if(known, [&](const auto& one) { return one.second.tick <= passed; });
      EXPECT_EQ(index.live(), known.size());
      EXPECT_EQ(index.activities(), known.size());
    }
  }
  index.retire([](const Activity& activity) { return activity.ended(); });
  EXPECT_EQ(index.live(), 0u);
}

TEST(Traits, AtomicsOfTwoWindowsAreNeverHarmless) {
  const Strided piece = normalized(64, 4, 0, 1);
  std::set<std::uint32_t> seen;
  for (std::uint16_t number = 0; number < 1U << Window::kNumberBits; ++number) {
    auto operation = std::make_shared<Operation>();
    operation->window_number = number;
    Activity activity;
    activity.kind = AccessClass::kAtomic;
    activity.type = BasicType::kInt;
    activity.op = ReduceOp::kSum;
    activity.operation = operation;
    const Traits traits = Traits::of(activity, piece);
    EXPECT_TRUE(seen.insert(traits.bits).second);
    EXPECT_EQ(traits.harmless_with(traits), number != 0);  // 0: of windows that are not told apart
  }
}

template <class Accept>
Entry* find_same(AccessIndex& index, Space space, const Strided& piece, std::uint32_t key, Accept&& accept) {
  Entry* found = nullptr;
  index.each_same(space, piece, key, [&](Entry& entry) {
    if (accept(entry)) found = &entry;
    return found != nullptr;
  });
  return found;
}

TEST(AccessIndex, SameAccessIsRecognizedAndReplaced) {
  AccessIndex index;
  const Space space = index.space_of({5, ProcessId(-1)});
  const Strided piece = normalized(64, 8, 0, 1);
  Activity activity;
  activity.start = beginning();
  activity.pc = 9;
  activity.add_end({0, 1});
  const std::uint32_t key = AccessIndex::key_of(activity, piece);
  const ActivityNumber first = index.add(activity);
  index.insert(space, piece, first, key);
  const ActivityNumber second = index.add(activity);
  index.search(space, piece, Traits::of(activity, piece), [](Entry&) { FAIL() << "loads do not conflict"; });
  const auto any = [](const Entry&) { return true; };
  EXPECT_EQ(find_same(index, index.space_of({6, ProcessId(-1)}), piece, key, any), nullptr);
  EXPECT_EQ(find_same(index, space, normalized(64, 4, 0, 1), key, any), nullptr);
  Entry* const same = find_same(index, space, piece, key, any);
  ASSERT_NE(same, nullptr);
  index.replace(*same, second);
  EXPECT_EQ(index.live(), 1u);
  EXPECT_EQ(index.activities(), 1u);
}

// Many operations that are pending on one buffer: none of them is looked at each time, and none is never looked at.
TEST(AccessIndex, SameAccessIsFoundAmongManyThatMayNotBeReplaced) {
  AccessIndex index;
  const Space space = index.space_of({5, ProcessId(-1)});
  const Strided piece = normalized(64, 8, 0, 1);
  const std::uint32_t key = AccessIndex::key_of(Activity{}, piece);
  constexpr ActivityNumber kPending = 1000;
  Activity pending;
  pending.start = beginning();
  for (ActivityNumber i = 0; i < kPending; ++i) index.insert(space, piece, index.add(pending), key);
  for (const ActivityNumber wanted : {ActivityNumber{0}, ActivityNumber{500}, kPending - 1}) {
    unsigned asked = 0;
    Entry* found = nullptr;
    unsigned calls = 0;
    for (; calls < kPending && found == nullptr; ++calls) {
      const unsigned before = asked;
      found = find_same(index, space, piece, key, [&](const Entry& entry) {
        ++asked;
        return entry.activity == wanted;
      });
      EXPECT_LE(asked - before, 8u);
    }
    EXPECT_NE(found, nullptr);
    EXPECT_LE(asked, kPending);
  }
  index.retire([](const Activity&) { return true; });
  EXPECT_EQ(index.live(), 0u);
  EXPECT_EQ(find_same(index, space, piece, key, [](const Entry&) { return true; }), nullptr);
}

// What lies in the range leaves the index, pieces that stand in two cells as well; its numbers are used again, but for
// what is at the target of an operation.
TEST(AccessIndex, WhatLiesInARangeIsTakenOut) {
  std::mt19937 random(7);
  for (const AccessRole role : {AccessRole::kLocal, AccessRole::kTarget}) {
    AccessIndex index;
    const Space space = index.space_of({0, ProcessId(1)});
    std::map<ActivityNumber, ByteRange> known;
    for (int round = 0; round < 300; ++round) {
      for (order::Tick tick = 1; tick < 20; ++tick) {
        Activity activity = random_activity(random, tick);
        activity.role = role;
        const Strided piece = random_piece(random);
        const std::uint32_t key = AccessIndex::key_of(activity, piece);
        const ActivityNumber number = index.add(std::move(activity));
        index.insert(space, piece, number, key);
        known[number] = piece.hull();
      }
      const std::uint64_t begin = random() % 100000;
      const ByteRange gone{begin, begin + random() % 50000};
      const bool all_past = random() % 2 == 0;
      const auto past = [&](const Activity& activity) { return all_past || activity.tick % 2 == 0; };
      std::size_t expected = 0;
      std::erase_if(known, [&](const auto& access) {
        const bool lies_in = gone.begin <= access.second.begin && access.second.end <= gone.end;
        const bool goes = lies_in && past(index[access.first]);
        expected += goes ? 1 : 0;
        return goes;
      });
      EXPECT_EQ(index.take_out(space, gone, past), expected);
      EXPECT_EQ(index.live(), known.size());
      std::set<ActivityNumber> found;
      index.search_all(space, {0, 200000}, [&](Entry& entry) { found.insert(entry.activity); });
      ASSERT_EQ(found.size(), known.size());
      EXPECT_TRUE(std::ranges::all_of(found, [&](ActivityNumber number) { return known.contains(number); }));
    }
    const ActivityNumber next = index.make();
    EXPECT_EQ(next < 300 * 19, role == AccessRole::kLocal);
  }
}

// Long lists: what a search passes over by what it is told of blocks is as it is told, whatever became of it since.
TEST(AccessIndex, BlocksTellWhatIsTrueOfAll) {
  std::mt19937 random(11);
  AccessIndex index;
  const Space space = index.space_of({0, ProcessId(1)});
  std::map<ActivityNumber, Strided> known;
  std::vector<ActivityNumber> pending;
  std::size_t passed_over = 0;
  order::Tick tick = 0;
  const auto make = [&] {
    Activity activity;
    activity.stream = random() % 8 == 0 ? 1 : 0;
    activity.tick = activity.at.order = ++tick;
    activity.start = beginning();
    activity.kind = random() % 8 == 0 ? AccessClass::kGet : AccessClass::kPut;
    activity.role = AccessRole::kTarget;
    activity.pc = random() % 64 == 0 ? 1 : 0;
    return index.add(std::move(activity));
  };
  const auto end = [&](ActivityNumber number) {
    index.leaves_its_line(number);
    index[number].add_end({index[number].stream, ++tick});
  };
  for (int step = 0; step < 6000; ++step) {
    const std::uint64_t begin = 4096 * (random() % 2) + random() % 4000;
    const Strided piece = normalized(static_cast<std::int64_t>(begin), 65 + random() % 200, 0, 1);
    const ActivityNumber number = make();
    const std::uint32_t key = AccessIndex::key_of(index[number], piece);
    index.insert(space, piece, number, key);
    known[number] = piece;
    pending.push_back(number);
    if (random() % 512 == 0) {  // a call that completes most
      for (const ActivityNumber one : pending) end(one);
      pending.clear();
    } else if (random() % 64 == 0) {  // its entry becomes that of another one
      const ActivityNumber old = pending.back(), next = make();
      pending.back() = next;
      index[next].pc = index[old].pc;
      index[next].kind = index[old].kind;
      index[next].stream = index[old].stream;
      known[next] = known[old];
      known.erase(old);
      end(old);
      index.search_all(space, known[next].hull(), [&](Entry& entry) {
        if (entry.activity == old) index.replace(entry, next);
      });
    }
    if (step % 1500 == 1499) {
      const order::Tick passed = tick - 500;
      const auto goes = [&](const Activity& one) { return one.ended() && one.end[0].tick <= passed; };
      std::erase_if(known, [&](const auto& one) { return goes(index[one.first]); });
      index.retire(goes);
    }
    if (step % 8 != 0) continue;
    const bool of_ended = random() % 2 == 0;
    const order::Tick until = static_cast<order::Tick>(random() % tick);
    const auto passes = [&](const Block& block) {
      if (of_ended) return block.ended && block.ended_by == 0 && block.first_end <= until && block.last_end <= until;
      return block.pending(index.lines()) && index.lines()[block.line].pc == 0 && block.first_order > until;
    };
    std::multiset<ActivityNumber> found;
    const Traits traits = Traits::of(index[number], piece);
    index.search(space, piece, traits, [&](Entry& entry) { found.insert(entry.activity); }, passes);
    for (const auto& [other, range] : known) {
      const Activity& access = index[other];
      const bool meets = meet(range.hull(), piece.hull()) && (traits.updates() || !reads_only(access.kind));
      ASSERT_LE(found.count(other), meets ? 1u : 0u);
      if (!meets || found.contains(other)) continue;
      ++passed_over;
      if (of_ended) {
        ASSERT_TRUE(access.ended() && access.end[0].stream == 0 && access.end[0].tick <= until);
      } else {
        ASSERT_TRUE(!access.ended() && access.pc == 0 && access.at.order > until);
      }
    }
  }
  EXPECT_GT(passed_over, 1000u);
}

TEST(LockSets, ExcludeIfOneOfACommonTargetIsExclusive) {
  LockSets sets;
  const LockSet shared = sets.intern({{WindowKey(1), Rank(2), LockType::kShared}});
  const LockSet exclusive = sets.intern({{WindowKey(1), Rank(2), LockType::kExclusive}});
  const LockSet all = sets.intern({{WindowKey(1), Rank::kAllTargets, LockType::kShared}});
  const LockSet other = sets.intern({{WindowKey(1), Rank(3), LockType::kExclusive}});
  EXPECT_FALSE(sets.exclude(shared, shared));
  EXPECT_TRUE(sets.exclude(shared, exclusive));
  EXPECT_TRUE(sets.exclude(all, exclusive));
  EXPECT_FALSE(sets.exclude(all, shared));
  EXPECT_FALSE(sets.exclude(exclusive, other));
  EXPECT_FALSE(sets.exclude(0, exclusive));
  EXPECT_EQ(sets.intern({{WindowKey(1), Rank(2), LockType::kShared}}), shared);
  EXPECT_EQ(sets.without(exclusive, {WindowKey(1), Rank(2), LockType::kExclusive}), 0u);
}

}  // namespace
}  // namespace fencepost::index
