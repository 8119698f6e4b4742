// Reading traces, whole and broken.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read/dump.h"
#include "read/event_stream.h"
#include "read/touched_runs.h"
#include "read/trace_directory.h"
#include "record/reading_along.h"
#include "record/vocabulary.h"
#include "support/trace_samples.h"

namespace fencepost::read {
namespace {

namespace fs = std::filesystem;
using test::RawTrace;
using test::TemporaryFolder;
using test::text_of;
using test::write_file;

// All events of a file as text; Lost events of the reader's own are counted apart.
struct Content {
  bool opened = false;
  bool finished = false;
  Problem refusal;
  std::vector<std::string> events;
  std::vector<Problem> problems;
  bool says_so() const { return !opened || !problems.empty(); }
};

Content content_of(const fs::path& path) {
  Content content;
  auto stream = EventStream::open(path, content.refusal);
  if (!stream) return content;
  content.opened = true;
  while (const auto* const recorded = stream->next()) {
    visit(*recorded, [&](const auto& event) { content.events.push_back(text_of(event)); });
  }
  content.finished = stream->is_finished();
  content.problems = stream->problems();
  EXPECT_LE(content.problems.size(), content.events.size()) << "each problem has a Lost event in its place";
  return content;
}

bool is_prefix(const std::vector<std::string>& shorter, const std::vector<std::string>& longer, std::size_t but = 0) {
  const std::size_t size = shorter.size() - std::min(but, shorter.size());
  return size <= longer.size() &&
         std::equal(shorter.begin(), shorter.begin() + static_cast<std::ptrdiff_t>(size), longer.begin());
}

RawTrace small_trace() {
  RawTrace trace;
  trace.add(event::ThreadBegin{.thread = 0, .creator = 0});
  trace.add(event::FenceBegin{.stack = 1, .window = 2, .asserts = 0});
  trace.add(event::FenceEnd{});
  trace.add(event::Transfer{.stack = 3,
                            .call = static_cast<std::uint64_t>(MpiCall::kPut),
                            .window = 2,
                            .target = 1,
                            .origin = {0x7fff0000, 8, 5},
                            .displacement = -4});
  const std::uint64_t group[] = {0, 1, 2, 300};
  trace.add(event::Post{.stack = 4, .window = 2, .group = group, .asserts = 1});
  trace.add(event::CallFailed{.error_class = 17, .name = "MPI_ERR_RMA_SYNC"});
  trace.add(event::SharedMapping{.segment = 9, .address = 0x7fff0008, .size = 4096, .offset = 64});
  return trace;
}

class File : public testing::Test {
 protected:
  fs::path path() const { return folder_.path() / "rank-0" / "thread-0.fpt"; }
  Content after_writing(const std::vector<std::uint8_t>& bytes) {
    write_file(path(), bytes);
    return content_of(path());
  }
  TemporaryFolder folder_;
};

TEST_F(File, GivesEveryKindOfEventBackAsItWas) {
  for (int variant = 0; variant < test::kSampleVariants; ++variant) {
    RawTrace trace;
    std::vector<std::string> expected;
    test::for_each_sample(variant, [&](const auto& event) {
      trace.add(event);
      expected.push_back(text_of(event));
    });
    const Content content = after_writing(trace.bytes());
    EXPECT_EQ(content.events, expected) << "variant " << variant;
    EXPECT_TRUE(content.problems.empty());
    EXPECT_TRUE(content.finished);
  }
}

TEST_F(File, TimesAddUp) {
  RawTrace trace;
  trace.add(event::FenceEnd{}, 5);
  trace.add(event::FenceEnd{}, 0);
  trace.add(event::FenceEnd{}, 1'000'000'000'000);
  write_file(path(), trace.bytes());
  Problem problem;
  auto stream = EventStream::open(path(), problem);
  ASSERT_TRUE(stream);
  std::vector<std::uint64_t> times;
  while (const auto* event = stream->next()) times.push_back(event->ticks());
  EXPECT_EQ(times, (std::vector<std::uint64_t>{1005, 1005, 1'000'000'001'005}));
}

TEST_F(File, CutOffAnywhereGivesWhatIsWhole) {
  const auto bytes = small_trace().bytes();
  const Content whole = after_writing(bytes);
  ASSERT_EQ(whole.events.size(), 7U);
  // Every length, but in the schema, where one is like the other.
  const auto step = [](std::size_t at) {
    return at > sizeof(format::FileHeader) && at + 64 < format::kFileHeaderSize ? std::size_t{31} : std::size_t{1};
  };
  for (std::size_t size = 0; size < bytes.size(); size += step(size)) {
    const Content content = after_writing({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)});
    if (size < format::kFileHeaderSize) {
      EXPECT_FALSE(content.opened) << size;
      EXPECT_FALSE(content.refusal.sentence.empty());
    } else {
      EXPECT_TRUE(content.says_so()) << size;
      EXPECT_TRUE(is_prefix(content.events, whole.events, content.problems.size())) << size;
    }
  }
}

TEST_F(File, AFlippedBitIsNeverTakenForTruth) {
  const auto bytes = small_trace().bytes();
  const Content whole = after_writing(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    // All bits of what is structure, some of the schema and of the unused rest of its page.
    const bool every_bit = at < sizeof(format::FileHeader) || at >= format::kFileHeaderSize;
    if (!every_bit && at % 17 != 0) continue;
    for (int bit = 0; bit < 8; bit += every_bit ? 1 : 8) {
      auto damaged = bytes;
      damaged[at] ^= static_cast<std::uint8_t>(1U << (every_bit ? static_cast<unsigned>(bit) : at % 8));
      const Content content = after_writing(damaged);
      EXPECT_TRUE(content.says_so() || content.events == whole.events) << "byte " << at << " bit " << bit;
    }
  }
}

TEST_F(File, DamageInATraceThatWasNotSealedIsSurvived) {
  auto trace = small_trace();
  trace.sealed = false;
  trace.header.closed = 0;
  const auto bytes = trace.bytes();
  for (std::size_t at = format::kFileHeaderSize; at < bytes.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      auto damaged = bytes;
      damaged[at] ^= static_cast<std::uint8_t>(1U << bit);
      const Content content = after_writing(damaged);
      EXPECT_TRUE(content.opened);
      EXPECT_FALSE(content.finished);
    }
  }
}

