// What each process keeps in shared memory for the processes of its machine, for its whole life: the bell on which it
// sleeps, what orders the atomic operations on its memory (of all its windows: windows may overlap), and what others
// ask it to do there.
#pragma once

#include <cstdint>
#include <memory>
#include <sys/types.h>

#include "rma/errands.h"
#include "rma/process_mutex.h"
#include "rma/shared_memory.h"
#include "rma/waiting.h"

namespace fencepost::rma {

struct ProcessBlock {
  std::uint64_t process = 0;  // random number of the process, same as in its announcements
  Bell bell;                  // rings when something this process may wait for has happened
  alignas(64) ProcessMutex atomics;
  std::uint64_t sequence FENCEPOST_GUARDED_BY(atomics) = 0;    // of the atomic operations executed on its memory
  Errands errands;                                             // large; unused parts of it take no memory
  std::uint64_t changed_at FENCEPOST_GUARDED_BY(atomics) = 0;  // the last of them that was more than a look
};

// A process of this machine as seen from here.
struct Peer {
  std::uint64_t process = 0;
  pid_t pid = 0;
  ProcessBlock* block = nullptr;
  Mapping memory;         // of the block, if it is another process's
  bool can_copy = false;  // the kernel lets us read and write its memory
};

struct ProcessTicket {  // travels between processes as bytes
  std::uint64_t process = 0;
  std::uint64_t node = 0;
  std::uint64_t block_address = 0;  // in the process's own memory
  FileTicket file;
};

// This process's own block, made at first use, and its ticket.
ProcessBlock& own_block();
ProcessTicket own_ticket();

// The process of a ticket; null if it is not on this machine or cannot be reached. Kept forever: any thread.
const Peer* connect(const ProcessTicket& ticket);

// Whether the kernel lets processes of this user copy each other's memory, as far as one process can tell; allows the
// others to copy from this one.
bool allow_copying();

// Closes the file that others connect through, at the end of the process's MPI life.
void close_own_block();

}  // namespace fencepost::rma
