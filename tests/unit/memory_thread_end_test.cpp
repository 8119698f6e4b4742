// Threads that do nothing but load and store: what is pending of them is written when they end.
#include <thread>

#include "recorder_fixture.h"
#include "segments/segment.h"
#include "tracking/tracked.h"

namespace fencepost::test {
namespace {

// A trace that stayed open would take its room on the disk until the end of the run, and a join would wait for it.
TEST_F(Recorder, AThreadThatOnlyLoadsAndStoresEndsItsTrace) {
  ASSERT_TRUE(start_in(folder()));
  std::uint64_t word = 0;
  memory::track(&word, sizeof word);
  std::thread([&] {
    memory::Segment* const segment = memory::Segment::mine(1);
    ASSERT_NE(segment, nullptr);
    segment->add(reinterpret_cast<std::uintptr_t>(&word), sizeof word, AccessKind::kStore, 1);
  }).join();
  read::Problem problem;
  auto stream = open(folder()).events(0, 1, problem);
  ASSERT_TRUE(stream) << problem.sentence;
  EXPECT_TRUE(stream->header().closed);  // before the end of the run
  std::vector<EventKind> kinds;
  while (const auto* event = stream->next()) kinds.push_back(event->kind());
  using enum EventKind;
  EXPECT_EQ(kinds, (std::vector{kThreadBegin, kAccess, kThreadEnd}));
  memory::untrack(&word, sizeof word);
}

}  // namespace
}  // namespace fencepost::test
