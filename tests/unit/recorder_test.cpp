// Recording, read back: events, definitions, and beginning and end.
#include <chrono>
#include <thread>
#include <unistd.h>

#include "recorder_fixture.h"

namespace fencepost::test {
namespace {

namespace fs = std::filesystem;
using read::EventStream;
using read::Problem;

TEST_F(Recorder, GivesEveryKindOfEventBackAsItWas) {
  ASSERT_TRUE(start_in(folder()));
  std::vector<std::string> events, definitions;
  for (int variant = 0; variant < kSampleVariants; ++variant) {
    for_each_sample(variant, [&](const auto& event) {
      if constexpr (static_cast<std::uint8_t>(std::remove_cvref_t<decltype(event)>::kKind) < kFirstEvent) {
        record::define(event);
        definitions.push_back(text_of(event));
      } else {
        record::write(event);
        if (events.empty()) {  // the thread has a trace from here on
          definitions.push_back(text_of(event::ThreadTask{.task = static_cast<std::uint64_t>(gettid())}));
          definitions.push_back(text_of(event::ThreadTrace{}));
        }
        events.push_back(text_of(event));
      }
    });
  }
  record::stop();

  Problem problem;
  const auto texts = [&](const fs::path& file) {
    std::vector<std::string> result;
    auto stream = EventStream::open(file, problem);
    EXPECT_TRUE(stream) << problem.sentence;
    while (const auto* recorded = stream->next()) {
      visit(*recorded, [&](const auto& event) { result.push_back(text_of(event)); });
    }
    EXPECT_TRUE(stream->problems().empty());
    EXPECT_TRUE(stream->is_finished());
    return result;
  };
  auto written = texts(folder() / "rank-0" / "thread-0.fpt");
  ASSERT_FALSE(written.empty());
  EXPECT_EQ(written.front(), text_of(event::ThreadBegin{}));
  written.erase(written.begin());
  EXPECT_EQ(written, events);
  // In front of ours: the process and the loaded objects.
  auto defined = texts(folder() / "rank-0" / "definitions.fpt");
  ASSERT_GT(defined.size(), definitions.size() + 2);
  defined.erase(defined.begin(), defined.end() - static_cast<std::ptrdiff_t>(definitions.size()));
  EXPECT_EQ(defined, definitions);
}

TEST_F(Recorder, DescribesTheProcess) {
  ASSERT_TRUE(start_in(folder(), 5));
  record::stop();
  auto directory = open(folder());
  const auto* const process = directory.definitions(5).process();
  ASSERT_NE(process, nullptr);
  EXPECT_EQ(process->rank, 5U);
  EXPECT_EQ(process->size, 6U);
  EXPECT_EQ(process->pid, static_cast<std::uint64_t>(getpid()));
  EXPECT_EQ(fs::path(process->executable), fs::read_symlink("/proc/self/exe"));
  EXPECT_EQ(fs::path(process->directory), fs::current_path());
  EXPECT_NE(process->command.find("recorder_test"), std::string_view::npos);
  EXPECT_GT(process->start_unix_nanoseconds, 1'700'000'000'000'000'000U);
  const auto* const module = directory.definitions(5).module_at(reinterpret_cast<std::uint64_t>(&start_in));
  ASSERT_NE(module, nullptr);
  EXPECT_EQ(module->path, process->executable);
  EXPECT_FALSE(module->build_id.empty());
}

TEST_F(Recorder, TimesAreThoseOfTheClock) {
  ASSERT_TRUE(start_in(folder()));
  const auto before = std::chrono::steady_clock::now();
  record::write(event::FlushBegin{});
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  record::write(event::FlushEnd{});
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
  record::stop();
  auto directory = open(folder());
  Problem problem;
  auto stream = directory.events(0, 0, problem);
  ASSERT_TRUE(stream);
  std::vector<std::uint64_t> ticks;
  while (const auto* event = stream->next()) ticks.push_back(event->ticks());
  ASSERT_EQ(ticks.size(), 3U);
  const auto rate = static_cast<double>(directory.definitions(0).process()->ticks_per_second);
  const double measured = static_cast<double>(ticks[2] - ticks[1]) / rate;
  EXPECT_GE(measured, 0.0299);
  EXPECT_LE(measured, elapsed * 1.001);
}

TEST_F(Recorder, BeginAndEndWrittenTogetherAreTwoEventsOfOneTime) {
  ASSERT_TRUE(start_in(folder()));
  constexpr std::uint64_t kPairs = 300'000;  // across blocks
  for (std::uint64_t i = 0; i < kPairs; ++i) record::write_both(event::FlushBegin{.window = i}, event::FlushEnd{});
  record::stop();
  auto directory = open(folder());
  Problem problem;
  auto stream = directory.events(0, 0, problem);
  ASSERT_TRUE(stream);
  std::uint64_t begins = 0, ends = 0, began = 0, apart = 0;
  while (const auto* recorded = stream->next()) {
    if (const auto* const flush = recorded->get_if<event::FlushBegin>()) {
      EXPECT_EQ(flush->window, begins);
      ++begins;
      began = recorded->ticks();
    } else if (recorded->get_if<event::FlushEnd>() != nullptr) {
      ++ends;
      EXPECT_EQ(ends, begins);
      apart += recorded->ticks() != began;
    }
  }
  EXPECT_EQ(begins, kPairs);
  EXPECT_EQ(ends, kPairs);
  EXPECT_LT(apart, kPairs / 100);  // only where a new block has been begun between them
}

TEST_F(Recorder, FillsBlocksAndMappingsWithoutLosingAnEvent) {
  ASSERT_TRUE(start_in(folder()));
  constexpr std::uint64_t kEvents = 1'000'000;  // some ten megabytes
  for (std::uint64_t i = 0; i < kEvents; ++i) record::write(event::FlushBegin{.window = i});
  record::stop();
  const auto numbers = numbers_in(open(folder()), 0);
  EXPECT_EQ(numbers.windows.size(), kEvents);
  EXPECT_TRUE(counts_up_from(0, numbers.windows));
  EXPECT_TRUE(numbers.intact && numbers.closed && numbers.lost.empty());
}

TEST_F(Recorder, WritesEventsLargerThanABlock) {
  ASSERT_TRUE(start_in(folder()));
  std::vector<std::uint64_t> requests(300'000);
  std::vector<std::int64_t> sources(requests.size(), -2);
  for (std::size_t i = 0; i < requests.size(); ++i) requests[i] = i * 1'000'003;
  record::write(event::FlushBegin{.window = 0});
  record::write(event::RequestsDone{.requests = requests, .sources = sources});
  record::write(event::FlushBegin{.window = 1});
  record::stop();
  Problem problem;
  auto stream = open(folder()).events(0, 0, problem);
  ASSERT_TRUE(stream);
  stream->next();
  stream->next();
  const auto* const recorded = stream->next();
  ASSERT_NE(recorded, nullptr);
  const auto& done = recorded->get<event::RequestsDone>();
  EXPECT_TRUE(std::equal(done.requests.begin(), done.requests.end(), requests.begin(), requests.end()));
  EXPECT_TRUE(std::equal(done.sources.begin(), done.sources.end(), sources.begin(), sources.end()));
  EXPECT_EQ(stream->next()->get<event::FlushBegin>().window, 1U);
}

TEST_F(Recorder, AnEventTooLargeForAnyTraceIsToldAsLost) {
  ASSERT_TRUE(start_in(folder()));
  const std::string text(format::kLargestEvent + 1, 'x');
  record::write(event::WindowSetInfo{.info = text});
  record::write(event::FlushBegin{.window = 0});
  record::stop();
  const auto numbers = numbers_in(open(folder()), 0);
  EXPECT_EQ(numbers.lost.size(), 1U);
  EXPECT_EQ(numbers.windows.size(), 1U);
}

TEST_F(Recorder, DoesNothingBeforeStartAndAfterStop) {
  record::write(event::FlushBegin{.window = 99});
  EXPECT_EQ(record::current_stack(), 0U);
  record::blind_spot("none");
  ASSERT_TRUE(start_in(folder()));
  record::write(event::FlushBegin{.window = 0});
  record::stop();
  record::write(event::FlushBegin{.window = 98});
  record::define(event::WindowName{.id = 1, .name = "none"});
  EXPECT_EQ(record::current_stack(), 0U);
  record::stop();
  auto directory = open(folder());
  EXPECT_EQ(numbers_in(directory, 0).windows, std::vector<std::uint64_t>{0});
  EXPECT_TRUE(directory.definitions(0).blind_spots().empty());
}

TEST_F(Recorder, CanStartAgainElsewhere) {
  for (int run = 0; run < 3; ++run) {
    const fs::path there = folder_.path() / std::to_string(run);
    ASSERT_TRUE(start_in(there));
    EXPECT_EQ(record::current_thread(), 0U);
    EXPECT_EQ(record::next_operation(), 1U);
    const auto stack = record::current_stack();
    record::write(event::FlushBegin{.window = 0});
    record::stop();
    auto directory = open(there);
    EXPECT_NE(directory.definitions(0).stack(stack), nullptr);
    EXPECT_EQ(numbers_in(directory, 0).windows.size(), 1U);
  }
}

TEST_F(Recorder, ReplacesTheTracesOfAnEarlierRun) {
  write_file(folder() / "rank-0" / "thread-7.fpt", {1, 2, 3});
  write_file(folder() / "rank-0" / "notes.txt", {1, 2, 3});
  ASSERT_TRUE(start_in(folder()));
  record::stop();
  EXPECT_FALSE(fs::exists(folder() / "rank-0" / "thread-7.fpt"));
  EXPECT_TRUE(fs::exists(folder() / "rank-0" / "notes.txt"));
}

TEST_F(Recorder, SaysWhenTheDirectoryCannotBeWritten) {
  testing::internal::CaptureStderr();
  EXPECT_FALSE(start_in("/dev/null/trace"));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said,
            "fencepost: cannot write the trace directory /dev/null/trace: Not a directory. "
            "Rank 0 continues without being recorded.\n");
  EXPECT_FALSE(record::active());
}

TEST_F(Recorder, ARelativeDirectoryStaysWhereItWas) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_.path());
  ASSERT_TRUE(start_in("here"));
  fs::current_path("/");
  record::write(event::FlushBegin{.window = 0});
  record::stop();
  fs::current_path(before);
  EXPECT_EQ(numbers_in(open(folder_.path() / "here"), 0).windows.size(), 1U);
}

