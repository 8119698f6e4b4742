// What ranks of a divided analysis send to each other.
#include <gtest/gtest.h>

#include "parts/books.h"
#include "parts/found_bytes.h"

namespace fencepost::parts {
namespace {

Words sample() {
  Words words;
  words.job = 77;
  words.events = 1234;
  check::FoundConflict& found = words.found.emplace_back();
  found.key.first.position = {1, 2};
  found.key.unordered = Unordered::kByLocksOnly;
  found.order = {.both_begun = 9, .one_begun = 8};
  found.ranks = {ProcessId(0), ProcessId(5)};
  Conflict& conflict = found.conflict;
  conflict.kind = ConflictKind::kAtomicTypes;
  conflict.count = 12;
  auto epoch = std::make_shared<AccessEpoch>();
  epoch->kind = EpochKind::kLock;
  epoch->targets = {Rank(3), Rank(4)};
  for (ConflictAccess* access : {&conflict.first, &conflict.second}) {
    auto operation = std::make_shared<Operation>();
    operation->epoch = epoch;
    operation->target = access == &conflict.first ? Rank(1) : Rank(2);
    operation->target_bytes = ByteSet{.pieces = {{.begin = 8, .size = 4}, {.begin = 80, .size = 4}}};
    operation->local = std::make_shared<Operation::Completion>(
        Operation::Completion{.place = {.process = ProcessId(2)}, .at = {}, .by_request = true});
    access->operation = operation;
    access->locks.push_back({.window = WindowKey(6), .target = Rank(1)});
  }
  conflict.late_at = PlaceInRun{{.process = ProcessId(4), .thread = ThreadId(1)}, 7};
  conflict.timeline.push_back({.place = {{}, 5}, .label = "MPI_Put → 1", .access = 0});
  conflict.timeline_links.push_back({.from = 0, .to = 0, .label = "message"});
  conflict.ranks = {ProcessId(0), ProcessId(5)};
  return words;
}

TEST(WordsOfARank, ArriveAsTheyWereSaid) {
  const auto words = words_from_bytes(words_to_bytes(sample(), "node7"));
  ASSERT_TRUE(words);
  EXPECT_EQ(words->host, "node7");
  EXPECT_EQ(words->job, 77u);
  EXPECT_EQ(words->events, 1234u);
  ASSERT_EQ(words->found.size(), 1u);
  const check::FoundConflict& found = words->found.front();
  EXPECT_EQ(found.key, sample().found.front().key);
  EXPECT_EQ(found.order, sample().found.front().order);
  EXPECT_EQ(found.ranks, (std::set<ProcessId>{ProcessId(0), ProcessId(5)}));
  const Conflict& conflict = found.conflict;
  EXPECT_EQ(conflict.kind, ConflictKind::kAtomicTypes);
  EXPECT_EQ(conflict.count, 12u);
  ASSERT_TRUE(conflict.first.operation && conflict.second.operation);
  EXPECT_EQ(conflict.second.operation->target, Rank(2));
  EXPECT_EQ(conflict.first.operation->epoch, conflict.second.operation->epoch) << "one epoch stays one";
  EXPECT_EQ(conflict.first.operation->epoch->targets, (std::vector{Rank(3), Rank(4)}));
  EXPECT_EQ(conflict.first.operation->target_bytes->pieces.size(), 2u);
  EXPECT_EQ(conflict.first.operation->target_bytes->pieces[1].begin, 80u);
  EXPECT_TRUE(conflict.first.operation->local->by_request);
  EXPECT_FALSE(conflict.first.operation->remote);
  EXPECT_EQ(conflict.late_at->process, ProcessId(4));
  EXPECT_EQ(conflict.timeline.front().label, "MPI_Put → 1");
  EXPECT_EQ(conflict.timeline_links.front().label, "message");
}

TEST(WordsOfARank, AreRefusedWhenTheyAreDamaged) {
  const std::string whole = words_to_bytes(sample(), "node7");
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(words_from_bytes(whole.substr(0, size)));
  EXPECT_FALSE(words_from_bytes(whole + "x"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(~damaged[at]);
    (void)words_from_bytes(damaged);  // whatever it says, it ends
  }
}

Books books() {
  Books result{.job = 7, .threads = 2, .counts = {1, 2}, .of = {}};
  periods::ThreadBook::Result& of_process = result.of.emplace_back(3, periods::ThreadBook::Result()).second;
  of_process.indivisible = true;
  of_process.exposed = {4};
  of_process.cuts = {{.meeting = {.fence = true, .key = 5, .number = 6},
                      .place = {.event = 1, .block = 2, .at = 3, .ticks = 4, .address = 5},
                      .operations = 8}};
  periods::Stretch& stretch = of_process.stretches.emplace_back();
  stretch.plain = false;
  stretch.account = 11;
  stretch.events = 12;
  stretch.kinds = {13};
  stretch.locked = {14};
  stretch.sequences = {
      {{.window = 15, .process = ProcessId(2), .target = Rank(16)}, {.count = 1, .lowest = 17, .highest = 17}}};
  return result;
}

TEST(BooksOfARank, ArriveAsTheyWereSaid) {
  const std::string bytes = books_to_bytes(books());
  const auto arrived = books_from_bytes(bytes);
  ASSERT_TRUE(arrived);
  EXPECT_EQ(books_to_bytes(*arrived), bytes);
  EXPECT_EQ(arrived->of.front().first, ProcessId(3));
  EXPECT_EQ(arrived->of.front().second.cuts.front().place.address, 5u);
  EXPECT_EQ(arrived->of.front().second.stretches.front().sequences.front().second.highest, 17u);
}

TEST(BooksOfARank, AreRefusedWhenTheyAreDamaged) {
  const std::string whole = books_to_bytes(books());
  for (std::size_t size = 0; size < whole.size(); ++size) EXPECT_FALSE(books_from_bytes(whole.substr(0, size)));
  EXPECT_FALSE(books_from_bytes(whole + "x"));
  EXPECT_EQ(strings_from_bytes(strings_to_bytes({"a", ""}), 2), (std::vector<std::string>{"a", ""}));
  EXPECT_EQ(strings_from_bytes(strings_to_bytes({"a"}), 2), (std::vector<std::string>{"", ""}));
  EXPECT_EQ(strings_from_bytes("nonsense", 1), (std::vector<std::string>{""}));
}

}  // namespace
}  // namespace fencepost::parts
