// Byte sets compared with plain sets of bytes, addresses, datatypes.
#include "job/job.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "job/memory.h"
#include "job/shared_bytes.h"

namespace fencepost {
namespace {

std::set<std::uint64_t> bytes_of(std::int64_t begin, std::uint64_t size, std::int64_t stride, std::uint64_t count,
                                 std::int64_t outer_stride, std::uint64_t outer_count) {
  std::set<std::uint64_t> bytes;
  for (std::uint64_t i = 0; i < outer_count; ++i) {
    for (std::uint64_t j = 0; j < count; ++j) {
      for (std::uint64_t k = 0; k < size; ++k) {
        bytes.insert(static_cast<std::uint64_t>(begin + static_cast<std::int64_t>(i) * outer_stride +
                                                static_cast<std::int64_t>(j) * stride + static_cast<std::int64_t>(k)));
      }
    }
  }
  return bytes;
}
std::set<std::uint64_t> bytes_of(const Strided& set) {
  if (set.empty()) return {};
  return bytes_of(static_cast<std::int64_t>(set.begin), set.size, static_cast<std::int64_t>(set.stride), set.count,
                  static_cast<std::int64_t>(set.outer_stride), set.outer_count);
}

struct Shape {
  Strided set;
  std::set<std::uint64_t> bytes;
};
Shape random_shape(std::mt19937& random) {
  const auto number = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  const std::int64_t begin = number(500, 700);
  const auto size = static_cast<std::uint64_t>(number(1, 6));
  const std::int64_t stride = number(-12, 12);
  const auto count = static_cast<std::uint64_t>(number(1, 6));
  const std::int64_t outer = number(-60, 60);
  const auto outer_count = static_cast<std::uint64_t>(number(1, 4));
  return {normalized(begin, size, stride, count, outer, outer_count),
          bytes_of(begin, size, stride, count, outer, outer_count)};
}

TEST(Strided, NormalFormHasTheSameBytes) {
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    const Shape shape = random_shape(random);
    ASSERT_EQ(bytes_of(shape.set), shape.bytes);
  }
}

TEST(Strided, OverlapIsExact) {
  std::mt19937 random(3);
  int met = 0;
  for (int i = 0; i < 60000; ++i) {
    const Shape a = random_shape(random);
    const Shape b = random_shape(random);
    std::set<std::uint64_t> common;
    std::set_intersection(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end(),
                          std::inserter(common, common.end()));
    const auto found = overlap(a.set, b.set);
    ASSERT_EQ(found.has_value(), !common.empty());
    if (!found) continue;
    ++met;
    ASSERT_FALSE(found->empty());
    for (std::uint64_t byte = found->begin; byte < found->end; ++byte) ASSERT_TRUE(common.contains(byte));
  }
  EXPECT_GT(met, 1000);
}

TEST(Strided, ContiguousMemoryIsOneBlock) {
  EXPECT_TRUE(normalized(0, 8, 8, 100).contiguous());
  EXPECT_TRUE(normalized(800, 8, -8, 100).contiguous());
  EXPECT_TRUE(normalized(0, 8, 80, 10, 8, 10).contiguous());  // a matrix by columns
  EXPECT_FALSE(normalized(0, 8, 16, 100).contiguous());
}

TEST(AddressMap, SplitsWhatIsUnmappedInTheMiddle) {
  AddressMap map;
  map.map(1000, 100, 7, 5000);
  map.unmap(1040, 20);
  EXPECT_EQ(map.find(1039).segment, 7u);
  EXPECT_EQ(map.find(1040).segment, 0u);
  EXPECT_EQ(map.find(1060).offset, 5060u);
  EXPECT_EQ(map.find(1060).until, 1100u);
  EXPECT_EQ(map.find(999).until, 1000u);
  map.map(1030, 50, 8, 0);
  EXPECT_EQ(map.find(1029).segment, 7u);
  EXPECT_EQ(map.find(1070).segment, 8u);
  EXPECT_EQ(map.find(1080).offset, 5080u);
}

TEST(Datatype, BytesOfSeveralElements) {
  Datatype type;
  type.extent = 12;
  type.runs = {{0, BasicType::kInt, 1, 1, 0}, {4, BasicType::kInt, 1, 1, 0}};  // struct of two ints and a hole
  const auto pieces = type.bytes(100, 3);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0], normalized(100, 4, 12, 3));
  EXPECT_EQ(pieces[1], normalized(104, 4, 12, 3));
  EXPECT_EQ(type.bytes(100, 1).size(), 1u);
  EXPECT_TRUE(type.bytes(100, 0).empty());
}

// What an index list gives (handles/flatten.cpp): neighbours in it at equal distances are a run.
std::vector<TypeRun> runs_of(const std::vector<std::int64_t>& indices) {
  std::vector<TypeRun> runs;
  for (const std::int64_t index : indices) {
    const std::int64_t displacement = index * 4;
    if (!runs.empty() && runs.back().repetitions == 1) runs.back().stride = displacement - runs.back().displacement;
    if (!runs.empty() && displacement == runs.back().displacement + runs.back().repetitions * runs.back().stride) {
      ++runs.back().repetitions;
    } else {
      runs.push_back({displacement, BasicType::kInt, 1, 1, 0});
    }
  }
  return runs;
}

