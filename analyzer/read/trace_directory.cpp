#include "read/trace_directory.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "read/folder_names.h"
#include "read/job_folders.h"
#include "record/reading_along.h"

namespace fencepost::read {

namespace fs = std::filesystem;

namespace {

// "3", "1 and 4", "0 to 5 and 9": readable even for a thousand ranks.
std::string list_of_ranks(const std::vector<std::uint64_t>& ranks) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    if (last > i + 1) {
      parts.push_back(fmt::format("{} to {}", ranks[i], ranks[last]));
    } else {
      for (std::size_t k = i; k <= last; ++k) parts.push_back(fmt::format("{}", ranks[k]));
    }
    i = last + 1;
  }
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
    text += parts[i];
  }
  return text;
}

}  // namespace

std::optional<TraceDirectory> TraceDirectory::open(const fs::path& path, Problem& problem) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    const bool exists = fs::exists(path, error);
    problem = {ProblemKind::kNoDirectory,
               {},
               fmt::format("{} {}.", path.string(), exists ? "is not a trace directory but a file" : "does not exist")};
    return {};
  }
  fs::directory_iterator probe(path, error);
  if (error) {
    problem = {ProblemKind::kNoDirectory, {}, fmt::format("{} cannot be read: {}.", path.string(), error.message())};
    return {};
  }
  TraceDirectory directory(path);
  directory.poll();
  if (directory.ranks_.empty()) {
    if (directory.file_problems_.empty()) {
      problem = {ProblemKind::kNoTraces, {}, fmt::format("{} holds no trace of Fencepost.", path.string())};
    } else {
      problem = directory.file_problems_.begin()->second;
    }
    return {};
  }
  return directory;
}

bool TraceDirectory::poll() {
  bool any = false;
  std::error_code error;
  // In the order of ranks: the lowest one determines which job this is.
  std::map<std::uint64_t, fs::path> folders;
  for (fs::directory_iterator entry(path_, error), end; !error && entry != end; entry.increment(error)) {
    if (const auto rank = number_in(entry->path().filename().string(), "rank-", "")) folders[*rank] = entry->path();
  }
  for (const auto& [rank, folder] : folders) any = look_at_rank(rank, folder) || any;
  return any;
}

bool TraceDirectory::look_at_rank(std::uint64_t rank, const fs::path& folder) {
  bool any = false;
  const auto known = ranks_.find(rank);
  if (known == ranks_.end()) {
    const fs::path file = folder / "definitions.fpt";
    std::error_code error;
    if (!fs::exists(file, error)) {
      file_problems_[file] = {ProblemKind::kMissingDefinitions, rank,
                              fmt::format("Rank {} left no definitions.fpt, so its events cannot be read.", rank)};
      return false;
    }
    Problem problem;
    auto stream = EventStream::open(file, problem);
    if (stream && stream->header().kind != format::TraceKind::kDefinitions) {
      problem = {ProblemKind::kForeignFile, rank, fmt::format("rank-{}/definitions.fpt holds no definitions.", rank)};
      stream.reset();
    }
    if (stream && stream->header().rank != rank) {
      problem = {ProblemKind::kForeignFile, rank,
                 fmt::format("rank-{} holds the trace of rank {}.", rank, stream->header().rank)};
      stream.reset();
    }
    if (stream && job_ && stream->header().job != *job_) {
      problem = {ProblemKind::kOtherJob, rank,
                 fmt::format("The trace of rank {} is from another run than that of rank {}; it is left out.", rank,
                             ranks_.begin()->first)};
      stream.reset();
    }
    if (!stream) {
      problem.rank = rank;
      file_problems_[file] = problem;
      return false;
    }
    file_problems_.erase(file);
    if (!job_) job_ = stream->header().job;
    stream->set_growing(growing_);
    ranks_[rank].definitions = std::make_unique<Definitions>(*std::move(stream));
    any = true;
  } else {
    any = known->second.definitions->poll();
  }
  Rank& entry = ranks_[rank];
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end; file.increment(error)) {
    const auto thread = number_in(file->path().filename().string(), "thread-", ".fpt");
    if (!thread || entry.threads.contains(*thread)) continue;
    entry.threads.add(*thread);
    any = true;
  }
  return any;
}

bool TraceDirectory::is_over() const {
  return ranks_.size() == size() && std::ranges::all_of(ranks_, [](const auto& rank) {
           return rank.second.definitions->stream().header().closed;
         });
}

void TraceDirectory::set_growing(bool growing) {
  growing_ = growing;
  for (auto& [rank, entry] : ranks_) entry.definitions->set_growing(growing);
}

std::vector<std::uint64_t> TraceDirectory::ranks() const {
  std::vector<std::uint64_t> result;
  result.reserve(ranks_.size());
  for (const auto& [rank, entry] : ranks_) result.push_back(rank);
  return result;
}

