// Window creation: who is where, one memory file per machine, and its mapping.
//
// 1. All ranks tell each other where they are and what they want to expose (one allgather).
// 2. On each machine the lowest rank makes a memory file with the control blocks of its ranks and, for windows whose
//    memory MPI allocates, their parts. Its ticket goes to all (a second allgather, which also says who reaches
//    whom).
// 3. All map it and agree that everybody could (an allreduce, which is also the barrier after which the window is
//    usable). Errors of arguments are part of step 1, so that a window comes into being everywhere or nowhere.
#include "rma/creation.h"

#include <algorithm>
#include <cstring>

#include "handles/communicators.h"
#include "handles/handle_key.h"
#include "memory/memory_check.h"
#include "recorder/recorder.h"
#include "rma/epochs.h"
#include "rma/native_windows.h"
#include "rma/post_office.h"
#include "rma/runtime.h"
#include "rma/shared_files.h"
#include "rma/transport.h"
#include "threads/shared_order.h"
#include "tracking/gone.h"
#include "tracking/tracked.h"

namespace fencepost::rma {
namespace {

struct Announcement {
  ProcessTicket process;
  std::uint64_t base = 0;
  std::int64_t size = 0;
  std::int64_t writable = 0;  // of these bytes, up to the first that cannot be written
  std::int64_t displacement_unit = 1;
  std::uint64_t window = 0;  // number at its owner
  std::int32_t error = MPI_SUCCESS;
  std::int32_t goes_on = 0;  // after an error
  std::int32_t noncontiguous = 0;
  std::int32_t world_rank = 0;
};

struct Offer {
  FileTicket file;
  std::int32_t reaches_all = 0;
};

bool goes_on_after_errors(MPI_Comm communicator) {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  if (PMPI_Comm_get_errhandler(communicator, &handler) != MPI_SUCCESS) return true;
  const bool fatal = is_fatal(handler);
  PMPI_Errhandler_free(&handler);
  return fatal;
}

template <class Item>
bool allgather(const Item& own, std::vector<Item>& all, MPI_Comm communicator) {
  return PMPI_Allgather(&own, sizeof(Item), MPI_BYTE, all.data(), sizeof(Item), MPI_BYTE, communicator) == MPI_SUCCESS;
}

// A native window that costs nothing and concerns nobody else: it gives the handle its name, attributes and error
// handler. On a communicator of this process alone, so that no other takes part (not on MPI_COMM_SELF, whose attributes
// the libraries copy for it). In shared memory of size 0, because Open MPI creates other flavours only if some network
// component agrees.
MPI_Win native_handle() {
  static const MPI_Comm alone = [] {
    MPI_Comm made = MPI_COMM_NULL;
    PMPI_Comm_split(MPI_COMM_SELF, 0, 0, &made);
    return made;
  }();
  MPI_Win handle = MPI_WIN_NULL;
  void* base = nullptr;
  PMPI_Win_allocate_shared(0, 1, MPI_INFO_NULL, alone, &base, &handle);
  return handle;
}

// Before the data of a window in shared memory, after everything else, is what processes do to each other in it.
std::size_t head_of(const Window& window) {
  const bool ordered = window.flavor == WindowFlavor::kAllocateShared;
  return window.control.plan.size() + (ordered ? page_up(sizeof(threads::SharedOrder)) : 0);
}
threads::SharedOrder* order_of(const Window& window) {
  return reinterpret_cast<threads::SharedOrder*>(window.control.mapping.head() + window.control.plan.size());
}

// The standard leaves open whether a segment of no bytes has an address: we do what the library does.
bool has_address(const Window& window, const Target& target) {
  if (target.size > 0 || window.flavor != WindowFlavor::kAllocateShared) return true;
#ifdef FENCEPOST_MPI_MPICH
  return false;
#else
  return !window.hints.alloc_shared_noncontig;
#endif
}

// A window may be made over constants, for all to read. Memory that has been given back is different: a finding at the
// call that makes the window says that it is not memory.
std::int64_t writable_bytes(std::uint64_t base, std::int64_t size) {
  if (size == 0) return 0;
  const std::uint64_t end = base + static_cast<std::uint64_t>(size);
  const memory::MemoryCheck& check = memory::memory_check();
  if (!check.may_use(base, end, memory::MemoryCheck::Use::kRead)) return size;
  return static_cast<std::int64_t>(std::min(check.usable_until(base, end, memory::MemoryCheck::Use::kWrite), end) -
                                   base);
}

// One window in the making.
class Maker {
 public:
  explicit Maker(const CreationArguments& arguments) : arguments_(arguments) {}

