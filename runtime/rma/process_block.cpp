#include "rma/process_block.h"

#include <cerrno>
#include <cstdio>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/uio.h>
#include <unistd.h>
#include <unordered_map>

#include "record/mutex.h"
#include "recorder/recorder.h"

namespace fencepost::rma {
namespace {

constexpr std::size_t kBlockSize = page_up(sizeof(ProcessBlock));

struct Own {
  MemoryFile file;
  Mapping mapping;
  ProcessBlock* block = nullptr;
};

Own& own() {
  static Own* made = [] {
    auto* one = new Own;
    one->file = MemoryFile::create(kBlockSize);
    if (one->file.is_open()) one->mapping = Mapping::map(one->file, kBlockSize, 0);
    // Without shared memory the process still has a block, which nobody else sees.
    void* place =
        one->mapping ? static_cast<void*>(one->mapping.head()) : ::operator new(kBlockSize, std::align_val_t{64});
    one->block = new (place) ProcessBlock;
    if (getrandom(&one->block->process, sizeof one->block->process, 0) < 0) {
      one->block->process = (static_cast<std::uint64_t>(getpid()) << 32) ^ record::now_ticks();
    }
    return one;
  }();
  return *made;
}

// Whether the kernel lets us copy from the process: tried on its block, whose content is known.
bool may_copy(const ProcessTicket& ticket) {
  std::uint64_t found = 0;
  const iovec here{&found, sizeof found};
  const iovec there{reinterpret_cast<void*>(ticket.block_address), sizeof found};
  const int error = errno;
  const bool copied = process_vm_readv(ticket.file.pid, &here, 1, &there, 1, 0) == sizeof found;
  errno = error;
  return copied && found == ticket.process;
}

Mutex peers_mutex;
std::unordered_map<std::uint64_t, std::unique_ptr<Peer>>& peers() FENCEPOST_REQUIRES(peers_mutex) {
  static auto* made = new std::unordered_map<std::uint64_t, std::unique_ptr<Peer>>;
  return *made;
}

}  // namespace

ProcessBlock& own_block() {
  return *own().block;
}

ProcessTicket own_ticket() {
  ProcessTicket ticket;
  ticket.process = own().block->process;
  ticket.node = node_identity();
  ticket.block_address = reinterpret_cast<std::uint64_t>(own().block);
  ticket.file = own().file.ticket();
  return ticket;
}

const Peer* connect(const ProcessTicket& ticket) {
  static const std::uint64_t here = node_identity();
  if (ticket.node != here) return nullptr;
  const LockGuard lock(peers_mutex);
  auto& entry = peers()[ticket.process];
  if (entry) return entry.get();
  auto peer = std::make_unique<Peer>();
  peer->process = ticket.process;
  peer->pid = ticket.file.pid;
  if (ticket.process == own_block().process) {
    peer->block = &own_block();
    peer->can_copy = true;
  } else {
    const MemoryFile file = MemoryFile::open(ticket.file);
    if (file.is_open()) peer->memory = Mapping::map(file, kBlockSize, 0);
    if (!peer->memory || reinterpret_cast<ProcessBlock*>(peer->memory.head())->process != ticket.process) {
      peers().erase(ticket.process);
      return nullptr;
    }
    peer->block = reinterpret_cast<ProcessBlock*>(peer->memory.head());
    peer->can_copy = may_copy(ticket);
  }
  entry = std::move(peer);
  return entry.get();
}

bool allow_copying() {
  static const bool allowed = [] {
    const int error = errno;
    // If the kernel restricts tracing to descendants (Yama), a process may name the processes that may trace it.
    const bool open_to_all = prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0) == 0;
    int scope = 0;
    if (std::FILE* const file = std::fopen("/proc/sys/kernel/yama/ptrace_scope", "re")) {
      if (std::fscanf(file, "%d", &scope) != 1) scope = 0;
      std::fclose(file);
    }
    // Filters of system calls (containers) have an effect on the process itself, too.
    std::uint64_t from = 1, to = 0;
    const iovec here{&to, sizeof to};
    const iovec there{&from, sizeof from};
    const bool copied = process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof to;
    errno = error;
    return copied && (scope == 0 || (scope == 1 && open_to_all));
  }();
  return allowed;
}

void close_own_block() {
  own().file = MemoryFile();
}

}  // namespace fencepost::rma
