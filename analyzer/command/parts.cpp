#include "command/parts.h"

#include <algorithm>

#include "command/trace_source.h"
#include "read/trace_directory.h"
#include "symbolize/address_book.h"

namespace fencepost::command {

OtherParts::OtherParts(const std::filesystem::path& directory, const check::AnalysisOptions& options, std::size_t jobs)
    : jobs_(std::max<std::size_t>(1, jobs)) {
  for (std::size_t job = 1; job < jobs_; ++job) {
    auto& worker = workers_.emplace_back(std::make_unique<Worker>());
    check::AnalysisOptions own = options;
    own.part = part_of(job);
    worker->thread = std::thread([path = directory, own, &found = worker->found] {
      read::Problem problem;
      auto traces = read::TraceDirectory::open(path, problem);
      if (!traces) return;  // the watched analysis says it
      Counts counts;
      symbolize::AddressBook addresses;
      DirectorySource source(*traces, addresses, counts);
      check::Analyzer analyzer(source, own, {});
      while (analyzer.advance()) {
      }
      analyzer.close();
      found = analyzer.take_found();
    });
  }
}

OtherParts::~OtherParts() {
  for (const auto& worker : workers_) {
    if (worker->thread.joinable()) worker->thread.join();
  }
}

// The watched one has the rules to do as well, and gets half of what the others get.
check::MemoryPart OtherParts::part_of(std::size_t job) const {
  const auto all = static_cast<std::uint32_t>(2 * jobs_ - 1);
  if (job == 0) return {.first = 0, .last = 1, .all = all};
  const auto first = static_cast<std::uint32_t>(2 * job - 1);
  return {.first = first, .last = first + 2, .all = all};
}

void OtherParts::add_to(check::Analyzer& analyzer) {
  analyzer.close();
  for (const auto& worker : workers_) {
    worker->thread.join();
    analyzer.add_found(std::move(worker->found));
  }
}

std::size_t jobs_for(std::uint64_t trace_bytes) {
  constexpr std::uint64_t kWorthAThread = 8 << 20;
  const std::uint64_t useful = 1 + trace_bytes / kWorthAThread;
  return static_cast<std::size_t>(std::min<std::uint64_t>(useful, std::max(1U, std::thread::hardware_concurrency())));
}

}  // namespace fencepost::command
