#include "handles/datatypes.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <unordered_map>

#include "handles/destroyed_types.h"
#include "handles/flatten.h"
#include "handles/freed_types.h"
#include "handles/handle_key.h"
#include "handles/type_contents.h"
#include "handles/validity.h"
#include "record/event.h"
#include "record/mutex.h"
#include "recorder/recorder.h"

namespace fencepost::handles {
namespace {

SharedMutex table_mutex;
// Raised whenever a handle is forgotten: the threads' older shortcuts are no longer valid then.
std::atomic<std::uint64_t> generation{1};

// Never destroyed: calls may come during the exit of the process.
std::unordered_map<MPI_Datatype, std::shared_ptr<DatatypeInfo>>& table() FENCEPOST_REQUIRES_SHARED(table_mutex) {
  static auto* made = new std::unordered_map<MPI_Datatype, std::shared_ptr<DatatypeInfo>>;
  return *made;
}

struct Freed {
  FreedTypes types;
  std::atomic<bool> noticed{true};
};
Freed& freed() {
  static auto* made = new Freed;
  return *made;
}

DefinedTypes& defined() FENCEPOST_REQUIRES(table_mutex) {
  static auto* made = new DefinedTypes;
  return *made;
}

DestroyedTypes& destroyed() {
  static auto* made = new DestroyedTypes;
  return *made;
}
void void_shortcuts() {
  generation.fetch_add(1, std::memory_order_release);
}
// Before anything is looked up in the table or added.
void forget_destroyed() FENCEPOST_REQUIRES(table_mutex) {
  if (!destroyed().any()) return;
  for (MPI_Datatype datatype : destroyed().take()) table().erase(datatype);
}

// A datatype that was freed is defined when it is used.
struct FreedInfo : DatatypeInfo {
  FreedInfo(std::uint64_t by, std::uint64_t at) : thread(by), stack(at) {
    committed = false;
    DatatypeInfo::freed = true;
  }
  std::uint64_t thread, stack;  // of MPI_Type_free
};

void make_blocks(DatatypeInfo& info) {
  for (const Run& run : info.runs) {
    const auto size = static_cast<std::int64_t>(size_of(run.basic));
    if (!has_padding(run.basic)) {
      append_run(info.blocks, {run.displacement, BasicType::kByte, run.elements * size, run.repetitions, run.stride});
      continue;
    }
    for (std::int64_t i = 0; i < run.repetitions; ++i) {
      for (std::int64_t j = 0; j < run.elements; ++j) {
        const std::int64_t at = run.displacement + i * run.stride + j * size;
        for (const ValuePart& part : value_parts(run.basic)) {
          append_run(info.blocks, {at + part.offset, BasicType::kByte, part.size, 1, 0});
        }
      }
    }
  }
  for (const Run& block : info.blocks) info.bytes += block.elements * block.repetitions;
}

// From the type map, and not from the library: MPICH 4.0.2 is wrong about some distributed arrays.
void find_true_extent(DatatypeInfo& info) {
  if (info.blocks.empty()) return;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t end = std::numeric_limits<std::int64_t>::min();
  for (const Run& block : info.blocks) {
    const std::int64_t last = block.displacement + (block.repetitions - 1) * block.stride;
    first = std::min({first, block.displacement, last});
    end = std::max({end, block.displacement + block.elements, last + block.elements});
  }
  info.true_lower_bound = first;
  info.true_extent = end - first;
}

// MPI cannot be asked for it. But a send (of more than nothing) to nobody is refused if the type is not committed.
bool is_committed(MPI_Datatype datatype) {
  static MPI_Comm probe = [] {
    MPI_Comm made = MPI_COMM_NULL;
    // Not duplicated: the program's attributes are its own.
    if (PMPI_Comm_split(MPI_COMM_SELF, 0, 0, &made) == MPI_SUCCESS) PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    return made;
  }();
  static char never_read;
  return PMPI_Send(&never_read, 1, datatype, MPI_PROC_NULL, 0, probe) == MPI_SUCCESS;
}

std::shared_ptr<DatatypeInfo> make_info(MPI_Datatype datatype) {
  auto runs = flatten(datatype);
  if (!runs) return nullptr;
  auto info = std::make_shared<DatatypeInfo>();
  info->runs = std::move(*runs);
  MPI_Count size = 0, lower = 0, extent = 0;
  PMPI_Type_size_x(datatype, &size);
  info->size = size;
  PMPI_Type_get_extent_x(datatype, &lower, &extent);
  info->lower_bound = lower;
  info->extent = extent;
  const TypeContents contents(datatype);
  info->predefined = contents.combiner == Combiner::kNamed || contents.combiner == Combiner::kF90;
  make_blocks(*info);
  find_true_extent(*info);
  info->contiguous = info->blocks.size() == 1 && info->blocks[0].repetitions == 1 &&
                     info->blocks[0].elements == info->size && info->extent == info->size;
  if (!info->runs.empty()) info->uniform = info->runs[0].basic;
  for (const Run& run : info->runs) {
    if (run.basic != info->uniform) info->uniform = BasicType::kUnknown;
  }
  info->committed = info->predefined || is_committed(datatype);
  return info;
}

// Calls `say` with what the trace says about it, except its id.
template <class Say>
void describe_to(const Say& say, const DatatypeInfo& info, MPI_Datatype datatype) {
  const std::string name = name_of_type(datatype);
  const std::string description = describe(datatype);
  std::vector<std::int64_t> runs;
  runs.reserve(5 * info.runs.size());
  for (const Run& run : info.runs) {
    runs.insert(runs.end(),
                {run.displacement, static_cast<std::int64_t>(run.basic), run.elements, run.repetitions, run.stride});
  }
  event::Datatype definition;
  definition.name = name;
  definition.description = description;
  definition.size = static_cast<std::uint64_t>(info.size);
  definition.lower_bound = info.lower_bound;
  definition.extent = info.extent;
  definition.true_lower_bound = info.true_lower_bound;
  definition.true_extent = info.true_extent;
  definition.predefined = info.predefined;
  definition.runs = runs;
  say(definition);
}

void define(DatatypeInfo& info, MPI_Datatype datatype) FENCEPOST_REQUIRES(table_mutex) {
  DefinedTypes& types = defined();
  describe_to([&](const event::Datatype& definition) { info.definition = types.of(definition); }, info, datatype);
  info.id = *info.definition;
}

// This one's id stands for the use of a freed handle, too.
void define_freed(FreedInfo& info, MPI_Datatype datatype) {
  info.id = record::next_id();
  record::define(event::DatatypeFreed{.id = info.id, .thread = info.thread, .stack = info.stack});
  const auto define_as = [&](event::Datatype definition) {
    definition.id = info.id;
    record::define(definition);
  };
  describe_to(define_as, info, datatype);
}

std::shared_ptr<DatatypeInfo> find_or_make(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL) return nullptr;
  if (!destroyed().any()) {
    const SharedGuard lock(table_mutex);
    const auto found = table().find(datatype);
    if (found != table().end() && found->second->committed) return found->second;
  }
  const LockGuard lock(table_mutex);
  forget_destroyed();
  auto& entry = table()[datatype];
  if (entry && entry->freed) {
    if (entry->id == 0) define_freed(static_cast<FreedInfo&>(*entry), datatype);
  } else if (!entry) {
    if (!verdict_on_datatype(datatype)) entry = make_info(datatype);
    if (!entry) {
      table().erase(datatype);
      return nullptr;
    }
    define(*entry, datatype);
    if (!entry->predefined) destroyed().watch(datatype, void_shortcuts);
  } else if (!entry->committed) {
    entry->committed = is_committed(datatype);
  }
  return entry;
}

// The types a thread used last, so that the usual call needs no lock.
struct Shortcut {
  MPI_Datatype handle{};
  std::uint64_t generation = 0;
  const DatatypeInfo* info = nullptr;
};
constexpr std::size_t kShortcuts = 16;
constinit thread_local Shortcut shortcuts[kShortcuts] __attribute__((tls_model("initial-exec")));

std::size_t slot_of(MPI_Datatype datatype) {
  const std::uint64_t bits = handle_key(datatype);
  return (bits ^ (bits >> 4) ^ (bits >> 9)) % kShortcuts;
}

}  // namespace

