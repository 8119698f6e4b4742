#include "rma/native_windows.h"

#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

#include "handles/communicators.h"
#include "handles/handle_key.h"
#include "record/mutex.h"
#include "recorder/recorder.h"
#include "rma/hints.h"
#include "rma/runtime.h"
#include "rma/shared_files.h"
#include "threads/shared_order.h"
#include "tracking/tracked.h"

namespace fencepost::rma {
namespace {

int create_natively(const CreationArguments& arguments, Window& window) {
  void* base = nullptr;
  const int unit = static_cast<int>(arguments.displacement_unit);
  int code = MPI_SUCCESS;
  switch (arguments.flavor) {
    case WindowFlavor::kCreate:
      code =
          PMPI_Win_create(arguments.base, arguments.size, unit, arguments.info, arguments.communicator, &window.handle);
      base = arguments.base;
      break;
    case WindowFlavor::kAllocate:
      code = PMPI_Win_allocate(arguments.size, unit, arguments.info, arguments.communicator, &base, &window.handle);
      break;
    case WindowFlavor::kAllocateShared:
      code =
          PMPI_Win_allocate_shared(arguments.size, unit, arguments.info, arguments.communicator, &base, &window.handle);
      break;
    case WindowFlavor::kDynamic:
      code = PMPI_Win_create_dynamic(arguments.info, arguments.communicator, &window.handle);
      break;
  }
  if (code != MPI_SUCCESS) return code;
  const bool dynamic = arguments.flavor == WindowFlavor::kDynamic;
  window.native = true;
  window.executed_elsewhere.begin();
  window.flavor = arguments.flavor;
  window.predefined.base = dynamic ? nullptr : base;
  window.predefined.bytes = dynamic ? 0 : arguments.size;
  window.predefined.displacement_unit = dynamic ? 1 : unit;
  window.predefined.create_flavor = native_flavor(arguments.flavor);
  int* model = nullptr;
  int found = 0;
  PMPI_Win_get_attr(window.handle, MPI_WIN_MODEL, &model, &found);
  window.predefined.memory_model = found && model ? *model : MPI_WIN_UNIFIED;
  window.hints = read_hints(arguments.info, {});
  return MPI_SUCCESS;
}

// Windows whose memory the library has allocated: where the ranks' parts are mapped, as far as this process has them,
// and, if it is shared, a little window of our own that holds their SharedOrder. The library may use addresses again at
// once, perhaps for the window of a thread that knows nothing of this one: so such memory is a segment, named by its
// window.
struct Allocated {
  struct Part {
    std::uint64_t address;
    std::uint64_t size;
    std::uint64_t offset;  // in the segment
  };
  std::vector<Part> parts;
  MPI_Win order = MPI_WIN_NULL;
};
Mutex allocated_mutex;
std::unordered_map<const Window*, Allocated>& allocated_windows() FENCEPOST_REQUIRES(allocated_mutex) {
  static auto* const made = new std::unordered_map<const Window*, Allocated>;
  return *made;
}

// At the window's first rank. Null if there is none.
threads::SharedOrder* make_order(const Window& window, MPI_Comm communicator, MPI_Win& order) {
  void* base = nullptr;
  const MPI_Aint size = window.rank == 0 ? static_cast<MPI_Aint>(sizeof(threads::SharedOrder)) : 0;
  int good = PMPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, communicator, &base, &order) == MPI_SUCCESS;
  if (good && window.rank == 0) new (base) threads::SharedOrder{};
  int all_good = 0;
  PMPI_Allreduce(&good, &all_good, 1, MPI_INT, MPI_MIN, communicator);
  MPI_Aint bytes = 0;
  int unit = 0;
  if (all_good && PMPI_Win_shared_query(order, 0, &bytes, &unit, &base) == MPI_SUCCESS)
    return static_cast<threads::SharedOrder*>(base);
  record::blind_spot(
      "Fencepost did not see what atomics and locks in a shared window order between processes: it may report accesses "
      "that are ordered.");
  return nullptr;
}

// The parts one after the other, in the order of ranks, wherever they are mapped. `own`: the offset of this rank's.
std::vector<Allocated::Part> shared_parts(const Window& window, std::uint64_t& own) {
  std::vector<Allocated::Part> parts;
  std::uint64_t offset = 0;
  for (int rank = 0; rank < window.size; ++rank) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* base = nullptr;
    if (PMPI_Win_shared_query(window.handle, rank, &bytes, &unit, &base) != MPI_SUCCESS) continue;
    if (rank == window.rank) own = offset;
    const auto size = static_cast<std::uint64_t>(bytes);
    if (size > 0) parts.push_back({reinterpret_cast<std::uint64_t>(base), size, offset});
    offset += size;
  }
  return parts;
}