  Creation make() {
    handles::CommunicatorInfo* const info = handles::communicator_info(arguments_.communicator);
    window_ = std::make_unique<Window>();
    window_->communicator_owner = private_communicator(arguments_.communicator);
    if (!window_->communicator_owner) return {MPI_ERR_COMM, nullptr};
    window_->communicator = window_->communicator_owner->get();
    window_->id = record::next_id();
    window_->key = handles::mixed(info->key + 0x9e3779b97f4a7c15u * ++info->windows_created) | 1;
    PMPI_Comm_rank(window_->communicator, &window_->rank);
    PMPI_Comm_size(window_->communicator, &window_->size);
    window_->flavor = arguments_.flavor;
    window_->hints = read_hints(arguments_.info, {});
    const int error = announce();
    if (refused_) return {refused_, nullptr};
    if (!meet() || !map_memory()) {
      if (arguments_.flavor == WindowFlavor::kAllocateShared) return {MPI_ERR_RMA_SHARED, nullptr};
      return {error, make_native_window(arguments_, std::move(window_), info->id)};
    }
    place_targets();
    publish(info->id);
    add_window(window_.get());
    return {error, window_.release()};
  }

 private:
  // Step 1. Returns the class of this process's own error.
  int announce() {
    Window& window = *window_;
    const int error = arguments_.error;
    window.predefined.bytes = arguments_.flavor == WindowFlavor::kDynamic ? 0 : std::max<MPI_Aint>(arguments_.size, 0);
    if (error == MPI_ERR_BASE) window.predefined.bytes = 0;
    window.predefined.displacement_unit = std::max<MPI_Aint>(arguments_.displacement_unit, 1);
    window.predefined.displacement_unit_as_int = unit_as<int>(window.predefined.displacement_unit);
    Announcement own;
    own.process = own_ticket();
    own.base = reinterpret_cast<std::uint64_t>(arguments_.base);
    own.size = window.predefined.bytes;
    own.writable = arguments_.flavor == WindowFlavor::kCreate ? writable_bytes(own.base, own.size) : own.size;
    own.displacement_unit = window.predefined.displacement_unit;
    own.window = window.id;
    own.error = error;
    own.goes_on = error == MPI_SUCCESS || goes_on_after_errors(arguments_.communicator);
    own.noncontiguous = window.hints.alloc_shared_noncontig;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own.world_rank);
    everybody_.resize(static_cast<std::size_t>(window.size));
    if (!allgather(own, everybody_, window.communicator)) refused_ = MPI_ERR_COMM;
    for (const Announcement& other : everybody_) {
      if (!other.goes_on && !refused_) refused_ = other.error;
    }
    if (error != MPI_SUCCESS && refused_) refused_ = error;
    return error;
  }

  // Step 2. False: some rank cannot be reached by any transport.
  bool meet() {
    Window& window = *window_;
    const std::uint64_t node = everybody_[static_cast<std::size_t>(window.rank)].process.node;
    bool reaches_all = true;
    for (int rank = 0; rank < window.size; ++rank) {
      const Announcement& other = everybody_[static_cast<std::size_t>(rank)];
      if (other.process.node != node) continue;
      const Peer* const peer = connect(other.process);
      if (peer == nullptr) reaches_all = false;
      local_.push_back(rank);
      peers_.push_back(peer);
    }
    plan();
    Offer own;
    own.reaches_all = reaches_all;
    if (local_[0] == window.rank) {
      file_ = MemoryFile::create(head_of(window) + body_);
      own.file = file_.ticket();
    }
    offers_.resize(static_cast<std::size_t>(window.size));
    if (!allgather(own, offers_, window.communicator)) return false;
    const bool all_reach = std::all_of(offers_.begin(), offers_.end(), [](const Offer& o) { return o.reaches_all; });
    const bool all_here = local_.size() == static_cast<std::size_t>(window.size);
    window.all_local = all_reach && all_here;
    if (arguments_.flavor == WindowFlavor::kAllocateShared && !window.all_local) return false;
    // Everybody gets the same answer: it follows from what was gathered.
    const auto same_node = [&](const Announcement& other) { return other.process.node == everybody_[0].process.node; };
    const bool one_node = std::all_of(everybody_.begin(), everybody_.end(), same_node);
    return all_reach && (one_node || has_messages());
  }

