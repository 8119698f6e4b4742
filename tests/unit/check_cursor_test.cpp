// Looking ahead in a stream of events.
#include <gtest/gtest.h>

#include "schedule/cursor.h"

namespace fencepost::schedule {
namespace {

// Events numbered by their time, each in the same memory as the previous one, like those of a reader.
class Numbers : public EventStream {
 public:
  explicit Numbers(std::uint64_t count) : count_(count) {}
  const TimedEvent* next() override {
    if (given_ == count_) return nullptr;
    current_.time = ++given_;
    current_.event = event::FinalizeBegin{};
    return &current_;
  }
  StreamState state() const override { return StreamState::kClosed; }

 private:
  std::uint64_t count_, given_ = 0;
  TimedEvent current_;
};

// Far enough that the memory of the events ahead is given back in between.
TEST(Cursor, LooksFarAheadAgainAndAgain) {
  Numbers source(20000);
  Cursor cursor(source);
  std::uint64_t expected = 1;
  for (const std::size_t reach : {3U, 1500U, 5U, 3000U, 700U, 2U}) {
    ASSERT_NE(cursor.ahead(reach), nullptr);
    EXPECT_EQ(cursor.ahead(reach)->time, expected + reach);
    for (std::size_t i = 0; i <= reach + 1; ++i, ++expected) {
      ASSERT_NE(cursor.front(), nullptr);
      EXPECT_EQ(cursor.front()->time, expected);
      cursor.pop();
    }
  }
}

}  // namespace
}  // namespace fencepost::schedule