TEST_F(Recorder, LeavesErrnoAlone) {
  ASSERT_TRUE(start_in(folder()));
  errno = 77;
  for (std::uint64_t i = 0; i < 100'000; ++i) record::write(event::FlushBegin{.window = i});
  record::current_stack();
  record::blind_spot("something");
  EXPECT_EQ(errno, 77);
}

TEST_F(Recorder, RecordsABlindSpotOnce) {
  ASSERT_TRUE(start_in(folder()));
  for (int i = 0; i < 5; ++i) {
    record::blind_spot("The first.");
    record::blind_spot(std::string("The second."));
  }
  record::stop();
  auto directory = open(folder());
  EXPECT_EQ(directory.definitions(0).blind_spots(), (std::vector<std::string_view>{"The first.", "The second."}));
}

TEST_F(Recorder, MarksInstrumentedModules) {
  ASSERT_TRUE(start_in(folder()));
  record::mark_instrumented(reinterpret_cast<const void*>(&start_in));
  record::stop();
  auto directory = open(folder());
  const auto& definitions = directory.definitions(0);
  EXPECT_EQ(definitions.module_at(reinterpret_cast<std::uint64_t>(&start_in))->instrumented, 1U);
  EXPECT_EQ(definitions.module_at(reinterpret_cast<std::uint64_t>(&fopen))->instrumented, 0U);
}

thread_local int pending_accesses = 0;
void flush_accesses() {
  for (; pending_accesses > 0; --pending_accesses) record::write(event::Access{.size = 8, .count = 1});
}

TEST_F(Recorder, FlushesTheSegmentBeforeEachEventAndAtTheEnd) {
  ASSERT_TRUE(start_in(folder()));
  record::set_segment_flush(flush_accesses);
  pending_accesses = 2;
  record::write(event::FenceEnd{});
  std::thread([] {
    record::write(event::FenceEnd{});
    pending_accesses = 1;
  }).join();
  pending_accesses = 1;
  record::stop();
  const auto kinds = [&](std::uint64_t thread) {
    std::vector<EventKind> result;
    Problem problem;
    auto stream = open(folder()).events(0, thread, problem);
    while (const auto* event = stream->next()) result.push_back(event->kind());
    return result;
  };
  using enum EventKind;
  EXPECT_EQ(kinds(0), (std::vector{kThreadBegin, kAccess, kAccess, kFenceEnd, kAccess}));
  EXPECT_EQ(kinds(1), (std::vector{kThreadBegin, kFenceEnd, kAccess, kThreadEnd}));
}

}  // namespace
}  // namespace fencepost::test
