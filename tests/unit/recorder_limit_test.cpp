// A trace with a limit: read and freed while it is written, or ended with a statement.
#include <barrier>
#include <chrono>
#include <fcntl.h>
#include <memory>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

#include "record/reading_along.h"
#include "recorder/limit.h"
#include "recorder_fixture.h"

namespace fencepost::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLimit = std::uint64_t{1} << 20;
constexpr std::uint64_t kMany = 1'500'000;  // events: some ten times the limit
const std::string kAtItsLimit = "the trace could not be written any more: it has reached its limit (--trace-limit)";

// What the reading process holds.
class ReaderFile {
 public:
  explicit ReaderFile(const fs::path& trace)
      : file_(::open((trace / format::kReaderFile).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    EXPECT_EQ(flock(file_, LOCK_EX | LOCK_NB), 0);
  }
  ~ReaderFile() { give_up(); }
  ReaderFile(const ReaderFile&) = delete;
  ReaderFile& operator=(const ReaderFile&) = delete;
  void got_on() {
    ++progress_;
    EXPECT_EQ(pwrite(file_, &progress_, sizeof progress_, 0), static_cast<ssize_t>(sizeof progress_));
  }
  void give_up() {
    if (file_ >= 0) close(file_);
    file_ = -1;
  }

 private:
  int file_;
  std::uint64_t progress_ = 0;
};

bool start_limited(const fs::path& trace) {
  record::limit_traces(kLimit);
  const bool started = start_in(trace);
  record::limit_traces(0);
  return started;
}

std::uint64_t occupied(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error)) {
    struct stat status{};
    if (entry.path().filename().string().starts_with("thread-") && stat(entry.path().c_str(), &status) == 0)
      bytes += static_cast<std::uint64_t>(status.st_blocks) * 512;
  }
  return bytes;
}

void write_many() {
  for (std::uint64_t n = 0; n < kMany; ++n) record::write(event::FlushBegin{.window = n});
}

TEST_F(Recorder, ATraceThatIsReadAlongStaysBelowItsLimitAndLosesNothing) {
  fs::create_directories(folder());
  ReaderFile reader(folder());
  ASSERT_TRUE(start_limited(folder()));
  record::write(event::FenceEnd{});
  std::thread writer([] {
    write_many();
    record::stop();
  });
  read::Problem problem;
  auto directory = open(folder());
  while (directory.threads(0).size() < 2) directory.poll();
  const std::uint64_t thread = directory.threads(0).back();
  auto stream = directory.events(0, thread, problem);
  while (!stream) stream = directory.events(0, thread, problem);
  stream->set_growing(true);
  stream->free_what_is_read(std::make_shared<read::SpareFiles>());
  std::uint64_t next = 0, most = 0;
  bool in_order = true;
  while (!stream->is_finished()) {
    while (const auto* recorded = stream->next()) {
      if (const auto* flush = recorded->get_if<event::FlushBegin>()) in_order = in_order && flush->window == next++;
      if (next % 4096 == 0) most = std::max(most, occupied(folder()));
    }
    reader.got_on();
    stream->poll();
  }
  writer.join();
  EXPECT_TRUE(in_order);
  EXPECT_EQ(next, kMany);
  EXPECT_LE(most, kLimit);
  EXPECT_TRUE(stream->problems().empty()) << stream->problems().front().sentence;
  EXPECT_GT(stream->counts().bytes, 4 * kLimit);
  // Nothing is left of the thread that has ended.
  EXPECT_EQ(open(folder()).threads(0), std::vector<std::uint64_t>{0});
}