TEST(Datatype, AnIndexListInNoOrderIsWhatItIsInOrder) {
  std::vector<std::int64_t> indices;
  for (std::int64_t i = 0; i < 20'000; ++i) indices.push_back(3 * (i * 7919 % 20'000));
  Datatype type;
  type.extent = 240'000;
  type.runs = runs_of(indices);
  type.by_address = sorted_by_address(type.runs);
  ASSERT_EQ(type.bytes(0, 1).size(), 1U);
  EXPECT_EQ(type.bytes(0, 1)[0], normalized(0, 4, 12, 20'000));
}

TEST(Datatype, RunsByAddressHaveTheSameBytesAndDoNotReachAcrossEachOther) {
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::int64_t> indices;
    for (int i = 0; i < 200; ++i) indices.push_back(static_cast<std::int64_t>(random() % 2000) - 500);
    Datatype type;
    type.extent = 8000;
    type.runs = runs_of(indices);
    std::set<std::uint64_t> expected, found;
    for (const Strided& piece : type.bytes(10'000, 2)) expected.merge(bytes_of(piece));
    type.by_address = sorted_by_address(type.runs);
    ASSERT_FALSE(type.by_address.empty());
    for (const Strided& piece : type.bytes(10'000, 2)) found.merge(bytes_of(piece));
    EXPECT_EQ(found, expected);
    std::uint64_t end = 0;
    for (const Strided& piece : type.bytes(10'000, 1)) {
      EXPECT_GE(piece.begin, end);
      end = piece.end();
    }
  }
}

TEST(Datatype, ALongListThatIsRepeatedAFewTimesIsTakenElementByElement) {
  Datatype type;
  std::set<std::uint64_t> expected;
  for (std::int64_t i = 0; i < 200; ++i) type.runs.push_back({4 * i * i, BasicType::kInt, 1, 1, 0});
  for (const std::int64_t extent : {170'000, 8}) {  // side by side, and one within the other
    type.extent = extent;
    expected.clear();
    for (std::int64_t element = 0; element < 3; ++element) {
      for (const Strided& piece : type.bytes(1000 + static_cast<std::uint64_t>(element * extent), 1))
        expected.merge(bytes_of(piece));
    }
    std::set<std::uint64_t> found;
    for (const Strided& piece : type.bytes(1000, 3)) {
      EXPECT_TRUE(piece.contiguous());
      found.merge(bytes_of(piece));
    }
    EXPECT_EQ(found, expected);
  }
  EXPECT_EQ(type.bytes(1000, 150).size(), 200U) << "repeated often: block by block";
}

TEST(Datatype, FewRunsAndLongOnesAndThoseInOrderStay) {
  std::vector<TypeRun> columns, ascending;
  for (std::int64_t i = 0; i < 100; ++i) {
    columns.push_back({8 * i, BasicType::kDouble, 1, 1000, 1600});
    ascending.push_back({16 * i * i, BasicType::kDouble, 1, 1, 0});
  }
  EXPECT_TRUE(sorted_by_address(columns).empty());
  EXPECT_TRUE(sorted_by_address(ascending).empty());
  EXPECT_TRUE(sorted_by_address(runs_of({5, 1, 7, 2})).empty());
}

TEST(SharedBytes, CopiesShareTheSet) {
  const SharedBytes one(ByteSet{.pieces = {{.begin = 8, .size = 4}}});
  const SharedBytes copy = one;
  EXPECT_EQ(&*copy, &*one);
  EXPECT_EQ(copy, SharedBytes(ByteSet{.pieces = {{.begin = 8, .size = 4}}}));
  EXPECT_NE(copy, SharedBytes(ByteSet{.pieces = {{.begin = 8, .size = 5}}}));
}

TEST(SharedBytes, NoBytesTakeNoMemory) {
  const SharedBytes none{ByteSet()};
  EXPECT_EQ(none.set, nullptr);
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none->hull().empty());
}

TEST(Job, WhatIsEqualIsOneObject) {
  Job job(3);
  const std::vector<std::int64_t> runs = {0, static_cast<std::int64_t>(BasicType::kInt), 1, 4, 16};
  const std::vector<std::int64_t> others = {0, static_cast<std::int64_t>(BasicType::kInt), 1, 4, 20};
  const std::vector<std::uint64_t> all = {0, 1, 2};
  for (const ProcessId process : job.processes()) {
    const std::uint64_t id = process.index() + 7;
    EXPECT_TRUE(job.define(
        process, event::Datatype{.id = id, .size = 16, .extent = 52, .runs = process < ProcessId(2) ? runs : others}));
    EXPECT_TRUE(job.define(process, event::Communicator{.id = id, .key = 4, .members = all}));
  }
  EXPECT_EQ(job.datatype(ProcessId(0), 7), job.datatype(ProcessId(1), 8));
  EXPECT_NE(job.datatype(ProcessId(0), 7), job.datatype(ProcessId(2), 9));
  EXPECT_EQ(job.datatype(ProcessId(2), 9)->runs[0].stride, 20);
  EXPECT_EQ(&job.communicator_part(ProcessId(0), 7)->members.list(),
            &job.communicator_part(ProcessId(2), 9)->members.list());
  EXPECT_EQ(job.communicator_part(ProcessId(2), 9)->rank, Rank(2));
  // Freed and used all the same: that is of this process, and of this handle.
  EXPECT_TRUE(job.define(ProcessId(1), event::DatatypeFreed{.id = 20, .thread = 0, .stack = 5}));
  EXPECT_TRUE(job.define(ProcessId(1), event::Datatype{.id = 20, .size = 16, .extent = 52, .runs = runs}));
  EXPECT_TRUE(job.datatype(ProcessId(1), 20)->freed);
  EXPECT_FALSE(job.datatype(ProcessId(1), 8)->freed);
}

TEST(Job, ADatatypeThatIsGoneCanBeAskedForWhileItIsNamed) {
  Job job(1);
  const std::vector<std::int64_t> runs = {0, static_cast<std::int64_t>(BasicType::kInt), 1, 4, 16};
  EXPECT_TRUE(job.define(ProcessId(0), event::Datatype{.id = 7, .size = 16, .extent = 52, .runs = runs}));
  EXPECT_TRUE(job.define(ProcessId(0), event::Datatype{.id = 8, .size = 16, .extent = 52, .runs = runs}));
  Named named;
  job.name_datatype(named, ProcessId(0), 7);
  job.datatype_gone(ProcessId(0), 7);
  EXPECT_EQ(job.datatype(ProcessId(0), 7), job.datatype(ProcessId(0), 8));
  job.datatype_gone(ProcessId(0), 8);
  EXPECT_EQ(job.datatype(ProcessId(0), 8), job.datatype(ProcessId(0), 7));  // one object
  Job other(1);
  other.adopt(named);
  EXPECT_EQ(other.datatype(ProcessId(0), 7)->size, 16);
  named = {};
  EXPECT_EQ(job.datatype(ProcessId(0), 7), nullptr);
  EXPECT_EQ(other.datatype(ProcessId(0), 7), nullptr);
}

TEST(Job, WindowsThatAreThereAtATimeHaveNumbersOfTheirOwn) {
  Job job(1);
  EXPECT_TRUE(
      job.define(ProcessId(0), event::Communicator{.id = 3, .key = 4, .members = std::vector<std::uint64_t>{0}}));
  std::set<std::uint16_t> numbers;
  for (std::uint64_t key = 1; key <= 1100; ++key) {
    EXPECT_TRUE(job.define(ProcessId(0), event::Window{.id = key, .key = key, .communicator = 3}));
    const std::uint16_t number = job.window(WindowKey(key))->number;
    EXPECT_TRUE(number == 0 || numbers.insert(number).second);
  }
  EXPECT_EQ(numbers.size(), 1023u);
  const std::uint16_t freed = job.window(WindowKey(7))->number;
  job.window_gone(WindowKey(7));
  EXPECT_TRUE(job.define(ProcessId(0), event::Window{.id = 2000, .key = 2000, .communicator = 3}));
  EXPECT_EQ(job.window(WindowKey(2000))->number, freed);
}

// A damaged trace: who belongs to the window is not known, and another process describes it when it is gone.
TEST(Job, AGoneWindowDoesNotComeAgain) {
  Job job(2);
  EXPECT_TRUE(job.define(ProcessId(0), event::Window{.id = 20, .key = 200, .communicator = 77}));
  job.window_gone(WindowKey(200));
  EXPECT_TRUE(job.define(ProcessId(1), event::Window{.id = 30, .key = 200, .communicator = 77}));
  EXPECT_TRUE(job.windows().empty());
  EXPECT_EQ(job.window_by_id(ProcessId(1), 30), job.window_by_id(ProcessId(0), 20));
}

TEST(Group, RanksOfProcesses) {
  const Group all({ProcessId(0), ProcessId(1), ProcessId(2)}), others({ProcessId(4), ProcessId(2), ProcessId(7)});
  EXPECT_EQ(all.rank_of(ProcessId(2)), Rank(2));
  EXPECT_EQ(others.rank_of(ProcessId(2)), Rank(1));
  EXPECT_EQ(others.rank_of(ProcessId(1)), Rank::kNone);
  EXPECT_EQ(all.rank_of(ProcessId()), Rank::kNone);
  EXPECT_EQ(Group().rank_of(ProcessId(0)), Rank::kNone);
  EXPECT_TRUE(Group().empty());
  EXPECT_EQ(others, Group({ProcessId(4), ProcessId(2), ProcessId(7)}));
  EXPECT_NE(others, all);
}

}  // namespace
}  // namespace fencepost
