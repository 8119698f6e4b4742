#include "command/analysis.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iterator>
#include <new>
#include <string_view>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>

#include "advice/source_patch.h"
#include "advice/what_holds.h"
#include "check/analysis.h"
#include "checks/checks.h"
#include "checks/whole_run.h"
#include "command/by_time.h"
#include "command/code_reader.h"
#include "command/installation.h"
#include "command/interruption.h"
#include "command/outputs.h"
#include "command/parts.h"
#include "command/progress.h"
#include "command/suppressions.h"
#include "command/trace_source.h"
#include "command/trials.h"
#include "command/unseen_code.h"
#include "findings/fold.h"
#include "overview/collector.h"
#include "parts/ranks.h"
#include "read/job_folders.h"
#include "record/folder_files.h"
#include "record/job_folders.h"
#include "registry/rule_ids.h"
#include "reports/text.h"
#include "symbolize/address_book.h"
#include "symbolize/job_symbolizer.h"
#include "words/memory_name.h"
#include "words/words.h"

namespace fencepost::command {
namespace {

std::string iso_time(std::uint64_t unix_nanoseconds) {
  if (unix_nanoseconds == 0) return "";
  auto seconds = static_cast<std::time_t>(unix_nanoseconds / 1'000'000'000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

ProgramInfo program_of(read::TraceDirectory& directory) {
  ProgramInfo program;
  program.ranks = static_cast<int>(directory.size());
  for (std::uint64_t rank : directory.ranks()) {
    const event::Process* process = directory.definitions(rank).process();
    if (process == nullptr) continue;
    program.command = process->command;
    program.directory = process->directory;
    program.mpi_library = process->mpi_library;
    program.schedule = process->schedule;
    program.rma = process->native_rma != 0 ? "native" : "fencepost";
    program.started = iso_time(process->start_unix_nanoseconds);
    break;
  }
  return program;
}

std::uint64_t size_of(const std::filesystem::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(directory, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    if (entry->path().filename().string().starts_with(format::kJobFolder)) entry.disable_recursion_pending();
    if (entry->is_regular_file(error)) bytes += entry->file_size(error);
  }
  return bytes;
}

check::AnalysisOptions choice_of(const RuleOptions& options, const EngineSettings& settings,
                                 symbolize::AddressBook& addresses) {
  check::AnalysisOptions choice;
  choice.separate_model = options.memory_model == ModelChoice::kSeparate;
  choice.strict = is_active(rule_of(rule::kGetAndAtomicRead), options);
  choice.reach = settings.history;
  answer_from_code(choice, addresses);
  return choice;
}

// How many threads each rank of a divided analysis has: ranks on one machine share its processors.
std::size_t threads_of(const EngineSettings& settings, bool has_ranks, const std::filesystem::path& path) {
  if (settings.jobs != 0) return settings.jobs;
  return has_ranks ? 1 : jobs_for(size_of(path));
}

// The launcher's answer, unless the user says otherwise.
std::optional<parts::Launch> launch_of(const EngineSettings& settings) {
  if (settings.mpi == "none") return std::nullopt;
  auto launch = parts::launch_of([](const char* name) { return std::getenv(name); });
  if (settings.mpi.empty() || settings.mpi == "auto") return launch;
  parts::Launch chosen = parts::launch_with(settings.mpi);
  if (launch) chosen.size = launch->size;
  return chosen;
}

// Adds an overview of the run; then times of findings count from its beginning.
void add_overview(Findings& findings, overview::Collector& collector) {
  const std::uint64_t start = collector.start();
  for (Finding& finding : findings.findings)
    for (Access& access : finding.accesses) access.time = access.time > start ? access.time - start : 0;
  RunOverview overview = collector.take();
  findings.program.milliseconds = overview.nanoseconds / 1'000'000;
  if (collector.is_whole()) findings.overviews.push_back(std::move(overview));
}

// The source's name for the memory of a window, from its first rank that has a name.
std::string name_of_memory(const Words& words, const Window& window) {
  const auto part = std::ranges::find_if(window.parts, [](const WindowPart& one) { return one.size > 0; });
  if (part == window.parts.end()) return "";
  return window_memory_name(words, window, Rank(part - window.parts.begin()), {0, part->size});
}

// The size of the threads' traces, without deleted parts.
std::uint64_t bytes_on_disk(const std::filesystem::path& directory) {
  constexpr std::uint64_t kUnit = 512;
  std::uint64_t bytes = 0;
  std::error_code error;
  std::filesystem::recursive_directory_iterator entry(directory, error), end;
  for (; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(format::kJobFolder)) entry.disable_recursion_pending();
    struct stat status{};
    if (name.starts_with("thread-") && stat(entry->path().c_str(), &status) == 0)
      bytes += static_cast<std::uint64_t>(status.st_blocks) * kUnit;
  }
  return bytes;
}

std::string cut_sentence(const Share& share) {
  if (share.events == 0) return "The analysis was cut short before it began: there may be findings.";
  const std::uint64_t all = share.bytes + share.bytes_left;
  return fmt::format(
      "The analysis was cut short after {}, about {} % of what was recorded: there may be more findings.",
      reports::counted(share.events, "event"), all == 0 ? 0 : share.bytes * 100 / all);
}

bool used_rma(const Findings& findings) {
  return findings.statistics.window_calls != 0 || findings.statistics.operations != 0;
}

bool has_unchecked(const read::TraceDirectory& directory, std::uint64_t rank) {
  std::error_code error;
  return std::filesystem::exists(directory.path() / fmt::format("rank-{}", rank) / format::kUncheckedFile, error);
}

// Keeps each sentence once.
class BlindSpots {
 public:
  explicit BlindSpots(std::vector<std::string>& spots) : spots_(spots) {}
  template <class Sentences>
  void add(const Sentences& sentences) {
    for (const std::string_view sentence : sentences) add_one(sentence);
  }
  void add_one(std::string_view sentence) {
    if (!sentence.empty() && std::ranges::find(spots_, sentence) == spots_.end()) spots_.emplace_back(sentence);
  }

 private:
  std::vector<std::string>& spots_;
};

}  // namespace

EngineSettings engine_settings(const Arguments& arguments) {
  const auto number = [&](std::string_view option) {
    const auto value = arguments.value(option);
    return value ? std::strtoull(value->c_str(), nullptr, 10) : 0;
  };
  constexpr std::uint64_t kMostJobs = 256;
  constexpr std::uint64_t kKeptForTrials = std::uint64_t{32} << 20;
  const bool limited = arguments.has("--trace-limit") || std::getenv("FENCEPOST_TRACE_LIMIT") != nullptr;
  return {.jobs = static_cast<std::size_t>(std::min<std::uint64_t>(number("--jobs"), kMostJobs)),
          .mpi = arguments.value("--mpi").value_or(""),
          .history = number("--history"),
          .overview = shows_overview(arguments),
          .kept_for_trials = limited ? 0 : kKeptForTrials};
}

bool is_part_of_a_job(const EngineSettings& settings) {
  return launch_of(settings).has_value();
}

// The parts of a session, in the order in which they need each other.
struct Session::Parts {
  Parts(read::TraceDirectory given, RuleOptions rules, const EngineSettings& engine_settings)
      : directory(std::move(given)),
        options(std::move(rules)),
        settings(engine_settings),
        source(directory, addresses, counts, pace),
        symbolizer(addresses),
        checks(symbolizer, options) {
    pace.cut = settings.cut;
  }