TEST_F(Recorder, ALimitWithoutAReaderEndsTheTraceWithAStatement) {
  ASSERT_TRUE(start_limited(folder()));
  write_many();
  record::stop();
  const auto numbers = numbers_in(open(folder()), 0);
  EXPECT_GT(numbers.windows.size(), 10'000U);
  EXPECT_LT(numbers.windows.size(), kMany);
  EXPECT_TRUE(counts_up_from(0, numbers.windows));
  EXPECT_EQ(numbers.lost, std::vector<std::string>{kAtItsLimit});
  EXPECT_TRUE(numbers.closed);
  EXPECT_LE(occupied(folder()), kLimit);
}

TEST_F(Recorder, AReaderThatGoesAwayHoldsNobodyUp) {
  fs::create_directories(folder());
  ReaderFile reader(folder());
  ASSERT_TRUE(start_limited(folder()));
  record::write(event::FenceEnd{});
  std::thread writer(write_many);
  while (occupied(folder()) < kLimit - 2 * (std::uint64_t{256} << 10)) std::this_thread::yield();
  reader.give_up();
  writer.join();
  record::stop();
  const auto numbers = numbers_in(open(folder()), open(folder()).threads(0).back());
  EXPECT_TRUE(counts_up_from(0, numbers.windows));
  EXPECT_EQ(numbers.lost, std::vector<std::string>{kAtItsLimit});
}

TEST_F(Recorder, AReaderThatGetsNowhereIsNotWaitedForForever) {
  fs::create_directories(folder());
  const ReaderFile reader(folder());
  ASSERT_TRUE(start_limited(folder()));
  record::detail::reader_may_rest(1);
  write_many();
  record::stop();
  record::detail::reader_may_rest(10'000);
  EXPECT_EQ(numbers_in(open(folder()), 0).lost, std::vector<std::string>{kAtItsLimit});
}

TEST_F(Recorder, LivingThreadsHaveRoomForWhatTheyBeginWithWhateverTheLimit) {
  fs::create_directories(folder());
  const ReaderFile reader(folder());
  ASSERT_TRUE(start_limited(folder()));
  record::detail::reader_may_rest(1);
  constexpr int kThreads = 20;
  std::barrier all_have_written(kThreads);
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      record::write(event::FenceEnd{});
      all_have_written.arrive_and_wait();
    });
  }
  for (std::thread& thread : threads) thread.join();
  record::stop();
  record::detail::reader_may_rest(10'000);
  EXPECT_EQ(open(folder()).threads(0).size(), kThreads);
  for (const std::uint64_t thread : open(folder()).threads(0)) {
    EXPECT_TRUE(numbers_in(open(folder()), thread).lost.empty());
  }
}

TEST_F(Recorder, AReaderThatOneThreadHasGivenUpIsNotWaitedForByTheNext) {
  fs::create_directories(folder());
  const ReaderFile reader(folder());
  ASSERT_TRUE(start_limited(folder()));
  record::detail::reader_may_rest(1);
  write_many();
  record::detail::reader_may_rest(3'600'000);
  const auto begun = std::chrono::steady_clock::now();
  std::thread(write_many).join();
  record::stop();
  record::detail::reader_may_rest(10'000);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::minutes(1));  // or it waits for two
  for (const std::uint64_t thread : open(folder()).threads(0)) {
    EXPECT_EQ(numbers_in(open(folder()), thread).lost, std::vector<std::string>{kAtItsLimit});
  }
}

TEST_F(Recorder, WhatIsLeftOfATraceThatWasReadAlongSaysSo) {
  ASSERT_TRUE(start_in(folder()));
  write_many();
  {
    read::Problem problem;
    auto stream = open(folder()).events(0, 0, problem);
    ASSERT_TRUE(stream);
    stream->free_what_is_read(std::make_shared<read::SpareFiles>());
    for (std::uint64_t n = 0; n < kMany / 2; ++n) ASSERT_NE(stream->next(), nullptr);
  }
  record::stop();
  read::Problem problem;
  auto stream = open(folder()).events(0, 0, problem);
  ASSERT_TRUE(stream);
  std::uint64_t events = 0, last = 0;
  while (const auto* recorded = stream->next()) {
    if (const auto* flush = recorded->get_if<event::FlushBegin>()) ++events, last = flush->window;
  }
  EXPECT_EQ(last, kMany - 1);
  EXPECT_GT(events, kMany / 2 - 1);
  EXPECT_LT(events, kMany / 2 + 20'000);
  ASSERT_EQ(stream->problems().size(), 1U);
  EXPECT_NE(stream->problems().front().sentence.find("was deleted after it had been checked"), std::string::npos)
      << stream->problems().front().sentence;
}

TEST_F(Recorder, AnotherFileInTheTracesPlaceIsNotRead) {
  ASSERT_TRUE(start_in(folder()));
  record::write(event::FlushBegin{.window = 0});
  read::Problem problem;
  auto stream = open(folder()).events(0, 0, problem);
  ASSERT_TRUE(stream);
  while (stream->next() != nullptr) continue;
  record::stop();
  ASSERT_TRUE(start_in(folder()));  // begins anew
  for (std::uint64_t n = 0; n < 100; ++n) record::write(event::FlushBegin{.window = n});
  EXPECT_FALSE(stream->poll());
  EXPECT_EQ(stream->next(), nullptr);
  EXPECT_TRUE(stream->problems().empty());
}

}  // namespace
}  // namespace fencepost::test