TEST_F(File, RandomContentIsSurvived) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 300; ++i) {
    RawTrace trace;
    trace.sealed = i % 2 == 0;
    const std::size_t size = random() % 2000;
    for (std::size_t k = 0; k < size; ++k) {
      // Mostly small bytes: they are read as kinds, lengths and counts that make sense.
      trace.payload.push_back(static_cast<std::uint8_t>(random() % (random() % 4 == 0 ? 256 : 40)));
    }
    const Content content = after_writing(trace.bytes());
    EXPECT_TRUE(content.opened);
  }
}

// Blocks of one unit each, numbered from 0; `damage` is applied to the bytes.
std::vector<std::uint8_t> three_blocks() {
  std::vector<std::uint8_t> bytes;
  for (std::uint32_t index = 0; index < 3; ++index) {
    RawTrace trace;
    for (std::uint64_t i = 0; i < 10; ++i) trace.add(event::FlushBegin{.stack = 1, .window = 10 * index + i});
    auto one = trace.bytes();
    one.resize(format::kFileHeaderSize + format::kBlockSize);
    auto* const header = reinterpret_cast<format::BlockHeader*>(one.data() + format::kFileHeaderSize);
    header->index = index;
    header->crc = block_crc(*header, header + 1);
    bytes.insert(bytes.end(), one.begin() + (index == 0 ? 0 : static_cast<std::ptrdiff_t>(format::kFileHeaderSize)),
                 one.end());
  }
  return bytes;
}

std::size_t offset_of_block(std::size_t index) {
  return format::kFileHeaderSize + index * format::kBlockSize;
}

std::vector<std::uint64_t> windows_in(const fs::path& path, std::vector<event::Lost>* lost = nullptr) {
  std::vector<std::uint64_t> windows;
  Problem problem;
  auto stream = EventStream::open(path, problem);
  if (!stream) return windows;
  while (const auto* recorded = stream->next()) {
    if (const auto* flush = recorded->get_if<event::FlushBegin>()) windows.push_back(flush->window);
    if (const auto* gap = recorded->get_if<event::Lost>(); gap != nullptr && lost != nullptr) {
      lost->push_back(*gap);
      lost->back().reason = {};
    }
  }
  return windows;
}

