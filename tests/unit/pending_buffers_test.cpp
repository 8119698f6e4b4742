// The local buffers of operations that are pending.
#include "facts/pending_buffers.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace fencepost {
namespace {

Buffers buffer_at(std::uint64_t address) {
  return {.place = {.process = ProcessId(0), .call = MpiCall::kPut},
          .origin = ByteSet{.memory = {0, ProcessId(0)}, .pieces = {{.begin = address, .size = 4}}}};
}
std::vector<std::uint64_t> visited(const PendingBuffers& pending) {
  std::vector<std::uint64_t> addresses;
  pending.each([&](const Buffers& buffers) { addresses.push_back(buffers.origin->hull().begin); });
  return addresses;
}
using Addresses = std::vector<std::uint64_t>;

TEST(PendingBuffers, VisitsOperationsInARowWithTheSameBuffersOnce) {
  PendingBuffers pending;
  for (std::uint64_t number = 1; number <= 3; ++number) pending.add(kMainThread, number, buffer_at(8));
  pending.add(kMainThread, 4, buffer_at(16));
  EXPECT_EQ(visited(pending), (Addresses{8, 16}));
}

TEST(PendingBuffers, KnowsThemUntilTheLastIsComplete) {
  PendingBuffers pending;
  for (std::uint64_t number = 1; number <= 3; ++number) pending.add(kMainThread, number, buffer_at(8));
  pending.complete(kMainThread, 2);
  pending.complete(kMainThread, 1);
  EXPECT_EQ(visited(pending), (Addresses{8}));
  pending.complete(kMainThread, 3);
  EXPECT_EQ(visited(pending), Addresses());
}

TEST(PendingBuffers, TellsOperationsOfThreadsApart) {
  PendingBuffers pending;
  pending.add(kMainThread, 1, buffer_at(8));
  pending.add(ThreadId(1), 1, buffer_at(16));
  pending.complete(kMainThread, 1);
  EXPECT_EQ(visited(pending), (Addresses{16}));
}

// A refused operation has a number, too, but no buffers.
TEST(PendingBuffers, LetsOperationsPassThatWereNotAdded) {
  PendingBuffers pending;
  pending.add(kMainThread, 1, buffer_at(8));
  pending.add(kMainThread, 3, buffer_at(8));
  pending.complete(kMainThread, 2);
  EXPECT_EQ(visited(pending), (Addresses{8, 8}));
  pending.complete(kMainThread, 1);
  EXPECT_EQ(visited(pending), (Addresses{8}));
}

TEST(PendingBuffers, ForgetsCompleteOnesBetweenOthers) {
  PendingBuffers pending;
  for (std::uint64_t number = 1; number <= 100; ++number) pending.add(kMainThread, number, buffer_at(8 * number));
  for (std::uint64_t number = 1; number <= 100; ++number)
    if (number % 10 != 0) pending.complete(kMainThread, number);
  pending.add(kMainThread, 101, buffer_at(8 * 101));
  EXPECT_EQ(visited(pending), (Addresses{80, 160, 240, 320, 400, 480, 560, 640, 720, 800, 808}));
}

}  // namespace
}  // namespace fencepost
