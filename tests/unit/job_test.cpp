// Byte sets against plain sets of bytes, addresses, datatypes.
#include "job/job.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

#include "job/memory.h"

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

}  // namespace
}  // namespace fencepost