std::vector<std::uint64_t> range(std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> result;
  for (; begin < end; ++begin) result.push_back(begin);
  return result;
}

TEST_F(File, ThatIsShorterThanItsWriterLeftItSaysSo) {
  for (const std::size_t blocks : {0U, 1U, 2U, 3U}) {
    auto bytes = three_blocks();
    reinterpret_cast<format::FileHeader*>(bytes.data())->closed = 3;
    bytes.resize(offset_of_block(blocks));
    const Content content = after_writing(bytes);
    if (blocks == 3) {
      EXPECT_EQ(content.events.size(), 30U);
      EXPECT_TRUE(content.problems.empty());
      continue;
    }
    EXPECT_EQ(content.events.size(), 10 * blocks + 1) << "with a Lost event";
    ASSERT_EQ(content.problems.size(), 1U);
    EXPECT_EQ(content.problems[0].sentence,
              blocks == 0 ? "rank-0/thread-0.fpt: all its blocks are missing."
                          : "rank-0/thread-0.fpt: it ends after block " + std::to_string(blocks - 1) + ".");
  }
}

TEST_F(File, ADamagedBlockIsLeftOutAndCounted) {
  auto bytes = three_blocks();
  bytes[offset_of_block(1) + 40] ^= 1;
  write_file(path(), bytes);
  std::vector<event::Lost> lost;
  auto expected = range(0, 10);
  for (const auto window : range(20, 30)) expected.push_back(window);
  EXPECT_EQ(windows_in(path(), &lost), expected);
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].events, 10U);
}

TEST_F(File, ADamagedBlockHeaderHidesNoOtherBlock) {
  const auto whole = three_blocks();
  auto expected = range(0, 10);
  for (const auto window : range(20, 30)) expected.push_back(window);
  for (std::size_t at = 0; at < sizeof(format::BlockHeader); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      auto bytes = whole;
      bytes[offset_of_block(1) + at] ^= static_cast<std::uint8_t>(1U << bit);
      write_file(path(), bytes);
      std::vector<event::Lost> lost;
      const auto windows = windows_in(path(), &lost);
      EXPECT_TRUE(lost.empty() ? windows == range(0, 30) : windows == expected || windows == range(0, 30))
          << "byte " << at << " bit " << bit;
    }
  }
}

TEST_F(File, AZeroedBlockIsLeftOut) {
  auto bytes = three_blocks();
  std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(offset_of_block(0)), 2 * format::kBlockSize, 0);
  write_file(path(), bytes);
  std::vector<event::Lost> lost;
  EXPECT_EQ(windows_in(path(), &lost), range(20, 30));
  EXPECT_EQ(lost.size(), 1U);
}

TEST_F(File, ZerosBehindTheLastBlockAreNotDamage) {
  auto bytes = three_blocks();
  bytes.resize(bytes.size() + (std::size_t{1} << 20));
  const Content content = after_writing(bytes);
  EXPECT_EQ(content.events.size(), 30U);
  EXPECT_TRUE(content.problems.empty());
}

TEST_F(File, OtherVersionsAreRefusedInOneSentence) {
  auto trace = small_trace();
  trace.header.version = format::kTraceVersion + 1;
  const Content content = after_writing(trace.bytes());
  EXPECT_FALSE(content.opened);
  EXPECT_EQ(content.refusal.kind, ProblemKind::kOtherVersion);
  EXPECT_EQ(content.refusal.sentence,
            fmt::format("rank-0/thread-0.fpt was written by a newer Fencepost (trace version {}; this one reads {}).",
                        format::kTraceVersion + 1, format::kTraceVersion));
  trace.header.version = format::kTraceVersion - 1;
  EXPECT_EQ(after_writing(trace.bytes()).refusal.sentence,
            fmt::format("rank-0/thread-0.fpt was written by an older Fencepost (trace version {}; this one reads {}).",
                        format::kTraceVersion - 1, format::kTraceVersion));
}