  // Where the parts are after the control blocks.
  void plan() {
    Window& window = *window_;
    window.control.plan.local = local_.size();
    window.control.plan.ranks = static_cast<std::size_t>(window.size);
    const bool allocates = window.flavor == WindowFlavor::kAllocate || window.flavor == WindowFlavor::kAllocateShared;
    const bool contiguous = window.flavor == WindowFlavor::kAllocateShared &&
                            std::none_of(everybody_.begin(), everybody_.end(),
                                         [](const Announcement& other) { return other.noncontiguous != 0; });
    std::size_t offset = 0;
    for (const int rank : local_) {
      offsets_.push_back(offset);
      if (!allocates) continue;
      const auto size = static_cast<std::size_t>(everybody_[static_cast<std::size_t>(rank)].size);
      offset += contiguous ? size : page_up(size);
    }
    body_ = page_up(offset);
  }

  // Step 3. False: somebody could not map it.
  bool map_memory() {
    Window& window = *window_;
    const auto leader = static_cast<std::size_t>(local_[0]);
    if (local_[0] != window.rank) file_ = MemoryFile::open(offers_[leader].file);
    if (file_.is_open()) window.control.mapping = Mapping::map(file_, head_of(window), body_);
    int good = window.control.mapping ? 1 : 0;
    int all_good = 0;
    PMPI_Allreduce(&good, &all_good, 1, MPI_INT, MPI_MIN, window.communicator);
    file_ = MemoryFile();
    return all_good != 0;
  }

  void place_targets() {
    Window& window = *window_;
    std::byte* const head = window.control.mapping.head();
    std::byte* const body = window.control.mapping.body();
    const bool allocated = window.flavor == WindowFlavor::kAllocate || window.flavor == WindowFlavor::kAllocateShared;
    window.control.shared = reinterpret_cast<WindowControl*>(head);
    window.targets = std::make_unique<Target[]>(static_cast<std::size_t>(window.size));
    window.predefined.base = window.flavor == WindowFlavor::kCreate ? arguments_.base : nullptr;
    for (int rank = 0; rank < window.size; ++rank) {
      const Announcement& other = everybody_[static_cast<std::size_t>(rank)];
      Target& target = window.target(rank);
      target.size = window.dynamic() ? 0 : other.size;
      target.writable = other.writable;
      target.displacement_unit = window.dynamic() ? 1 : other.displacement_unit;
      target.address = window.dynamic() ? 0 : other.base;
      target.remote_window = other.window;
      target.process = other.world_rank;
    }
    for (std::size_t i = 0; i < local_.size(); ++i) {
      Target& target = window.target(local_[i]);
      auto* const control = reinterpret_cast<RankControl*>(head + window.control.plan.rank_control(i));
      auto* const counters = reinterpret_cast<PairCounters*>(head + window.control.plan.counters(i));
      std::byte* const part = allocated ? body + offsets_[i] : nullptr;
      target.peer = peers_[i];
      target.control = control;
      target.counters = counters + window.rank;
      target.memory = part;
      target.part = part;
      if (local_[i] != window.rank) continue;
      window.control.own = control;
      window.control.own_counters = counters;
      // Loads and stores of this process go to the same memory by the address that the program knows.
      if (allocated) window.predefined.base = has_address(window, target) ? part : nullptr;
      if (window.flavor == WindowFlavor::kCreate) target.memory = static_cast<std::byte*>(arguments_.base);
      own_offset_ = offsets_[i];
    }
    for (int rank = 0; rank < window.size; ++rank) choose_transport(window, window.target(rank));
    // All ranks get the same answer here, or they would not meet.
    const TransportChoice choice = settings().transport;
    const bool forced = choice == TransportChoice::kMessages || choice == TransportChoice::kSplit;
    if (forced && has_messages()) window.all_local = window.size == 1;
    if (!window.all_local) PMPI_Comm_dup(window.communicator, &window.barrier_communicator);
    const bool of_the_program =
        window.dynamic() || (window.flavor == WindowFlavor::kCreate && window.predefined.bytes > 0);
    if (of_the_program && local_.size() > 1) let_others_ask();
    window.segment = allocated ? handles::mixed(window.key + static_cast<std::uint64_t>(local_[0])) | 1 : 0;
    window.schedule = settings().schedule;
    window.schedule.seed_for_rank(window.rank);
  }

