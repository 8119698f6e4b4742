// Traces of jobs that never ran, of any length and any number of ranks, made while they are read: so only the analyzer
// is measured. Each pattern is a typical correct program; its events have stacks, times and access records like those
// of real runs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "job/source.h"

namespace fencepost::bench {

struct Shape {
  int ranks = 2;
  std::uint64_t rounds = 1000;      // of the pattern's loop
  int operations = 4;               // of a rank in a round, towards each neighbour
  int accesses = 8;                 // access records of a rank in a round
  std::uint64_t barrier_every = 0;  // rounds; 0: none but the pattern's own synchronization
  // From round `racy_from` on each neighbour's slot is also written by its owner: one race per pair of ranks.
  std::uint64_t racy_from = ~std::uint64_t{0};
};

// One thread's events of one round, and what the generator knows about the rank.
class RoundWriter;

struct Pattern {
  std::string_view name;
  void (*begin)(RoundWriter&);  // before the first round, the window exists
  void (*round)(RoundWriter&);
  void (*end)(RoundWriter&);
};

// "fence", "pscw", "lock_all", "messages", "locks", "mixed" (fences, lock_all and messages), and "silent": stores and
// puts without any synchronization.
std::span<const Pattern> patterns();
const Pattern* find_pattern(std::string_view name);

// A run of about this many events, with a barrier every 20 rounds.
Shape shape_of(const Pattern& pattern, int ranks, std::uint64_t events);

class GeneratedJob : public TraceSource {
 public:
  GeneratedJob(const Pattern& pattern, const Shape& shape);
  ~GeneratedJob() override;

  Processes processes() const override { return Processes(static_cast<std::size_t>(shape_.ranks)); }
  void list_threads(const std::function<void(const ListedThread&)>& tell) override;
  EventStream& events(ThreadName thread) override;
  EventStream& definitions(ProcessId process) override;
  std::vector<std::string> blind_spots() const override { return {}; }

 private:
  class Stream;
  class Definitions;
  const Pattern& pattern_;
  Shape shape_;
  std::vector<std::unique_ptr<Stream>> streams_;
  std::vector<std::unique_ptr<Definitions>> definitions_;
};

}  // namespace fencepost::bench
