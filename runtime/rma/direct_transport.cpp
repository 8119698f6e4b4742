// The transport within a machine. Memory that is mapped here is simply accessed; memory that only its owner has mapped
// is copied by the kernel (process_vm_readv, process_vm_writev). Locks and counters are words in shared memory.
#include <cerrno>
#include <cstring>
#include <limits.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

#include "recorder/recorder.h"
#include "rma/element_types.h"
#include "rma/execute.h"
#include "rma/requests.h"
#include "rma/transport.h"

namespace fencepost::rma {
namespace {

// Copies between layouts here and in another process, as many bytes as both have. `there.address` is of that process.
class CrossCopy {
 public:
  enum class Direction : std::uint8_t { kRead, kWrite };
  CrossCopy(pid_t pid, Direction direction) : pid_(pid), direction_(direction) {}

  bool copy(const Layout& here, const Layout& there) {
    if (here.empty() || there.empty()) return true;
    Pieces local(here);
    Pieces remote(there);
    while (!local.done() && !remote.done()) {
      const std::int64_t size = std::min(local.size(), remote.size());
      if (!add(local.address(), remote.address(), static_cast<std::size_t>(size))) return false;
      local.advance(size);
      remote.advance(size);
    }
    return transfer();
  }

 private:
  bool add(std::byte* local, std::byte* remote, std::size_t size) {
    if (!extend(*(local_ + locals_ - 1), local, size, locals_)) {
      if (locals_ == kMost && !transfer()) return false;
      local_[locals_++] = {local, size};
    }
    if (!extend(*(remote_ + remotes_ - 1), remote, size, remotes_)) {
      // Both lists must stand for the same bytes whenever they are handed over.
      if (remotes_ == kMost) {
        take_back(size);
        if (!transfer()) return false;
        local_[locals_++] = {local, size};
      }
      remote_[remotes_++] = {remote, size};
    }
    return true;
  }

  static bool extend(iovec& last, std::byte* address, std::size_t size, std::size_t count) {
    if (count == 0 || static_cast<std::byte*>(last.iov_base) + last.iov_len != address) return false;
    last.iov_len += size;
    return true;
  }

  void take_back(std::size_t size) {
    local_[locals_ - 1].iov_len -= size;
    if (local_[locals_ - 1].iov_len == 0) --locals_;
  }

  bool transfer() {
    const int error = errno;
    bool good = true;
    std::size_t first_local = 0, first_remote = 0;
    // The kernel may stop short (it moves at most 2 GiB at once): go on behind what it has done.
    while (good && first_local < locals_ && first_remote < remotes_) {
      auto* const copy = direction_ == Direction::kRead ? process_vm_readv : process_vm_writev;
      const ssize_t moved =
          copy(pid_, local_ + first_local, locals_ - first_local, remote_ + first_remote, remotes_ - first_remote, 0);
      good = moved > 0;
      if (good) {
        skip(local_, first_local, locals_, static_cast<std::size_t>(moved));
        skip(remote_, first_remote, remotes_, static_cast<std::size_t>(moved));
      }
    }
    locals_ = remotes_ = 0;
    errno = error;
    return good;
  }

  static void skip(iovec* list, std::size_t& first, std::size_t count, std::size_t bytes) {
    while (first < count && bytes >= list[first].iov_len) bytes -= list[first++].iov_len;
    if (bytes == 0) return;
    list[first].iov_base = static_cast<std::byte*>(list[first].iov_base) + bytes;
    list[first].iov_len -= bytes;
  }

  static constexpr std::size_t kMost = 256;
  pid_t pid_;
  Direction direction_;
  std::size_t locals_ = 0;
  std::size_t remotes_ = 0;
  iovec storage_local_[kMost + 1];
  iovec storage_remote_[kMost + 1];
  // Element -1 exists, so that "the last one" may be formed of an empty list.
  iovec* const local_ = storage_local_ + 1;
  iovec* const remote_ = storage_remote_ + 1;
};

// The kernel takes long for many small pieces: where the hull is not much larger than its data, it is read at once, and
// what lies between the pieces thrown away. (Writing so is out of the question: others may be writing in between.)
bool read_hull(pid_t pid, const Layout& here, const Layout& there) {
  constexpr std::int64_t kMostWaste = 16;
  constexpr std::int64_t kLargest = 16 << 20;
  if (there.contiguous()) return false;
  const Layout::Hull hull = there.hull();
  const std::int64_t size = hull.end - hull.first;
  if (size > kLargest || size > kMostWaste * there.bytes()) return false;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  const handles::DatatypeInfo& byte = element_type(BasicType::kByte);
  if (!CrossCopy(pid, CrossCopy::Direction::kRead)
           .copy({bytes.data(), size, &byte}, {there.address + hull.first, size, &byte})) {
    return false;
  }
  copy(here, {bytes.data() - hull.first, there.count, there.type});
  return true;
}

bool read_across(pid_t pid, const Layout& here, const Layout& there) {
  return read_hull(pid, here, there) || CrossCopy(pid, CrossCopy::Direction::kRead).copy(here, there);
}

void lost(const char* what) {
  record::blind_spot(std::string("A ") + what +
                     " had no effect: the memory of its target was not accessible when it was executed.");
}

class DirectTransport final : public Transport {
 public:
  void execute(Window& window, Target& target, Operation& operation, const std::shared_ptr<Request>& request) override {
    const std::int64_t offset = operation.displacement * target.displacement_unit;
    const bool here = target.memory != nullptr || target.peer->block == &own_block();
    // Of a dynamic window the displacement is the address.
    operation.at_target.address =
        target.memory != nullptr ? target.memory + offset
                                 : reinterpret_cast<std::byte*>(target.address + static_cast<std::uint64_t>(offset));
    switch (operation.kind) {
      case Kind::kPut:
        if (here) {
          copy(operation.at_target, operation.origin);
        } else if (!CrossCopy(target.peer->pid, CrossCopy::Direction::kWrite)
                        .copy(operation.origin, operation.at_target)) {
          lost("put");
        }
        break;
      case Kind::kGet:
        if (here) {
          copy(operation.origin, operation.at_target);
        } else if (!read_across(target.peer->pid, operation.origin, operation.at_target)) {
          lost("get");
        }
        break;
      default:
        execute_atomic(target, operation, here);
    }
    (void)window;
    if (request) request->complete();
  }

