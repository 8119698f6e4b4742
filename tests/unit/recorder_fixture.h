// What the tests of the recorder share: starting in a temporary folder, and reading back what was written.
#pragma once

#include <atomic>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "read/trace_directory.h"
#include "recorder/recorder.h"
#include "support/trace_samples.h"

namespace fencepost::test {

inline bool start_in(const std::filesystem::path& folder, std::uint64_t rank = 0) {
  event::Process process;
  process.rank = rank;
  process.size = rank + 1;
  process.mpi_library = "none";
  return record::start({.directory = folder.string(), .job = 42}, process);
}

// The window numbers of the FlushBegin events of a thread, by which the tests number their events.
struct Numbers {
  std::vector<std::uint64_t> windows;
  std::vector<std::string> lost;
  bool closed = false;
  bool intact = true;
};

inline Numbers numbers_in(const read::TraceDirectory& directory, std::uint64_t thread) {
  Numbers numbers;
  read::Problem problem;
  auto stream = directory.events(directory.ranks().front(), thread, problem);
  if (!stream) {
    numbers.intact = false;
    return numbers;
  }
  while (const auto* const recorded = stream->next()) {
    if (const auto* const flush = recorded->get_if<event::FlushBegin>()) numbers.windows.push_back(flush->window);
    if (const auto* const gap = recorded->get_if<event::Lost>()) numbers.lost.emplace_back(gap->reason);
  }
  numbers.closed = stream->header().closed;
  numbers.intact = stream->problems().empty();
  return numbers;
}

inline bool counts_up_from(std::uint64_t first, const std::vector<std::uint64_t>& numbers) {
  for (const std::uint64_t number : numbers) {
    if (number != first++) return false;
  }
  return true;
}

inline read::TraceDirectory open(const std::filesystem::path& folder) {
  read::Problem problem;
  auto directory = read::TraceDirectory::open(folder, problem);
  if (!directory) throw std::runtime_error(problem.sentence);
  return *std::move(directory);
}

class Recorder : public testing::Test {
 protected:
  std::filesystem::path folder() const { return folder_.path() / "trace"; }
  void TearDown() override {
    record::stop();
    record::set_segment_flush(nullptr);
  }
  TemporaryFolder folder_;
};

// What a process that is going to be killed has written for certain, seen by the test after its death.
struct Progress {
  std::atomic<std::uint64_t> written[2];
};
inline Progress& shared_progress(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT, 0644);
  if (ftruncate(descriptor, sizeof(Progress)) != 0) throw std::runtime_error("cannot write " + file.string());
  void* const memory = mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  close(descriptor);
  return *static_cast<Progress*>(memory);
}

}  // namespace fencepost::test