  // Made only now: it immediately asks how many processes there are.
  check::Analyzer& engine() {
    if (!analyzer) {
      check::AnalysisOptions choice = choice_of(options, settings, addresses);
      const bool alone = following || by_time != nullptr;
      const std::size_t jobs = alone ? 1 : threads_of(settings, ranks != nullptr, directory.path());
      others = std::make_unique<OtherParts>(directory.path(), choice, jobs, settings.cut,
                                            ranks ? RankShare{0, ranks->size()} : RankShare{}, excerpt());
      choice.part = others->own_part();
      if (by_time != nullptr) {
        share = by_time->own_share(source);
        found = by_time->watch(*share);
        found->listen_to(checks);
        observers.push_back(found.get());
        by_time->start(options, choice);
      } else if (excerpt() != nullptr) {
        share = std::make_unique<periods::SkippingSource>(source, *excerpt()->survey, excerpt()->share);
      }
      analyzer =
          std::make_unique<check::Analyzer>(share ? static_cast<TraceSource&>(*share) : source, choice, observers);
      words.attach(analyzer->job());
    }
    return *analyzer;
  }

  read::TraceDirectory directory;
  RuleOptions options;
  EngineSettings settings;
  bool following = false;  // the trace is read while it grows
  Pace pace;
  Counts counts;
  std::atomic<std::uint64_t> rest{0}, rest_from{0};  // bytes that were left when this many had been read
  std::string error;                                 // an error inside the engine, which is not used any more
  bool out_of_memory = false;
  symbolize::AddressBook addresses;
  DirectorySource source;
  symbolize::JobSymbolizer symbolizer;
  Checks checks;
  Words words{symbolizer};
  overview::Collector collector{{[this](const Window& window) { return words.window(window.key); },
                                 [this](const Window& window) { return name_of_memory(words, window); }},
                                settings.overview};
  std::vector<Observer*> observers = {&checks, &collector};
  ByTime* by_time = nullptr;            // this is the first worker of it
  const ByTime* was_divided = nullptr;  // by which it is known where findings are
  std::unique_ptr<periods::SkippingSource> share;
  std::unique_ptr<PeriodsFound> found;
  std::unique_ptr<parts::Ranks> ranks;  // the ranks that help, if there are any
  std::unique_ptr<OtherParts> others;
  std::unique_ptr<check::Analyzer> analyzer;