  void finish(Window&, Target&) override { std::atomic_thread_fence(std::memory_order_seq_cst); }
  void finish_locally(Window&, Target&) override {}

  std::uint32_t lock(Window&, Target& target, Lock type) override {
    LockQueue& queue = target.control->lock;
    return type == Lock::kExclusive ? queue.lock_exclusive() : queue.lock_shared();
  }
  std::uint32_t try_lock(Window&, Target& target, Lock type) override {
    LockQueue& queue = target.control->lock;
    return type == Lock::kExclusive ? queue.try_lock_exclusive() : queue.try_lock_shared();
  }
  std::uint32_t unlock(Window&, Target& target, Lock type) override {
    LockQueue& queue = target.control->lock;
    return type == Lock::kExclusive ? queue.unlock_exclusive() : queue.unlock_shared();
  }

  // The owner may be rewriting its list: then it is read again.
  bool is_attached(Window&, Target& target, std::uint64_t address, std::uint64_t length) override {
    const AttachedRegions& regions = target.control->attached;
    for (;;) {
      const std::uint32_t before = regions.version.load(std::memory_order_acquire);
      bool found = regions.overflow.load(std::memory_order_acquire) != 0;
      const std::uint32_t count = regions.count.load(std::memory_order_acquire);
      for (std::uint32_t i = 0; i < count && !found; ++i) {
        const Region region{regions.regions[i].address.load(std::memory_order_relaxed),
                            regions.regions[i].size.load(std::memory_order_relaxed)};
        found = region.holds(address, length);
      }
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 == 0 && regions.version.load(std::memory_order_relaxed) == before) return found;
    }
  }

  void post(Window&, Target& target) override {
    target.counters->posts.fetch_add(1, std::memory_order_release);
    target.peer->block->bell.ring();
  }
  void complete(Window&, Target& target) override {
    target.counters->completes.fetch_add(1, std::memory_order_release);
    target.peer->block->bell.ring();
  }

 private:
  static void execute_atomic(Target& target, Operation& operation, bool here) {
    ProcessBlock& block = *target.peer->block;
    Combined combined;
    bool failed = false;
    std::uint64_t sequence = 0;
    if (here) {
      block.atomics.lock();
      sequence = ++block.sequence;
      combined = combine_in_place(operation);
      block.atomics.unlock();
    } else {
      const Layout& there = operation.at_target;
      const auto size = static_cast<std::size_t>(there.bytes());
      std::vector<std::byte> bytes(size);
      Layout packed{bytes.data(), static_cast<std::int64_t>(size), &element_type(BasicType::kByte)};
      block.atomics.lock();
      sequence = ++block.sequence;
      failed = !read_across(target.peer->pid, packed, there);
      if (!failed) {
        combined = combine_copy(operation, bytes);
        if (combined.changed) {
          failed = !CrossCopy(target.peer->pid, CrossCopy::Direction::kWrite).copy(packed, there);
        }
      }
      block.atomics.unlock();
    }
    if (failed) lost("atomic operation");
    if (!operation.recorded) return;
    record::write(event::Executed{operation.thread, operation.number, sequence, combined.changed});
  }

  // The bytes of pairs come without padding, the elements that the kernels take with it.
  static Combined combine_copy(const Operation& operation, std::vector<std::byte>& bytes) {
    const auto whole = static_cast<std::size_t>(element_bytes(operation.at_target));
    if (whole == bytes.size()) return combine_packed(operation, bytes.data());
    std::vector<std::byte> elements(whole);
    const auto size = size_of(operation.basic);
    const std::size_t count = whole / size;
    const std::size_t value = bytes.size() / count;
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&elements[i * size], &bytes[i * value], value);
    const Combined combined = combine_packed(operation, elements.data());
    for (std::size_t i = 0; i < count; ++i) std::memcpy(&bytes[i * value], &elements[i * size], value);
    return combined;
  }
};

}  // namespace

Transport& direct_transport() {
  static DirectTransport transport;
  return transport;
}

}  // namespace fencepost::rma
