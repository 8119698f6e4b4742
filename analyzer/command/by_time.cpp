#include "command/by_time.h"

#include <algorithm>
#include <exception>
#include <set>
#include <string>
#include <utility>

#include "checks/checks.h"
#include "command/code_reader.h"
#include "parts/books.h"
#include "read/trace_directory.h"
#include "symbolize/address_book.h"
#include "symbolize/job_symbolizer.h"

namespace fencepost::command {

namespace {

// One thread in each process, and nothing missing.
bool is_simple(const read::TraceDirectory& directory) {
  if (directory.ranks().size() != directory.size() || !directory.problems().empty()) return false;
  return std::ranges::all_of(directory.ranks(), [&](std::uint64_t rank) {
    return directory.threads(rank) == std::vector<std::uint64_t>{0} && directory.missing_threads(rank).empty();
  });
}

}  // namespace

ByTime::ByTime(std::filesystem::path directory, std::size_t threads, parts::Ranks* ranks, const std::atomic<bool>* cut)
    : directory_(std::move(directory)),
      threads_here_(threads),
      ranks_(ranks),
      rank_(ranks == nullptr ? 0 : ranks->rank()),
      ranks_there_(ranks == nullptr ? 1 : ranks->size()),
      cut_(cut) {}

ByTime::~ByTime() {
  found_ = true;
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

std::unique_ptr<ByTime> ByTime::survey(const std::filesystem::path& directory, bool possible, std::size_t threads,
                                       parts::Ranks* ranks, const std::atomic<bool>* cut) {
  std::unique_ptr<ByTime> result(new ByTime(directory, threads, ranks, cut));
  possible = possible && result->workers() > 1 && result->open() && result->read_all();
  if (ranks != nullptr) {
    const std::vector<std::string> all = ranks->exchange(possible ? result->own_books() : "");
    possible = possible && result->put_books(all);
  }
  if (!possible) return nullptr;
  result->survey_->finish();
  return periods::worth_dividing(result->survey_->periods(), result->workers()) ? std::move(result) : nullptr;
}

std::unique_ptr<periods::Survey> ByTime::survey_of(const std::filesystem::path& directory, std::size_t threads,
                                                   const std::atomic<bool>* cut) {
  ByTime alone(directory, threads, nullptr, cut);
  if (!alone.open() || !alone.read_all()) return nullptr;
  alone.survey_->finish();
  return std::move(alone.survey_);
}

// False: it cannot be divided.
bool ByTime::open() {
  read::Problem problem;
  const auto traces = read::TraceDirectory::open(directory_, problem);
  if (!traces || !is_simple(*traces)) return false;
  job_ = traces->job();
  survey_ = std::make_unique<periods::Survey>(traces->size());
  return true;
}

bool ByTime::read_all() {
  for (std::size_t thread = 1; thread < threads_here_; ++thread) {
    threads_.emplace_back([this, thread] { read_some(thread); });
  }
  read_some(0);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  return !found_ && (cut_ == nullptr || !*cut_);
}

// The threads of a rank divide the processes among themselves, and the ranks take turns among those of a thread.
bool ByTime::is_read_here(ProcessId process) const {
  return process.index() / threads_here_ % ranks_there_ == rank_;
}

void ByTime::read_some(std::size_t thread) try {
  read::Problem problem;
  auto traces = read::TraceDirectory::open(directory_, problem);
  if (!traces) {
    found_ = true;
    return;
  }
  symbolize::AddressBook addresses;
  const Pace pace{.cut = cut_};
  DirectorySource source(*traces, addresses, counts_, pace);
  for (std::size_t number = thread; number < traces->size(); number += threads_here_) {
    const ProcessId process(number);
    if (!is_read_here(process)) {
      survey_->read_definitions(process, source);
      continue;
    }
    survey_->read(process, source);
    source.thread_done({process, kMainThread});
  }
} catch (const std::exception&) {
  found_ = true;  // the analysis of the whole reports what is wrong
}

std::string ByTime::own_books() {
  parts::Books books{.job = job_, .threads = threads_here_, .counts = {}, .of = {}};
  for (const auto* count : counts_.all()) books.counts.push_back(*count);
  for (const ProcessId process : survey_->processes()) {
    if (is_read_here(process)) books.of.emplace_back(process, survey_->book(process));
  }
  return parts::books_to_bytes(books);
}

// Adds what the others have read. False: they have read something else, or will not divide the run.
bool ByTime::put_books(const std::vector<std::string>& all) {
  for (std::size_t rank = 0; rank < all.size(); ++rank) {
    auto books = parts::books_from_bytes(all[rank]);
    if (!books || books->job != job_ || books->threads != threads_here_) return false;
    if (rank == rank_) continue;
    const auto counts = counts_.all();
    if (books->counts.size() != counts.size()) return false;
    for (std::size_t i = 0; i < counts.size(); ++i) *counts[i] += books->counts[i];
    for (auto& [process, book] : books->of) {
      if (!survey_->processes().contains(process)) return false;
      survey_->put(process, std::move(book));
    }
  }
  return true;
}

std::unique_ptr<TraceSource> ByTime::own_share(TraceSource& source) const {
  return std::make_unique<periods::SkippingSource>(source, *survey_,
                                                   periods::share_of(survey_->periods(), 0, workers()));
}

double ByTime::own_part() const {
  const periods::Periods& all = survey_->periods();
  return static_cast<double>(periods::share_of(all, 0, workers()).events) / static_cast<double>(all.events());
}

bool ByTime::has_said_something(const check::Analyzer& analyzer, const TraceSource& source) {
  std::set<std::string, std::less<>> repeated;
  for (const std::string& sentence : source.blind_spots()) repeated.insert(sentence);
  for (const ProcessId process : source.processes()) {
    for (const auto& sentence : analyzer.job().process(process).blind_spots) repeated.emplace(sentence);
  }
  return std::ranges::any_of(analyzer.end().blind_spots,
                             [&](const std::string& sentence) { return !repeated.contains(sentence); });
}

void ByTime::start(const RuleOptions& rules, const check::AnalysisOptions& options) {
  for (std::size_t worker = std::max<std::size_t>(1, first()); worker < first() + threads_here_; ++worker) {
    threads_.emplace_back([this, worker, rules, options] { work(worker, rules, options); });
  }
}

void ByTime::work(std::size_t worker, const RuleOptions& rules, const check::AnalysisOptions& options) try {
  read::Problem problem;
  auto traces = read::TraceDirectory::open(directory_, problem);
  if (!traces) {
    found_ = true;
    return;
  }
  Counts counts;
  const Pace pace{.cut = cut_, .cut_as_well = &found_};
  symbolize::AddressBook addresses;
  DirectorySource source(*traces, addresses, counts, pace);
  periods::SkippingSource share(source, *survey_, periods::share_of(survey_->periods(), worker, workers()));
  symbolize::JobSymbolizer symbolizer(addresses);
  Checks checks(symbolizer, rules);
  ConflictWatch watch(found_);
  Observer* const observers[] = {&checks, &watch};
  check::AnalysisOptions own = options;
  answer_from_code(own, addresses);
  check::Analyzer analyzer(share, own, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  const bool clean = analyzer.conflicts().empty() && checks.findings().empty() && !source.was_cut() &&
                     !source.incomplete() && !has_said_something(analyzer, source);
  if (!clean) found_ = true;
} catch (const std::exception&) {
  found_ = true;
}

bool ByTime::others_are_clean(bool own_session_is_clean) {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  const bool clean = !found_ && own_session_is_clean;
  if (ranks_ == nullptr) return clean;
  constexpr const char* kClean = "clean";
  return std::ranges::all_of(ranks_->exchange(clean ? kClean : ""),
                             [](const std::string& said) { return said == kClean; });
}

}  // namespace fencepost::command