  const periods::Excerpt* excerpt() const { return was_divided == nullptr ? nullptr : &was_divided->excerpt(); }
  // Of the whole trace, also if this replays a part of it.
  const Counts& whole_counts() const {
    return by_time != nullptr ? by_time->counts() : was_divided != nullptr ? was_divided->counts() : counts;
  }

  void note_rest() {
    rest_from = counts.bytes.load();
    rest = bytes_on_disk(directory.path());
    const double part = by_time != nullptr       ? by_time->own_part()
                        : was_divided != nullptr ? was_divided->excerpt_part()
                                                 : 1;
    rest = static_cast<std::uint64_t>(static_cast<double>(rest) * part);
  }

  // Runs a step of the engine. False: an error inside of it; earlier findings stay.
  template <class Work>
  bool attempt(Work&& work) {
    if (!error.empty()) return false;
    try {
      work();
      return true;
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
      error = "no memory";
    } catch (const std::exception& caught) {
      error = caught.what();
    }
    return false;
  }

  // An error has ended the analysis early.
  void tell_of_failure(Findings& findings, BlindSpots& blind_spots) const {
    findings.incomplete.emplace_back(out_of_memory ? "the analysis ran out of memory" : "the analysis failed");
    blind_spots.add_one(
        out_of_memory
            ? "The analysis ran out of memory: there may be more findings (--history N bounds what it keeps)."
            : fmt::format("An error inside Fencepost ({}) ended the analysis early: there may be more findings. Please "
                          "report this error.",
                          error));
  }

