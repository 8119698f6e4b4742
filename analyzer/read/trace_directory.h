// The trace directory of a run: which processes and threads left a trace, and what is missing or does not belong there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "read/definitions.h"
#include "read/event_stream.h"
#include "read/problem.h"

namespace fencepost::read {

class TraceDirectory {
 public:
  // Nothing, with `problem` filled in: there is no trace at all. Lesser problems are in problems().
  static std::optional<TraceDirectory> open(const std::filesystem::path& path, Problem& problem);

  const std::filesystem::path& path() const { return path_; }
  // The number that all its processes agreed on.
  std::uint64_t job() const { return job_.value_or(0); }

  // Processes that left definitions, ascending.
  std::vector<std::uint64_t> ranks() const;
  // How many processes the job had; the number of ranks() if no definitions tell.
  std::uint64_t size() const;
  // The threads of a process that left a trace, ascending.
  std::vector<std::uint64_t> threads(std::uint64_t rank) const;
  // Threads that had a trace that is gone.
  std::vector<std::uint64_t> missing_threads(std::uint64_t rank) const;
  // The first of these and, on request, the second, but none of `known`.
  ThreadNumbers threads_but(const ThreadNumbers& known, std::uint64_t rank, bool missing) const;

  // For one of ranks(). Lives as long as the directory.
  Definitions& definitions(std::uint64_t rank);
  // A new stream from the beginning. Nothing, with `problem` filled in: the file cannot be read as a trace.
  std::optional<EventStream> events(std::uint64_t rank, std::uint64_t thread, Problem& problem) const;

  // Looks for new processes and threads, and at those that were not complete. True: there were some.
  bool poll();
  // For definitions: see TraceFile.
  void set_growing(bool growing);
  // At the last look, every process had ended its traces normally.
  bool is_over() const;

  // Problems of the directory and its definitions at present, one sentence each. Missing ranks are listed even while
  // the program still runs: ask when that matters. An EventStream has its own problems.
  std::vector<Problem> problems() const;

 private:
  struct Rank {
    std::unique_ptr<Definitions> definitions;
    ThreadNumbers threads;
  };

  explicit TraceDirectory(std::filesystem::path path) : path_(std::move(path)) {}
  bool look_at_rank(std::uint64_t rank, const std::filesystem::path& folder);
  std::string why_missing(std::uint64_t rank, std::uint64_t thread) const;

  std::filesystem::path path_;
  std::map<std::uint64_t, Rank> ranks_;
  std::optional<std::uint64_t> job_;
  bool growing_ = false;
  // By file: if a problem is gone at the next look, it is no problem.
  std::map<std::filesystem::path, Problem> file_problems_;
};

}  // namespace fencepost::read