std::uint64_t TraceDirectory::size() const {
  std::uint64_t size = ranks_.empty() ? 0 : ranks_.rbegin()->first + 1;
  for (const auto& [rank, entry] : ranks_) {
    if (const auto* const process = entry.definitions->process()) size = std::max(size, process->size);
  }
  return size;
}

std::vector<std::uint64_t> TraceDirectory::threads(std::uint64_t rank) const {
  const auto entry = ranks_.find(rank);
  return entry != ranks_.end() ? entry->second.threads.list() : std::vector<std::uint64_t>();
}

std::vector<std::uint64_t> TraceDirectory::missing_threads(std::uint64_t rank) const {
  const auto entry = ranks_.find(rank);
  if (entry == ranks_.end()) return {};
  ThreadNumbers missing = entry->second.definitions->threads();
  missing.remove(entry->second.threads);
  return missing.list();
}

ThreadNumbers TraceDirectory::threads_but(const ThreadNumbers& known, std::uint64_t rank, bool missing) const {
  const auto entry = ranks_.find(rank);
  if (entry == ranks_.end()) return {};
  ThreadNumbers threads = entry->second.threads;
  if (missing) threads.add(entry->second.definitions->threads());
  threads.remove(known);
  return threads;
}

Definitions& TraceDirectory::definitions(std::uint64_t rank) {
  return *ranks_.at(rank).definitions;
}

std::string TraceDirectory::why_missing(std::uint64_t rank, std::uint64_t thread) const {
  std::string file = fmt::format("rank-{}/thread-{}.fpt", rank, thread);
  if (const auto entry = ranks_.find(rank); entry != ranks_.end()) {
    const auto& problems = entry->second.definitions->thread_problems();
    if (const auto at = problems.find(thread); at != problems.end())
      return fmt::format("{} could not be created: {}.", file, at->second);
  }
  // Its reader was killed, or is running.
  std::error_code error;
  if (fs::exists(command_directory(path_) / format::kReaderFile, error)) {
    return fmt::format("{} was deleted after it had been checked.", file);
  }
  return fmt::format("{} is missing.", file);
}

std::optional<EventStream> TraceDirectory::events(std::uint64_t rank, std::uint64_t thread, Problem& problem) const {
  const auto entry = ranks_.find(rank);
  if (entry == ranks_.end() || !entry->second.threads.contains(thread)) {
    problem = {ProblemKind::kMissingThread, rank, why_missing(rank, thread)};
    return {};
  }
  auto stream = EventStream::open(path_ / fmt::format("rank-{}", rank) / fmt::format("thread-{}.fpt", thread), problem);
  if (!stream) {
    problem.rank = rank;
    return {};
  }
  const TraceHeader& header = stream->header();
  if (header.kind != format::TraceKind::kThread || header.rank != rank || header.thread != thread) {
    problem = {ProblemKind::kForeignFile, rank,
               fmt::format("rank-{}/thread-{}.fpt is not the trace that its name says.", rank, thread)};
    return {};
  }
  if (header.job != job_) {
    problem = {ProblemKind::kOtherJob, rank,
               fmt::format("rank-{}/thread-{}.fpt is from another run; it is left out.", rank, thread)};
    return {};
  }
  return stream;
}

std::vector<Problem> TraceDirectory::problems() const {
  std::vector<Problem> result;
  result.reserve(file_problems_.size());
  for (const auto& [path, problem] : file_problems_) result.push_back(problem);
  for (const auto& [rank, entry] : ranks_) {
    for (const Problem& problem : entry.definitions->stream().problems()) result.push_back(problem);
    if (entry.definitions->process() == nullptr) {
      result.push_back({ProblemKind::kMissingDefinitions, rank,
                        fmt::format("Rank {} ended before it wrote its definitions.", rank)});
    }
  }
  // Process::size may come from a damaged file; a sentence
  // about it need not list more than a person can read.
  const std::uint64_t listed = std::min<std::uint64_t>(size(), std::uint64_t{1} << 20);
  std::vector<std::uint64_t> missing;
  for (std::uint64_t rank = 0; rank < listed; ++rank) {
    const bool told = std::any_of(file_problems_.begin(), file_problems_.end(),
                                  [rank](const auto& file) { return file.second.rank == rank; });
    if (!ranks_.contains(rank) && !told) missing.push_back(rank);
  }
  if (!missing.empty()) {
    result.push_back({ProblemKind::kMissingRank, missing.size() == 1 ? std::optional(missing[0]) : std::nullopt,
                      fmt::format("Of {} ranks, the trace of {} {} is missing.", size(),
                                  missing.size() == 1 ? "rank" : "ranks", list_of_ranks(missing))});
  }
  return result;
}

}  // namespace fencepost::read