  // What will be hidden needs no trial, and what follows from it needs its own advice. `untried`: why changes that
  // could have been offered were not tried.
  void finish_advice(std::vector<Finding>& findings, bool with_trials, std::string_view untried) {
    std::vector<Finding> hidden;
    if (settings.suppressor != nullptr) hidden = take_hidden(findings, *settings.suppressor, options);
    const bool all_tried =
        with_trials && try_advice(findings, directory, addresses, choice_of(options, settings, addresses), options);
    // (Someone who has asked us to end knows why.)
    if (!all_tried && Interruption::signal() == 0)
      for (Finding& finding : findings)
        if (std::ranges::any_of(finding.fixes, is_unproven)) finding.why.emplace_back(untried);
    std::ranges::move(hidden, std::back_inserter(findings));
    if (!hidden.empty()) put_in_order(findings);
    finish_fixes(findings);
  }

  // The engine gets the findings of the other parts. Returns a sentence if one of them failed.
  std::string gather() {
    std::string problem = others->add_to(engine());
    if (!ranks) return problem;
    std::vector<parts::Words> all = ranks->listen();
    for (std::size_t i = 0; i < all.size() && problem.empty(); ++i) {
      parts::Words& one = all[i];
      const bool same = one.job == directory.job() && one.events == counts.events;
      if (one.problem.empty() && !same)
        one.problem = "it has read another trace (is the directory the same on all machines?)";
      if (!one.problem.empty()) {
        problem = fmt::format("rank {}{}: {}", i + 1, one.host.empty() ? "" : " on " + one.host, one.problem);
      }
      engine().add_found(std::move(one.found));
    }
    return problem;
  }
};

Session::Session(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Session::~Session() = default;

std::unique_ptr<Session> Session::open(const std::filesystem::path& path, const RuleOptions& options,
                                       const EngineSettings& settings, std::string& sentence) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(path, problem);
  sentence = problem.sentence;
  if (!directory) return nullptr;
  return std::unique_ptr<Session>(new Session(std::make_unique<Parts>(*std::move(directory), options, settings)));
}

void Session::take_help_of(std::unique_ptr<parts::Ranks> ranks) {
  parts_->ranks = std::move(ranks);
}

void Session::be_part_of(ByTime& divided) {
  parts_->by_time = &divided;
  parts_->pace.cut_as_well = &divided.gives_up();
}

void Session::tell_of(const ByTime& divided) {
  parts_->was_divided = &divided;
}

const PeriodsFound* Session::periods_found() const {
  return parts_->error.empty() ? parts_->found.get() : nullptr;
}

void Session::when_found(std::function<bool(const Finding&)> listener) {
  parts_->checks.when_found(std::move(listener));
}

Session::Follow Session::follow(bool frees) {
  read::TraceDirectory& directory = parts_->directory;
  // All processes, each with its first thread: the order between processes must be known from the beginning.
  const std::vector<std::uint64_t> ranks = directory.ranks();
  if (ranks.size() != directory.size()) return Follow::kNotYet;
  for (const std::uint64_t rank : ranks) {
    read::Problem problem;
    if (directory.definitions(rank).process() == nullptr || !directory.events(rank, 0, problem)) return Follow::kNotYet;
  }
  parts_->following = parts_->source.follow(frees, parts_->settings.kept_for_trials);
  return parts_->following ? Follow::kYes : Follow::kNever;
}

bool Session::go_on() {
  bool any = false;
  parts_->attempt([&] {
    parts_->source.look_again();
    any = parts_->engine().advance();
  });
  return any;
}

void Session::pause() {
  parts_->note_rest();
  parts_->pace.paused = true;
}

Share Session::share() const {
  const std::uint64_t bytes = parts_->counts.bytes, done = bytes - parts_->rest_from;
  return {.events = parts_->counts.events, .bytes = bytes, .bytes_left = parts_->rest > done ? parts_->rest - done : 0};
}

bool Session::is_over() const {
  return parts_->directory.is_over();
}

std::uint64_t Session::events() const {
  return parts_->counts.events;
}

Analysis Session::end() {
  Parts& all = *parts_;
  if (!all.following) all.note_rest();
  all.pace.paused = false;
  all.source.stop_following();
  Findings findings;
  BlindSpots blind_spots(findings.blind_spots);
  std::string problem;
  all.attempt([&] {
    check::Analyzer& analyzer = all.engine();
    while (analyzer.advance()) {
    }
    problem = all.gather();
    if (problem.empty()) analyzer.finish();
    if (all.by_time != nullptr && ByTime::has_said_something(analyzer, all.source)) all.by_time->gives_up() = true;
  });
  if (!problem.empty()) return {.findings = std::nullopt, .problem = problem};
  const bool failed = !all.error.empty();
  if (failed) all.tell_of_failure(findings, blind_spots);
  findings.program = program_of(all.directory);
  findings.findings = all.checks.findings();
  if (const periods::Excerpt* excerpt = all.excerpt()) count_operations_of_run(findings.findings, *excerpt);
  // Someone who has asked us to end does not wait for that.
  constexpr std::uint64_t kMostEventsOfTrials = 1'000'000;
  const bool whole = !failed && Interruption::signal() == 0;
  const bool is_short = all.by_time == nullptr && all.whole_counts().events <= kMostEventsOfTrials;
  const bool kept = all.by_time != nullptr || all.source.has_all();
  all.finish_advice(findings.findings, whole && is_short && kept,
                    failed ? "No fix was tried on the recorded run, because its analysis failed."
                    : kept ? "No fix was tried on the recorded run, or not every one, because the run is too long: a "
                             "shorter one with the same mistake shows more."
                           : "No fix was tried on the recorded run, because its trace was not kept (--keep keeps it).");
  add_overview(findings, all.collector);
  const Counts& counts = all.whole_counts();
  findings.statistics = {.events = counts.events,
                         .window_calls = counts.window_calls,
                         .operations = counts.operations,
                         .memory_accesses = counts.memory_accesses,
                         .trace_bytes = std::max(size_of(all.directory.path()), all.source.bytes_read())};
  // In the order in which they are to be read; the engine's own come last, as it repeats those of others before them.
  bool unchecked = false;
  for (std::uint64_t rank : all.directory.ranks()) {
    read::Definitions& definitions = all.directory.definitions(rank);
    unchecked |= has_unchecked(all.directory, rank);
    if (used_rma(findings)) blind_spots.add_one(unseen_code(definitions));
    blind_spots.add(definitions.blind_spots());
  }
  // What processes have recorded beside their jobs is not all that they did.
  const bool beside = read::lies_beside_jobs(all.directory.path());
  std::vector<std::string> endings;
  if (!beside) endings = sentences_of(all.source.endings(), all.directory, all.addresses);
  blind_spots.add(endings);
  if (!beside) blind_spots.add(all.source.blind_spots());
  const bool cut = all.source.was_cut(), lost = !beside && all.source.incomplete();
  if (cut) {
    findings.incomplete.emplace_back("the analysis was cut short");
    blind_spots.add_one(cut_sentence(share()));
  } else if (all.analyzer && !beside) {
    // If events were lost, gaps in the known order come from that.
    blind_spots.add(all.analyzer->end().blind_spots);
  }
  blind_spots.add(all.addresses.problems());
  if (lost) findings.incomplete.emplace_back("events were lost");
  if (!endings.empty()) findings.incomplete.emplace_back("the program did not finish");
  return {.findings = std::move(findings),
          .problem = "",
          .unfinished = !endings.empty(),
          .incomplete = failed || lost || cut,
          .unchecked = unchecked,
          .all_in_finalize = all.source.all_in_finalize()};
}

Analysis analyze_quietly(const std::filesystem::path& path, const RuleOptions& options,
                         const EngineSettings& settings) {
  std::string problem;
  const auto session = Session::open(path, options, settings, problem);
  if (!session) return {.findings = std::nullopt, .problem = problem};
  return session->end();
}

// Divides the analysis by time. Null: the trace must be analyzed as a whole.
std::unique_ptr<ByTime> divide_by_time(const std::filesystem::path& path, const RuleOptions& options,
                                       const EngineSettings& settings, parts::Ranks* ranks) {
  const bool separate = options.memory_model == ModelChoice::kSeparate;
  const bool possible = !settings.overview && settings.history == 0 && !separate && !needs_whole_run(options);
  return ByTime::survey(path, possible, threads_of(settings, ranks != nullptr, path), ranks, settings.cut);
}

// This process analyzes the first share. Nothing: something was found, or it is not known.
std::optional<Analysis> analyze_by_time(ByTime& divided, const std::filesystem::path& path, const RuleOptions& options,
                                        const EngineSettings& settings, ByTime::Result& result) {
  std::string problem;
  const auto session = Session::open(path, options, settings, problem);
  Analysis own{.findings = std::nullopt, .problem = problem};
  if (session) {
    session->be_part_of(divided);
    CatchingUp how_far;
    const Progress progress([&] { return how_far.text(session->share()); });
    own = session->end();
  }
  const bool done = own.findings && !own.unfinished && !own.incomplete;
  result = divided.result(done ? session->periods_found() : nullptr, true);
  const bool no_more_time = settings.cut != nullptr && *settings.cut;
  return result == ByTime::Result::kNothing || (own.findings && no_more_time) ? std::optional(std::move(own))
                                                                              : std::nullopt;
}

// A rank that helps: it has its share if the run can be divided by time. What is not known after that, it analyzes for
// rank 0 by memory.
Analysis help(const std::filesystem::path& path, const RuleOptions& options, const EngineSettings& settings,
              parts::Ranks& ranks) {
  const auto divided = divide_by_time(path, options, settings, &ranks);
  const periods::Excerpt* excerpt = nullptr;
  if (divided) {
    symbolize::AddressBook addresses;
    divided->start(options, choice_of(options, settings, addresses));
    const ByTime::Result result = divided->result(nullptr, false);
    if (result == ByTime::Result::kNothing) {
      ranks.say({});
      return {.findings = std::nullopt, .problem = "", .elsewhere = true};
    }
    if (result == ByTime::Result::kInPart) excerpt = &divided->excerpt();
  }
  symbolize::AddressBook addresses;
  OtherParts own(path, choice_of(options, settings, addresses), settings.jobs, settings.cut,
                 {ranks.rank(), ranks.size()}, excerpt);
  OtherParts::Result result = own.take();
  parts::Words words;
  words.problem = std::move(result.problem);
  words.job = result.job;
  words.events = result.events;
  words.found = std::move(result.found);
  ranks.say(words);
  return {.findings = std::nullopt, .problem = "", .elsewhere = true};
}

Analysis analyze(const std::filesystem::path& path, const RuleOptions& options, const EngineSettings& settings) {
  std::string problem;
  std::unique_ptr<parts::Ranks> ranks;
  if (const auto launch = launch_of(settings)) {
    ranks = parts::Ranks::meet(*launch, library_directory(), problem);
    if (!ranks) return {.findings = std::nullopt, .problem = problem};
    if (ranks->rank() != 0) return help(path, options, settings, *ranks);
  }
  const auto divided = divide_by_time(path, options, settings, ranks.get());
  ByTime::Result result = ByTime::Result::kNotKnown;
  if (divided) {
    if (auto clean = analyze_by_time(*divided, path, options, settings, result)) {
      if (ranks) ranks->listen();
      return *std::move(clean);
    }
  }
  const auto session = Session::open(path, options, settings, problem);
  if (!session) {
    if (ranks) ranks->listen();
    return {.findings = std::nullopt, .problem = problem};
  }
  session->take_help_of(std::move(ranks));
  if (result == ByTime::Result::kInPart) session->tell_of(*divided);
  if (settings.when_found) session->when_found(settings.when_found);
  CatchingUp how_far;
  const Progress progress([&] { return how_far.text(session->share()); });
  return session->end();
}

}  // namespace fencepost::command
