// A run as a whole, in bounded size: what its ranks did when, and how each window was used. Reports draw it; the
// analyzer's collector makes it. Many equal things are stored in columns: entry i of each column is one thing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost {

// One lane for each rank, or for several neighbouring ones in jobs of more than 1,024 ranks.
struct OverviewLane {
  int first = 0, last = 0;  // ranks in MPI_COMM_WORLD
  // For each slot of time, from the first on: the operations begun, and the kinds of open epochs (bits of EpochBar).
  // Zeros at the end are left out.
  std::vector<std::uint64_t> operations;
  std::vector<std::uint64_t> epochs;
};

// The kinds of epochs, numbered for columns and bits.
enum class EpochBar : std::uint8_t { kFence, kAccess, kExposure, kShared, kExclusive, kLockAll };

struct OverviewBars {                                         // epochs that are long enough to be visible
  std::vector<std::uint64_t> lane, kind, window, begin, end;  // kind: EpochBar; window: index; times in nanoseconds
};
struct OverviewLines {                           // barriers and other collective calls
  std::vector<std::uint64_t> time, name, group;  // indices into RunOverview::names and groups
};
struct OverviewTicks {                                          // single operations, if a run has few
  std::vector<std::uint64_t> lane, time, kind, window, target;  // kind: index into names; target: lane
};

// Traffic between groups of ranks of a window: columns for pairs that had some.
struct OverviewTraffic {
  std::vector<std::uint64_t> origin, target, operations, bytes;  // origin, target: indices of groups
};
// Accesses to the part of one rank: the part is divided into `cells` cells of equal size.
struct OverviewBytes {
  int rank = 0;                                       // of the window
  std::uint64_t size = 0;                             // of the part, in bytes
  std::vector<std::uint64_t> read, written, updated;  // operations by cell; zeros at the end are left out
  std::vector<std::uint64_t> local;                   // loads and stores by cell
  // Which ranks did it: for each cell above an index into WindowOverview::who.
  std::vector<std::uint64_t> read_by, written_by, updated_by, local_by;
};
struct WindowOverview {
  std::string name;    // "halo (MPI_Win_create at main.c:12)"
  std::string memory;  // what the source calls it: "exposed as grid"; "" if it is not known
  std::string flavor;  // "create", "allocate", "shared", "dynamic"
  std::string model;   // "unified", "separate"
  int ranks = 0;
  std::uint64_t smallest = 0, largest = 0;  // sizes of its parts
  std::uint64_t total = 0;                  // of all parts
  std::uint64_t displacement_unit = 0;      // of rank 0
  std::uint64_t created = 0, freed = 0;     // nanoseconds; freed 0: never
  std::uint64_t fences = 0, starts = 0, shared_locks = 0, exclusive_locks = 0, lock_alls = 0, flushes = 0;
  std::uint64_t operations = 0, bytes = 0;
  int group = 1;  // the number of neighbouring ranks in a row or column of the traffic
  OverviewTraffic traffic;
  std::uint64_t cells = 0;
  std::vector<std::vector<int>> who;  // sets of ranks of the window; the first one is empty and stands for many
  std::vector<OverviewBytes> parts;   // of the ranks that were accessed, the first ones
};

struct RunOverview {
  std::uint64_t nanoseconds = 0;   // from the first event to the last
  std::uint64_t slot = 0;          // width of a slot of the lanes, in nanoseconds
  std::uint64_t operations = 0;    // of the run
  std::uint64_t short_epochs = 0;  // epochs without a bar; the lanes still show that there were some
  std::uint64_t lines_left_out = 0;
  std::uint64_t windows_left_out = 0;
  std::vector<std::string> names;
  std::vector<OverviewLane> lanes;
  std::vector<std::vector<std::uint64_t>>
      groups;  // lanes of the ranks of a call: first and last of neighbours, and again
  // For jobs of many ranks: the same with fewer lanes and finer slots, for a closer look.
  std::uint64_t fine_slot = 0;
  std::vector<OverviewLane> fine_lanes;
  OverviewBars bars;
  OverviewLines lines;
  OverviewTicks ticks;
  std::vector<WindowOverview> windows;
};

}  // namespace fencepost