  // The handle, the trace, and the map of tracked memory.
  void publish(std::uint64_t communicator) {
    Window& window = *window_;
    window.handle = native_handle();
    window.predefined.create_flavor = native_flavor(window.flavor);
    window.predefined.memory_model = MPI_WIN_UNIFIED;
    PlaceInSegment place{window.segment, own_offset_};
    if (window.segment == 0 && window.predefined.bytes > 0)
      place = begin_sharing(window.id, window.predefined.base, static_cast<std::size_t>(window.predefined.bytes));
    define_window(window, arguments_, communicator, place);
    if (window.segment != 0) {
      // What the program can reach by loads and stores: its own part, or all of a window in shared memory.
      const bool whole = window.flavor == WindowFlavor::kAllocateShared;
      std::byte* const first = whole ? window.control.mapping.body() : static_cast<std::byte*>(window.predefined.base);
      const std::size_t size =
          whole ? window.control.mapping.body_size() : static_cast<std::size_t>(window.predefined.bytes);
      memory::announce(first, size);
      name_segment(window.segment, first, size, whole ? 0 : own_offset_);
      memory::track(first, size);
      if (whole) threads::share(first, size, window.segment, 0, *order_of(window));
    } else if (window.predefined.bytes > 0) {
      memory::track(window.predefined.base, static_cast<std::size_t>(window.predefined.bytes));
    }
  }

  const CreationArguments& arguments_;
  std::unique_ptr<Window> window_;
  std::vector<Announcement> everybody_;
  std::vector<Offer> offers_;
  std::vector<int> local_;            // ranks of this machine
  std::vector<const Peer*> peers_;    // and their processes
  std::vector<std::size_t> offsets_;  // and where their parts begin
  std::size_t body_ = 0;
  std::size_t own_offset_ = 0;
  MemoryFile file_;
  int refused_ = MPI_SUCCESS;
};

void untrack(Window& window) {
  if (window.segment != 0 && !window.native) {
    const bool whole = window.flavor == WindowFlavor::kAllocateShared;
    std::byte* const first = whole ? window.control.mapping.body() : static_cast<std::byte*>(window.predefined.base);
    const std::size_t size =
        whole ? window.control.mapping.body_size() : static_cast<std::size_t>(window.predefined.bytes);
    threads::unshare(first);
    memory::forget(first, size);
    unname_segment(first, size);
    memory::cease();
    const auto range = [](const std::byte* begin, std::size_t bytes) {
      return memory::Range{reinterpret_cast<std::uintptr_t>(begin), reinterpret_cast<std::uintptr_t>(begin) + bytes};
    };
    if (memory::bury(range(window.control.mapping.head(), window.control.mapping.whole_size()), range(first, size),
                     window.id)) {
      window.control.mapping.give_away();
    } else {
      memory::untrack(first, size);
    }
  } else if (window.segment == 0 && window.predefined.bytes > 0) {
    memory::release(window.predefined.base, static_cast<std::size_t>(window.predefined.bytes));
    end_sharing(window.id);
  }
  const LockGuard lock(window.attached_mutex);
  for (const Region& region : window.attached) {
    memory::release(reinterpret_cast<const void*>(region.address), region.size);
  }
}

// Since MPI-4.1 (12.2.3) a program may ask about windows that are not of shared memory. The answer may be that they are
// not.
bool answers_for_all_flavors() {
  static const bool answers = [] {
    int version = 0, subversion = 0;
    PMPI_Get_version(&version, &subversion);
    return version > 4 || (version == 4 && subversion >= 1);
  }();
  return answers;
}

}  // namespace