TEST_F(File, ForeignFilesAreRefused) {
  EXPECT_EQ(after_writing({'h', 'e', 'l', 'l', 'o', ' ', 'w', 'o', 'r', 'l', 'd'}).refusal.kind,
            ProblemKind::kForeignFile);
  auto trace = small_trace();
  trace.header.byte_order = 0x04030201;
  EXPECT_EQ(after_writing(trace.bytes()).refusal.kind, ProblemKind::kForeignFile);
  fs::remove(path());
  fs::create_directories(path());
  EXPECT_EQ(content_of(path()).refusal.kind, ProblemKind::kForeignFile);
  EXPECT_EQ(content_of(folder_.path() / "nothing").refusal.kind, ProblemKind::kUnreadable);
}

TEST_F(File, AnEmptyFileIsOneWhoseWriterDiedEarly) {
  EXPECT_EQ(after_writing({}).refusal.kind, ProblemKind::kTruncated);
  EXPECT_EQ(after_writing(std::vector<std::uint8_t>(format::kFileHeaderSize)).refusal.kind, ProblemKind::kTruncated);
}

// Replaces one line of the schema.
std::string with_line(std::string schema, std::string_view name, const std::string& line) {
  const auto begin = schema.find(std::string(name) + ' ');
  const auto end = schema.find('\n', begin) + 1;
  return schema.replace(begin, end - begin, line);
}

TEST_F(File, FieldsAndKindsOfALaterBuildArePassedOver) {
  RawTrace trace;
  trace.schema =
      with_line(trace.schema, "Detach", "Detach 85 U:stack U:window ADDRESS:address BUFFER:more LIST_BUFFER:most\n");
  trace.schema += "Novelty 200 TEXT:name LIST_I:numbers ADDRESS:where\n";
  // Both move the running address on; the last event's address depends on them.
  const auto add_raw = [&](std::uint8_t kind, const std::vector<std::uint8_t>& fields) {
    trace.payload.push_back(kind);
    trace.payload.push_back(static_cast<std::uint8_t>(fields.size() + 1));
    trace.payload.push_back(0);
    trace.payload.insert(trace.payload.end(), fields.begin(), fields.end());
    ++trace.events;
  };
  add_raw(85, {1, 2, 21, 5, 0, 0, 1, 7, 0, 0});  // addresses 10, 12, 15
  add_raw(200, {2, 'h', 'i', 3, 1, 1, 1, 11});   // address 20
  add_raw(85, {7, 8, 3});                        // address 21
  const Content content = after_writing(trace.bytes());
  ASSERT_TRUE(content.problems.empty());
  EXPECT_EQ(content.events, (std::vector<std::string>{text_of(event::Detach{.stack = 1, .window = 2, .address = 10}),
                                                      text_of(event::Detach{.stack = 7, .window = 8, .address = 21})}));
}

TEST_F(File, FieldsThatAnEarlierBuildDidNotWriteAreZero) {
  RawTrace trace;
  trace.schema = with_line(trace.schema, "Attach", "Attach 84 U:stack U:window\n");
  trace.payload = {84, 3, 0, 5, 6};
  trace.events = 1;
  const Content content = after_writing(trace.bytes());
  EXPECT_EQ(content.events, std::vector{text_of(event::Attach{.stack = 5, .window = 6})});
}

TEST_F(File, ASchemaThatContradictsTheVersionIsRefused) {
  auto trace = small_trace();
  trace.schema = with_line(trace.schema, "Detach", "Detach 85 TEXT:stack U:window ADDRESS:address\n");
  EXPECT_EQ(after_writing(trace.bytes()).refusal.kind, ProblemKind::kOtherVersion);
}

TEST_F(File, ThatStillGrowsCanBeFollowed) {
  auto trace = small_trace();
  trace.sealed = false;
  trace.header.closed = 0;
  write_file(path(), trace.bytes());
  Problem problem;
  auto stream = EventStream::open(path(), problem);
  ASSERT_TRUE(stream);
  int events = 0;
  while (stream->next() != nullptr) ++events;
  EXPECT_EQ(events, 7);
  EXPECT_FALSE(stream->poll());
  EXPECT_EQ(stream->next(), nullptr);

  trace.add(event::FlushEnd{});
  write_file(path(), trace.bytes());
  EXPECT_EQ(stream->next(), nullptr) << "not before poll()";
  EXPECT_TRUE(stream->poll());
  ASSERT_NE(stream->next(), nullptr);
  EXPECT_EQ(stream->next(), nullptr);
  EXPECT_FALSE(stream->is_finished());

  trace.add(event::ThreadEnd{});
  trace.sealed = true;
  trace.header.closed = 1;
  write_file(path(), trace.bytes());
  EXPECT_TRUE(stream->poll());
  const auto* const last = stream->next();
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->kind(), EventKind::kThreadEnd);
  EXPECT_EQ(stream->next(), nullptr);
  EXPECT_TRUE(stream->is_finished());
  EXPECT_TRUE(stream->problems().empty());
}

