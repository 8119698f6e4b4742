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
  gives_up_ = true;
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
  return !gives_up_ && (cut_ == nullptr || !*cut_);
}

// The threads of a rank divide the processes among themselves, and the ranks take turns among those of a thread.
bool ByTime::is_read_here(ProcessId process) const {
  return process.index() / threads_here_ % ranks_there_ == rank_;
}

void ByTime::read_some(std::size_t thread) try {
  read::Problem problem;
  auto traces = read::TraceDirectory::open(directory_, problem);
  if (!traces) {
    gives_up_ = true;
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
  gives_up_ = true;  // the analysis of the whole reports what is wrong
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

std::unique_ptr<periods::SkippingSource> ByTime::own_share(TraceSource& source) const {
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

double ByTime::excerpt_part() const {
  return static_cast<double>(excerpt_.share.events) / static_cast<double>(survey_->periods().events());
}

void ByTime::start(const RuleOptions& rules, const check::AnalysisOptions& options) {
  for (std::size_t worker = std::max<std::size_t>(1, first()); worker < first() + threads_here_; ++worker) {
    threads_.emplace_back([this, worker, rules, options] { work(worker, rules, options); });
  }
}

std::unique_ptr<PeriodsFound> ByTime::watch(const periods::SkippingSource& share) {
  return std::make_unique<PeriodsFound>(share, survey_->periods().periods.size(), dense_, threads_here_, gives_up_);
}

void ByTime::add(const PeriodsFound& found) {
  const Guard guard(mutex_);
  any_ = any_ || found.any();
  needed_.resize(found.needed().size());
  for (std::size_t period = 0; period < needed_.size(); ++period)
    if (found.needed()[period]) needed_[period] = true;
}

void ByTime::work(std::size_t worker, const RuleOptions& rules, const check::AnalysisOptions& options) try {
  read::Problem problem;
  auto traces = read::TraceDirectory::open(directory_, problem);
  if (!traces) {
    gives_up_ = true;
    return;
  }
  Counts counts;
  const Pace pace{.cut = cut_, .cut_as_well = &gives_up_};
  symbolize::AddressBook addresses;
  DirectorySource source(*traces, addresses, counts, pace);
  periods::SkippingSource share(source, *survey_, periods::share_of(survey_->periods(), worker, workers()));
  symbolize::JobSymbolizer symbolizer(addresses);
  Checks checks(symbolizer, rules);
  const auto found = watch(share);
  found->listen_to(checks);
  Observer* const observers[] = {&checks, found.get()};
  check::AnalysisOptions own = options;
  answer_from_code(own, addresses);
  check::Analyzer analyzer(share, own, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  add(*found);
  if (source.was_cut() || source.incomplete() || has_said_something(analyzer, source)) gives_up_ = true;
} catch (const std::exception&) {
  gives_up_ = true;
}

namespace {

// What a rank tells the others: whether it knows, whether there is anything, and in which periods.
constexpr char kNotKnown = 'x', kNothingFound = '-', kFound = '+';

}  // namespace

ByTime::Result ByTime::result(const PeriodsFound* own, bool has_session) {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  if (own != nullptr) add(*own);
  if (has_session && own == nullptr) gives_up_ = true;
  const Guard guard(mutex_);
  std::string said(1, gives_up_ ? kNotKnown : any_ ? kFound : kNothingFound);
  for (const bool one : needed_) said += one ? kFound : kNothingFound;
  const std::vector<std::string> all = ranks_ == nullptr ? std::vector{said} : ranks_->exchange(said);
  needed_.resize(survey_->periods().periods.size());
  for (const std::string& one : all) {
    if (one.empty() || one.front() == kNotKnown || one.size() > needed_.size() + 1) return Result::kNotKnown;
    any_ = any_ || one.front() == kFound;
    for (std::size_t period = 0; period + 1 < one.size(); ++period)
      if (one[period + 1] == kFound) needed_[period] = true;
  }
  if (!any_) return Result::kNothing;
  excerpt_ = {survey_.get(), periods::share_with(survey_->periods(), needed_)};
  const bool worth_it = excerpt_.share.events * 2 <= survey_->periods().events();
  return worth_it ? Result::kInPart : Result::kNotKnown;
}

void count_operations_of_run(std::vector<Finding>& findings, const periods::Excerpt& excerpt) {
  for (Finding& finding : findings) {
    for (Access& access : finding.accesses) {
      if (access.number == 0 || access.rank < 0) continue;
      access.number = periods::number_in_run(excerpt.survey->periods(), excerpt.share,
                                             ProcessId(static_cast<std::size_t>(access.rank)), access.number);
    }
  }
}

}  // namespace fencepost::command
