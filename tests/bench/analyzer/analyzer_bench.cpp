// How fast the analyzer is and how much memory it takes, on generated traces: tables in Markdown.
//
//   analyzer_bench [--events N] [--pattern NAME] [--ranks N] [--long] [--far] [--workers] [--smoke]
//
// --workers: the slowest of 1, 2, 4 and 8 workers that divide an analysis, by memory and by time. --far: barriers that
// are far apart, on 64 ranks.
//
// Each case runs in a separate process, so its peak of memory is its own. Processor time of this process, without the
// time to make the events. --smoke: small, and everything that must hold is checked (exit status 1: something does
// not).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <malloc.h>
#include <memory>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check/analysis.h"
#include "checks/checks.h"
#include "generated_job.h"
#include "job/symbolizer.h"
#include "periods/share.h"
#include "periods/skipping_source.h"
#include "periods/survey.h"

namespace fencepost::bench {
namespace {

class NoSymbols : public Symbolizer {
 public:
  SourceLocation locate(ProcessId, std::uint64_t) override { return {}; }
  std::vector<SourceLocation> stack(ProcessId, StackId) override { return {}; }
};

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::size_t heap_bytes() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

struct Result {
  std::uint64_t events = 0, accesses = 0, operations = 0, conflicts = 0;
  std::uint64_t live_peak = 0, heap = 0, peak_kilobytes = 0;
  double seconds = 0;
  double nanoseconds() const { return seconds * 1e9 / static_cast<double>(events); }
  double per_second() const { return static_cast<double>(events) / seconds; }
};

struct Case {
  const Pattern* pattern = nullptr;
  Shape shape;
  bool rules = true;
  check::AnalysisOptions options = {};
  // A worker's share of the time; null: all of it.
  const periods::Survey* survey = nullptr;
  periods::Share share = {};
};

// The time to make the events of a case.
double seconds_of_making(const Case& one, std::uint64_t& count) {
  GeneratedJob drained(*one.pattern, one.shape);
  const double begin = processor_seconds();
  drained.list_threads([&](const ListedThread& thread) {
    EventStream& stream = drained.events(thread.name);
    while (stream.next() != nullptr) ++count;
  });
  return processor_seconds() - begin;
}

Result measure(const Case& one) {
  Result result;
  std::uint64_t count = 0;
  const double making = seconds_of_making(one, count);

  GeneratedJob job(*one.pattern, one.shape);
  NoSymbols symbols;
  Checks checks(symbols, {});
  std::vector<Observer*> observers;
  if (one.rules) observers.push_back(&checks);
  const std::size_t heap = heap_bytes();
  const double start = processor_seconds();
  std::unique_ptr<periods::SkippingSource> share;
  if (one.survey != nullptr) share = std::make_unique<periods::SkippingSource>(job, *one.survey, one.share);
  TraceSource& source = share != nullptr ? static_cast<TraceSource&>(*share) : job;
  check::Analyzer analyzer(source, one.options, observers);
  while (analyzer.advance()) {
  }
  result.heap = heap_bytes() - heap;
  analyzer.finish();
  const check::Statistics& statistics = analyzer.statistics();
  result.events = statistics.events;
  const double made = static_cast<double>(result.events) / static_cast<double>(count);
  result.seconds = std::max(1e-9, processor_seconds() - start - making * made);
  result.accesses = statistics.accesses;
  result.operations = statistics.operations;
  result.live_peak = statistics.live_peak;
  result.conflicts = analyzer.conflicts().size();
  if (share == nullptr && count != statistics.events) {
    std::fprintf(stderr, "%llu of %llu events were replayed\n", static_cast<unsigned long long>(statistics.events),
                 static_cast<unsigned long long>(count));
    std::exit(1);
  }
  return result;
}

// In a separate process.
Result run(const Case& one) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) std::abort();
  std::fflush(stdout);
  const pid_t child = fork();
  if (child < 0) std::abort();
  if (child == 0) {
    Result result = measure(one);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    result.peak_kilobytes = static_cast<std::uint64_t>(usage.ru_maxrss);
    const bool sent = write(pipe_ends[1], &result, sizeof result) == static_cast<ssize_t>(sizeof result);
    _exit(sent ? 0 : 1);
  }
  close(pipe_ends[1]);
  Result result;
  const ssize_t got = read(pipe_ends[0], &result, sizeof result);
  close(pipe_ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (got != static_cast<ssize_t>(sizeof result) || status != 0) {
    std::fprintf(stderr, "%.*s with %d ranks failed\n", static_cast<int>(one.pattern->name.size()),
                 one.pattern->name.data(), one.shape.ranks);
    std::exit(1);
  }
  return result;
}

// A case of about this many events.
Case case_of(std::string_view pattern, int ranks, std::uint64_t events) {
  Case one;
  one.pattern = find_pattern(pattern);
  one.shape = shape_of(*one.pattern, ranks, events);
  return one;
}

double megabytes(const Result& result) {
  return static_cast<double>(result.peak_kilobytes) / 1024;
}

bool failed = false;
void must(bool holds, const char* what) {
  if (holds) return;
  failed = true;
  std::fprintf(stderr, "does not hold: %s\n", what);
}

void speeds(std::uint64_t events, std::string_view only, int only_ranks, int most_ranks) {
  std::printf(
      "| pattern | ranks | events | ns/event, engine | with rules | million events/s and core | accesses live "
      "at most | peak MiB |\n|---|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const Pattern& pattern : patterns()) {
    if (pattern.name == "silent" || (!only.empty() && pattern.name != only)) continue;
    double few = 0;
    for (const int ranks : {2, 8, 64, 256, 1024}) {
      if ((only_ranks != 0 && ranks != only_ranks) || ranks > most_ranks) continue;
      Case one = case_of(pattern.name, ranks, events);
      one.rules = false;
      const Result engine = run(one);
      one.rules = true;
      const Result whole = run(one);
      must(engine.conflicts == 0 && whole.conflicts == 0, "a correct program has no conflicts");
      if (ranks == 8) few = whole.nanoseconds();
      std::printf("| %.*s | %d | %llu | %.0f | %.0f | %.2f | %llu | %.0f |\n", static_cast<int>(pattern.name.size()),
                  pattern.name.data(), ranks, static_cast<unsigned long long>(whole.events), engine.nanoseconds(),
                  whole.nanoseconds(), whole.per_second() / 1e6, static_cast<unsigned long long>(whole.live_peak),
                  megabytes(whole));
      if (ranks == 1024 && few > 0) {
        std::printf("| %.*s | 1024 : 8 | | | %.1f times | | | |\n", static_cast<int>(pattern.name.size()),
                    pattern.name.data(), whole.nanoseconds() / few);
      }
    }
  }
}

// What grows with the length of the run, and the cost of a live access.
void memory(std::uint64_t events) {
  std::printf("\n| pattern, 8 ranks | events | peak MiB |\n|---|---:|---:|\n");
  for (const Pattern& pattern : patterns()) {
    if (pattern.name == "silent") continue;
    double first = 0;
    for (const unsigned times : {1U, 4U, 16U}) {
      const Result result = run(case_of(pattern.name, 8, events * times));
      if (times == 1) first = megabytes(result);
      std::printf("| %.*s | %llu | %.1f |\n", static_cast<int>(pattern.name.size()), pattern.name.data(),
                  static_cast<unsigned long long>(result.events), megabytes(result));
      must(megabytes(result) < first + 8, "memory does not grow with the length of a run that synchronizes");
    }
  }
  Case silent = case_of("silent", 8, events);
  silent.rules = false;
  const Result all = run(silent);
  std::printf("\nNothing synchronizes: %llu accesses live, %.0f bytes of heap each.\n",
              static_cast<unsigned long long>(all.live_peak),
              static_cast<double>(all.heap) / static_cast<double>(all.live_peak));
}

// Operations and accesses of some ranks between barriers that are far apart.
void distant(std::uint64_t ranks, std::uint64_t operations, std::uint64_t accesses, std::uint64_t barrier_every,
             double most_megabytes) {
  Case one;
  one.pattern = find_pattern("lock_all");
  one.shape.ranks = static_cast<int>(ranks);
  constexpr std::uint64_t kRound = 4 * 4 + 1;  // operations of a rank
  one.shape.rounds = operations / ranks / kRound;
  one.shape.accesses = static_cast<int>(accesses / ranks / one.shape.rounds);
  one.shape.barrier_every = std::max<std::uint64_t>(1, barrier_every / ranks / kRound);
  const Result result = run(one);
  std::printf(
      "\n%llu operations and %llu access records on %llu ranks, a barrier every %llu operations: %.1f s, %.2f "
      "million events/s, %llu accesses live at most, peak %.0f MiB.\n",
      static_cast<unsigned long long>(result.operations), static_cast<unsigned long long>(result.accesses),
      static_cast<unsigned long long>(ranks), static_cast<unsigned long long>(barrier_every), result.seconds,
      result.per_second() / 1e6, static_cast<unsigned long long>(result.live_peak), megabytes(result));
  must(result.conflicts == 0, "a correct program has no conflicts");
  must(megabytes(result) < most_megabytes, "so much memory is enough");
}

// The cost of the workers of a divided analysis.
struct Workers {
  double first = 0, others = 0, most_megabytes = 0;
  double slowest() const { return std::max(first, others); }
  void add(std::uint32_t worker, const Result& result, double before) {
    must(result.conflicts == 0, "a correct program has no conflicts");
    double& seconds = worker == 0 ? first : others;
    seconds = std::max(seconds, before + result.seconds);
    most_megabytes = std::max(most_megabytes, megabytes(result));
  }
};

// Every worker reads all events. The first has the rules.
Workers divided_by_memory(Case one, std::uint32_t all) {
  Workers workers;
  for (std::uint32_t worker = 0; worker < all; ++worker) {
    one.rules = worker == 0;
    one.options.part = check::part_of(worker, all);
    workers.add(worker, run(one), 0);
  }
  return workers;
}

// The first pass over the events, which is divided by ranks: seconds for a rank that makes the whole pass.
double survey_all(const Case& one, periods::Survey& survey) {
  std::uint64_t count = 0;
  const double making = seconds_of_making(one, count);
  GeneratedJob job(*one.pattern, one.shape);
  const double begin = processor_seconds();
  for (const ProcessId process : survey.processes()) survey.read(process, job);
  survey.finish();
  return std::max(0.0, processor_seconds() - begin - making);
}

// Every worker has the rules, and its share of the first pass.
Workers divided_by_time(Case one, std::uint32_t all, const periods::Survey& survey, double survey_seconds) {
  Workers workers;
  one.survey = &survey;
  for (std::uint32_t worker = 0; worker < all; ++worker) {
    one.share = periods::share_of(survey.periods(), worker, all);
    workers.add(worker, run(one), survey_seconds / all);
  }
  return workers;
}

// The workers of a divided analysis, each alone in a process, one after the other: processor time and memory of each.
void workers(std::uint64_t events, std::string_view only, int only_ranks) {
  std::printf(
      "| pattern | ranks | workers | divided by | seconds of the first | of the slowest other | one alone : slowest | "
      "peak MiB of one |\n|---|---:|---:|---|---:|---:|---:|---:|\n");
  for (const Pattern& pattern : patterns()) {
    if (pattern.name == "silent" || (!only.empty() && pattern.name != only)) continue;
    for (const int ranks : {8, 64, 1024}) {
      if (only_ranks != 0 && ranks != only_ranks) continue;
      const Case one = case_of(pattern.name, ranks, events);
      double alone = 0;
      const auto tell = [&](std::uint32_t all, const char* by, const Workers& took) {
        if (all == 1) alone = took.slowest();
        std::printf("| %.*s | %d | %u | %s | %.2f | %.2f | %.2f | %.0f |\n", static_cast<int>(pattern.name.size()),
                    pattern.name.data(), ranks, all, by, took.first, took.others, alone / took.slowest(),
                    took.most_megabytes);
      };
      tell(1, "-", divided_by_memory(one, 1));
      periods::Survey survey(ranks);
      const double survey_seconds = survey_all(one, survey);
      for (const std::uint32_t all : {2U, 4U, 8U}) {
        tell(all, "memory", divided_by_memory(one, all));
        if (periods::worth_dividing(survey.periods(), all))
          tell(all, "time", divided_by_time(one, all, survey, survey_seconds));
      }
      std::printf("| %.*s | %d | first pass | | %.2f | | | |\n", static_cast<int>(pattern.name.size()),
                  pattern.name.data(), ranks, survey_seconds);
    }
  }
}

}  // namespace
}  // namespace fencepost::bench