TEST_F(File, PinnedListsOutliveTheirBlock) {
  std::vector<std::uint8_t> bytes;
  {
    RawTrace trace;
    const std::uint64_t group[] = {11, 12, 13};
    trace.add(event::Post{.group = group});
    bytes = trace.bytes();
    bytes.resize(offset_of_block(1));
    auto next = three_blocks();
    bytes.insert(bytes.end(), next.begin() + static_cast<std::ptrdiff_t>(offset_of_block(1)), next.end());
  }
  write_file(path(), bytes);
  Problem problem;
  auto stream = EventStream::open(path(), problem);
  ASSERT_TRUE(stream);
  const event::Post post = stream->next()->get<event::Post>();
  const auto memory = stream->pin();
  int rest = 0;
  while (stream->next() != nullptr) ++rest;
  EXPECT_EQ(rest, 20);
  EXPECT_EQ(std::vector(post.group.begin(), post.group.end()), (std::vector<std::uint64_t>{11, 12, 13}));
}

// ---- directories ------------------------------------------------------------------------------------------------

class Directory : public testing::Test {
 protected:
  fs::path path() const { return folder_.path(); }
  void write_definitions(std::uint32_t rank, std::uint64_t size, std::uint64_t job = 1,
                         const std::vector<event::ThreadTrace>& threads = {}) {
    RawTrace trace;
    trace.header.kind = static_cast<std::uint32_t>(format::TraceKind::kDefinitions);
    trace.header.rank = rank;
    trace.header.job = job;
    trace.add(event::Process{.rank = rank, .size = size, .host = "node", .ticks_per_second = 1000});
    const std::uint64_t frames[] = {0x401000, 0x402000};
    trace.add(event::Stack{.id = 7, .frames = frames});
    trace.add(event::Module{.begin = 0x400000, .end = 0x500000, .path = "/bin/old"});
    trace.add(event::Module{.begin = 0x400000, .end = 0x500000, .path = "/bin/new"});
    trace.add(event::WindowName{.id = 3, .name = "halo"});
    for (const event::ThreadTrace& thread : threads) trace.add(thread);
    write_file(path() / ("rank-" + std::to_string(rank)) / "definitions.fpt", trace.bytes());
  }
  void write_thread(std::uint32_t rank, std::uint32_t thread, std::uint64_t job = 1) {
    auto trace = small_trace();
    trace.header.rank = rank;
    trace.header.thread = thread;
    trace.header.job = job;
    write_file(path() / ("rank-" + std::to_string(rank)) / ("thread-" + std::to_string(thread) + ".fpt"),
               trace.bytes());
  }
  std::vector<std::string> problems(const TraceDirectory& directory) {
    std::vector<std::string> sentences;
    for (const Problem& problem : directory.problems()) sentences.push_back(problem.sentence);
    return sentences;
  }
  TemporaryFolder folder_;
  Problem problem_;
};

