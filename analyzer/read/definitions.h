// The definitions of one process: what the numbers in its events stand for. Read greedily, and again when a number is
// asked for that is not known yet (a trace that is still being written).
//
// Everything handed out lives as long as the Definitions. One thread at a time: lookups may read on.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "read/event_stream.h"
#include "record/event.h"

namespace fencepost::read {

class Definitions {
 public:
  explicit Definitions(EventStream stream);

  // Reads what has come since. True: there was something.
  bool poll();

  // Null: not (yet) defined.
  const event::Process* process() const { return process_ ? &*process_ : nullptr; }
  const event::Stack* stack(std::uint64_t id) { return find(stacks_, id); }
  const event::Datatype* datatype(std::uint64_t id) { return find(datatypes_, id); }
  const event::Communicator* communicator(std::uint64_t id) { return find(communicators_, id); }
  const event::Window* window(std::uint64_t id) { return find(windows_, id); }
  // The name that was given last; "" if none.
  std::string_view communicator_name(std::uint64_t id);
  std::string_view window_name(std::uint64_t id);

  // In the order of definition. One that is defined again (another object loaded at its place, or it turned out to be
  // instrumented) stands there twice: the later one counts.
  const std::vector<event::Module>& modules() const { return modules_; }
  // The module that holds this address, the latest definition of it; null: none.
  const event::Module* module_at(std::uint64_t address) const { return module_at_time(address, modules_.size()); }
  // The same as of the time when this stack was defined: libraries come and go.
  const event::Module* module_at(std::uint64_t address, std::uint64_t stack) const;

  // The threads that have a trace of their own, by number.
  const std::map<std::uint64_t, event::ThreadTrace>& thread_traces() const { return thread_traces_; }
  const std::vector<std::string_view>& blind_spots() const { return blind_spots_; }
  const std::vector<std::uint64_t>& communicator_ids() const { return communicator_ids_; }
  const std::vector<std::uint64_t>& window_ids() const { return window_ids_; }

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
  std::vector<std::shared_ptr<const void>> memory_;  // the blocks that the texts and lists below lie in
  std::optional<event::Process> process_;
  ById<event::Stack> stacks_;
  ById<event::Datatype> datatypes_;
  ById<event::Communicator> communicators_;
  ById<event::Window> windows_;
  ById<event::CommunicatorName> communicator_names_;
  ById<event::WindowName> window_names_;
  std::vector<event::Module> modules_;
  std::unordered_map<std::uint64_t, std::size_t> modules_before_;  // how many there were when a stack was defined
  std::map<std::uint64_t, event::ThreadTrace> thread_traces_;
  std::vector<std::string_view> blind_spots_;
  std::vector<std::uint64_t> communicator_ids_;
  std::vector<std::uint64_t> window_ids_;
};

}  // namespace fencepost::read
