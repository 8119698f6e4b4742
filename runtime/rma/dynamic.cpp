// Memory attached to dynamic windows.
#include <algorithm>

#include <mpi.h>

#include "recorder/recorder.h"
#include "rma/creation.h"
#include "rma/shared_files.h"
#include "tracking/tracked.h"

namespace fencepost::rma {
namespace {

// Others read the list while it is rewritten: they try again if the version is odd or has changed.
void publish(Window& window) FENCEPOST_REQUIRES(window.attached_mutex) {
  if (!window.control.own) return;
  AttachedRegions& regions = window.control.own->attached;
  regions.version.fetch_add(1, std::memory_order_acq_rel);
  std::atomic_thread_fence(std::memory_order_release);
  const std::size_t count = std::min(window.attached.size(), AttachedRegions::kCapacity);
  for (std::size_t i = 0; i < count; ++i) {
    regions.regions[i].address.store(window.attached[i].address, std::memory_order_relaxed);
    regions.regions[i].size.store(window.attached[i].size, std::memory_order_relaxed);
  }
  regions.count.store(static_cast<std::uint32_t>(count), std::memory_order_relaxed);
  regions.overflow.store(window.attached.size() > count, std::memory_order_relaxed);
  regions.version.fetch_add(1, std::memory_order_release);
}

}  // namespace

int attach(Window& window, void* base, MPI_Aint size) {
  const LockGuard lock(window.attached_mutex);
  if (!window.dynamic()) return MPI_ERR_RMA_FLAVOR;
  if (size < 0) return MPI_ERR_SIZE;
  if (base == nullptr && size > 0) return MPI_ERR_RMA_ATTACH;
  const auto address = reinterpret_cast<std::uint64_t>(base);
  const auto length = static_cast<std::uint64_t>(size);
  const bool overlaps = std::any_of(window.attached.begin(), window.attached.end(), [&](const auto& region) {
    return address < region.address + region.size && region.address < address + length;
  });
  if (overlaps) return MPI_ERR_RMA_ATTACH;
  window.attached.push_back({address, length});
  if (lies_in_shared_file(base, length))
    record::blind_spot(
        "A dynamic window has memory attached that the program has mapped for several processes (MAP_SHARED): "
        "Fencepost "
        "does not see that what is in the windows of different ranks is the same memory.");
  memory::track(base, length);
  publish(window);
  return MPI_SUCCESS;
}

int detach(Window& window, const void* base) {
  const LockGuard lock(window.attached_mutex);
  if (!window.dynamic()) return MPI_ERR_RMA_FLAVOR;
  const auto address = reinterpret_cast<std::uint64_t>(base);
  const auto found = std::find_if(window.attached.begin(), window.attached.end(),
                                  [&](const auto& region) { return region.address == address; });
  if (found == window.attached.end()) return MPI_ERR_RMA_ATTACH;
  memory::release(base, found->size);
  window.attached.erase(found);
  publish(window);
  return MPI_SUCCESS;
}

}  // namespace fencepost::rma