std::shared_ptr<const DatatypeInfo> datatype_info(MPI_Datatype datatype) {
  return find_or_make(datatype);
}

const DatatypeInfo* peek_datatype(MPI_Datatype datatype) {
  Shortcut& shortcut = shortcuts[slot_of(datatype)];
  const std::uint64_t now = generation.load(std::memory_order_acquire);
  if (shortcut.handle == datatype && shortcut.generation == now) return shortcut.info;
  const auto info = find_or_make(datatype);
  if (!info) return nullptr;
  // An uncommitted type may become committed: not remembered.
  if (info->committed) shortcut = {datatype, now, info.get()};
  return info.get();
}

std::uint64_t datatype_id(MPI_Datatype datatype) {
  const DatatypeInfo* info = peek_datatype(datatype);
  return info ? info->id : 0;
}

std::vector<DefinedType> definitions_of(std::span<const Buffer> buffers) {
  std::vector<DefinedType> definitions;
  const LockGuard lock(table_mutex);
  for (const Buffer& buffer : buffers) {
    if (auto definition = defined().with(buffer.datatype)) definitions.push_back(std::move(definition));
  }
  return definitions;
}

void removed_datatype(MPI_Datatype datatype) {
  const LockGuard lock(table_mutex);
  forget_destroyed();
  const auto found = table().find(datatype);
  if (found == table().end() || found->second->predefined) return;
  table().erase(found);
  void_shortcuts();
}

