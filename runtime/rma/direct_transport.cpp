// The transport within a machine. Memory that is mapped here is simply accessed; memory that only its owner has mapped
// is copied by the kernel or by its owner (cross_copy.h). Locks and counters are words in shared memory.
#include <cstring>
#include <string>
#include <vector>

#include "recorder/folder_files.h"
#include "recorder/looks.h"
#include "recorder/recorder.h"
#include "rma/cross_copy.h"
#include "rma/element_types.h"
#include "rma/execute.h"
#include "rma/requests.h"
#include "rma/runtime.h"
#include "rma/transport.h"

namespace fencepost::rma {
namespace {

// The run is no longer as the program meant it, so it must not count as clean. (Without Fencepost, the library ends the
// program here, or the program dies.)
void lost(const Target& target, const char* what) {
  record::blind_spot(std::string(what) + " to rank " + std::to_string(target.process) +
                     " had no effect: the window's memory could not be accessed there when it was executed. The "
                     "program has unmapped or protected this memory before MPI_Win_free.");
  record::note_unchecked();
}

bool owner_may_move() {
  return settings().transport != TransportChoice::kDirect;
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
    if (!here) {
      if (!request && target.gathered.take(target.peer->pid, operation)) return;
      if (!target.gathered.transfer()) lost(target, "Operations");
    }
    switch (operation.kind) {
      case Kind::kPut:
        if (here) {
          copy(operation.at_target, operation.origin);
        } else if (!write_across(*target.peer, operation.origin, operation.at_target, owner_may_move())) {
          lost(target, "MPI_Put");
        }
        break;
      case Kind::kGet:
        if (here) {
          copy(operation.origin, operation.at_target);
        } else if (!read_across(*target.peer, operation.origin, operation.at_target, owner_may_move())) {
          lost(target, "MPI_Get");
        }
        break;
      default:
        execute_atomic(target, operation, here);
    }
    (void)window;
    if (request) request->complete();
  }

  void finish(Window& window, Target& target) override {
    finish_locally(window, target);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  void finish_locally(Window& window, Target& target) override {
    if (target.memory != nullptr) return;
    const Guard guard(window.mutex);
    if (!target.gathered.finish()) lost(target, "Operations");
  }

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

  bool is_attached(Window&, Target& target, const Layout& layout) override {
    const AttachedRegions& attached = target.control->attached;
    const Layout::Hull hull = layout.hull();
    const auto first = reinterpret_cast<std::uint64_t>(layout.address) + static_cast<std::uint64_t>(hull.first);
    const auto length = static_cast<std::uint64_t>(hull.end - hull.first);
    bool found = false;
    read(
        attached, [&] { found = attached.overflow.load(std::memory_order_acquire) != 0; },
        [&](const Region& region) { found = found || region.holds(first, length); });
    if (found) return true;
    std::vector<Region> regions;
    read(attached, [&] { regions.clear(); }, [&](const Region& region) { regions.push_back(region); });
    return hold_pieces(regions, layout);
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
  // The owner may be rewriting its list: then it is read again, from the beginning.
  template <class Begin, class Each>
  static void read(const AttachedRegions& regions, Begin&& begin, Each&& each) {
    for (;;) {
      const std::uint32_t before = regions.version.load(std::memory_order_acquire);
      begin();
      const std::uint32_t count = regions.count.load(std::memory_order_acquire);
      for (std::uint32_t i = 0; i < count; ++i) {
        each({regions.regions[i].address.load(std::memory_order_relaxed),
              regions.regions[i].size.load(std::memory_order_relaxed)});
      }
      std::atomic_thread_fence(std::memory_order_acquire);
      if (before % 2 == 0 && regions.version.load(std::memory_order_relaxed) == before) return;
    }
  }

  static void execute_atomic(Target& target, Operation& operation, bool here) {
    ProcessBlock& block = *target.peer->block;
    Combined combined;
    bool failed = false;
    std::uint64_t sequence = 0;
    if (here) {
      block.atomics.lock();
      sequence = ++block.sequence;
      combined = combine_in_place(operation);
      if (combined.changed) block.changed_at = sequence;
      block.atomics.unlock();
    } else {
      const Layout& there = operation.at_target;
      const auto size = static_cast<std::size_t>(there.bytes());
      std::vector<std::byte> bytes(size);
      Layout packed{bytes.data(), static_cast<std::int64_t>(size), &element_type(BasicType::kByte)};
      block.atomics.lock();
      sequence = ++block.sequence;
      failed = !read_across(*target.peer, packed, there, owner_may_move());
      if (!failed) {
        combined = combine_copy(operation, bytes);
        if (combined.changed) {
          block.changed_at = sequence;
          failed = !write_across(*target.peer, packed, there, owner_may_move());
        }
      }
      block.atomics.unlock();
    }
    if (failed) lost(target, "An atomic operation");
    if (!operation.recorded) return;
    if (combined.differs)
      record::has_changed_something();
    else if (operation.thread == record::current_thread())
      record::saw_number(&block, sequence);
    record::write(event::Executed{operation.thread, operation.number, sequence, combined.wrote});
  }

  // For `whole` bytes of elements: where each part of them is, and where it is among their bytes without padding.
  template <class Each>
  static void each_part(BasicType basic, std::size_t whole, Each&& each) {
    std::size_t packed = 0;
    for (std::size_t element = 0; element < whole; element += size_of(basic)) {
      for (const ValuePart& part : value_parts(basic)) {
        const auto size = static_cast<std::size_t>(part.size);
        each(element + static_cast<std::size_t>(part.offset), packed, size);
        packed += size;
      }
    }
  }

  // The bytes of pairs come without padding, but the kernels take the elements with it.
  static Combined combine_copy(const Operation& operation, std::vector<std::byte>& bytes) {
    const auto whole = static_cast<std::size_t>(element_bytes(operation.at_target));
    if (whole == bytes.size()) return combine_packed(operation, bytes.data());
    std::vector<std::byte> elements(whole);
    each_part(operation.basic, whole, [&](std::size_t element, std::size_t packed, std::size_t size) {
      std::memcpy(&elements[element], &bytes[packed], size);
    });
    const Combined combined = combine_packed(operation, elements.data());
    each_part(operation.basic, whole, [&](std::size_t element, std::size_t packed, std::size_t size) {
      std::memcpy(&bytes[packed], &elements[element], size);
    });
    return combined;
  }
};

}  // namespace

Transport& direct_transport() {
  static DirectTransport transport;
  return transport;
}

}  // namespace fencepost::rma