int main(int argc, char** argv) {
  using namespace fencepost::bench;
  std::uint64_t events = 2'000'000;
  std::string_view pattern;
  int ranks = 0;
  bool smoke = false, long_run = false, far = false, divided = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if (option == "--events") {
      events = std::strtoull(value, nullptr, 10), ++i;
    } else if (option == "--pattern") {
      pattern = value, ++i;
    } else if (option == "--ranks") {
      ranks = std::atoi(value), ++i;
    } else if (option == "--smoke") {
      smoke = true;
    } else if (option == "--long") {
      long_run = true;
    } else if (option == "--far") {
      far = true;
    } else if (option == "--workers") {
      divided = true;
    } else {
      std::fprintf(stderr,
                   "usage: analyzer_bench [--events N] [--pattern NAME] [--ranks N] [--long] [--far] [--workers] "
                   "[--smoke]\n");
      return 2;
    }
  }
  if (smoke) {
    speeds(15'000, "", 0, 64);
    memory(6'000);
    distant(8, 20'000, 200'000, 10'000, 300);
    workers(6'000, "fence", 8);
  } else if (long_run) {
    distant(8, 10'000'000, 100'000'000, 10'000, 300);
  } else if (far) {
    for (const std::uint64_t operations : {1'000'000U, 4'000'000U, 16'000'000U})
      distant(64, operations, operations, 100'000, 500);
  } else if (divided) {
    workers(events, pattern, ranks);
  } else {
    speeds(events, pattern, ranks, 1024);
    if (pattern.empty()) {
      memory(events / 8);
      distant(8, 1'000'000, 10'000'000, 10'000, 300);
    }
  }
  return failed ? 1 : 0;
}