namespace {
// Not at the place where they are found to be gone: a call may be open there that more events belong to.
void tell_gone() {
  std::vector<std::uint64_t> gone;
  {
    const LockGuard lock(table_mutex);
    gone = defined().take_gone();
  }
  for (const std::uint64_t id : gone) record::write(event::DatatypeGone{.id = id});
}
}  // namespace

void freed_datatype(MPI_Datatype datatype, std::uint64_t thread, std::uint64_t stack) {
  removed_datatype(datatype);
  tell_gone();
  if (!freed().noticed.load(std::memory_order_relaxed) || !freed().types.keep(datatype)) return;
  {
    const LockGuard lock(table_mutex);
    forget_destroyed();
    table()[datatype] = std::make_shared<FreedInfo>(thread, stack);
  }
  freed().types.shrink(FreedTypes::kMost, removed_datatype);
}

bool is_freed(MPI_Datatype datatype) {
  const LockGuard lock(table_mutex);
  forget_destroyed();
  const auto found = table().find(datatype);
  return found != table().end() && found->second->freed;
}

void forget_freed_datatypes() {
  freed().noticed.store(false, std::memory_order_relaxed);
  freed().types.shrink(0, removed_datatype);
}

namespace {
struct OpRow {
  MPI_Op native;
  ReduceOp op;
};
const OpRow* op_table(std::size_t& size) {
  static const OpRow rows[] = {
      {MPI_OP_NULL, ReduceOp::kNull}, {MPI_REPLACE, ReduceOp::kReplace}, {MPI_NO_OP, ReduceOp::kNoOp},
      {MPI_SUM, ReduceOp::kSum},      {MPI_PROD, ReduceOp::kProd},       {MPI_MAX, ReduceOp::kMax},
      {MPI_MIN, ReduceOp::kMin},      {MPI_LAND, ReduceOp::kLand},       {MPI_BAND, ReduceOp::kBand},
      {MPI_LOR, ReduceOp::kLor},      {MPI_BOR, ReduceOp::kBor},         {MPI_LXOR, ReduceOp::kLxor},
      {MPI_BXOR, ReduceOp::kBxor},    {MPI_MAXLOC, ReduceOp::kMaxloc},   {MPI_MINLOC, ReduceOp::kMinloc},
  };
  size = std::size(rows);
  return rows;
}
}  // namespace

ReduceOp reduce_op(MPI_Op op) {
  std::size_t size = 0;
  const OpRow* rows = op_table(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (rows[i].native == op) return rows[i].op;
  }
  return ReduceOp::kUserDefined;
}

MPI_Op native_op(ReduceOp op) {
  std::size_t size = 0;
  const OpRow* rows = op_table(size);
  for (std::size_t i = 0; i < size; ++i) {
    if (rows[i].op == op) return rows[i].native;
  }
  return MPI_OP_NULL;
}

}  // namespace fencepost::handles
