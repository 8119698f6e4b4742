// The definitions of the traces, put together for the whole job.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ids/ids.h"
#include "job/memory.h"
#include "job/place.h"
#include "record/event.h"
#include "record/vocabulary.h"

namespace fencepost {

// One group of contiguous basic elements, repeated (see Datatype in events.def).
struct TypeRun {
  std::int64_t displacement = 0;
  BasicType basic = BasicType::kUnknown;
  std::int64_t elements = 0;
  std::int64_t repetitions = 1;
  std::int64_t stride = 0;
  friend bool operator==(const TypeRun&, const TypeRun&) = default;
};

// For a list of many blocks (an indexed type): the runs that happen to be in it, two or three blocks at equal
// distances, span much of the memory, and each would have to be compared with each of another access. Nothing: the runs
// are few, or long, or blocks in ascending order.
std::vector<TypeRun> sorted_by_address(const std::vector<TypeRun>& runs);

// In most cases, processes have the same datatypes: equal ones are one object (Job::datatype).
struct Datatype {
  std::optional<Place> freed;  // by the program, which still uses its handle; nothing else is known about it
  std::string name, description;
  std::int64_t size = 0;
  std::int64_t lower_bound = 0, extent = 0, true_lower_bound = 0, true_extent = 0;
  bool predefined = false;
  BasicType uniform =
      BasicType::kUnknown;    // the one basic type that all its data consists of; kUnknown: several or none
  std::vector<TypeRun> runs;  // in type-map order
  // The same bytes by their addresses, in runs that span no more than necessary, and without the padding of pairs;
  // empty if `runs` serve as well. To be made after `runs`.
  std::vector<TypeRun> by_address;

  // The exact bytes of `count` elements at `address`.
  Pieces bytes(std::uint64_t address, std::int64_t count) const;
  friend bool operator==(const Datatype&, const Datatype&) = default;
};

// Processes by rank. Communicators over the same processes (duplicates, or one communicator as its many processes
// describe it) and windows on them share one list.
class Group {
 public:
  using List = std::shared_ptr<const std::vector<ProcessId>>;
  Group() : processes_(none()) {}
  explicit Group(std::vector<ProcessId> processes)
      : processes_(std::make_shared<const std::vector<ProcessId>>(std::move(processes))) {}
  static Group of(List processes) {
    Group group;
    group.processes_ = std::move(processes);
    return group;
  }
  std::size_t size() const { return list().size(); }
  bool empty() const { return list().empty(); }
  ProcessId operator[](Rank rank) const { return list()[rank.index()]; }
  auto begin() const { return list().begin(); }
  auto end() const { return list().end(); }
  const std::vector<ProcessId>& list() const { return *processes_; }
  Ranks ranks() const { return Ranks(size()); }
  bool has(Rank rank) const { return rank.below(size()); }
  Rank rank_of(ProcessId process) const;  // kNone: not a member
  friend bool operator==(const Group& a, const Group& b) {
    return a.processes_ == b.processes_ || a.list() == b.list();
  }

 private:
  static const List& none();
  List processes_;
};

// A communicator of the job. Ranks are those of the local group unless stated otherwise.
struct Communicator {
  CommunicatorKey key;
  std::string name;
  MpiCall created_by = MpiCall::kNone;
  Place created;             // by the process that defined it first; not known: predefined, or the call is not observed
  Group members;             // for an intercommunicator: of the group that defined it first
  Group remote_members;      // of the other group; empty: an intracommunicator
  std::size_t freed_by = 0;  // this many of all members have freed it
  bool inter() const { return !remote_members.empty(); }
  Rank rank_of(ProcessId process) const;  // in the group the process belongs to; kNone: not a member
};

// What one process recorded about a communicator.
struct CommunicatorPart {
  std::uint64_t id = 0;
  CommunicatorKey key;
  Rank rank;
  Group members, remote_members;            // as this process sees them: its own group is `members`
  std::vector<Rank> sources, destinations;  // of the topology
  bool freed = false;
  std::uint64_t parent = 0;  // id
  MpiCall call = MpiCall::kNone;
};

// What one process contributed to a window.
struct WindowPart {
  std::uint64_t id = 0;  // the window's id in this process's events
  bool defined = false;  // its Window definition was seen
  std::uint64_t base = 0, size = 0, displacement_unit = 1;
  std::uint64_t segment = 0, segment_offset = 0;
  std::string info;        // "key=value\n"…, as it was passed last
  Place info_set;          // the last MPI_Win_set_info; not known: the info is that of the creation
  bool allocated = false;  // by MPI_Alloc_mem, for MPI_Win_create
  Place created;
  Place freed;  // MPI_Win_free began there; !known(): it has not
};

struct Window {
  // Small numbers distinguish the windows that exist at one time: from 1; 0: there are too many.
  static constexpr unsigned kNumberBits = 10;
  WindowKey key;
  std::uint16_t number = 0;
  std::string name;
  MpiCall created_by = MpiCall::kNone;
  WindowFlavor flavor = WindowFlavor::kCreate;
  MemoryModel model = MemoryModel::kUnified;
  CommunicatorKey communicator;
  Group processes;                        // by window rank
  std::vector<WindowPart> parts;          // by window rank
  std::size_t freed_by = 0;               // this many processes have returned from MPI_Win_free
  Rank rank_of(ProcessId process) const;  // kNone: not in the group
  bool has_rank(Rank rank) const { return rank.below(processes.size()); }
  const WindowPart& part(Rank rank) const { return parts[rank.index()]; }
  WindowPart& part(Rank rank) { return parts[rank.index()]; }
  // The value of an info key that the given rank passed last; "" if it did not.
  std::string info(Rank rank, std::string_view name_of_key) const;
  // MPI_Win_set_info, "key=value\n"…: keys that are not in it keep their values.
  void set_info(Rank rank, std::string_view given, const Place& by);
};

struct ProcessInfo {
  bool present = false;  // its traces were found
  std::string host, executable, command, directory, mpi_library, schedule;
  std::uint64_t pid = 0, thread_level = 0, ticks_per_second = 0, start_unix_nanoseconds = 0, start_ticks = 0;
  bool native_rma = false;
};

struct Module {
  std::uint64_t begin = 0, end = 0, bias = 0;
  bool instrumented = false;
  std::string path, build_id;
};

}  // namespace fencepost
