// What Fencepost knows about each communicator: its trace id, its key across processes, its members.
//
// Entries are made when a communicator comes into being (the interposer calls the added_* functions after the MPI call
// succeeded), and found by handle. Compiled once per MPI library. Any thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <mpi.h>

namespace fencepost::handles {

// Held by everything that may still name a communicator in the trace: the program by its handle, and persistent
// requests, which may be started after the program has freed it. When all are gone the trace says so.
class CommunicatorUse {
 public:
  explicit CommunicatorUse(std::uint64_t id) : id_(id) {}
  ~CommunicatorUse();
  CommunicatorUse(const CommunicatorUse&) = delete;
  CommunicatorUse& operator=(const CommunicatorUse&) = delete;
  std::uint64_t id() const { return id_; }
  void freed() const { freed_ = true; }  // by the program

 private:
  std::uint64_t id_;
  mutable std::atomic<bool> freed_ = false;
};

struct CommunicatorInfo {
  std::uint64_t id = 0;   // in the trace, of this process
  std::uint64_t key = 0;  // same in all members, unique in the job
  int rank = 0;
  int size = 0;
  bool inter = false;
  std::vector<std::uint64_t> members;         // process (rank in MPI_COMM_WORLD) of each rank of the local group
  std::vector<std::uint64_t> remote_members;  // of the remote group; empty for an intracommunicator
  std::vector<int> sources;                   // neighbours in the communicator's topology, in the order of neighbour
  std::vector<int> destinations;              // collectives, MPI_PROC_NULL included
  std::uint64_t windows_created = 0;          // collective counter: part of the keys of windows
  std::shared_ptr<const CommunicatorUse> use;

  // Whether all processes of the local group are in MPI_COMM_WORLD; if not, `members` is this process alone.
  bool is_of_this_job() const { return members.size() == static_cast<std::size_t>(size); }
};

// MPI_COMM_WORLD and MPI_COMM_SELF; once, after the native MPI_Init.
void add_predefined_communicators();

// The entry of `communicator`. It is made on the spot if a call that nobody intercepts
// made the communicator (with a key that only holds for this process, and a blind spot).
// Never null except for MPI_COMM_NULL. Valid until the communicator is freed.
CommunicatorInfo* communicator_info(MPI_Comm communicator);

// Trace id only (0 for MPI_COMM_NULL): the cheap form for events.
std::uint64_t communicator_id(MPI_Comm communicator);

// For a persistent request. Null for MPI_COMM_NULL.
std::shared_ptr<const CommunicatorUse> communicator_use(MPI_Comm communicator);

// After a successful creating call: defines `created` in the trace. `parent`: that of the call,
// or MPI_COMM_NULL if the members have none in common; `call`: an MpiCall number; `tag`: what
// else distinguishes creations with the same members. MPI_COMM_NULL as `created`: ignored.
// Keys need no messages: they follow from the parent's key, the members in their order, the tag, and how many
// communicators with all these in common this process has seen before.
void added_communicator(MPI_Comm parent, MPI_Comm created, std::uint64_t call, std::uint64_t tag = 0);

// The same in two steps, for a call that makes the handle later or whose events name the new communicator: defines it
// from `info` (members, remote members, rank, size, inter, neighbours; id and key are made here), and then gives it its
// handle.
std::uint64_t announce_communicator(CommunicatorInfo info, MPI_Comm parent, std::uint64_t call, std::uint64_t tag = 0);
void arrived_communicator(MPI_Comm created, std::uint64_t id);
// One that was announced but never given a handle (a file's) is gone.
void removed_announced(std::uint64_t id);

// MPI_Comm_set_name.
void named_communicator(MPI_Comm communicator, std::string_view name);

// Before a communicator is freed natively. Returns the program's use of it; null if nothing was known about it.
std::shared_ptr<const CommunicatorUse> removed_communicator(MPI_Comm communicator);

// Whether the program has freed it, and no call has returned the handle since. `looks_like_one`: the library can be
// asked, because a call that nobody intercepts may have returned it.
bool is_freed_communicator(MPI_Comm communicator, bool looks_like_one);

// The processes (ranks in MPI_COMM_WORLD) of a group's ranks; empty if one of them is not in it.
std::vector<std::uint64_t> processes_of(MPI_Group group);

}  // namespace fencepost::handles
