// The encoding of values and events, the checksum, and the schema.
#include <algorithm>
#include <cstring>
#include <random>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "record/crc32c.h"
#include "record/encode.h"
#include "record/fields.h"
#include "record/format.h"
#include "support/trace_samples.h"

namespace fencepost {
namespace {

TEST(Varint, TakesSevenBitsAByte) {
  const auto size_of_varint = [](std::uint64_t value) {
    std::uint8_t buffer[encoding::kLargestVarint];
    return encoding::put_varint(buffer, value) - buffer;
  };
  EXPECT_EQ(size_of_varint(0), 1);
  EXPECT_EQ(size_of_varint(127), 1);
  EXPECT_EQ(size_of_varint(128), 2);
  EXPECT_EQ(size_of_varint(16383), 2);
  EXPECT_EQ(size_of_varint(16384), 3);
  EXPECT_EQ(size_of_varint(~std::uint64_t{0}), 10);
}

TEST(Zigzag, KeepsSmallNumbersSmallAndAllNumbersApart) {
  EXPECT_EQ(encoding::zigzag(0), 0U);
  EXPECT_EQ(encoding::zigzag(-1), 1U);
  EXPECT_EQ(encoding::zigzag(1), 2U);
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, INT64_MAX, INT64_MIN, std::int64_t{123456789}}) {
    EXPECT_EQ(encoding::unzigzag(encoding::zigzag(value)), value);
  }
}

// Check values of RFC 3720, B.4.
TEST(Checksum, IsCastagnolis) {
  const std::string zeros(32, '\0');
  const std::string ones(32, '\xff');
  std::string ascending(32, '\0');
  for (int i = 0; i < 32; ++i) ascending[static_cast<std::size_t>(i)] = static_cast<char>(i);
  EXPECT_EQ(crc32c(zeros.data(), zeros.size()), 0x8a9136aaU);
  EXPECT_EQ(crc32c(ones.data(), ones.size()), 0x62a8ab43U);
  EXPECT_EQ(crc32c(ascending.data(), ascending.size()), 0x46dd794eU);
  EXPECT_EQ(crc32c("123456789", 9), 0xe3069283U);
}

TEST(Checksum, IsTheSameByTableAndContinued) {
  std::mt19937 random(1);
  std::string bytes(1000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  for (const std::size_t size : {0, 1, 7, 8, 9, 63, 64, 1000}) {
    const auto whole = crc32c(bytes.data(), size);
    EXPECT_EQ(whole, detail::crc32c_by_table(bytes.data(), size, 0));
    EXPECT_EQ(whole, crc32c(bytes.data() + size / 3, size - size / 3, crc32c(bytes.data(), size / 3)));
  }
}

TEST(Encode, NeverWritesMoreThanItsBound) {
  for (int variant = 0; variant < test::kSampleVariants; ++variant) {
    test::for_each_sample(variant, [](const auto& event) {
      // g++ 14 must not know it: it would warn of what only larger events come to.
      const volatile std::size_t bound = encoding::bound_of(event);
      std::vector<std::uint8_t> buffer(bound);
      std::uint64_t address = 0;
      const auto* const end = encoding::encode(buffer.data(), event, ~std::uint64_t{0}, address);
      EXPECT_LE(end - buffer.data(), static_cast<std::ptrdiff_t>(buffer.size())) << name_of(event.kKind);
    });
  }
}

TEST(Encode, AnOrdinaryPutTakesAtMost24Bytes) {
  std::uint8_t buffer[200];
  std::uint64_t address = 0x7fff'1234'0000;
  const event::Transfer put{.stack = 40,
                            .call = 60,
                            .window = 9,
                            .target = 3,
                            .origin = {0x7fff'1234'4000, 1024, 12},
                            .displacement = 4096,
                            .target_count = 1024,
                            .target_datatype = 12,
                            .request = 0,
                            .outcome = 0};
  EXPECT_LE(encoding::encode(buffer, put, 3000, address) - buffer, 24);
}

TEST(Encode, AnOrdinaryAtomicOperationTakesAtMost24Bytes) {
  const event::AtomicOperation fetch{.stack = 40,
                                     .call = 62,
                                     .window = 3,
                                     .target = 5,
                                     .origin = {0x7ffd12345678, 1, 12},
                                     .result = {0x7ffd12345680, 1, 12},
                                     .displacement = 40,
                                     .target_count = 1,
                                     .target_datatype = 12,
                                     .op = 3,
                                     .sequence = 100000,
                                     .changed = 1};
  std::uint8_t buffer[encoding::bound_of(event::AtomicOperation{})];
  std::uint64_t address = 0x7ffd12345678;
  EXPECT_LE(encoding::encode(buffer, fetch, 300, address) - buffer, 24);
  EXPECT_EQ(address, 0x7ffd12345680U);
}

TEST(Encode, AnAddressThatIsNotThereTakesAByteAndNumbersThatAre0AtTheEndNone) {
  std::uint8_t buffer[encoding::bound_of(event::AtomicOperation{})];
  std::uint64_t address = 0x7ffd12345678;
  // Kind, length, time, and the fields up to the last that is not 0.
  EXPECT_EQ(encoding::encode(buffer, event::Detach{.stack = 1, .window = 2, .address = 0}, 3, address) - buffer, 6);
  EXPECT_EQ(address, 0x7ffd12345678U);
  EXPECT_EQ(encoding::encode(buffer, event::FenceBegin{.stack = 1, .window = 2, .asserts = 0}, 3, address) - buffer, 5);
  EXPECT_EQ(encoding::encode(buffer, event::FenceBegin{}, 3, address) - buffer, 3);
}

TEST(Schema, FitsBehindTheFileHeaderAndNamesEveryKindOnce) {
  const auto schema = schema_text();
  EXPECT_LE(schema.size() + sizeof(format::FileHeader), format::kFileHeaderSize);
  EXPECT_TRUE(schema.starts_with("Process 1 U:rank U:size "));
  std::set<int> numbers;
  test::for_each_sample(0, [&](const auto& event) {
    EXPECT_TRUE(numbers.insert(static_cast<int>(event.kKind)).second);
    const std::string line = std::string(name_of(event.kKind)) + ' ' + std::to_string(static_cast<int>(event.kKind));
    EXPECT_NE(schema.find(line), std::string_view::npos) << line;
  });
  EXPECT_EQ(std::count(schema.begin(), schema.end(), '\n'), static_cast<std::ptrdiff_t>(numbers.size()));
}

TEST(Names, UnknownKindsHaveNone) {
  EXPECT_EQ(name_of(static_cast<EventKind>(255)), "");
  EXPECT_EQ(name_of(EventKind::kTransfer), "Transfer");
}

}  // namespace
}  // namespace fencepost
