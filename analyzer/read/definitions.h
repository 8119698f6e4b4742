// The definitions of one process that are needed outside of the analysis, which takes them one after the other
// (job/job.h). They are read ahead, and again when an unknown number is requested (if the trace is still being
// written).
//
// Everything that is returned lives as long as the Definitions. One thread at a time: lookups may read on.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "numbers/number_set.h"
#include "read/event_stream.h"
#include "record/event.h"

namespace fencepost::read {

using ThreadNumbers = NumberSet;  // by the numbers that their process assigns in order

class Definitions {
 public:
  explicit Definitions(EventStream stream);

  // Reads what has come since. True: there was something.
  bool poll();

  // Null: not (yet) defined.
  const event::Process* process() const { return process_ ? &*process_ : nullptr; }
  const event::Stack* stack(std::uint64_t id) { return find(stacks_, id); }
  // For derived types, only the last ones are remembered.
  const std::uint64_t* size_of_datatype(std::uint64_t id);
  bool has_separate_window() const { return has_separate_window_; }

  // In the order of definition. A module that is defined again (another object was loaded at its place, or it turned
  // out to be instrumented) is there twice: the later one counts.
  const std::vector<event::Module>& modules() const { return modules_; }
  // The module that holds this address, the latest definition of it; null: none.
  const event::Module* module_at(std::uint64_t address) const { return module_at_time(address, modules_.size()); }
  // The same at the time when this stack was defined: libraries come and go.
  const event::Module* module_at(std::uint64_t address, std::uint64_t stack) const;

  const ThreadNumbers& threads() const { return threads_; }  // that have a trace of their own, or should have one
  // Why those that should have one have none.
  const std::map<std::uint64_t, std::string>& thread_problems() const { return thread_problems_; }
  // Of its threads: the thread's number, and its task's number in the system. One of them may have no trace.
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& tasks() const { return tasks_; }
  const std::vector<std::string_view>& blind_spots() const { return blind_spots_; }

  const EventStream& stream() const { return stream_; }
  void set_growing(bool growing) { stream_.set_growing(growing); }

 private:
  template <class Definition>
  using ById = std::unordered_map<std::uint64_t, Definition>;

  template <class Definition>
  const Definition* find(const ById<Definition>& map, std::uint64_t id) {
    auto found = map.find(id);
    if (found == map.end() && id != 0 && poll()) found = map.find(id);
    return found == map.end() ? nullptr : &found->second;
  }
  const event::Module* module_at_time(std::uint64_t address, std::size_t count) const;
  void keep_memory();

  EventStream stream_;
  std::vector<std::shared_ptr<const void>> memory_;  // the blocks that contain the texts and lists below
  std::optional<event::Process> process_;
  ById<event::Stack> stacks_;
  ById<std::uint64_t> predefined_sizes_;
  std::map<std::uint64_t, std::uint64_t> derived_sizes_;
  bool has_separate_window_ = false;
  std::vector<event::Module> modules_;
  std::unordered_map<std::uint64_t, std::size_t> modules_before_;  // how many there were when a stack was defined
  ThreadNumbers threads_;
  std::map<std::uint64_t, std::string> thread_problems_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> tasks_;
  std::vector<std::string_view> blind_spots_;
};

}  // namespace fencepost::read