TEST_F(Directory, ListsRanksThreadsAndDefinitions) {
  write_definitions(0, 2);
  write_definitions(1, 2);
  write_thread(0, 0);
  write_thread(1, 0);
  write_thread(1, 12);
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory) << problem_.sentence;
  EXPECT_EQ(directory->ranks(), (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(directory->size(), 2U);
  EXPECT_EQ(directory->threads(1), (std::vector<std::uint64_t>{0, 12}));
  EXPECT_EQ(problems(*directory), std::vector<std::string>{});
  auto& definitions = directory->definitions(1);
  ASSERT_NE(definitions.process(), nullptr);
  EXPECT_EQ(definitions.process()->host, "node");
  ASSERT_NE(definitions.stack(7), nullptr);
  EXPECT_EQ(definitions.stack(7)->frames[1], 0x402000U);
  EXPECT_EQ(definitions.stack(8), nullptr);
  EXPECT_EQ(definitions.module_at(0x400010)->path, "/bin/new");
  EXPECT_EQ(definitions.module_at(0x500000), nullptr);
  auto stream = directory->events(1, 12, problem_);
  ASSERT_TRUE(stream);
  EXPECT_EQ(stream->next()->kind(), EventKind::kThreadBegin);
}

TEST_F(Directory, NothingThere) {
  EXPECT_FALSE(TraceDirectory::open(path() / "none", problem_));
  EXPECT_EQ(problem_.kind, ProblemKind::kNoDirectory);
  EXPECT_EQ(problem_.sentence, (path() / "none").string() + " does not exist.");
  EXPECT_FALSE(TraceDirectory::open(path(), problem_));
  EXPECT_EQ(problem_.kind, ProblemKind::kNoTraces);
  write_file(path() / "file", {1});
  EXPECT_FALSE(TraceDirectory::open(path() / "file", problem_));
  EXPECT_EQ(problem_.kind, ProblemKind::kNoDirectory);
}

TEST_F(Directory, MissingRanksAreNamed) {
  write_definitions(3, 9);
  write_definitions(7, 9);
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory);
  EXPECT_EQ(problems(*directory),
            std::vector<std::string>{"Of 9 ranks, the trace of ranks 0 to 2, 4 to 6 and 8 is missing."});
}

TEST_F(Directory, MissingThreadsAreNamed) {
  write_definitions(0, 1, 1, {{.thread = 0}, {.thread = 3}, {.thread = 4, .problem = "No space left on device"}});
  write_thread(0, 0);
  write_thread(0, 7);  // nobody has told of it: nothing is wrong with that
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory);
  EXPECT_EQ(directory->threads(0), (std::vector<std::uint64_t>{0, 7}));
  EXPECT_EQ(directory->missing_threads(0), (std::vector<std::uint64_t>{3, 4}));
  EXPECT_FALSE(directory->events(0, 3, problem_));
  EXPECT_EQ(problem_.kind, ProblemKind::kMissingThread);
  EXPECT_EQ(problem_.sentence, "rank-0/thread-3.fpt is missing.");
  EXPECT_FALSE(directory->events(0, 4, problem_));
  EXPECT_EQ(problem_.sentence, "rank-0/thread-4.fpt could not be created: No space left on device.");
  write_file(path() / format::kReaderFile, {});
  EXPECT_FALSE(directory->events(0, 3, problem_));
  EXPECT_EQ(problem_.sentence, "rank-0/thread-3.fpt was deleted after it had been checked.");
  write_thread(0, 3);
  EXPECT_TRUE(directory->poll());
  EXPECT_EQ(directory->missing_threads(0), std::vector<std::uint64_t>{4});
}

TEST_F(Directory, AnotherJobsTracesAreLeftOut) {
  write_definitions(0, 2, 1);
  write_definitions(1, 2, 99);
  write_thread(0, 0, 1);
  write_thread(0, 1, 98);
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory);
  EXPECT_EQ(directory->ranks(), std::vector<std::uint64_t>{0});
  EXPECT_EQ(problems(*directory),
            std::vector<std::string>{"The trace of rank 1 is from another run than that of rank 0; it is left out."});
  EXPECT_TRUE(directory->events(0, 0, problem_));
  EXPECT_FALSE(directory->events(0, 1, problem_));
  EXPECT_EQ(problem_.kind, ProblemKind::kOtherJob);
  EXPECT_FALSE(directory->events(0, 5, problem_));
  EXPECT_EQ(problem_.kind, ProblemKind::kMissingThread);
}

TEST_F(Directory, FoldersThatAreNotWhatTheirNameSaysAreLeftOut) {
  write_definitions(0, 3);
  write_definitions(1, 3);
  fs::rename(path() / "rank-1", path() / "rank-2");
  fs::create_directories(path() / "rank-1");
  fs::create_directories(path() / "rank-x");
  fs::create_directories(path() / "rank-007");
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory);
  EXPECT_EQ(problems(*directory),
            (std::vector<std::string>{"Rank 1 left no definitions.fpt, so its events cannot be read.",
                                      "rank-2 holds the trace of rank 1."}));
}

TEST_F(Directory, ForeignDefinitionsAreSaidToBe) {
  write_file(path() / "rank-0" / "definitions.fpt", {'n', 'o'});
  EXPECT_FALSE(TraceDirectory::open(path(), problem_));
  EXPECT_EQ(problem_.sentence, "rank-0/definitions.fpt is not a trace of Fencepost.");
}

