#include "command/by_time.h"

#include <algorithm>
#include <exception>
#include <set>
#include <string>
#include <utility>

#include "checks/checks.h"
#include "checks/whole_run.h"
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

ByTime::ByTime(std::filesystem::path directory, std::size_t workers, int processes, const std::atomic<bool>* cut)
    : directory_(std::move(directory)),
      workers_(workers),
      cut_(cut),
      survey_(std::make_unique<periods::Survey>(processes)) {}

ByTime::~ByTime() {
  found_ = true;
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

// Null: it cannot be divided.
std::unique_ptr<ByTime> ByTime::read(const std::filesystem::path& directory, std::size_t workers,
                                     const std::atomic<bool>* cut) {
  read::Problem problem;
  const auto traces = read::TraceDirectory::open(directory, problem);
  if (!traces || !is_simple(*traces)) return nullptr;
  std::unique_ptr<ByTime> result(new ByTime(directory, workers, static_cast<int>(traces->size()), cut));
  return result->read_all() ? std::move(result) : nullptr;
}

std::unique_ptr<ByTime> ByTime::survey(const std::filesystem::path& directory, const RuleOptions& rules,
                                       std::size_t workers, const std::atomic<bool>* cut) {
  if (workers < 2 || needs_whole_run(rules)) return nullptr;
  auto result = read(directory, workers, cut);
  if (!result || !periods::worth_dividing(result->survey_->periods(), workers)) return nullptr;
  return result;
}

std::unique_ptr<periods::Survey> ByTime::survey_of(const std::filesystem::path& directory, std::size_t threads,
                                                   const std::atomic<bool>* cut) {
  const auto result = read(directory, threads, cut);
  return result ? std::move(result->survey_) : nullptr;
}

bool ByTime::read_all() {
  for (std::size_t worker = 1; worker < workers_; ++worker) {
    threads_.emplace_back([this, worker] { read_some(worker); });
  }
  read_some(0);
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  if (found_ || (cut_ != nullptr && *cut_)) return false;
  survey_->finish();
  return true;
}

void ByTime::read_some(std::size_t worker) try {
  read::Problem problem;
  auto traces = read::TraceDirectory::open(directory_, problem);
  if (!traces) {
    found_ = true;
    return;
  }
  symbolize::AddressBook addresses;
  const Pace pace{.cut = cut_};
  DirectorySource source(*traces, addresses, counts_, pace);
  for (std::size_t process = worker; process < traces->size(); process += workers_) {
    survey_->read(static_cast<int>(process), source);
    source.thread_done({static_cast<int>(process), 0});
  }
} catch (const std::exception&) {
  found_ = true;  // the analysis as a whole says what is wrong
}

std::unique_ptr<TraceSource> ByTime::own_share(TraceSource& source) const {
  return std::make_unique<periods::SkippingSource>(source, *survey_,
                                                   periods::share_of(survey_->periods(), 0, workers_));
}

double ByTime::own_part() const {
  const periods::Periods& all = survey_->periods();
  return static_cast<double>(periods::share_of(all, 0, workers_).events) / static_cast<double>(all.events());
}

bool ByTime::has_said_something(const check::Analyzer& analyzer, const TraceSource& source) {
  std::set<std::string, std::less<>> repeated;
  for (const std::string& sentence : source.blind_spots()) repeated.insert(sentence);
  for (int process = 0; process < source.processes(); ++process) {
    for (const auto& sentence : analyzer.job().process(process).blind_spots) repeated.emplace(sentence);
  }
  return std::ranges::any_of(analyzer.end().blind_spots,
                             [&](const std::string& sentence) { return !repeated.contains(sentence); });
}

void ByTime::start(const RuleOptions& rules, const check::AnalysisOptions& options) {
  for (std::size_t worker = 1; worker < workers_; ++worker) {
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
  periods::SkippingSource share(source, *survey_, periods::share_of(survey_->periods(), worker, workers_));
  symbolize::JobSymbolizer symbolizer(addresses);
  Checks checks(symbolizer, rules);
  ConflictWatch watch(found_);
  Observer* const observers[] = {&checks, &watch};
  check::AnalysisOptions own = options;
  own.waits = [&addresses](const Module& module, std::uint64_t address) {
    return addresses.waits(module.path, module.build_id, address);
  };
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

bool ByTime::others_are_clean() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  return !found_;
}

}  // namespace fencepost::command