int native_flavor(WindowFlavor flavor) {
  switch (flavor) {
    case WindowFlavor::kCreate:
      return MPI_WIN_FLAVOR_CREATE;
    case WindowFlavor::kAllocate:
      return MPI_WIN_FLAVOR_ALLOCATE;
    case WindowFlavor::kAllocateShared:
      return MPI_WIN_FLAVOR_SHARED;
    case WindowFlavor::kDynamic:
      return MPI_WIN_FLAVOR_DYNAMIC;
  }
  return MPI_WIN_FLAVOR_CREATE;
}

void define_window(const Window& window, const CreationArguments& arguments, std::uint64_t communicator,
                   const PlaceInSegment& place) {
  const std::string info = text_of(arguments.info);
  event::Window definition;
  definition.id = window.id;
  definition.key = window.key;
  definition.communicator = communicator;
  definition.call = static_cast<std::uint64_t>(arguments.call);
  definition.flavor = static_cast<std::uint64_t>(window.flavor);
  definition.model = static_cast<std::uint64_t>(
      window.predefined.memory_model == MPI_WIN_UNIFIED ? MemoryModel::kUnified : MemoryModel::kSeparate);
  definition.base = reinterpret_cast<std::uint64_t>(window.predefined.base);
  definition.size = static_cast<std::uint64_t>(window.predefined.bytes);
  definition.displacement_unit = static_cast<std::uint64_t>(window.predefined.displacement_unit);
  definition.segment = place.segment;
  definition.segment_offset = place.offset;
  definition.stack = arguments.stack;
  definition.info = info;
  definition.allocated = arguments.allocated ? 1 : 0;
  record::define(definition);
}

bool is_fatal(MPI_Errhandler handler) {
#if defined(MPI_ERRORS_ABORT)
  if (handler == MPI_ERRORS_ABORT) return true;
#endif
  return handler == MPI_ERRORS_ARE_FATAL;
}

Creation create_window(const CreationArguments& arguments) {
  if (settings().native) return create_native_window(arguments);
  return Maker(arguments).make();
}

int free_window(Window& window) {
  MPI_Win handle = window.handle;
  if (window.native) {
    remove_window(window);
    unmap_allocated(window);
    const int code = PMPI_Win_free(&handle);
    untrack(window);
    delete &window;
    return code;
  }
  close_epochs(window);
  barrier(window, &WindowControl::freeing);
  const int code = PMPI_Win_free(&handle);
  remove_window(window);
  post_office().settle();
  if (window.barrier_communicator != MPI_COMM_NULL) PMPI_Comm_free(&window.barrier_communicator);
  untrack(window);
  delete &window;
  return code;
}

int shared_query(const Window& window, int rank, SharedPart& part) {
  const bool shared = window.flavor == WindowFlavor::kAllocateShared;
  if (window.dynamic() || (!shared && !answers_for_all_flavors())) return MPI_ERR_RMA_FLAVOR;
  if (rank == MPI_PROC_NULL) {
    rank = 0;
    while (rank < window.size && window.targets[static_cast<std::size_t>(rank)].size == 0) ++rank;
    if (rank == window.size) {
      part = {nullptr, 0, window.predefined.displacement_unit};
      return MPI_SUCCESS;
    }
  }
  if (rank < 0 || rank >= window.size) return MPI_ERR_RANK;
  const Target& target = window.targets[static_cast<std::size_t>(rank)];
  if (shared) {
    part = {has_address(window, target) ? part_of(window, rank) : nullptr, static_cast<MPI_Aint>(target.size),
            target.displacement_unit};
  } else if (rank == window.rank) {
    part = {window.predefined.base, window.predefined.bytes, window.predefined.displacement_unit};
  } else {
    part = {nullptr, 0, target.displacement_unit};
  }
  return MPI_SUCCESS;
}

}  // namespace fencepost::rma