TEST_F(Directory, RanksAndThreadsThatComeLaterAreFound) {
  write_definitions(0, 2);
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory);
  EXPECT_FALSE(directory->poll());
  write_definitions(1, 2);
  write_thread(0, 0);
  EXPECT_TRUE(directory->poll());
  EXPECT_EQ(directory->ranks().size(), 2U);
  EXPECT_EQ(directory->threads(0).size(), 1U);
}

TEST_F(Directory, AnAbsurdSizeIsNoReasonToListMillionsOfRanks) {
  write_definitions(0, ~std::uint64_t{0});
  auto directory = TraceDirectory::open(path(), problem_);
  ASSERT_TRUE(directory);
  ASSERT_EQ(directory->problems().size(), 1U);
  EXPECT_LT(directory->problems()[0].sentence.size(), 200U);
}

TEST_F(Directory, DumpIsOneLineAnEvent) {
  write_definitions(0, 2);
  write_thread(0, 0);
  std::ostringstream out;
  EXPECT_TRUE(dump(path(), out, {.times = false}));
  EXPECT_EQ(out.str(), R"(problem: Of 2 ranks, the trace of rank 1 is missing.
rank 0, definitions
  Process rank=0 size=2 pid=0 host="node" executable="" command="" directory="" mpi_library="" thread_level=0 ticks_per_second=1000 start_unix_nanoseconds=0 start_ticks=0 native_rma=0 schedule=""
  Stack id=7 frames=[0x401000 0x402000]
  Module begin=0x400000 end=0x500000 bias=0x0 instrumented=0 path="/bin/old" build_id=""
  Module begin=0x400000 end=0x500000 bias=0x0 instrumented=0 path="/bin/new" build_id=""
  WindowName id=3 name="halo"
rank 0, thread 0
  ThreadBegin thread=0 creator=0
  FenceBegin stack=1 window=2 asserts=0
  FenceEnd
  Transfer stack=3 call=MPI_Put window=2 target=1 origin={0x7fff0000 count=8 datatype=5} displacement=-4 target_count=0 target_datatype=0 request=0 outcome=0
  Post stack=4 window=2 group=[0 1 2 300] asserts=1
  CallFailed error_class=17 name="MPI_ERR_RMA_SYNC"
  SharedMapping segment=9 address=0x7fff0008 size=4096 offset=64
)");
}

TEST_F(Directory, DumpOfNothingIsOneSentence) {
  std::ostringstream out;
  EXPECT_FALSE(dump(path() / "none", out));
  EXPECT_EQ(out.str(), (path() / "none").string() + " does not exist.\n");
}

// ---- TouchedRuns
// -----------------------------------------------------------------------------------------------------

TEST(TouchedRuns, SayExactlyWhatTheBitsSay) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::uint64_t> words(1 + random() % 20);
    for (std::uint64_t& word : words) {
      word = round % 4 == 0   ? random()
             : round % 4 == 1 ? random() & random() & random()
             : round % 4 == 2 ? ~std::uint64_t{0}
                              : 0x1111111111111111u << random() % 2;
    }
    std::set<std::uint64_t> wanted;
    for (std::uint64_t i = 0; i < words.size() * 64; ++i) {
      if ((words[i / 64] >> i % 64 & 1) != 0) wanted.insert(4096 + 8 * i);
    }
    const std::string bits(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t));
    TouchedRuns runs(event::TouchedElements{.kind = 1, .address = 4096, .size = 8, .pc = 7, .stack = 3, .bits = bits});
    std::set<std::uint64_t> said;
    for (event::Access access; runs.next(access);) {
      EXPECT_EQ(access.pc, 7u);
      for (std::uint64_t row = 0; row < std::max<std::uint64_t>(access.rows, 1); ++row) {
        for (std::uint64_t i = 0; i < access.count; ++i) {
          const std::uint64_t address = access.address + row * static_cast<std::uint64_t>(access.row_stride) +
                                        i * static_cast<std::uint64_t>(access.stride);
          EXPECT_TRUE(said.insert(address).second);
        }
      }
    }
    ASSERT_EQ(said, wanted) << "round " << round;
  }
}

}  // namespace
}  // namespace fencepost::read