void publish(Window& window, const CreationArguments& arguments, std::uint64_t communicator) {
  const bool shared = window.flavor == WindowFlavor::kAllocateShared;
  if (!shared && window.flavor != WindowFlavor::kAllocate) {
    PlaceInSegment place;
    if (window.predefined.bytes > 0)
      place = begin_sharing(window.id, window.predefined.base, static_cast<std::size_t>(window.predefined.bytes));
    define_window(window, arguments, communicator, place);
    if (window.predefined.bytes > 0)
      memory::track(window.predefined.base, static_cast<std::size_t>(window.predefined.bytes));
    add_window(&window);
    return;
  }
  Allocated allocated;
  threads::SharedOrder* order = nullptr;
  std::uint64_t own = 0;
  if (shared) {
    window.segment = handles::mixed(window.key) | 1;
    order = make_order(window, arguments.communicator, allocated.order);
    allocated.parts = shared_parts(window, own);
  } else {
    window.segment = handles::mixed(window.key + static_cast<std::uint64_t>(window.rank)) | 1;
    if (window.predefined.bytes > 0)
      allocated.parts.push_back({reinterpret_cast<std::uint64_t>(window.predefined.base),
                                 static_cast<std::uint64_t>(window.predefined.bytes), 0});
  }
  define_window(window, arguments, communicator, {window.segment, own});
  for (const Allocated::Part& part : allocated.parts) {
    const auto* const first = reinterpret_cast<const void*>(part.address);
    memory::announce(first, part.size);
    name_segment(window.segment, first, part.size, part.offset);
    memory::track(first, part.size);
    if (order != nullptr) threads::share(first, part.size, window.segment, part.offset, *order);
  }
  {
    const LockGuard lock(allocated_mutex);
    allocated_windows()[&window] = std::move(allocated);
  }
  add_window(&window);
}

}  // namespace

void unmap_allocated(const Window& window) {
  Allocated allocated;
  {
    const LockGuard lock(allocated_mutex);
    const auto found = allocated_windows().find(&window);
    if (found == allocated_windows().end()) return;
    allocated = std::move(found->second);
    allocated_windows().erase(found);
  }
  for (const Allocated::Part& part : allocated.parts) {
    const auto* const first = reinterpret_cast<const void*>(part.address);
    threads::unshare(first);
    memory::untrack(first, part.size);
    memory::forget(first, part.size);
    unname_segment(first, part.size);
  }
  memory::cease();
  if (allocated.order != MPI_WIN_NULL) PMPI_Win_free(&allocated.order);
}

Creation create_native_window(const CreationArguments& arguments) {
  auto window = std::make_unique<Window>();
  const int code = create_natively(arguments, *window);
  if (code != MPI_SUCCESS) return {code, nullptr};
  handles::CommunicatorInfo* const info = handles::communicator_info(arguments.communicator);
  window->id = record::next_id();
  window->key = handles::mixed(info->key + 0x9e3779b97f4a7c15u * ++info->windows_created) | 1;
  PMPI_Comm_rank(arguments.communicator, &window->rank);
  PMPI_Comm_size(arguments.communicator, &window->size);
  publish(*window, arguments, info->id);
  return {MPI_SUCCESS, window.release()};
}

Window* make_native_window(const CreationArguments& arguments, std::unique_ptr<Window> begun,
                           std::uint64_t communicator) {
  auto window = std::make_unique<Window>();
  if (create_natively(arguments, *window) != MPI_SUCCESS) return nullptr;
  record::blind_spot(
      "A window spans machines that no transport of Fencepost connects: the MPI library executes its RMA, and "
      "Fencepost did not see the order of atomic operations and locks.");
  window->id = begun->id;
  window->key = begun->key;
  window->rank = begun->rank;
  window->size = begun->size;
  publish(*window, arguments, communicator);
  return window.release();
}

}  // namespace fencepost::rma
